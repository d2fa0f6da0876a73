package crawler

import (
	"testing"
	"time"
)

// pages notes n pages of which each takes a second and leads to fresh new ones.
func (h *horizon) pages(n, fresh int, p Page) {
	for range n {
		for range fresh {
			h.found(&Address{})
		}
		h.read(&p, time.Unix(int64(1000+h.passed), 0))
	}
}

func TestOutlook(t *testing.T) {
	works := Page{Outcome: Works}
	for _, c := range []struct {
		name                string
		note                func(h *horizon)
		read, waiting, most int
		want                Outlook
	}{
		{"nothing is foretold before ten pages", func(h *horizon) { h.pages(9, 1, works) }, 9, 50, 0, Outlook{}},
		{"nor before the first", func(*horizon) {}, 0, 0, 0, Outlook{}},
		{"a site of fewer is known when all is read", func(h *horizon) { h.pages(3, 0, works) }, 3, 0, 0, Outlook{Ready: true, Pages: 3, First: 3}},
		{"pages that lead nowhere new", func(h *horizon) { h.pages(10, 0, works) }, 10, 50, 0,
			Outlook{Ready: true, Pages: 60, Left: 50 * time.Second, First: 10}},
		{"pages that lead to a new one each", func(h *horizon) { h.pages(10, 1, works) }, 10, 50, 0,
			Outlook{Ready: true, Pages: 110, Left: 100 * time.Second, First: 10}},
		{"pages that lead to ever more", func(h *horizon) { h.pages(10, 3, works) }, 10, 20, 0,
			Outlook{Ready: true, Pages: 30, Growing: true, Left: 20 * time.Second, First: 10}},
		{"only the last pages tell", func(h *horizon) { h.pages(10, 5, works); h.pages(recentPages, 0, works) }, 60, 10, 0,
			Outlook{Ready: true, Pages: 70, Left: 10 * time.Second, First: 10}},
		{"a page limit shortens the time", func(h *horizon) { h.pages(10, 0, works) }, 10, 90, 30,
			Outlook{Ready: true, Pages: 100, Left: 20 * time.Second, First: 10}},
		{"a sitemap names the whole site", func(h *horizon) {
			for range 500 {
				h.found(&Address{InSitemap: true, Depth: -1})
			}
			h.pages(10, 2, works)
		}, 10, 510, 0, Outlook{Ready: true, Pages: 520, Left: 510 * time.Second, First: 10}},
		{"images and other sites are no pages", func(h *horizon) {
			h.pages(10, 0, Page{Scope: External, Outcome: Works})
			h.pages(10, 0, Page{Kind: ImageKind, Outcome: Works})
		}, 0, 20, 0, Outlook{}},
		{"walls and scripts count among the first ten", func(h *horizon) {
			h.pages(4, 0, Page{Outcome: Unchecked})
			h.pages(8, 0, Page{Outcome: Works, ByScript: true})
			h.forbidden = 7
		}, 12, 0, 0, Outlook{Ready: true, Pages: 12, First: 10, Blocked: 4, ByScript: 6, Forbidden: 7}},
	} {
		var h horizon
		c.note(&h)
		if got := h.look(c.read, c.waiting, c.most); got != c.want {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.name, got, c.want)
		}
	}
}
