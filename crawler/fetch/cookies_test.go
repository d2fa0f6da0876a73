package fetch

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// A site that redirects to itself until its cookie comes back works.
func TestCookieGate(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if cookie, err := req.Cookie("seen"); err != nil || cookie.Value != "1" {
			http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
			http.Redirect(w, req, req.URL.Path, http.StatusFound)
		}
	}))
	defer server.Close()
	c := newClient(t, Options{})
	first, second := get(t, c, server.URL+"/a/b"), get(t, c, server.URL+"/a/b")
	if first.Status != 302 || !first.SetsCookie || second.Status != 200 || second.SetsCookie {
		t.Errorf("%d, %d", first.Status, second.Status)
	}
}

func TestCookieRules(t *testing.T) {
	tests := []struct {
		name string
		set  string
		at   string
		sent map[string]string
	}{
		{"host only", "a=1", "http://www.example.com/x/y", map[string]string{"http://www.example.com/x/z": "a=1", "http://www.example.com/": "", "http://example.com/x/y": ""}},
		{"domain", "a=1; Domain=example.com; Path=/", "http://www.example.com/", map[string]string{"http://shop.example.com/": "a=1", "http://example.org/": ""}},
		{"public suffix", "a=1; Domain=co.uk; Path=/", "http://www.example.co.uk/", map[string]string{"http://other.co.uk/": "", "http://www.example.co.uk/": ""}},
		{"another's domain", "a=1; Domain=example.org; Path=/", "http://example.com/", map[string]string{"http://example.org/": "", "http://example.com/": ""}},
		{"secure", "a=1; Secure; Path=/", "https://example.com/", map[string]string{"http://example.com/": "", "https://example.com/": "a=1"}},
		{"over", "a=1; Max-Age=0; Path=/", "http://example.com/", map[string]string{"http://example.com/": ""}},
		{"too long", "a=" + strings.Repeat("x", 5000), "http://example.com/", map[string]string{"http://example.com/": ""}},
		{"IP address", "a=1; Path=/", "http://127.0.0.1:8080/", map[string]string{"http://127.0.0.1:8080/": "a=1", "http://127.0.0.2:8080/": ""}},
		{"escaped path", "a=1; Path=/caf%C3%A9", "http://example.com/", map[string]string{"http://example.com/caf%C3%A9/x": "a=1"}},
	}
	for _, test := range tests {
		c := newCookies()
		response := http.Response{Header: http.Header{"Set-Cookie": {test.set}}}
		at, _ := plainURL(address(t, test.at))
		c.keep(at, response.Cookies())
		for to, want := range test.sent {
			u, _ := plainURL(address(t, to))
			if got := c.header(u); got != want {
				t.Errorf("%s: %q to %s, want %q", test.name, got, to, want)
			}
		}
	}
}

// Cookies stay bounded however many servers send, and known ones can change.
func TestCookieBounds(t *testing.T) {
	c := newCookies()
	u := &url.URL{Scheme: "http", Host: "www.example.com", Path: "/"}
	for i := range 5000 {
		c.keep(u, []*http.Cookie{{Name: fmt.Sprint("n", i), Value: "1"}})
	}
	c.keep(u, []*http.Cookie{{Name: "n0", Value: "2"}})
	header := c.header(u)
	if n := strings.Count(header, "="); n != maxSiteCookies || !strings.Contains(header, "n0=2") {
		t.Errorf("%d cookies of one site", n)
	}
	for i := range 3 * maxCookieSites {
		c.keep(&url.URL{Scheme: "http", Host: fmt.Sprintf("site%d.com", i), Path: "/"}, []*http.Cookie{{Name: "a", Value: "1"}})
		c.header(u)
	}
	if len(c.sites) != maxCookieSites || c.header(u) != header {
		t.Errorf("%d sites are kept; the one in use has %q", len(c.sites), c.header(u))
	}
}
