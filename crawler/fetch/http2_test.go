package fetch

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestHTTP2(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		switch req.URL.Path {
		case "/page":
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(pack(t, "gzip", []byte(page)))
		case "/abort":
			panic(http.ErrAbortHandler)
		case "/cut":
			io.WriteString(w, "begun")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		case "/headers":
			for range 50 {
				w.Header().Add("X-Large", strings.Repeat("x", 2000))
			}
		case "/hang":
			io.WriteString(w, "begun")
			w.(http.Flusher).Flush()
			<-req.Context().Done()
		case "/endless":
			for _, err := w.Write(make([]byte, 1<<16)); err == nil; _, err = w.Write(make([]byte, 1<<16)) {
			}
		}
	}))
	server.EnableHTTP2 = true
	server.Config.ErrorLog = quiet
	server.StartTLS()
	defer server.Close()
	tests := []struct {
		path   string
		status int
		body   string
		kind   Kind
	}{
		{"/page", 200, page, ""},
		{"/abort", 0, "", Reset},
		{"/cut", 200, "begun", Truncated},
		{"/headers", 0, "", BadResponse},
		{"/endless", 200, strings.Repeat("\x00", 100_000), TooLarge},
		{"/page", 200, page, ""},
	}
	c := newClient(t, Options{InsecureTLS: true, MaxHeader: 20_000, MaxBody: 100_000})
	for _, test := range tests {
		r := get(t, c, server.URL+test.path)
		if r.Status != test.status || string(r.Body) != test.body || kind(r) != test.kind {
			t.Errorf("%s: status %d, %.40q, %v", test.path, r.Status, r.Body, r.Err)
		}
		if r.Status != 0 && r.Proto != "HTTP/2.0" {
			t.Errorf("%s: %s", test.path, r.Proto)
		}
	}
	// The limit becomes short with the head, which a busy computer may need time for.
	x := newExchange(t.Context(), c, Request{URL: address(t, server.URL+"/hang")})
	defer x.dog.stop()
	x.asked.Want = func(int, http.Header) bool {
		x.dog.hurry(100 * time.Millisecond)
		return true
	}
	x.run()
	if r := x.out; kind(r) != Timeout || r.Status != 200 || !strings.HasPrefix("begun", string(r.Body)) {
		t.Errorf("/hang: status %d, %.40q, %v", r.Status, r.Body, r.Err)
	}
}

// Connections that an HTTP/2 server closes cost no page.
func TestHTTP2ServerCloses(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, page) }))
	server.EnableHTTP2 = true
	server.Config.ErrorLog = quiet
	server.StartTLS()
	defer server.Close()
	c := newClient(t, Options{InsecureTLS: true})
	for range 20 {
		if r := get(t, c, server.URL); r.Err != nil || string(r.Body) != page {
			t.Errorf("%v", r.Err)
		}
		server.CloseClientConnections()
	}
}

func TestHTTP2ManyAtOnce(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { io.WriteString(w, req.URL.RawQuery) }))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	c := newClient(t, Options{InsecureTLS: true})
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for _, query := range []string{"a", "b", "c"} {
				if r := c.Do(t.Context(), Request{URL: address(t, server.URL+"/?"+query)}); r.Err != nil || string(r.Body) != query {
					t.Errorf("%v, %q", r.Err, r.Body)
				}
			}
		})
	}
	all.Wait()
}

// A connection that is gone without a word, as after a computer's sleep, costs no page.
func TestHTTP2SilentConnection(t *testing.T) {
	pattern := httptest.NewTLSServer(nil)
	pattern.Close() // it was for its certificate
	synctest.Test(t, func(t *testing.T) {
		dialled := make(pipes)
		server := http.Server{TLSConfig: pattern.TLS.Clone(), Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, page) })}
		var serving sync.WaitGroup
		serving.Go(func() { server.ServeTLS(dialled, "", "") })
		c := New(Options{InsecureTLS: true})
		var last *mute
		c.http2.DialTLSContext = func(ctx context.Context, _, address string) (net.Conn, error) {
			ours, theirs := net.Pipe()
			dialled <- theirs
			last = &mute{Conn: ours}
			return c.secure(ctx, last, address, "h2")
		}
		for range 2 {
			if r := get(t, c, "https://127.0.0.1/"); r.Err != nil || string(r.Body) != page || r.Proto != "HTTP/2.0" {
				t.Errorf("%s, %v", r.Proto, r.Err)
			}
			last.silent.Store(true)
		}
		c.Close()
		close(dialled)
		server.Close()
		serving.Wait()
	})
}

// pipes is a listener for connections within the program.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if conn, ok := <-p; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}
func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// mute is a connection that may lose all that is written to it.
type mute struct {
	net.Conn
	silent atomic.Bool
}

func (m *mute) Write(b []byte) (int, error) {
	if m.silent.Load() {
		return len(b), nil
	}
	return m.Conn.Write(b)
}
