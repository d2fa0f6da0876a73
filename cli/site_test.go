package cli_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// site is a website of many pages: a tree with cross links, redirects in
// chains, images, addresses that are gone, a robots.txt, and pages that only a
// sitemap names. It answers after random times.
type site struct {
	url      string
	pages    int
	slowest  time.Duration // answers take up to this long
	answered atomic.Int64
	watch    atomic.Pointer[func(answered int64)] // called after each answer
}

func serveSite(t *testing.T, pages int, slowest time.Duration) *site {
	s := &site{pages: pages, slowest: slowest}
	server := httptest.NewUnstartedServer(s)
	s.url = "http://" + server.Listener.Addr().String() // before any request can come
	server.Start()
	t.Cleanup(server.Close)
	return s
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.slowest > 0 {
		time.Sleep(rand.N(s.slowest))
	}
	s.answer(w, r)
	n := s.answered.Add(1)
	if watch := s.watch.Load(); watch != nil {
		(*watch)(n)
	}
}

func (s *site) answer(w http.ResponseWriter, r *http.Request) {
	var n int
	switch path := r.URL.Path; {
	case path == "/":
		s.page(w, 1)
	case path == "/robots.txt":
		fmt.Fprint(w, "User-agent: *\nDisallow: /private/\nSitemap: /sitemap.xml\n")
	case path == "/sitemap.xml":
		s.sitemap(w)
	case scan(path, "/page/%d", &n) && n >= 1 && n <= s.pages:
		s.page(w, n)
	case scan(path, "/moved/%d", &n):
		target := fmt.Sprint("/moved/", n-1)
		if n%5 == 0 {
			target = fmt.Sprint("/page/", n%s.pages+1)
		}
		http.Redirect(w, r, target, http.StatusMovedPermanently)
	case scan(path, "/image/%d", &n) && n%7 != 0:
		w.Header().Set("Content-Type", "image/png")
		fmt.Fprint(w, "\x89PNG\r\n\x1a\n")
	default:
		http.NotFound(w, r)
	}
}

func scan(path, form string, n *int) bool {
	_, err := fmt.Sscanf(path, form, n)
	return err == nil
}

// page writes page n, whose children are 3n-1, 3n and 3n+1. The last pages have
// no parent but the sitemap.
func (s *site) page(w http.ResponseWriter, n int) {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html><html lang=en><title>Page %d</title><h1>About %d</h1><p>Page %d speaks of %d.</p>", n, n, n, rng.Int())
	for child := 3*n - 1; child <= 3*n+1 && child <= s.pages-s.orphans(); child++ {
		fmt.Fprintf(&b, "<a href='/page/%d'>to %d</a>", child, child)
	}
	for range 6 {
		other := rng.IntN(s.pages-s.orphans()) + 1
		fmt.Fprintf(&b, "<a href='/page/%d#part'>also %d</a>", other, other)
	}
	fmt.Fprintf(&b, "<img src=/image/%d alt=''>", n/4)
	switch n % 10 {
	case 3:
		fmt.Fprintf(&b, "<a href=/moved/%d>moved</a>", n)
	case 5:
		fmt.Fprintf(&b, "<a href=/gone/%d>gone</a>", n)
	case 7:
		fmt.Fprintf(&b, "<a href=/private/%d>private</a><a href='http://192.0.2.1.invalid:1/%%zz'>odd</a>", n)
	case 8:
		fmt.Fprint(&b, "<a href='http://localhost:9/'>left over</a><link rel=canonical href='https://example.com/'>")
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, b.String())
}

// orphans is how many pages only the sitemap names.
func (s *site) orphans() int { return s.pages / 50 }

func (s *site) sitemap(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/xml")
	fmt.Fprint(w, "<urlset>")
	for n := s.pages - 2*s.orphans(); n <= s.pages; n++ {
		fmt.Fprintf(w, "<url><loc>%s/page/%d</loc></url>", s.url, n)
	}
	fmt.Fprint(w, "</urlset>")
}
