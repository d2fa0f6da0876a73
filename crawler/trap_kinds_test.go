package crawler

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// trapKinds are further sites without an end. serial is a number that rises
// with each page.
var trapKinds = map[string]func(r *http.Request, serial int) string{
	"calendar with views of a month, a week and a day": func(r *http.Request, _ int) string {
		day, err := time.Parse(time.DateOnly, r.URL.Query().Get("date"))
		if err != nil {
			day = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "<h1>%s of %s</h1><p>No events.</p>", r.URL.Query().Get("view"), day.Format("2 January 2006"))
		for _, view := range []string{"month", "week", "day"} {
			for _, step := range []int{-30, -7, -1, 1, 7, 30} {
				fmt.Fprintf(&b, "<a href='/events?view=%s&date=%s'>x</a>", view, day.AddDate(0, 0, step).Format(time.DateOnly))
			}
		}
		return b.String()
	},
	"calendar with names of months": func(r *http.Request, _ int) string {
		month, err := time.Parse("/calendar/2006/January", r.URL.Path)
		if err != nil {
			month = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
		}
		link := func(months int) string {
			return strings.ToLower(month.AddDate(0, months, 0).Format("<a href='/calendar/2006/January'>x</a>"))
		}
		return month.Format("<title>January 2006</title><p>Nothing on.</p>") + link(1) + link(-1)
	},
	"session id as a matrix parameter": func(r *http.Request, _ int) string {
		return threePages(r, func(name string) string {
			return fmt.Sprintf("/%s;jsessionid=%016X%016X", name, rand.Uint64(), rand.Uint64())
		})
	},
	"session id as the first folder": func(r *http.Request, _ int) string {
		return threePages(r, func(name string) string {
			return fmt.Sprintf("/(S(%016x%016x))/%s", rand.Uint64(), rand.Uint64(), name)
		})
	},
	"session id of letters": func(r *http.Request, _ int) string {
		return threePages(r, func(name string) string {
			id := make([]byte, 20)
			for i := range id {
				id[i] = byte('a' + rand.IntN(26))
			}
			return "/" + name + "?PHPSESSID=" + string(id)
		})
	},
	"time in every link": func(r *http.Request, serial int) string {
		return threePages(r, func(name string) string { return fmt.Sprint("/", name, "?_=", 1_700_000_000_000+serial) })
	},
	"replies to many posts": func(r *http.Request, serial int) string {
		return fmt.Sprintf("<title>%s</title><p>A post.</p><a href='%s?replytocom=%d'>reply</a><a href='/post/%d'>next</a>",
			r.URL.Path, r.URL.Path, serial, serial%20)
	},
	"facets that combine": func(r *http.Request, _ int) string {
		chosen := r.URL.Query()["f"]
		var b strings.Builder
		b.WriteString("<title>Shop</title><p>Choose a colour.</p>")
		for _, f := range strings.Fields("red blue green white black pink grey brown") {
			next := "/shop?f=" + strings.Join(append(slices.Clone(chosen), f), "&f=")
			fmt.Fprintf(&b, "<a href='%s'>%s</a>", next, f)
		}
		return b.String()
	},
	"ways to sort that pile up": func(r *http.Request, serial int) string {
		var b strings.Builder
		b.WriteString("<title>List</title><p>The same products.</p>")
		for _, key := range []string{"price", "name", "date"} {
			for _, order := range []string{"asc", "desc"} {
				fmt.Fprintf(&b, "<a href='/list?sort=%s&order=%s&t=%d'>x</a>", key, order, serial)
			}
		}
		return b.String()
	},
	"pager in the path": func(r *http.Request, _ int) string {
		var n int
		fmt.Sscanf(r.URL.Path, "/blog/page/%d", &n)
		return fmt.Sprintf("<title>Blog, page %d</title><p>Nothing here.</p><a href='/blog/page/%d/'>older</a>", n, n+1)
	},
	"pager that shows its last page for ever": func(r *http.Request, _ int) string {
		if strings.HasPrefix(r.URL.Path, "/item/") {
			return "<title>" + r.URL.Path + "</title>"
		}
		n, _ := strconv.Atoi(r.URL.Query().Get("start"))
		return links("/item/1", "/item/2", "/item/3") + fmt.Sprintf("<a href='/list?start=%d'>next</a>", n+10)
	},
	"no page found, with links from where one is": func(*http.Request, int) string {
		return "<title>Oops</title><p>Not found.</p><a href='help/'>x</a><a href='contact/us.html'>x</a><a href='news/today/'>x</a>"
	},
	"no page found, and its address said": func(r *http.Request, _ int) string {
		return "<title>Oops</title><p>There is no " + r.URL.Path + ".</p><a href='help/'>x</a><a href='contact/us.html'>x</a>"
	},
	"query that grows": func(r *http.Request, _ int) string {
		return "<title>Search</title><p>No results.</p><a href='" + r.URL.RequestURI() + "?&a=b'>x</a><a href='" + r.URL.RequestURI() + "?&c=d'>x</a>"
	},
	"variants to print and to share": func(r *http.Request, _ int) string {
		address := r.URL.Path + "?" + r.URL.RawQuery
		return "<title>Article</title><p>It.</p><a href='" + address + "&print=1'>x</a><a href='" + address + "&share=mail'>x</a>"
	},
	"folders of changing words": func(_ *http.Request, _ int) string {
		words := strings.Fields("red blue green small large new old cheap fine round")
		word := func() string { return words[rand.IntN(len(words))] }
		return "<title>Folder</title><p>Choose.</p><a href='" + word() + "-" + word() + "/'>x</a><a href='" + word() + "/'>x</a>"
	},
	"login that remembers the way": func(r *http.Request, _ int) string {
		return "<title>Log in</title><p>Please.</p><a href='/login?return=" + strings.ReplaceAll(r.URL.RequestURI(), "&", "%26") + "'>x</a>"
	},
	"links at random": func(*http.Request, int) string {
		return fmt.Sprintf("<title>Random</title><p>Another?</p><a href='/r/%d'>x</a><a href='/r/%d'>x</a>", rand.Uint64(), rand.Uint64())
	},
}

// threePages is a site of three pages that link to each other by addresses that
// never come again.
func threePages(r *http.Request, address func(name string) string) string {
	var b strings.Builder
	for _, name := range []string{"home", "shop", "about"} {
		if strings.Contains(r.URL.Path, name) {
			fmt.Fprintf(&b, "<title>%s</title>", name)
		}
		fmt.Fprintf(&b, "<a href='%s'>%s</a>", address(name), name)
	}
	return b.String()
}

func TestMoreTrapsEndByThemselves(t *testing.T) {
	for name, site := range trapKinds {
		t.Run(name, func(t *testing.T) {
			serial := 0
			server, base := serve(t, endless(func(r *http.Request) string {
				serial++
				return site(r, serial)
			}))
			_, p := crawl(t, base, Settings{MaxPages: 20_000})
			if p.State != Finished {
				t.Errorf("state %q after %d requests, skipped %v", p.State, server.total(), p.Reasons)
			}
			t.Logf("%d requests", server.total())
		})
	}
}

// shop is an honest site of many products that differ by their numbers alone,
// with lists, links between products and back to lists.
func shop(size int, product, list string) func(r *http.Request) string {
	return func(r *http.Request) string {
		var b strings.Builder
		var n int
		if found, _ := fmt.Sscanf(r.URL.RequestURI(), product, &n); found == 1 {
			fmt.Fprintf(&b, "<title>Product %d</title><p>Product %d costs %d.</p><a href='"+list+"'>list</a>", n, n, n*7%900, n/20)
			for i := range 3 {
				fmt.Fprintf(&b, "<a href='"+product+"'>similar</a>", (n*31+i*977)%size)
			}
			return b.String()
		}
		fmt.Sscanf(r.URL.RequestURI(), list, &n)
		fmt.Fprintf(&b, "<title>Products, page %d</title><a href='"+list+"'>next</a>", n, min(n+1, size/20))
		for i := n * 20; i < min(size, n*20+20); i++ {
			fmt.Fprintf(&b, "<a href='"+product+"'>Product %d</a>", i, i)
		}
		return b.String()
	}
}

func TestHonestShopsAreNotCut(t *testing.T) {
	const size = 3000
	for name, site := range map[string]func(r *http.Request) string{
		"in paths":   shop(size, "/product/%d", "/page/%d"),
		"in queries": shop(size, "/?p=%d", "/?page=%d"),
	} {
		t.Run(name, func(t *testing.T) {
			_, base := serve(t, endless(site))
			_, p := crawl(t, base, Settings{Concurrency: 10})
			if p.State != Finished || p.Reasons[Trap] != 0 || p.Works < size {
				t.Errorf("state %q, checked %d, skipped %v", p.State, p.Checked, p.Reasons)
			}
		})
	}
}

// A trap may hide behind redirects: each page leads to the next over one.
func TestTrapsBehindRedirectsEnd(t *testing.T) {
	server, base := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, _ := strconv.Atoi(r.URL.Query().Get("page"))
		switch r.URL.Path {
		case "/robots.txt":
			http.NotFound(w, r)
		case "/go":
			http.Redirect(w, r, fmt.Sprint("/list?page=", page), http.StatusFound)
		default:
			fmt.Fprintf(w, "<!doctype html><title>List</title><h1>Page %d</h1><p>Nothing here.</p><a href='/go?page=%d'>next</a>", page, page+1)
		}
	}))
	_, p := crawl(t, base, Settings{MaxPages: 5_000})
	if n := server.total(); p.State != Finished || p.Reasons[Trap] == 0 || n > 600 {
		t.Errorf("state %q after %d requests, skipped %v", p.State, n, p.Reasons)
	}
}

// Sitemaps and robots.txt files that name ever new sitemaps come to an end.
func TestEndlessSitemapsEnd(t *testing.T) {
	serial := 0
	server, base := serve(t, endlessFiles(func(r *http.Request) string {
		serial++
		switch {
		case r.URL.Path == "/robots.txt":
			var b strings.Builder
			for i := range 3_000 {
				fmt.Fprintf(&b, "Sitemap: /first-%d.xml\n", i)
			}
			return b.String()
		case strings.HasSuffix(r.URL.Path, ".xml"):
			return fmt.Sprintf("<sitemapindex><sitemap><loc>/a%d.xml</loc></sitemap><sitemap><loc>/b%d.xml</loc></sitemap></sitemapindex>", serial, serial)
		}
		return "<!doctype html><title>Home</title>"
	}))
	_, p := crawl(t, base, Settings{Concurrency: 20})
	if n := server.total(); p.State != Finished || n > maxSitemaps+10 {
		t.Errorf("state %q after %d requests", p.State, n)
	}
}

// endlessFiles is endless for sites that have a robots.txt.
func endlessFiles(make func(r *http.Request) string) http.Handler {
	var turn sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		turn.Lock()
		body := make(r)
		turn.Unlock()
		if r.URL.Path != "/robots.txt" && !strings.HasSuffix(r.URL.Path, ".xml") {
			w.Header().Set("Content-Type", "text/html")
		}
		fmt.Fprint(w, body)
	})
}
