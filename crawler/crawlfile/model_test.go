package crawlfile

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/fetch"
	"sitewalk/crawler/page"
)

// model is a crawl in memory that answers the questions of a File the slow and
// obvious way.
type model struct {
	*crawler.Memory
	rng *rand.Rand
}

func newModel(seed uint64) *model {
	return &model{crawler.NewMemory(), rand.New(rand.NewPCG(seed, 7))}
}

// saveBoth saves a batch to the model and to a file.
func (m *model) saveBoth(t testing.TB, f *File, b crawler.Batch) {
	t.Helper()
	if err := m.Save(b); err != nil {
		t.Fatal(err)
	}
	save(t, f, b)
}

// grow makes a batch with addresses of all sorts, changes, pages with links and
// redirects among all addresses, and now and then a page that was saved before.
func (m *model) grow() crawler.Batch {
	var b crawler.Batch
	known := m.Addresses()
	for range 1 + m.rng.IntN(30) {
		b.Addresses = append(b.Addresses, m.address(int64(len(known)+len(b.Addresses)+1)))
	}
	all := append(known, b.Addresses...)
	asked := map[int64]bool{}
	for _, p := range m.Pages() {
		asked[p.ID] = true
	}
	for _, a := range all {
		switch dice := m.rng.IntN(20); {
		case asked[a.ID] && dice == 0, !asked[a.ID] && a.Skipped == "" && dice < 8:
			b.Pages = append(b.Pages, m.page(a, int64(len(all))))
		case !asked[a.ID] && dice == 9:
			b.Changes = append(b.Changes, crawler.Change{ID: a.ID, Skipped: m.reason()})
		}
	}
	m.rng.Shuffle(len(b.Pages), func(i, j int) { b.Pages[i], b.Pages[j] = b.Pages[j], b.Pages[i] })
	return b
}

func (m *model) reason() crawler.Reason {
	return []crawler.Reason{"", "", crawler.ByRobots, crawler.Outside}[m.rng.IntN(4)]
}

func (m *model) address(id int64) crawler.Address {
	paths := []string{"a", "Straße", "%C3%9Cber", "50%25", "under_score", "ПРИВЕТ", "b?q=1", "Z"}
	a := crawler.Address{
		ID: id, URL: fmt.Sprintf("https://example.com/%s/%d", paths[m.rng.IntN(len(paths))], m.rng.Uint32()),
		Scope: crawler.Scope(m.rng.IntN(5) / 4), Kind: crawler.Kind(m.rng.IntN(3)), Depth: m.rng.IntN(5),
		Hops: m.rng.IntN(3), InSitemap: m.rng.IntN(4) == 0, Skipped: m.reason(),
	}
	if id == 1 {
		a.Skipped, a.Depth = "", 0
	} else {
		a.FoundOn = m.rng.Int64N(id)
	}
	return a
}

func (m *model) page(a crawler.Address, known int64) *crawler.Page {
	titles := []string{"", "Über uns", "über UNS 2", "Contact", "contact", "100 % Оригинал", "a_b"}
	p := &crawler.Page{
		ID: a.ID, URL: a.URL, Scope: a.Scope, Kind: crawler.Kind(m.rng.IntN(3)), Outcome: crawler.Outcome(1 + m.rng.IntN(4)),
		Status: []int{0, 200, 200, 301, 404}[m.rng.IntN(5)], ContentType: []string{"", "text/html", "image/png"}[m.rng.IntN(3)],
		Size: m.rng.Int64N(5), Took: time.Duration(m.rng.IntN(5)) * time.Millisecond, At: time.UnixMilli(m.rng.Int64N(1 << 40)).UTC(),
		Title: titles[m.rng.IntN(len(titles))], Lang: "de",
	}
	if p.Status == 0 {
		p.ErrorKind, p.Error = fetch.DNS, "no such host"
	}
	m.describe(p)
	if m.rng.IntN(5) == 0 {
		p.RedirectID = 1 + m.rng.Int64N(known)
		p.RedirectTo = "https://example.com/elsewhere"
		return p
	}
	for range m.rng.IntN(8) {
		l := crawler.Link{
			Target: 1 + m.rng.Int64N(known), Kind: page.LinkKind(m.rng.IntN(2) * int(page.Image)),
			Position: page.Position(m.rng.IntN(7)), Text: titles[m.rng.IntN(len(titles))],
		}
		switch m.rng.IntN(5) {
		case 0:
			l.Fragment = "top"
		case 1:
			l.Spelling = "https://example.com/%7Espelling"
		case 2:
			l.Rel = "nofollow"
		}
		p.Links = append(p.Links, l)
	}
	return p
}

// describe fills in what most pages lack, now and then.
func (m *model) describe(p *crawler.Page) {
	p.Proto = []string{"", "HTTP/1.1", "HTTP/2.0", "HTTP/1.0"}[m.rng.IntN(4)]
	if m.rng.IntN(2) == 0 {
		p.MetaKeywords, p.SecondH1, p.H2, p.SecondH2, p.LastModified = "a, b", "Second", "Über", "2", "Mon, 30 Nov 2026 00:00:00 GMT"
		p.Words, p.Sentences, p.TextBytes = m.rng.IntN(1000), m.rng.IntN(9), m.rng.IntN(9000)
		p.TextHash, p.SimHash = m.rng.Uint64(), m.rng.Uint64()
	}
	for range m.rng.IntN(4) {
		p.Findings = append(p.Findings, crawler.Finding{
			Check:  []string{"title-missing", "image-alt", "lang-missing"}[m.rng.IntN(3)],
			Detail: []string{"", "72", "a, \"b\" [3]\n", "Ü"}[m.rng.IntN(4)],
		})
	}
}

// results gives the pages by number.
func (m *model) results() map[int64]*crawler.Page {
	pages := map[int64]*crawler.Page{}
	for _, p := range m.Pages() {
		pages[p.ID] = p
	}
	return pages
}

func (m *model) counts() Counts {
	c := Counts{Counts: crawler.Counts{Reasons: map[crawler.Reason]int{}}, Findings: map[string]int{}}
	pages := m.results()
	for _, a := range m.Addresses() {
		c.Found++
		p := pages[a.ID]
		switch {
		case p == nil && a.Skipped == "":
			c.Waiting++
			continue
		case p == nil:
			c.Skipped++
			c.Reasons[a.Skipped]++
			continue
		case p.Status > 0:
			c.Checked++
		default:
			c.Failed++
		}
		if p.Scope == crawler.Internal && p.Kind != crawler.ImageKind {
			c.Pages++
		}
		checks := map[string]bool{}
		for _, found := range p.Findings {
			checks[found.Check] = true
		}
		for check := range checks {
			c.Findings[check]++
		}
		*map[crawler.Outcome]*int{crawler.Works: &c.Works, crawler.Moved: &c.Moved, crawler.Broken: &c.Broken, crawler.Unchecked: &c.Unchecked}[p.Outcome]++
	}
	return c
}

// place is where an address stands in the link graph.
type place struct {
	depth   int
	foundOn int64
}

// places computes depth and found_on as Finish documents them.
func (m *model) places() map[int64]place {
	addresses, pages := m.Addresses(), m.results()
	const unreachable = 1 << 30
	depth := map[int64]int{}
	for _, a := range addresses {
		depth[a.ID] = unreachable
	}
	depth[1] = 0
	for changed := true; changed; {
		changed = false
		lower := func(id int64, d int) {
			if d < depth[id] {
				depth[id], changed = d, true
			}
		}
		for _, p := range pages {
			if depth[p.ID] == unreachable {
				continue
			}
			for _, l := range p.Links {
				lower(l.Target, depth[p.ID]+1)
			}
			if p.RedirectID != 0 {
				lower(p.RedirectID, depth[p.ID])
			}
		}
	}
	nearer := func(a, b *crawler.Page) int {
		return cmp.Or(cmp.Compare(depth[a.ID], depth[b.ID]), strings.Compare(a.URL, b.URL))
	}
	sorted := slices.SortedFunc(maps.Values(m.Pages()), nearer)
	places := map[int64]place{}
	for _, a := range addresses {
		var linking, redirecting int64
		for _, p := range slices.Backward(sorted) {
			if p.ID == a.ID {
				continue
			}
			if slices.ContainsFunc(p.Links, func(l crawler.Link) bool { return l.Target == a.ID }) {
				linking = p.ID
			}
			if p.RedirectID == a.ID {
				redirecting = p.ID
			}
		}
		at := place{depth[a.ID], cmp.Or(linking, redirecting)}
		if at.depth == unreachable {
			at.depth = -1
		}
		if a.ID == 1 {
			at.foundOn = 0
		}
		places[a.ID] = at
	}
	return places
}
