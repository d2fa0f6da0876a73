package cli_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// talk is one request as a hostile server sees it: the bare connection.
type talk struct {
	net.Conn
	method, path string
}

// say writes; a crawler that has hung up is no concern of the server.
func (t *talk) say(text string) bool {
	_, err := io.WriteString(t, text)
	return err == nil
}

// page answers with HTML as it should be done.
func (t *talk) page(body string) {
	t.say("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n")
	if t.method != "HEAD" {
		t.say(body)
	}
}

// flood writes the same until the other side has enough.
func (t *talk) flood(text string) {
	for len(text) < 32<<10 {
		text += text
	}
	for t.say(text) {
	}
}

// drip writes a piece every now and then until the other side has enough.
func (t *talk) drip(text string) {
	for t.say(text) {
		time.Sleep(20 * time.Millisecond)
	}
}

// wait says nothing until the other side hangs up.
func (t *talk) wait() { _, _ = io.Copy(io.Discard, t) }

// reset ends the connection as a crash does.
func (t *talk) reset() {
	if tcp, ok := t.Conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
}

// rawServer serves with bare connections until the test ends.
func rawServer(t *testing.T, answer func(*talk)) (url string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var connections sync.Map
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			connections.Store(conn, nil)
			serving.Go(func() {
				defer connections.Delete(conn)
				defer conn.Close()
				if heard, err := listen(conn); err == nil {
					answer(heard)
				}
			})
		}
	})
	t.Cleanup(func() {
		listener.Close()
		connections.Range(func(conn, _ any) bool {
			conn.(net.Conn).Close()
			return true
		})
		serving.Wait()
	})
	return "http://" + listener.Addr().String()
}

// listen reads a request's head.
func listen(conn net.Conn) (*talk, error) {
	r := bufio.NewReader(conn)
	line, err := r.ReadString('\n')
	if err != nil {
		return nil, err
	}
	words := strings.Fields(line)
	if len(words) < 2 {
		return nil, errors.New("no request")
	}
	size := 0
	for line = "?"; strings.TrimSpace(line) != ""; size += len(line) {
		if line, err = r.ReadString('\n'); err != nil {
			return nil, err
		}
	}
	if size > 64<<10 { // as servers do
		fmt.Fprint(conn, "HTTP/1.1 431 Too Large\r\nConnection: close\r\n\r\n")
		return nil, errors.New("too much")
	}
	return &talk{conn, words[0], words[1]}, nil
}

const (
	ok   = "HTTP/1.1 200 OK\r\n"
	html = ok + "Content-Type: text/html; charset=utf-8\r\n"
	// bomb is how much a small packed body unpacks to.
	bomb = 32 << 20
)

// packed gives a body of zeros packed by what wrap makes.
func packed(wrap func(io.Writer) io.WriteCloser) string {
	var b bytes.Buffer
	w := wrap(&b)
	zeros := make([]byte, 1<<20)
	for range bomb / len(zeros) {
		_, _ = w.Write(zeros)
	}
	_ = w.Close()
	return b.String()
}

var gzipBomb = sync.OnceValue(func() string { return packed(gzipped) })

func gzipped(w io.Writer) io.WriteCloser  { return gzip.NewWriter(w) }
func brotlied(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 3) }
func zstandard(w io.Writer) io.WriteCloser {
	z, err := zstd.NewWriter(w)
	if err != nil {
		panic(err)
	}
	return z
}

// small packs a short text with gzip.
func small(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}
