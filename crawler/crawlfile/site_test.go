package crawlfile

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// newFile makes an empty crawl file that the test's end closes.
func newFile(t testing.TB) *File {
	t.Helper()
	f, err := Create(filepath.Join(t.TempDir(), "test"+Extension), crawler.Meta{Typed: "example.com", Site: "https://example.com"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func save(t testing.TB, f *File, b crawler.Batch) {
	t.Helper()
	if err := f.Save(b); err != nil {
		t.Fatal(err)
	}
}

// site makes up the crawl of a shop: each page has a menu and links to other
// products, the popular ones more often.
type site struct {
	pages   int // of the whole site
	menu    int
	other   int  // links of a page beside the menu
	plain   bool // without findings and what comes with them
	known   int64
	asked   int64
	ids     []int64 // by number of the page: its address
	numbers []int   // by address: the number of its page
	zipf    *rand.Zipf
	rng     *rand.Rand
}

func newSite(pages int) *site {
	rng := rand.New(rand.NewPCG(1, 2))
	return &site{pages: pages, menu: 60, other: 18, ids: make([]int64, pages),
		rng: rng, zipf: rand.NewZipf(rng, 1.1, 50, uint64(pages-1))}
}

func (s *site) url(n int) string {
	return fmt.Sprintf("https://shop.example.com/catalogue/category-%02d/product-%07d.html", n%40, n)
}

func (s *site) title(n int) string {
	return fmt.Sprintf("Garden chair with arm rest, model %d | Shop", n)
}

// target gives the number of an address, a new one when it was not seen before.
func (s *site) target(n int, from int64, depth int, b *crawler.Batch) int64 {
	if s.ids[n] == 0 {
		s.known++
		s.ids[n] = s.known
		s.numbers = append(s.numbers, n)
		b.Addresses = append(b.Addresses, crawler.Address{ID: s.known, URL: s.url(n), Depth: depth, FoundOn: from})
	}
	return s.ids[n]
}

// batch makes the pages with the next n numbers and the addresses on them. A page
// has 90 links; every page also links to the next, so that all are found.
func (s *site) batch(n int) crawler.Batch {
	var b crawler.Batch
	if s.known == 0 {
		s.target(0, 0, 0, &b)
	}
	for range n {
		if s.asked == s.known {
			break
		}
		s.asked++
		id := s.asked
		b.Pages = append(b.Pages, s.page(id, s.numbers[id-1], &b))
	}
	return b
}

func (s *site) page(id int64, number int, b *crawler.Batch) *crawler.Page {
	p := &crawler.Page{
		ID: id, URL: s.url(number), Outcome: crawler.Works, Status: 200, ContentType: "text/html", Charset: "utf-8",
		Size: 25_000 + int64(number%5000), Took: time.Duration(20_000+number%90_000) * time.Microsecond,
		At: time.UnixMilli(1_790_000_000_000 + id), Title: s.title(number), H1: "Garden chair with arm rest", Lang: "en",
		Canonical: s.url(number),
		FirstParagraph: fmt.Sprintf("This chair, number %d of our collection, is made of oak from forests nearby, stands any weather "+
			"and is delivered within three days. It goes with the tables and benches of the same series, in six colours.", number),
		MetaDescription: fmt.Sprintf("Garden chair %d: oak, weatherproof, delivered within three days. Six colours, ten years of guarantee.", number),
	}
	if !s.plain {
		s.inspect(p, number)
	}
	link := func(n int, position page.Position, text string) {
		p.Links = append(p.Links, crawler.Link{Target: s.target(n%s.pages, id, 1, b), Position: position, Text: text})
	}
	for i := range s.menu {
		link(i, page.Nav, fmt.Sprintf("Category %d", i))
	}
	link((number+1)%s.pages, page.Main, "Next product")
	for range s.other - 1 {
		n := int(s.zipf.Uint64())
		link(n, page.Main, s.title(n))
	}
	for i := range 12 {
		link(i, page.Footer, fmt.Sprintf("About %d", i))
	}
	return p
}

// inspect adds what checks find on a page of a site that nobody has looked
// after, and what is known of its text.
func (s *site) inspect(p *crawler.Page, number int) {
	for _, check := range []string{"hsts-missing", "csp-missing", "framing-allowed", "sniffing-allowed", "referrer-leaks",
		"not-compressed", "main-missing", "h2-missing", "share-no-image", "data-missing"} {
		p.Findings = append(p.Findings, crawler.Finding{Check: check})
	}
	p.Findings = append(p.Findings,
		crawler.Finding{Check: "title-long", Detail: fmt.Sprintf("%d characters", 61+number%40)},
		crawler.Finding{Check: "image-alt-missing", Detail: "https://shop.example.com/images/logo.png"},
		crawler.Finding{Check: "image-no-size", Detail: fmt.Sprintf("https://shop.example.com/images/product-%d.jpg", number)})
	p.Proto, p.Words, p.Sentences, p.TextBytes = "HTTP/1.1", 500+number%300, 40, 3000
	p.TextHash, p.SimHash = s.rng.Uint64(), s.rng.Uint64()>>(number%3*8) // some have their first quarter in common
	if number%50 == 0 {
		p.TextHash = uint64(number % 7)
	}
	p.H2, p.SecondH2, p.LastModified = "Details", "Delivery", "Mon, 30 Nov 2026 06:00:00 GMT"
	for i := range 20 {
		p.Anchors = append(p.Anchors, uint32(number*31+i*7919))
	}
}
