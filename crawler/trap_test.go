package crawler

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"sitewalk/crawler/weburl"
)

// endless answers every address with what make gives for it, one at a time.
func endless(make func(r *http.Request) string) http.Handler {
	var turn sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		turn.Lock()
		body := make(r)
		turn.Unlock()
		fmt.Fprint(w, body)
	})
}

func TestTrapsEndByThemselves(t *testing.T) {
	number := func(r *http.Request, name string) int {
		n, _ := strconv.Atoi(r.URL.Query().Get(name))
		return n
	}
	serial := 0
	for name, site := range map[string]func(r *http.Request) string{
		"path that repeats": func(r *http.Request) string {
			return "<title>Trap</title><p>All the same.</p><a href='" + strings.TrimSuffix(r.URL.Path, "/") + "/next/'>on</a>"
		},
		"path that grows by new words": func(r *http.Request) string {
			serial++
			return fmt.Sprintf("<title>Trap</title><p>All the same.</p><a href='word%c%c/'>on</a>", 'a'+serial%26, 'a'+serial/26%26)
		},
		"every address answers with the same relative links": func(*http.Request) string {
			return "<title>Shop</title><p>Welcome.</p><a href='a/x.html'>a</a> <a href='b/x.html'>b</a> <a href='c/'>c</a>"
		},
		"calendar": func(r *http.Request) string {
			m := number(r, "m")
			return fmt.Sprintf("<title>Calendar</title><h1>Month %d of %d</h1><p>Nothing planned.</p><a href='/?y=%d&m=%d'>next</a><a href='/?y=%d&m=%d'>back</a>",
				m%12+1, 2026+m/12, 2026+(m+1)/12, m+1, 2026+(m-1)/12, m-1)
		},
		"calendar with days": func(r *http.Request) string {
			var b strings.Builder
			m := number(r, "m")
			fmt.Fprintf(&b, "<h1>%d</h1><p>Nothing planned.</p><a href='/?m=%d'>next month</a>", m, m+1)
			for day := range 28 {
				if r.URL.Path == "/" {
					fmt.Fprintf(&b, "<a href='/day/%d/%02d/%02d'>%d</a>", 2026+m/12, m%12+1, day+1, day+1)
				}
			}
			return b.String()
		},
		"pager without end": func(r *http.Request) string {
			page := number(r, "page")
			return fmt.Sprintf("<title>Products, page %d</title><p>No products.</p><a href='/list?page=%d'>next</a>", page, page+1)
		},
		"session id in every link": func(r *http.Request) string {
			serial++
			return fmt.Sprintf("<title>Home</title><p>Welcome to our shop.</p><a href='/?sid=%032x'>home</a><a href='/?sid=%032x'>again</a>", serial*7919, serial*104729)
		},
		"session id in the path": func(r *http.Request) string {
			serial++
			return fmt.Sprintf("<title>Home</title><p>Welcome to our shop.</p><a href='/S%031x/home'>home</a><a href='/S%031x/home'>again</a>", serial*7919, serial*104729)
		},
		"replytocom": func(r *http.Request) string {
			serial++
			return fmt.Sprintf("<title>Post</title><p>A post and its comments.</p><a href='/?replytocom=%d'>reply</a><a href='/?replytocom=%d'>reply</a>", serial, serial+1_000_000)
		},
	} {
		t.Run(name, func(t *testing.T) {
			server, base := serve(t, endless(site))
			_, p := crawl(t, base, Settings{MaxPages: 5000})
			if n := server.total(); n > 600 {
				t.Errorf("%d requests", n)
			}
			if p.State != Finished || p.Reasons[Trap] == 0 {
				t.Errorf("state %q, skipped %v", p.State, p.Reasons)
			}
			serial = 0
			_, p = crawl(t, base, Settings{MaxPages: 500, IgnoreTraps: true})
			if p.Reasons[Trap] != 0 || p.Checked != 500 {
				t.Errorf("told to ignore traps, it checked %d and skipped %v", p.Checked, p.Reasons)
			}
		})
	}
}

func TestHonestSitesAreNotCut(t *testing.T) {
	const size = 3000
	for name, site := range map[string]func(r *http.Request) string{
		"products that differ by their number only": func(r *http.Request) string {
			var b strings.Builder
			var n int
			if fmt.Sscanf(r.URL.Path, "/product/%d", &n); n > 0 {
				return fmt.Sprintf("<title>Product %d</title><p>Product %d for %d crowns.</p><a href='/product/%d'>next</a>", n, n, n*3, n%size+1)
			}
			page, _ := strconv.Atoi(r.URL.Query().Get("page"))
			for i := page*20 + 1; i <= min(size, page*20+20); i++ {
				fmt.Fprintf(&b, "<a href='/product/%d'>Product %d</a>", i, i)
			}
			if page*20+20 < size {
				fmt.Fprintf(&b, "<a href='/?page=%d'>next</a>", page+1)
			}
			return b.String()
		},
		"a gallery with no words": func(r *http.Request) string {
			var n int
			fmt.Sscanf(r.URL.Path, "/photo/%d", &n)
			if n == size {
				return "<p>That was the last photo."
			}
			return fmt.Sprintf("<title>Photo</title><img src='/i/%d.jpg'><a href='/photo/%d'>next</a>", n, n+1)
		},
		"a tree of pages without a word": func(r *http.Request) string {
			n, err := strconv.Atoi(r.URL.Query().Get("n"))
			if err != nil && r.URL.Path != "/" {
				return "<title>Leaf</title>"
			}
			var b strings.Builder
			for i := range 40 {
				if r.URL.Path == "/" {
					fmt.Fprintf(&b, "<a href='/shop/s?n=%d'>x</a>", i)
				} else {
					fmt.Fprintf(&b, "<a href='/shop/t/%d-%d'>x</a>", n, i)
				}
			}
			return b.String()
		},
		"a chain of pages that say the same": func(r *http.Request) string {
			var n int
			fmt.Sscanf(r.URL.Path, "/p%d", &n)
			if n == 90 {
				return "<p>The end."
			}
			return fmt.Sprintf("<a href='/p%d'>next</a>", n+1)
		},
		"folders with one word again and again": func(r *http.Request) string {
			return links("/a/a/a/x", "/2026/01/01/", "/x/y/x/y/z", "/b/a/b/c/b")
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, base := serve(t, endless(site))
			_, p := crawl(t, base, Settings{Concurrency: 10})
			if p.State != Finished || p.Reasons[Trap] != 0 {
				t.Errorf("state %q, checked %d, skipped %v", p.State, p.Checked, p.Reasons)
			}
		})
	}
}

func TestRepeats(t *testing.T) {
	for path, want := range map[string]bool{
		"/":                         false,
		"/a/b/c/d/e/f":              false,
		"/a/a/a":                    false,
		"/a/a/a/a":                  true,
		"/x/a/a/a/a/y":              true,
		"/a/b/a/b/a/b":              false,
		"/a/b/a/b/a/b/a/b":          true,
		"/a/b/c/a/b/c/a/b/c/a/b/c/": true,
		"/a/b/a/c/a/d/a/e":          false,
		"/////":                     false,
		"/a/b/a/c/a/d/a/e/a/f":      true,
		"/1/b/1/c/1/d/1/e/1/f":      false,
		strings.Repeat("/a/b", 13):  true,
	} {
		if got := repeats(path); got != want {
			t.Errorf("repeats(%q) = %v", path, got)
		}
	}
}

func TestIsDated(t *testing.T) {
	for target, want := range map[string]bool{
		"/": false, "/2031": false, "/product/2031": false, "/product/2031?page=40": false, "/2031/report": false,
		"/2031/12": true, "/2031/12/05/": true, "/events/2031-12-05": true, "/05-12-2031": true,
		"/?y=2031&m=12": true, "/cal?month=3&year=2031": true, "/?date=20311205": true, "/?m=203112": true,
		"/calendar/2031/may": true, "/2031/December/": true, "/march/2031": true, "/may": false,
		"/?id=123456": false, "/?id=12345678": false, "/a/12/b/2031": false,
	} {
		u, err := weburl.Parse("https://example.com" + target)
		if err != nil {
			t.Fatal(err)
		}
		if got := isDated(u); got != want {
			t.Errorf("isDated(%q) = %v", target, got)
		}
	}
}
