package crawlfile

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// linkedSite makes a crawl of n pages with a menu of two links and a link of its
// own on each, the last of which leads to a broken page.
func linkedSite(t *testing.T, n int) *File {
	t.Helper()
	f, err := Create(filepath.Join(t.TempDir(), "x"+Extension), crawler.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	var b crawler.Batch
	gone := int64(n + 1)
	for id := int64(1); id <= gone; id++ {
		p := &crawler.Page{ID: id, URL: fmt.Sprintf("https://a.example/%04d", id), Outcome: crawler.Works, Status: 200}
		b.Addresses = append(b.Addresses, crawler.Address{ID: id, URL: p.URL, FoundOn: 1})
		b.Pages = append(b.Pages, p)
		if id == gone {
			p.Outcome, p.Status = crawler.Broken, 404
			break
		}
		p.Links = []crawler.Link{{Target: 1, Text: "Home", Position: page.Nav}, {Target: gone, Text: "Gone", Fragment: "x", Position: page.Nav, Rel: "nofollow"},
			{Target: min(id+1, gone), Text: fmt.Sprint("next to ", id)}}
	}
	if err := f.Save(b); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestReferences(t *testing.T) {
	const n = 600 // more than a batch
	f := linkedSite(t, n)
	count := 0
	last := 0.0
	err := f.References(t.Context(), Filter{}, func(share float64) { last = share }, func(r *Reference) error {
		id := int64(count/3 + 1)
		want := []string{"Home", "Gone", fmt.Sprint("next to ", id)}[count%3]
		if r.PageID != id || r.Number != count%3 || r.Text != want || r.Page != fmt.Sprintf("https://a.example/%04d", id) {
			t.Fatalf("link %d is %+v", count, r)
		}
		if r.Text == "Gone" && (r.Aim.Outcome != crawler.Broken || r.Aim.Status != 404 || r.URL != r.Aim.URL+"#x" || r.Rel != "nofollow" || r.Position != page.Nav) {
			t.Fatalf("link %d is %+v to %+v", count, r, r.Aim)
		}
		count++
		return nil
	})
	if err != nil || count != 3*n || last <= 0 || last > 1 {
		t.Errorf("%d links, progress %v, %v", count, last, err)
	}
	count = 0
	err = f.References(t.Context(), Filter{Outcomes: []crawler.Outcome{crawler.Broken}}, nil, func(*Reference) error { count++; return nil })
	if err != nil || count != n+1 {
		t.Errorf("%d links to what is broken, want %d (%v)", count, n+1, err)
	}
	stop := errors.New("stop")
	if err := f.References(t.Context(), Filter{}, nil, func(*Reference) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("stopped with %v", err)
	}
}

func TestChosen(t *testing.T) {
	f := linkedSite(t, 600)
	for _, c := range []struct {
		filter Filter
		want   int
	}{{Filter{}, 601}, {Filter{Outcomes: []crawler.Outcome{crawler.Works}}, 600}, {Filter{Text: "/0601"}, 1}, {Filter{Text: "nowhere"}, 0}} {
		var urls []string
		err := f.Chosen(t.Context(), c.filter, func(e *Entry) error { urls = append(urls, e.URL); return nil })
		if err != nil || len(urls) != c.want || !slices.IsSorted(urls) {
			t.Errorf("%+v chooses %d, want %d (%v)", c.filter, len(urls), c.want, err)
		}
	}
}
