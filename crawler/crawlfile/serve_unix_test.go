//go:build unix

package crawlfile

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
)

// serveSite serves a site of so many pages of about 25 KB with 90 links, of which
// 30 are the menu, and says where on its standard output.
func serveSite(size string) {
	pages, err := strconv.Atoi(size)
	if err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	panic(http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := 0
		if r.URL.Path != "/" {
			if _, err := fmt.Sscanf(r.URL.Path, "/shop/page-%d.html", &n); err != nil || n >= pages {
				http.NotFound(w, r)
				return
			}
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(servedPage(n, pages))
	})))
}

// servedPage makes page n, the same each time, from words that it alone mixes so.
func servedPage(n, pages int) []byte {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	words := func(count int) string {
		var b strings.Builder
		for range count {
			fmt.Fprintf(&b, "%s%s ", syllables[r.IntN(len(syllables))], syllables[r.IntN(len(syllables))])
		}
		return b.String()
	}
	link := func(to int) string {
		return fmt.Sprintf(`<li class="entry"><a class="link" href="/shop/page-%d.html">%s</a></li>`, to, words(2))
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<!doctype html><html lang="en"><head><title>%s</title><meta name="description" content="%s"></head><body><nav>`, words(5), words(15))
	for i := range 30 {
		fmt.Fprintf(&b, `<a href="/shop/page-%d.html">Part %d of the shop</a> `, i%pages, i)
	}
	fmt.Fprintf(&b, "</nav><main><h1>%s</h1>", words(4))
	for child := 3*n + 1; child <= 3*n+3; child++ {
		if child < pages {
			b.WriteString(link(child))
		}
	}
	for b.Len() < 25_000 {
		fmt.Fprintf(&b, `<h2>%s</h2><p class="text">%s</p><img src="/pictures/%d.jpg" alt="%s">%s%s`,
			words(4), words(80), r.IntN(200), words(3), link(r.IntN(pages)), link(r.IntN(pages)))
	}
	b.WriteString(`</main><footer><a href="/missing.html" rel="nofollow">Imprint</a></footer></body></html>`)
	return []byte(b.String())
}

var syllables = strings.Fields(`ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu ka ke ki ko ku la le li lo lu
	ma me mi mo mu na ne ni no nu pa pe pi po pu ra re ri ro ru sa se si so su ta te ti to tu`)
