package fetch

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"log"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"sitewalk/crawler/weburl"
)

// rawServer answers each request with bytes as they are. It keeps what was
// asked.
type rawServer struct {
	origin string

	mu       sync.Mutex
	requests []string // whole heads
	conns    int
}

// serveRaw starts a server whose answer is called with each request's head;
// it returns whether the connection stays open.
func serveRaw(t testing.TB, answer func(conn net.Conn, head string) bool) *rawServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, listener, "http://", answer)
}

// serveRawTLS is serveRaw over TLS, without HTTP/2.
func serveRawTLS(t testing.TB, cert tls.Certificate, answer func(conn net.Conn, head string) bool) *rawServer {
	t.Helper()
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}})
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, listener, "https://", answer)
}

func serveOn(t testing.TB, listener net.Listener, scheme string, answer func(conn net.Conn, head string) bool) *rawServer {
	s := &rawServer{origin: scheme + listener.Addr().String()}
	var open sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(func() {
		cancel()
		listener.Close()
		open.Wait()
	})
	open.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.conns++
			s.mu.Unlock()
			open.Go(func() {
				stop := context.AfterFunc(ctx, func() { conn.Close() })
				defer stop()
				defer conn.Close()
				s.serve(conn, answer)
			})
		}
	})
	return s
}

func (s *rawServer) serve(conn net.Conn, answer func(net.Conn, string) bool) {
	r := bufio.NewReader(conn)
	for {
		var head strings.Builder
		for !strings.HasSuffix(head.String(), "\r\n\r\n") {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			head.WriteString(line)
		}
		s.mu.Lock()
		s.requests = append(s.requests, head.String())
		s.mu.Unlock()
		if !answer(conn, head.String()) {
			return
		}
	}
}

func (s *rawServer) heads() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

func (s *rawServer) connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns
}

// says is an answer that writes text and hangs up.
func says(text string) func(net.Conn, string) bool {
	return func(conn net.Conn, _ string) bool {
		io.WriteString(conn, text)
		return false
	}
}

func address(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	return u
}

func newClient(t testing.TB, o Options) *Client {
	c := New(o)
	t.Cleanup(c.Close)
	return c
}

// newPatientClient makes a client that keeps each connection that can be kept,
// however long a busy computer takes for the end of an answer.
func newPatientClient(t testing.TB, o Options) *Client {
	c := newClient(t, o)
	c.pool.patience = time.Minute
	return c
}

func get(t testing.TB, c *Client, url string) *Response {
	t.Helper()
	return c.Do(t.Context(), Request{URL: address(t, url)})
}

// kind is the kind of a response's failure, or "".
func kind(r *Response) Kind {
	if r.Err == nil {
		return ""
	}
	return r.Err.Kind
}

func pack(t testing.TB, how string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch how {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "zlib":
		w = zlib.NewWriter(&b)
	case "deflate":
		w, _ = flate.NewWriter(&b, 6)
	case "br":
		w = brotli.NewWriter(&b)
	case "zstd":
		w, _ = zstd.NewWriter(&b)
	default:
		t.Fatal(how)
	}
	w.Write(data)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// await polls until done holds.
func await(t testing.TB, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain until %s", what)
		}
		time.Sleep(time.Millisecond)
	}
}

// quiet swallows what test servers complain about.
var quiet = log.New(io.Discard, "", 0)
