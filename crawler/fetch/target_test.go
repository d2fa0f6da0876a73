package fetch

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The request line holds the target byte for byte, Host is right, and the
// fragment stays at home.
func TestTargetsAreSentAsTheyAre(t *testing.T) {
	s := serveRaw(t, says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
	c := newClient(t, Options{})
	for _, target := range []string{
		"/", "/a", "/100%", "/%zz", "/a|b", "/%7euser", "/%7Euser", "//x", "//x/y?z", "//", "///", "//x|y", "//x%", "//x%zz?q|r", "/a//b",
		"/?", "/a?", "//x?", "/?q=a|b&c=%", "/a?b?c", "/?//", "/[x]", "/%5Bx%5D", "/a;b=c,d", "/*", "/%2e%2F", "/a:b@c", "/~u!$&'()*+,;=", "/caf%C3%A9?q=%E9", "/https://example.com/x", "/?u=http://x/%23",
	} {
		r := get(t, c, s.origin+target+"#fragment")
		heads := s.heads()
		got := strings.Split(heads[len(heads)-1], "\r\n")
		if r.Err != nil || string(r.Body) != "ok" {
			t.Errorf("%s: %v", target, r.Err)
		}
		if want := "GET " + address(t, s.origin+target).Target() + " HTTP/1.1"; got[0] != want || !strings.Contains(want, target) {
			t.Errorf("sent %q, want %q", got[0], want)
		}
		if want := "Host: " + strings.TrimPrefix(s.origin, "http://"); got[1] != want {
			t.Errorf("%s: sent %q, want %q", target, got[1], want)
		}
	}
}

func TestTargetsOverHTTP2(t *testing.T) {
	var asked string
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { asked = req.RequestURI }))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	c := newClient(t, Options{InsecureTLS: true})
	for _, target := range []string{"/", "/%7euser?q", "//x", "/a|b", "/?u=http://x"} {
		r := get(t, c, server.URL+target)
		if r.Err != nil || r.Proto != "HTTP/2.0" || asked != target {
			t.Errorf("%s: asked %q by %s, %v", target, asked, r.Proto, r.Err)
		}
	}
}

func TestRequestFields(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string) bool {
		conn.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
		return true
	})
	c := newClient(t, Options{
		UserAgent: "Tester/1",
		Header:    http.Header{"x-one": {"1"}, "Bad name": {"x"}, "X-Bad": {"a\nb"}, "Host": {"staging.example"}, "Cookie": {"mine=1"}},
	})
	c.Do(t.Context(), Request{URL: address(t, s.origin), Method: http.MethodHead, Header: http.Header{"Authorization": {"Basic eA=="}}})
	get(t, c, s.origin)
	first, second := s.heads()[0], s.heads()[1]
	for _, line := range []string{"HEAD / HTTP/1.1", "User-Agent: Tester/1", "X-One: 1", "Host: staging.example", "Accept-Encoding: gzip, deflate, br, zstd", "Authorization: Basic eA==", "Cookie: mine=1"} {
		if !strings.Contains(first, line+"\r\n") {
			t.Errorf("%q is missing in %q", line, first)
		}
	}
	for _, line := range []string{"Bad", "Authorization"} {
		if strings.Contains(second, line) {
			t.Errorf("%q should not be in %q", line, second)
		}
	}
}
