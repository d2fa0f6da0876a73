package crawlfile

import (
	"path/filepath"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

func TestLinkCounts(t *testing.T) {
	f, err := Create(filepath.Join(t.TempDir(), "x"+Extension), crawler.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	const home, shop, picture, gone, outside, skipped = 1, 2, 3, 4, 5, 6
	menu := []crawler.Link{{Target: home, Text: "Home"}, {Target: shop, Text: "Shop"}, {Target: outside, Text: "Friends"}}
	err = f.Save(crawler.Batch{Addresses: []crawler.Address{
		{ID: home, URL: "https://a.example/"},
		{ID: shop, URL: "https://a.example/shop"},
		{ID: picture, URL: "https://a.example/p.png", Kind: crawler.ImageKind},
		{ID: gone, URL: "https://a.example/gone"},
		{ID: outside, URL: "https://b.example/", Scope: crawler.External},
		{ID: skipped, URL: "https://a.example/private", Skipped: crawler.ByRobots},
	}, Pages: []*crawler.Page{
		{ID: home, URL: "https://a.example/", Outcome: crawler.Works, Status: 200, Links: append([]crawler.Link{
			{Target: home, Kind: page.Canonical}, {Target: gone, Text: "old"}, {Target: gone, Text: "older", Fragment: "x"}}, menu...)},
		{ID: shop, URL: "https://a.example/shop", Outcome: crawler.Works, Status: 200, Links: append([]crawler.Link{
			{Target: picture, Kind: page.Image}, {Target: picture, Text: "large"}, {Target: gone, Rel: "nofollow"}, {Target: skipped, Text: "private"},
			{Target: outside, Text: "again"}}, menu...)},
		{ID: picture, URL: "https://a.example/p.png", Kind: crawler.ImageKind, Outcome: crawler.Works, Status: 200},
		{ID: gone, URL: "https://a.example/gone", Outcome: crawler.Broken, Status: 404},
		{ID: outside, URL: "https://b.example/", Scope: crawler.External, Outcome: crawler.Works, Status: 200},
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[int64]LinkCount{
		home:    {In: 2, InPages: 2, Internal: 4, UniqueInternal: 3, External: 1, UniqueExternal: 1},
		shop:    {In: 2, InPages: 2, Internal: 5, UniqueInternal: 5, External: 2, UniqueExternal: 1},
		picture: {In: 1, InPages: 1},
		gone:    {In: 3, InPages: 2},
		outside: {In: 3, InPages: 2},
		skipped: {In: 1, InPages: 1},
		99:      {},
	}
	check := func(state string) {
		counts, err := f.LinkCounts(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if counts.Pages != 2 {
			t.Errorf("%s: %d pages, want 2", state, counts.Pages)
		}
		for id, want := range want {
			if got := counts.Of(id); got != want {
				t.Errorf("%s: address %d has %+v, want %+v", state, id, got, want)
			}
		}
	}
	check("while it goes on")
	if err := f.Finish(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	check("at the end")
}
