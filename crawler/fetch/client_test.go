package fetch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// What servers get wrong, over raw connections.
func TestOddAnswers(t *testing.T) {
	const ok = "Content-Type: text/html\r\nConnection: close\r\n"
	tests := []struct {
		name   string
		answer string
		status int
		body   string
		kind   Kind
	}{
		{"as usual", "HTTP/1.1 200 OK\r\n" + ok + "Content-Length: 4\r\n\r\nbody", 200, "body", ""},
		{"until close", "HTTP/1.1 200 OK\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"chunked", "HTTP/1.1 200 OK\r\n" + ok + "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n", 200, "body", ""},
		{"HTTP/1.0", "HTTP/1.0 200 OK\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"no reason", "HTTP/1.1 200\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"no reason but a space", "HTTP/1.1 200 \r\n" + ok + "\r\nbody", 200, "body", ""},
		{"999", "HTTP/1.1 999 Request denied\r\n" + ok + "\r\nbody", 999, "body", ""},
		{"520", "HTTP/1.1 520 \r\n" + ok + "\r\nbody", 520, "body", ""},
		{"two digits", "HTTP/1.1 99 NOT OK\r\n" + ok + "\r\nbody", 99, "body", ""},
		{"zero before", "HTTP/1.1 099 HELLO\r\n" + ok + "\r\nbody", 99, "body", ""},
		{"one digit", "HTTP/1.1 1 OK\r\n" + ok + "\r\nbody", 1, "body", ""},
		{"no number", "HTTP/1.1 BLAH\r\n" + ok + "\r\nbody", 0, "", BadResponse},
		{"zero", "HTTP/1.1 000 X\r\n" + ok + "\r\nbody", 0, "", BadResponse},
		{"four digits", "HTTP/1.1 1000 BOO\r\n" + ok + "\r\nbody", 0, "", BadResponse},
		{"five digits", "HTTP/1.1 65736 NOT 200\r\n" + ok + "\r\nbody", 0, "", BadResponse},
		{"ICY", "ICY 200 OK\r\nicy-name: radio\r\nContent-Type: audio/mpeg\r\n\r\nnoise", 200, "noise", ""},
		{"odd version", "HTTP/1.12345 200 OK\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"no version", "HTTP 200 OK\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"not HTTP", "SSH-2.0-OpenSSH_9.6\r\n", 0, "", BadResponse},
		{"HTTP/0.9", "<html>hello", 0, "", BadResponse},
		{"TLS", "\x15\x03\x01\x00\x02\x02\x16", 0, "", BadResponse},
		{"empty lines first", "\r\n\r\nHTTP/1.1 200 OK\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"line without colon", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nServer Icecast 2.4.0\r\nConnection: close\r\n\r\nbody", 200, "body", ""},
		{"space before colon", "HTTP/1.1 200 OK\r\nContent-Type : text/html\r\nContent-Length : 4\r\n\r\nbody", 200, "body", ""},
		{"space inside a name", "HTTP/1.1 200 OK\r\nBad Name: x\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"empty name", "HTTP/1.1 200 OK\r\n: x\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"bare line feeds", "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 4\n\nbody", 200, "body", ""},
		{"field over two lines", "HTTP/1.1 200 OK\r\nX-Long: a\r\n b\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"field goes on at first", "HTTP/1.1 200 OK\r\n x: y\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 9\r\n" + ok + "\r\nbody and more", 200, "body", ""},
		{"length is a word", "HTTP/1.1 200 OK\r\nContent-Length: four\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"negative length", "HTTP/1.1 200 OK\r\nContent-Length: -4\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"unknown transfer coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"chunked and malformed", "HTTP/1.1 200 OK\r\nno colon\r\nTransfer-Encoding: chunked\r\n" + ok + "\r\n4\r\nbody\r\n0\r\n\r\n", 200, "body", ""},
		{"malformed and cut", "HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 9\r\n" + ok + "\r\nbody", 200, "body", Truncated},
		{"malformed without body", "HTTP/1.1 204 No Content\r\nno colon\r\nContent-Length: 9\r\n" + ok + "\r\n", 204, "", ""},
		{"early hints", "HTTP/1.1 103 Early Hints\r\nLink: </s.css>\r\n\r\nHTTP/1.1 200 OK\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"continue and processing", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"early hints and malformed", "HTTP/1.1 103 Early Hints\r\nno colon\r\n\r\nHTTP/1.1 200 OK\r\n" + ok + "\r\nbody", 200, "body", ""},
		{"only early hints", "HTTP/1.1 103 Early Hints\r\n\r\n", 0, "", Reset},
		{"nothing but interim answers", strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 100_000), 0, "", BadResponse},
		{"another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", 101, "", BadResponse},
		{"short of its length", "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n" + ok + "\r\nbody", 200, "body", Truncated},
		{"cut in a chunk", "HTTP/1.1 200 OK\r\n" + ok + "Transfer-Encoding: chunked\r\n\r\n9\r\nbody", 200, "body", Truncated},
		{"cut between chunks", "HTTP/1.1 200 OK\r\n" + ok + "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n", 200, "body", Truncated},
		{"wrong chunk size", "HTTP/1.1 200 OK\r\n" + ok + "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\nxyz\r\n", 200, "body", Truncated},
		{"longer than its length", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n" + ok + "\r\nbody and more", 200, "body", ""},
		{"no headers", "HTTP/1.1 200 OK\r\n\r\nbody", 200, "body", ""},
		{"nothing", "", 0, "", Reset},
		{"half a status line", "HTTP/1.1 2", 0, "", Reset},
		{"half the headers", "HTTP/1.1 200 OK\r\nContent-Ty", 0, "", Reset},
		{"endless headers", "HTTP/1.1 200 OK\r\n" + strings.Repeat("X-Field: value\r\n", 100_000) + "\r\nbody", 0, "", BadResponse},
		{"endless malformed headers", "HTTP/1.1 200 OK\r\n" + strings.Repeat("no colon\r\n", 200_000) + "\r\nbody", 0, "", BadResponse},
	}
	c := newClient(t, Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := serveRaw(t, says(test.answer))
			r := get(t, c, s.origin)
			if r.Status != test.status || string(r.Body) != test.body || kind(r) != test.kind {
				t.Errorf("status %d, body %.60q, %v; want %d, %q, %q", r.Status, r.Body, r.Err, test.status, test.body, test.kind)
			}
			if n := len(s.heads()); n > 2 {
				t.Errorf("asked %d times", n)
			}
			if r.Duration <= 0 || (r.Status != 0) != (r.Wait > 0) {
				t.Errorf("waited %v, took %v", r.Wait, r.Duration)
			}
		})
	}
}

func TestBodyOnlyIfWanted(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		switch req.URL.Path {
		case "/small":
			io.WriteString(w, "small")
		case "/big":
			w.Header().Set("Content-Length", "1000000000")
			for _, err := w.Write(make([]byte, 1<<16)); err == nil; _, err = w.Write(make([]byte, 1<<16)) {
			}
		case "/endless":
			for _, err := w.Write(make([]byte, 1<<16)); err == nil; _, err = w.Write(make([]byte, 1<<16)) {
			}
		}
	}))
	defer server.Close()
	c := newClient(t, Options{})
	never := func(status int, h http.Header) bool { return status != 200 }
	for path, length := range map[string]int64{"/small": 5, "/big": 1_000_000_000, "/endless": -1} {
		r := c.Do(t.Context(), Request{URL: address(t, server.URL+path), Want: never})
		if r.Err != nil || r.BodyRead || r.Body != nil || r.WireSize != 0 || r.Length != length || r.Status != 200 {
			t.Errorf("%s: %+v", path, r)
		}
	}
	r := c.Do(t.Context(), Request{URL: address(t, server.URL+"/small"), Method: http.MethodHead})
	if r.Err != nil || r.BodyRead || r.Length != 5 {
		t.Errorf("HEAD: %+v", r)
	}
}

// The rest of a small body that nobody wants leaves the connection usable.
func TestConnectionIsKept(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, head string) bool {
		if strings.HasPrefix(head, "GET /chunked") {
			io.WriteString(conn, "HTTP/1.1 302 Found\r\nLocation: /\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nmore\r\n0\r\n\r\n")
		} else {
			io.WriteString(conn, "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 4\r\n\r\nmore")
		}
		return true
	})
	c := newPatientClient(t, Options{})
	for range 5 {
		for _, path := range []string{"/", "/chunked"} {
			r := c.Do(t.Context(), Request{URL: address(t, s.origin+path), Want: func(int, http.Header) bool { return false }})
			if r.Err != nil || r.Status != 302 {
				t.Fatal(r.Err)
			}
		}
	}
	if n := s.connections(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

// A server that closes kept connections in silence, or resets them as the next
// request arrives, costs no page.
func TestDeadKeptConnections(t *testing.T) {
	for name, end := range map[string]func(net.Conn){
		"closed": func(net.Conn) {},
		"reset":  func(conn net.Conn) { conn.(*net.TCPConn).SetLinger(0) },
	} {
		s := serveRaw(t, onceEach(end))
		c := newClient(t, Options{})
		for range 20 {
			if r := get(t, c, s.origin); r.Err != nil || string(r.Body) != "body" {
				t.Errorf("%s: %v", name, r.Err)
			}
		}
	}
}

// What a server sends beyond the end of an answer spoils no later one.
func TestLeftoversOnKeptConnections(t *testing.T) {
	log.SetOutput(io.Discard) // net/http complains there
	defer log.SetOutput(os.Stderr)
	s := serveRaw(t, func(conn net.Conn, head string) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody and more")
		return !strings.Contains(head, "Connection: close")
	})
	c := newClient(t, Options{})
	for range 50 {
		if r := get(t, c, s.origin); r.Err != nil || string(r.Body) != "body" {
			t.Errorf("%v, %q", r.Err, r.Body)
		}
	}
}

// inFakeTime makes an exchange with a server that answers, over a pipe and where
// waiting takes no time: however busy the computer is, the limits are the same.
func inFakeTime(t *testing.T, o Options, answer func(net.Conn, string) bool, check func(*testing.T, *Response)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		var serving sync.WaitGroup
		serving.Go(func() {
			defer theirs.Close()
			new(rawServer).serve(theirs, answer)
		})
		c := New(o)
		connected := newConn(ours, "http", "127.0.0.1:80")
		connected.fresh = true
		c.pool.put(connected)
		check(t, get(t, c, "http://127.0.0.1/")) // asked without a proxy
		c.Close()
		serving.Wait()
	})
}

// TestFailureAfterAStandstill is about a failure that may be due to a program or a
// computer that stood still: the address is asked for once more.
func TestFailureAfterAStandstill(t *testing.T) {
	for name, test := range map[string]struct {
		standing time.Duration
		fails    int // this many times
		kind     Kind
		asked    int
	}{
		"it ran":                  {longStandstill, 1, Reset, 1},
		"it stood still":          {-time.Hour, 1, "", 2},
		"it fails all the same":   {-time.Hour, 9, Reset, 2},
		"it stood, nothing fails": {-time.Hour, 0, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			var asked atomic.Int64
			s := serveRaw(t, func(conn net.Conn, _ string) bool {
				if asked.Add(1) > int64(test.fails) {
					io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody")
				}
				return false
			})
			c := newClient(t, Options{})
			c.standing = test.standing
			r := get(t, c, s.origin)
			if kind(r) != test.kind || asked.Load() != int64(test.asked) {
				t.Errorf("asked %d times: %v", asked.Load(), r.Err)
			}
			if test.kind == "" && string(r.Body) != "body" {
				t.Errorf("%q", r.Body)
			}
		})
	}
}

func TestLimitsOfTime(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
	drip := func(conn net.Conn, text string) bool {
		for {
			if _, err := io.WriteString(conn, text); err != nil {
				return false
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	hang := func(conn net.Conn) bool { conn.Read(make([]byte, 1)); return false }
	quick := Options{IdleTimeout: 700 * time.Millisecond, Timeout: time.Minute}
	whole := Options{IdleTimeout: time.Minute, Timeout: 700 * time.Millisecond}
	tests := []struct {
		name    string
		options Options
		answer  func(net.Conn, string) bool
		status  int
		body    string
		words   string
	}{
		{"silence", quick, func(conn net.Conn, _ string) bool { return hang(conn) }, 0, "", "nothing was received"},
		{"silence in all", whole, func(conn net.Conn, _ string) bool { return hang(conn) }, 0, "", "not finished within"},
		{"silence in the body", quick, func(conn net.Conn, _ string) bool { io.WriteString(conn, head+"begun"); return hang(conn) }, 200, "begun", "nothing was received"},
		{"silence in the headers", quick, func(conn net.Conn, _ string) bool { io.WriteString(conn, head[:30]); return hang(conn) }, 0, "", "nothing was received"},
		{"slow drip", whole, func(conn net.Conn, _ string) bool { io.WriteString(conn, head); return drip(conn, "x") }, 200, "x", "not finished within"},
		{"dripping headers", whole, func(conn net.Conn, _ string) bool {
			io.WriteString(conn, head[:20])
			return drip(conn, "X-A: b\r\n")
		}, 0, "", "not finished within"},
		{"dripping malformed headers", whole, func(conn net.Conn, _ string) bool {
			io.WriteString(conn, "ICY 200 OK\r\n")
			return drip(conn, "X-A: b\r\n")
		}, 0, "", "not finished within"},
		{"dripping malformed body", whole, func(conn net.Conn, _ string) bool {
			io.WriteString(conn, "ICY 200 OK\r\n\r\n")
			return drip(conn, "x")
		}, 200, "x", "not finished within"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			inFakeTime(t, test.options, test.answer, func(t *testing.T, r *Response) {
				if kind(r) != Timeout || r.Status != test.status || !strings.HasPrefix(string(r.Body), test.body) || !strings.Contains(r.Err.Error(), test.words) {
					t.Errorf("status %d, %.20q, %v", r.Status, r.Body, r.Err)
				}
				if r.Duration != 700*time.Millisecond {
					t.Errorf("it took %v", r.Duration)
				}
			})
		})
	}
}

// An exchange goes on as long as something comes, with its head and each piece
// of its body.
func TestProgressIsNotIdle(t *testing.T) {
	const limit = 700 * time.Millisecond
	for name, head := range map[string]string{
		"with a length": "HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n",
		"until close":   "HTTP/1.1 200 OK\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			answer := func(conn net.Conn, _ string) bool {
				time.Sleep(limit - 1)
				io.WriteString(conn, head)
				for range 60 {
					time.Sleep(limit - 1)
					io.WriteString(conn, "x")
				}
				return false
			}
			inFakeTime(t, Options{IdleTimeout: limit}, answer, func(t *testing.T, r *Response) {
				if r.Err != nil || len(r.Body) != 60 {
					t.Errorf("%d bytes, %v", len(r.Body), r.Err)
				}
			})
		})
	}
}

func TestEndlessBody(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
		for {
			if _, err := conn.Write(make([]byte, 1<<16)); err != nil {
				return false
			}
		}
	})
	const limit = 300_000
	r := get(t, newClient(t, Options{MaxBody: limit}), s.origin)
	if kind(r) != TooLarge || len(r.Body) != limit || r.WireSize > limit+1 || r.Status != 200 {
		t.Errorf("%d bytes of %d, %v", len(r.Body), r.WireSize, r.Err)
	}
}

func TestBodyOfExactlyTheLimit(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { w.Write(make([]byte, 1000)) }))
	defer server.Close()
	for limit, want := range map[int64]Kind{999: TooLarge, 1000: "", 1001: ""} {
		r := get(t, newClient(t, Options{MaxBody: limit}), server.URL)
		if kind(r) != want || len(r.Body) != int(min(limit, 1000)) {
			t.Errorf("limit %d: %d bytes, %v", limit, len(r.Body), r.Err)
		}
	}
}

func TestCancelled(t *testing.T) {
	asked := make(chan struct{}, 2)
	s := serveRaw(t, func(conn net.Conn, head string) bool {
		if strings.HasPrefix(head, "GET /body") {
			io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\nbegun")
		}
		asked <- struct{}{}
		conn.Read(make([]byte, 1))
		return false
	})
	c := newClient(t, Options{})
	for _, path := range []string{"/", "/body"} {
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-asked; cancel() }()
		if r := c.Do(ctx, Request{URL: address(t, s.origin+path)}); kind(r) != Cancelled {
			t.Errorf("%s: %v", path, r.Err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if r := c.Do(ctx, Request{URL: address(t, s.origin)}); kind(r) != Timeout {
		t.Errorf("the caller's deadline: %v", r.Err)
	}
}

// 64 at once share what the client keeps, and bodies never mix.
func TestManyAtOnce(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "c" + req.URL.Query().Get("n"), Value: "x"})
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(pack(t, "gzip", bytes.Repeat([]byte(req.URL.RawQuery+"\n"), 3000)))
	}))
	defer server.Close()
	c := newClient(t, Options{})
	var all sync.WaitGroup
	for n := range 64 {
		all.Go(func() {
			for i := range 5 {
				query := fmt.Sprintf("n=%d&i=%d", n, i)
				r := c.Do(t.Context(), Request{URL: address(t, server.URL+"/?"+query)})
				if r.Err != nil || string(r.Body) != strings.Repeat(query+"\n", 3000) {
					t.Errorf("%s: %v, %.30q", query, r.Err, r.Body)
				}
				r.Release()
			}
		})
	}
	all.Wait()
}

func TestNoGoroutineIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { w.Write([]byte(page)) }))
	server.EnableHTTP2 = true
	server.StartTLS()
	hang, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := New(Options{InsecureTLS: true, Timeout: 50 * time.Millisecond})
	for range 10 {
		c.Do(t.Context(), Request{URL: address(t, server.URL)})
	}
	c.Do(t.Context(), Request{URL: address(t, "http://"+hang.Addr().String())})
	c.Close()
	server.Close()
	hang.Close()
	await(t, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= before })
}
