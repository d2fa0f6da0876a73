package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// crawl makes a crawl file with n pages in a chain: each links to the next.
func crawl(tb testing.TB, n int) *crawlfile.File {
	tb.Helper()
	f, err := crawlfile.Create(filepath.Join(tb.TempDir(), "x"+crawlfile.Extension), meta)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = f.Close() })
	const batch = 500
	for from := 1; from <= n; from += batch {
		var b crawler.Batch
		for id := int64(from); id < int64(min(from+batch, n+1)); id++ {
			b.Addresses = append(b.Addresses, crawler.Address{ID: id, URL: chainURL(id), FoundOn: id - 1, Depth: int(id) - 1})
			page := &crawler.Page{ID: id, URL: chainURL(id), Outcome: crawler.Works, Status: 200, ContentType: "text/html", Title: fmt.Sprint("Page ", id),
				FirstParagraph: "A paragraph of a usual length, which says what the page is about, in a sentence or two.", Took: time.Millisecond}
			if id < int64(n) {
				page.Links = []crawler.Link{{Target: id + 1, Text: "next"}}
			}
			b.Pages = append(b.Pages, page)
		}
		// The last link of the batch needs its target to exist: it comes with the next one.
		if last := int64(from + batch); last <= int64(n) {
			b.Pages[len(b.Pages)-1].Links = nil
		}
		if err := f.Save(b); err != nil {
			tb.Fatal(err)
		}
	}
	return f
}

func chainURL(id int64) string { return fmt.Sprintf("https://a.example/%07d", id) }

func TestToFile(t *testing.T) {
	f := crawl(t, 700)
	path := filepath.Join(t.TempDir(), "x.json")
	last := -1.0
	err := ToFile(t.Context(), f, path, Choice{}, func(share float64) {
		if share < last || share > 1 {
			t.Errorf("progress went from %v to %v", last, share)
		}
		last = share
	})
	if err != nil || last != 1 {
		t.Fatalf("%v, progress ended at %v", err, last)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := read(t, data)
	if len(d.Pages) != 700 || d.Summary.Found != 700 || d.Summary.Checked != 700 {
		t.Fatalf("%d pages, %+v", len(d.Pages), d.Summary)
	}
	for i, page := range d.Pages {
		if page.URL != chainURL(int64(i+1)) || page.Title != fmt.Sprint("Page ", i+1) {
			t.Fatalf("page %d is %+v", i, page)
		}
	}
	if got := d.Pages[0].OutgoingLinks; len(got) != 1 || got[0] != chainURL(2) {
		t.Errorf("links of the first page: %q", got)
	}
	wantAlone(t, path)
}

func TestToFileCancelled(t *testing.T) {
	f := crawl(t, 600)
	path := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := ToFile(ctx, f, path, Choice{}, func(float64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	wantFile(t, path, "old")
	wantAlone(t, path)
}

func TestToFileUnknownEnding(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.doc")
	if err := ToFile(t.Context(), nil, path, Choice{}, nil); !errors.Is(err, ErrUnknownFormat) {
		t.Errorf("got %v", err)
	}
}

// BenchmarkJSON tells the speed and, as heap-MB, how far the heap was from
// growing with the crawl.
func BenchmarkJSON(b *testing.B) {
	const pages = 20_000
	f := crawl(b, pages)
	b.ReportAllocs()
	for b.Loop() {
		if err := write(b.Context(), Format{ID: "json"}, &job{file: f, done: func(float64) {}}, io.Discard); err != nil {
			b.Fatal(err)
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(pages)*float64(b.N)/b.Elapsed().Seconds(), "pages/s")
	b.ReportMetric(float64(m.HeapSys)/(1<<20), "heap-MB")
}
