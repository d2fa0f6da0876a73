package crawlfile

import (
	"context"
	"fmt"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// onePage saves a crawl whose start page alone has links, to addresses that answer
// with an outcome.
func onePage(t testing.TB, links int, outcome crawler.Outcome) *File {
	t.Helper()
	f := newFile(t)
	b := crawler.Batch{Addresses: []crawler.Address{{ID: 1, URL: "https://example.com/"}}}
	start := workingPage(1, "https://example.com/")
	b.Pages = []*crawler.Page{start}
	for id := int64(2); id < int64(links)+2; id++ {
		url := fmt.Sprintf("https://example.com/%07d", id)
		b.Addresses = append(b.Addresses, crawler.Address{ID: id, URL: url, FoundOn: 1, Depth: 1})
		b.Pages = append(b.Pages, &crawler.Page{ID: id, URL: url, Outcome: outcome, Status: 404})
		start.Links = append(start.Links, crawler.Link{Target: id, Kind: page.Anchor, Text: fmt.Sprint("text ", id)})
	}
	save(t, f, b)
	return f
}

func workingPage(id int64, url string) *crawler.Page {
	return &crawler.Page{ID: id, URL: url, Outcome: crawler.Works, Status: 200, ContentType: "text/html", Proto: "HTTP/1.1"}
}

// Every broken link of a page is a cause with its own text.
func TestManyBrokenLinksOnOnePage(t *testing.T) {
	ctx := context.Background()
	const links = 3 * maxCauses
	f := onePage(t, links, crawler.Broken)
	if err := f.Finish(ctx, nil); err != nil {
		t.Fatal(err)
	}
	causes, err := f.Causes(ctx, crawlCheckTable[linkBroken].id, links)
	if err != nil || len(causes) != maxCauses {
		t.Fatalf("%d causes, %v", len(causes), err)
	}
	for _, c := range causes {
		if want := fmt.Sprint("text ", c.Target); c.Text != want || c.Position != "body" || c.Pages != 1 || c.Example != 1 {
			t.Fatalf("%+v, want the text %q", c, want)
		}
	}
	rows, err := f.FullRows(ctx, []int64{1, 2, links + 1}, WithInLinks)
	if err != nil || rows[0].In != 0 || rows[1].In != 1 || rows[2].In != 1 {
		t.Errorf("%+v, %v", rows, err)
	}
}

// lostPlaces saves a crawl of one page with links to places on itself that are not
// there, each of them often enough to have a row.
func lostPlaces(t testing.TB, places int) *File {
	t.Helper()
	f := newFile(t)
	start := workingPage(1, "https://example.com/")
	for range 3 {
		for i := range places {
			start.Links = append(start.Links, crawler.Link{Target: 1, Kind: page.Anchor, Text: fmt.Sprint("note ", i), Fragment: fmt.Sprint("note", i)})
		}
	}
	save(t, f, crawler.Batch{Addresses: []crawler.Address{{ID: 1, URL: start.URL}}, Pages: []*crawler.Page{start}})
	return f
}

// A page with links to lost places that are written out and have rows as well is
// counted once for each place.
func TestManyLostPlacesOnOnePage(t *testing.T) {
	ctx := context.Background()
	const places = 2 * maxCauses
	f := lostPlaces(t, places)
	if err := f.Finish(ctx, nil); err != nil {
		t.Fatal(err)
	}
	causes, err := f.Causes(ctx, crawlCheckTable[anchorBroken].id, places)
	if err != nil || len(causes) != maxCauses {
		t.Fatalf("%d causes, %v", len(causes), err)
	}
	for _, c := range causes {
		if c.Pages != 1 || c.Text == "" || c.Detail == "" {
			t.Fatalf("%+v", c)
		}
	}
}

// BenchmarkOnePageWithLostPlaces shows whether its cost grows with the square of
// the links.
func BenchmarkOnePageWithLostPlaces(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		f := lostPlaces(b, 8_000)
		b.StartTimer()
		if err := f.Finish(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOnePageWithAllLinks is what a page with 100,000 links costs.
func BenchmarkOnePageWithAllLinks(b *testing.B) {
	ctx := context.Background()
	for b.Loop() {
		b.StopTimer()
		f := onePage(b, 100_000, crawler.Broken)
		b.StartTimer()
		if err := f.Finish(ctx, nil); err != nil {
			b.Fatal(err)
		}
		if _, err := f.FullRows(ctx, []int64{2, 3, 4, 5, 6, 7, 8, 9}, WithInLinks); err != nil {
			b.Fatal(err)
		}
	}
}
