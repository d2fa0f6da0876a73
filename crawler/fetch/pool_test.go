package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A connection serves on exactly where it is sure where the answer ends.
func TestWhichConnectionsAreKept(t *testing.T) {
	chunk := func(body []byte) string { return fmt.Sprintf("%x\r\n%s\r\n", len(body), body) }
	var long []byte // not packed into what the first look at a body reads
	for i := range 5000 {
		long = strconv.AppendInt(append(long, ' '), int64(i)*int64(i), 10)
	}
	coded := func(how string) string {
		return "Content-Encoding: " + how + "\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(pack(t, how, long))
	}
	measured := func(how string) string {
		body := pack(t, how, long)
		return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n%s", how, len(body), body)
	}
	tests := []struct {
		name, answer string
		kept         bool
	}{
		{"gzip", measured("gzip"), true},
		{"br", measured("br"), true},
		{"deflate", measured("deflate"), true},
		{"zstd", measured("zstd"), true},
		{"length", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", true},
		{"no body", "HTTP/1.1 204 No Content\r\n\r\n", true},
		{"not modified", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", true},
		{"empty", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true},
		{"chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n", true},
		{"gzip in chunks", "HTTP/1.1 200 OK\r\n" + coded("gzip") + "0\r\n\r\n", true},
		{"br in chunks", "HTTP/1.1 200 OK\r\n" + coded("br") + "0\r\n\r\n", true},
		{"deflate in chunks", "HTTP/1.1 200 OK\r\n" + coded("deflate") + "0\r\n\r\n", true},
		{"zstd in chunks", "HTTP/1.1 200 OK\r\n" + coded("zstd") + "0\r\n\r\n", true},
		{"after early hints", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", true},
		{"keep-alive", "HTTP/1.1 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 4\r\n\r\nbody", true},
		{"HTTP/1.0 with keep-alive", "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 4\r\n\r\nbody", true},
		{"HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nbody", false},
		{"close", "HTTP/1.1 200 OK\r\nConnection: Upgrade, Close\r\nContent-Length: 4\r\n\r\nbody", false},
		{"trailer", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nX: y\r\n\r\n", true},
		{"chunks without an end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n", false},
		{"one length twice", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 4, 4\r\n\r\nbody", true},
		{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nbody", false},
		{"two lengths in a line", "HTTP/1.1 200 OK\r\nContent-Length: 4, 5\r\n\r\nbody", false},
		{"length and chunks", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n", false},
		{"more than its length", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie", false},
		{"more than its chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie", false},
		{"odd version", "HTTP/1.12345 200 OK\r\nContent-Length: 4\r\n\r\nbody", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := serveRaw(t, func(conn net.Conn, _ string) bool {
				io.WriteString(conn, test.answer)
				return true
			})
			c := newClient(t, Options{})
			if test.kept { // else some end is waited for that does not come
				c.pool.patience = time.Minute
			}
			for range 3 {
				if r := get(t, c, s.origin); r.Err != nil || strings.Contains(string(r.Body), "lie") {
					t.Fatalf("%v, %q", r.Err, r.Body)
				}
			}
			if got, want := s.connections(), map[bool]int{true: 1, false: 3}[test.kept]; got != want {
				t.Errorf("%d connections, want %d", got, want)
			}
			if n := len(s.heads()); n != 3 {
				t.Errorf("asked %d times", n)
			}
		})
	}
}

// What a server does to a connection that served nothing for a while: it may
// close it, and say before that it waited too long.
func TestConnectionsThatWaited(t *testing.T) {
	const answer = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody"
	for name, test := range map[string]struct {
		end   func(net.Conn)
		conns int
	}{
		"nothing": {func(net.Conn) {}, 1},
		"closed":  {func(c net.Conn) { c.Close() }, 2},
		"reset":   {func(c net.Conn) { c.(*net.TCPConn).SetLinger(0); c.Close() }, 2},
		"request timeout": {func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
			c.Close()
		}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			conns := make(chan net.Conn, 9)
			s := serveRaw(t, func(conn net.Conn, _ string) bool {
				io.WriteString(conn, answer)
				conns <- conn
				return true
			})
			c := newClient(t, Options{})
			get(t, c, s.origin)
			test.end(<-conns)
			for _, kept := range c.pool.origins[s.origin] {
				if test.conns > 1 {
					await(t, "the server's last word has come", func() bool { return !kept.isQuiet() })
				}
			}
			if r := get(t, c, s.origin); r.Status != 200 || string(r.Body) != "body" {
				t.Errorf("status %d, %v", r.Status, r.Err)
			}
			if n := s.connections(); n != test.conns {
				t.Errorf("%d connections, want %d", n, test.conns)
			}
		})
	}
}

// A body that nobody wants or that is too large ends its connection; so does
// one that was given up.
func TestUnreadBodiesEndTheirConnection(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, head string) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n")
		if !strings.HasPrefix(head, "HEAD") {
			conn.Write(bytes.Repeat([]byte("x"), 50_000))
		}
		return true
	})
	c := newClient(t, Options{MaxBody: 1000})
	never := func(int, http.Header) bool { return false }
	for range 2 {
		if r := get(t, c, s.origin); kind(r) != TooLarge {
			t.Errorf("%v", r.Err)
		}
		if r := c.Do(t.Context(), Request{URL: address(t, s.origin), Want: never}); r.Err != nil {
			t.Error(r.Err)
		}
	}
	if n := s.connections(); n != 4 {
		t.Errorf("%d connections for 4 answers", n)
	}
	for range 2 { // an answer to HEAD has no body, whatever its length says
		if r := c.Do(t.Context(), Request{URL: address(t, s.origin), Method: http.MethodHead}); r.Err != nil || r.Length != 50_000 {
			t.Error(r.Err)
		}
	}
	if n := s.connections(); n != 5 {
		t.Errorf("%d connections for 4 answers and 2 without a body", n)
	}
}

// The connection that tells that a host does not speak HTTP/2 is the one that
// serves.
func TestHTTP1OverTLS(t *testing.T) {
	conns := map[string]int{}
	var mu sync.Mutex
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		mu.Lock()
		conns[req.RemoteAddr]++
		mu.Unlock()
		io.WriteString(w, page)
	}))
	server.Config.ErrorLog = quiet
	server.StartTLS()
	defer server.Close()
	c := newClient(t, Options{InsecureTLS: true})
	for range 5 {
		if r := get(t, c, server.URL); r.Err != nil || string(r.Body) != page || r.Proto != "HTTP/1.1" {
			t.Errorf("%s, %v", r.Proto, r.Err)
		}
	}
	if len(conns) != 1 {
		t.Errorf("connections and requests: %v; want one", conns)
	}
	if len(c.pool.origins[server.URL]) != 1 {
		t.Error("no connection is kept")
	}
}

func TestPoolIsBounded(t *testing.T) {
	p := newPool(2)
	p.all = 5
	var all []*conn
	s := serveRaw(t, says(""))
	put := func(origin string) {
		socket, err := net.Dial("tcp", strings.TrimPrefix(s.origin, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { socket.Close() })
		c := newConn(socket, "http", origin)
		all = append(all, c)
		p.put(c)
	}
	for _, origin := range []string{"a", "a", "a", "b", "c", "d", "e", "f"} {
		put(origin)
	}
	kept := ""
	for i, c := range all {
		if c.socket.SetDeadline(time.Time{}) == nil {
			kept += fmt.Sprint(i)
		}
	}
	if kept != "34567" || p.kept != 5 {
		t.Errorf("%s are open, %d kept", kept, p.kept)
	}
	if c := p.take("http", "c"); c != all[4] || p.take("http", "c") != nil || p.kept != 4 {
		t.Errorf("took %v, %d kept", c, p.kept)
	}
	all[5].used = all[5].used.Round(0).Add(-idleConnTime) // by the time of day: the computer slept
	if c := p.take("http", "d"); c != nil || p.kept != 3 {
		t.Errorf("took %v, which may have ended silently, %d kept", c, p.kept)
	}
	all[3].used = all[3].used.Add(-idleConnTime)
	p.sweep()
	if p.kept != 2 || len(p.origins["http://b"]) != 0 || p.sweeper == nil {
		t.Errorf("%d kept, %v", p.kept, p.origins)
	}
	p.close()
	put("a") // of an exchange that ended later
	if p.kept != 0 || len(p.origins) != 0 || p.sweeper != nil {
		t.Errorf("%d kept, %v", p.kept, p.origins)
	}
}

func TestHostsAreBounded(t *testing.T) {
	var h hosts
	for i := range 10_000 {
		h.add(fmt.Sprint(i))
		if !h.has(fmt.Sprint(i)) {
			t.Fatal(i)
		}
	}
	if len(h.names) > 4096 || h.has("0") {
		t.Errorf("%d hosts", len(h.names))
	}
}

// Nothing that a server says beyond an answer is taken for the answer to the
// next request: behind a body that was read past the buffer, after a while, or
// in a TLS record of its own.
func TestAnswersToNobody(t *testing.T) {
	const lie = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlie"
	large := strings.Repeat("x", 100_000)
	answers := map[string][]string{
		"behind a large body": {"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + large + lie},
		"on its own":          {"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", lie},
		"behind no body":      {"HTTP/1.1 204 No Content\r\n\r\n", lie},
		"empty lines":         {"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", strings.Repeat("\n", 100_000)},
		"the body of a HEAD":  {"HTTP/1.1 200 OK\r\nContent-Length: 48\r\n\r\n", lie},
	}
	cert := certificate(t, "127.0.0.1", time.Now().Add(time.Hour))
	for name, parts := range answers {
		for _, secure := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " over TLS ", secure), func(t *testing.T) {
				t.Parallel()
				said := make(chan struct{}, 9)
				answer := func(conn net.Conn, head string) bool {
					for _, part := range parts {
						io.WriteString(conn, part)
					}
					said <- struct{}{}
					return true
				}
				s := serveRaw(t, answer)
				if secure {
					s = serveRawTLS(t, cert, answer)
				}
				c := newClient(t, Options{InsecureTLS: true})
				method := http.MethodGet
				if strings.HasSuffix(name, "HEAD") {
					method = http.MethodHead
				}
				for range 4 {
					r := c.Do(t.Context(), Request{URL: address(t, s.origin), Method: method})
					if r.Err != nil || string(r.Body) == "lie" || method == http.MethodHead && r.Length != 48 {
						t.Errorf("%v, %.20q", r.Err, r.Body)
					}
					<-said
					for _, kept := range c.pool.origins[s.origin] { // what was said has come
						await(t, "the rest is there", func() bool { return !kept.isQuiet() })
					}
				}
				if n := len(s.heads()); n != 4 {
					t.Errorf("asked %d times", n)
				}
			})
		}
	}
}

// onceEach is a server that keeps connections, but ends each as the second
// request arrives.
func onceEach(end func(net.Conn)) func(net.Conn, string) bool {
	var mu sync.Mutex
	served := map[net.Conn]bool{}
	return func(conn net.Conn, _ string) bool {
		mu.Lock()
		defer mu.Unlock()
		if served[conn] {
			end(conn)
			return false
		}
		served[conn] = true
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody")
		return true
	}
}

// A server that answers kept connections late, with an error for nobody, spoils nothing.
func TestRequestTimeoutOnKeptConnection(t *testing.T) {
	s := serveRaw(t, onceEach(func(conn net.Conn) { // as if it had been under way
		io.WriteString(conn, "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
	}))
	c := newClient(t, Options{})
	for range 5 {
		if r := get(t, c, s.origin); r.Status != 200 {
			t.Errorf("status %d, %v", r.Status, r.Err)
		}
	}
}

// A connection on which a request was answered for nobody still owes an answer.
func TestConnectionThatOwesAnAnswer(t *testing.T) {
	var mu sync.Mutex
	served := map[net.Conn]int{}
	s := serveRaw(t, func(conn net.Conn, head string) bool {
		mu.Lock()
		defer mu.Unlock()
		if served[conn]++; served[conn] == 2 {
			io.WriteString(conn, "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
			return true
		}
		path := strings.Fields(head)[1]
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(path), path)
		return true
	})
	c := newClient(t, Options{})
	for _, path := range []string{"/a", "/b", "/c"} {
		if r := get(t, c, s.origin+path); string(r.Body) != path {
			t.Errorf("%s: %v, %q", path, r.Err, r.Body)
		}
		if kept := len(c.pool.origins[s.origin]); kept != 1 {
			t.Errorf("%d connections are kept after %s", kept, path)
		}
	}
}

// A body that does not end costs no more than the limits of time allow, whatever
// its server begins to say about its end.
func TestBeginningsOfAnEnd(t *testing.T) {
	for name, test := range map[string]struct {
		length  int
		options Options
		want    func(int, http.Header) bool
	}{
		"too large": {1001, Options{MaxBody: 1000}, nil},
		"unwanted":  {smallRest, Options{}, func(int, http.Header) bool { return false }},
		"wanted":    {10, Options{}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serveRaw(t, func(conn net.Conn, _ string) bool {
				fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0;part", test.length, strings.Repeat("x", test.length))
				return true
			})
			test.options.IdleTimeout, test.options.Timeout = 300*time.Millisecond, 600*time.Millisecond
			c := newClient(t, test.options)
			done := make(chan *Response, 1)
			go func() {
				done <- c.Do(context.Background(), Request{URL: address(t, s.origin), Want: test.want})
			}()
			select {
			case <-done:
			case <-time.After(time.Minute):
				t.Error("it does not come back")
			}
		})
	}
}

// A length that is none is no reason to wait until the server hangs up, which it
// does not mean to.
func TestLengthsThatAreNone(t *testing.T) {
	for _, field := range []string{"Content-Length: abc", "Content-Length: ", "Content-Length: +4", "Content-Length: -1", "Content-Length: 4;", "Content-Length: 0x4", "Transfer-Encoding: identity", "Content-Length: by an odd version"} {
		version := "HTTP/1.1"
		if strings.HasSuffix(field, "odd version") {
			version = "HTTP/1.12"
		}
		s := serveRaw(t, func(conn net.Conn, head string) bool {
			io.WriteString(conn, version+" 200 OK\r\n"+field+"\r\n\r\nbody")
			return !strings.Contains(head, "Connection: close")
		})
		c := newClient(t, Options{})
		for range 2 {
			if r := get(t, c, s.origin); r.Err != nil || string(r.Body) != "body" {
				t.Errorf("%q: %v", field, r.Err)
			}
		}
		if n := len(s.heads()); n != 4 {
			t.Errorf("%q: asked %d times for 2 answers", field, n)
		}
	}
}

// The last chunk and the empty line behind it may come apart.
func TestLastChunkInTwoPieces(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n")
		time.Sleep(3 * time.Millisecond)
		io.WriteString(conn, "\r\n")
		return true
	})
	c := newPatientClient(t, Options{})
	for range 5 {
		if r := get(t, c, s.origin); r.Err != nil || string(r.Body) != "body" {
			t.Errorf("%v, %q", r.Err, r.Body)
		}
	}
	if n := s.connections(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

// A TLS connection that ends with an alert costs no page.
func TestKeptConnectionEndsWithAlert(t *testing.T) {
	cert := certificate(t, "127.0.0.1", time.Now().Add(time.Hour))
	s := serveRawTLS(t, cert, onceEach(func(conn net.Conn) {
		conn.(*tls.Conn).NetConn().Write([]byte{21, 3, 3, 0, 2, 2, 80})
	}))
	c := newClient(t, Options{InsecureTLS: true})
	for range 5 {
		if r := get(t, c, s.origin); r.Err != nil || string(r.Body) != "body" {
			t.Errorf("%v, %q", r.Err, r.Body)
		}
	}
}

// Odd answers are asked for once over TLS too.
func TestOddAnswersOverTLS(t *testing.T) {
	cert := certificate(t, "127.0.0.1", time.Now().Add(time.Hour))
	s := serveRawTLS(t, cert, func(conn net.Conn, _ string) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 4\r\n\r\nbody")
		return true
	})
	c := newClient(t, Options{InsecureTLS: true})
	for range 5 {
		if r := get(t, c, s.origin); r.Err != nil || string(r.Body) != "body" {
			t.Errorf("%v, %q", r.Err, r.Body)
		}
	}
	if n := len(s.heads()); n != 5 {
		t.Errorf("asked %d times for 5 answers", n)
	}
}

// A server may refuse a request before it has read it.
func TestAnswerBeforeTheRequestIsRead(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		io.ReadFull(conn, make([]byte, 100))
		io.WriteString(conn, "HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\n\r\n")
		conn.(*net.TCPConn).CloseWrite()
		io.Copy(io.Discard, conn)
	}()
	c := newClient(t, Options{Header: http.Header{"X-Large": {strings.Repeat("x", 1<<22)}}})
	if r := get(t, c, "http://"+listener.Addr().String()); r.Status != 431 {
		t.Errorf("status %d, %v", r.Status, r.Err)
	}
}

// What a head costs does not depend on how it is cut into lines.
func TestFieldOverManyLines(t *testing.T) {
	const lines = 330_000
	h := parseFields("A: b\r\n" + strings.Repeat(" a\r\n", lines) + "no colon\r\n goes on\r\nC: d\r\n")
	if len(h) != 2 || len(h.Get("A")) != len("b")+lines*len(" a") || h.Get("C") != "d" {
		t.Errorf("%d fields, %d bytes", len(h), len(h.Get("A")))
	}
	allocated := testing.AllocsPerRun(1, func() { parseFields("A: b\r\n" + strings.Repeat(" a\r\n", 10_000)) })
	if allocated > 100 {
		t.Errorf("%v pieces of memory for one field", allocated)
	}
}

// The cookies that are kept do not keep the heads that they came in.
func TestCookiesKeepNoHeads(t *testing.T) {
	n, fill := 0, strings.Repeat("x", 800_000)
	s := serveRaw(t, func(conn net.Conn, _ string) bool {
		n++
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nSet-Cookie: c%d=1\r\nX-Fill: %s\r\n\r\n", n, fill)
		return true
	})
	c := newClient(t, Options{})
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for range 50 {
		get(t, c, s.origin)
	}
	// What was still in use as memory was counted is counted as well, once.
	await(t, "50 cookies take less than 15 MB", func() bool { return int64(heap()-before) < 15<<20 })
	u, _ := plainURL(address(t, s.origin))
	if kept := c.cookies.header(u); strings.Count(kept, "=1") != 50 {
		t.Errorf("the cookies are %q", kept)
	}
}

// A body that was packed twice is unpacked, and the memory it came in has one
// owner afterwards.
func TestUnwrapOfALentBody(t *testing.T) {
	packed := pack(t, "gzip", []byte(strings.Repeat("hello ", 100)))
	s := serveRaw(t, func(conn net.Conn, head string) bool {
		letter := strings.Fields(head)[1][1:]
		body := strings.Repeat(letter, 30_000)
		switch letter {
		case "twice":
			fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n", len(packed))
			time.Sleep(20 * time.Millisecond) // so that it comes apart from its head
			conn.Write(packed)
		case "a":
			fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(body), body)
		default:
			fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		}
		return true
	})
	c := newClient(t, Options{})
	for range 20 {
		r := get(t, c, s.origin+"/twice")
		if !strings.HasPrefix(string(r.Body), "hello hello") {
			t.Errorf("%v, %.20q", r.Err, r.Body)
		}
		r.Release()
		var all []*Response
		for _, letter := range []string{"a", "b", "a", "b"} {
			all = append(all, get(t, c, s.origin+"/"+letter))
		}
		for i, r := range all {
			if want := strings.Repeat([]string{"a", "b"}[i%2], 30_000); string(r.Body) != want {
				t.Fatalf("body %d was overwritten: %.20q, %v", i, r.Body, r.Err)
			}
		}
		for _, r := range all {
			r.Release()
		}
	}
}

// A host that spoke only HTTP/1 when it was asked first may speak only HTTP/2 now.
func TestHostLearnsHTTP2(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Connection", "close")
		io.WriteString(w, req.Proto)
	}))
	server.EnableHTTP2 = true
	server.Config.ErrorLog = quiet
	var mu sync.Mutex
	learnt := false
	server.TLS = &tls.Config{GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case !learnt:
			return &tls.Config{Certificates: server.TLS.Certificates}, nil
		case !slices.Contains(hello.SupportedProtos, "h2"):
			return nil, errors.New("only HTTP/2 is spoken here")
		}
		return nil, nil
	}}
	server.StartTLS()
	defer server.Close()
	c := newClient(t, Options{InsecureTLS: true})
	for _, want := range []string{"HTTP/1.1", "HTTP/1.1", "HTTP/2.0", "HTTP/2.0"} {
		mu.Lock()
		learnt = want == "HTTP/2.0"
		mu.Unlock()
		if r := get(t, c, server.URL); string(r.Body) != want {
			t.Errorf("%q, want %s: %v", r.Body, want, r.Err)
		}
	}
}

// A connection that nobody used, and that its server closed meanwhile, costs no page.
func TestFreshConnectionThatIsDead(t *testing.T) {
	cert := certificate(t, "127.0.0.1", time.Now().Add(time.Hour))
	s := serveRawTLS(t, cert, func(conn net.Conn, _ string) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody")
		return true
	})
	c := newClient(t, Options{InsecureTLS: true})
	address := strings.TrimPrefix(s.origin, "https://")
	if _, err := c.dialHTTP2(t.Context(), "tcp", address); err != errOnlyHTTP1 { // by an exchange that was cancelled
		t.Fatal(err)
	}
	c.pool.origins[s.origin][0].socket.(*tls.Conn).NetConn().(*net.TCPConn).CloseWrite()
	await(t, "the server has closed it", func() bool { return !c.pool.origins[s.origin][0].isQuiet() })
	if r := get(t, c, s.origin); r.Err != nil || string(r.Body) != "body" {
		t.Errorf("%v, %q", r.Err, r.Body)
	}
}

// A body that is cut says how.
func TestResetInALentBody(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun")
		time.Sleep(20 * time.Millisecond)
		conn.(*net.TCPConn).SetLinger(0)
		return false
	})
	r := get(t, newClient(t, Options{}), s.origin)
	if kind(r) != Truncated || string(r.Body) != "begun" || !isAny(r.Err, cut) {
		t.Errorf("%v, %q", r.Err, r.Body)
	}
}
