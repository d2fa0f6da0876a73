package fetch

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// A connection serves on exactly where it is sure where the answer ends.
func TestWhichConnectionsAreKept(t *testing.T) {
	chunk := func(body []byte) string { return fmt.Sprintf("%x\r\n%s\r\n", len(body), body) }
	coded := func(how string) string {
		return "Content-Encoding: " + how + "\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(pack(t, how, []byte(page)))
	}
	tests := []struct {
		name, answer string
		kept         bool
	}{
		{"length", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", true},
		{"no body", "HTTP/1.1 204 No Content\r\n\r\n", true},
		{"not modified", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", true},
		{"empty", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true},
		{"chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n", true},
		{"gzip in chunks", "HTTP/1.1 200 OK\r\n" + coded("gzip") + "0\r\n\r\n", true},
		{"br in chunks", "HTTP/1.1 200 OK\r\n" + coded("br") + "0\r\n\r\n", true},
		{"zstd in chunks", "HTTP/1.1 200 OK\r\n" + coded("zstd") + "0\r\n\r\n", true},
		{"after early hints", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", true},
		{"keep-alive", "HTTP/1.1 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 4\r\n\r\nbody", true},
		{"HTTP/1.0 with keep-alive", "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 4\r\n\r\nbody", true},
		{"HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nbody", false},
		{"close", "HTTP/1.1 200 OK\r\nConnection: Upgrade, Close\r\nContent-Length: 4\r\n\r\nbody", false},
		{"trailer", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nX: y\r\n\r\n", false},
		{"chunks without an end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n", false},
		{"one length twice", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\nbody", false},
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
		"nothing":         {func(net.Conn) {}, 1},
		"closed":          {func(c net.Conn) { c.Close() }, 2},
		"reset":           {func(c net.Conn) { c.(*net.TCPConn).SetLinger(0); c.Close() }, 2},
		"request timeout": {func(c net.Conn) { io.WriteString(c, "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n"); c.Close() }, 2},
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
				kept.used = kept.used.Add(-recent)
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

// A host that does not speak HTTP/2 is asked without net/http from the second
// time on, over TLS too.
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
		if r := get(t, c, server.URL); r.Err != nil || string(r.Body) != page || r.Proto != "HTTP/1.1" || r.RemoteAddr == "" {
			t.Errorf("%s, %v", r.Proto, r.Err)
		}
	}
	if len(conns) != 2 {
		t.Errorf("connections and requests: %v; want one of net/http and one that is kept", conns)
	}
	if len(c.pool.origins[server.URL]) != 1 {
		t.Error("no connection is kept")
	}
}

func TestPoolIsBounded(t *testing.T) {
	p := newPool(2)
	p.all = 5
	var all []*conn
	put := func(origin string) {
		near, far := net.Pipe()
		t.Cleanup(func() { far.Close() })
		c := newConn(near, origin)
		all = append(all, c)
		p.put(c)
	}
	for _, origin := range []string{"a", "a", "a", "b", "c", "d", "e", "f"} {
		put(origin)
	}
	kept := ""
	for i, c := range all {
		if c.SetDeadline(time.Time{}) == nil {
			kept += fmt.Sprint(i)
		}
	}
	if kept != "34567" || p.kept != 5 {
		t.Errorf("%s are open, %d kept", kept, p.kept)
	}
	if c := p.take("c"); c != all[4] || p.take("c") != nil || p.kept != 4 {
		t.Errorf("took %v, %d kept", c, p.kept)
	}
	all[3].used = all[3].used.Add(-idleConnTime)
	p.sweep()
	if p.kept != 3 || len(p.origins["b"]) != 0 || p.sweeper == nil {
		t.Errorf("%d kept, %v", p.kept, p.origins)
	}
	p.close()
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
