package crawlfile

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// TestFinishEqualsModel compares what Finish computes with the definitions, on
// random graphs of all densities.
func TestFinishEqualsModel(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(15) {
		f := newFile(t)
		m := newModel(seed)
		for range 1 + seed/2 {
			m.saveBoth(t, f, m.grow())
		}
		last := 0.0
		err := f.Finish(ctx, func(p float64) {
			if p < last || p > 1 {
				t.Errorf("progress went from %v to %v", last, p)
			}
			last = p
		})
		if err != nil || last != 1 || !f.Finished() {
			t.Fatalf("%v, progress %v, finished %v", err, last, f.Finished())
		}
		for id, want := range m.places() {
			e, err := f.Entry(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			if got := (place{e.Depth, e.FoundOnID}); got != want {
				t.Errorf("seed %d: address %d is at %+v, want %+v", seed, id, got, want)
			}
		}
		checkInlinks(t, f, m)
		f.Close()
	}
}

func TestInlinksWithoutFinish(t *testing.T) {
	for seed := range uint64(5) {
		f := newFile(t)
		m := newModel(100 + seed)
		for range 4 {
			m.saveBoth(t, f, m.grow())
		}
		checkInlinks(t, f, m)
		if err := f.Finish(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		m.saveBoth(t, f, m.grow())
		if f.Finished() {
			t.Fatal("finished although pages were saved since")
		}
		checkInlinks(t, f, m)
	}
}

// checkInlinks compares the links to every address with those of the pages.
func checkInlinks(t *testing.T, f *File, m *model) {
	t.Helper()
	want := map[int64][]string{}
	for _, p := range m.Pages() {
		if p.RedirectID != 0 {
			want[p.RedirectID] = append(want[p.RedirectID], fmt.Sprint(p.ID, p.URL, p.Outcome, p.Status, crawler.Link{Target: p.RedirectID}))
		}
		for _, l := range p.Links {
			want[l.Target] = append(want[l.Target], fmt.Sprint(p.ID, p.URL, p.Outcome, p.Status, l))
		}
	}
	for _, a := range m.Addresses() {
		refs, total, err := f.Inlinks(context.Background(), a.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range refs {
			got = append(got, fmt.Sprint(r.ID, r.URL, r.Outcome, r.Status, r.Link))
		}
		slices.Sort(got)
		slices.Sort(want[a.ID])
		if !slices.Equal(got, want[a.ID]) || total != len(got) {
			t.Fatalf("links to %d: %d\n%v, want\n%v", a.ID, total, got, want[a.ID])
		}
		some, total, err := f.Inlinks(context.Background(), a.ID, 2)
		if err != nil || total != len(refs) || !reflect.DeepEqual(some, refs[:min(2, len(refs))]) {
			t.Fatalf("the first two of the links to %d: %v, %d, %v", a.ID, some, total, err)
		}
	}
}

// TestFinishRules are the rules of depth and found_on one by one.
func TestFinishRules(t *testing.T) {
	f := newFile(t)
	urls := []string{"start", "moved", "target", "b", "a", "leaf", "self", "sitemap", "island"}
	number := map[string]int64{"": 0}
	var b crawler.Batch
	for i, u := range urls {
		number[u] = int64(i + 1)
		b.Addresses = append(b.Addresses, crawler.Address{ID: int64(i + 1), URL: u, Depth: 9})
	}
	for _, p := range []struct{ url, redirect, links string }{
		{"start", "", "b a moved start"},
		{"moved", "target", ""},
		{"target", "", "self"},
		{"b", "", "leaf start"},
		{"a", "", "leaf"},
		{"self", "", "self"},
		{"sitemap", "", "island"},
	} {
		read := &crawler.Page{ID: number[p.url], URL: p.url, Outcome: crawler.Works, Status: 200, RedirectID: number[p.redirect]}
		for _, l := range strings.Fields(p.links) {
			read.Links = append(read.Links, crawler.Link{Target: number[l]})
		}
		b.Pages = append(b.Pages, read)
	}
	slices.Reverse(b.Pages) // the order of saving does not matter
	save(t, f, b)
	if err := f.Finish(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		url     string
		depth   int
		foundOn string
	}{
		{"start", 0, ""},
		{"moved", 1, "start"},
		{"target", 1, "moved"}, // a redirect costs no click
		{"b", 1, "start"},
		{"leaf", 2, "a"},      // as near as b, and the smaller address
		{"self", 2, "target"}, // not on itself
		{"sitemap", -1, ""},   // nothing leads there
		{"island", -1, "sitemap"},
	} {
		e, err := f.Entry(context.Background(), number[want.url])
		if err != nil || e.Depth != want.depth || e.FoundOn != want.foundOn {
			t.Errorf("%s: depth %d, found on %q (%v), want %d, %q", want.url, e.Depth, e.FoundOn, err, want.depth, want.foundOn)
		}
	}
}

func TestFinishIsInterruptedWithoutTrace(t *testing.T) {
	f := newFile(t)
	s := newSite(1500)
	for range 3 {
		save(t, f, s.batch(500))
	}
	for _, at := range []float64{0.05, 0.3, 0.6, 0.85, 0.95} {
		ctx, cancel := context.WithCancel(context.Background())
		err := f.Finish(ctx, func(p float64) {
			if p > at {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) || f.Finished() {
			t.Fatalf("at %v: %v, finished %v", at, err, f.Finished())
		}
		for _, table := range []string{"place", "inlink", "ordering", "trait"} {
			var n int
			if err := f.read.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil || n != 0 {
				t.Errorf("at %v: %d rows in %s, %v", at, n, table, err)
			}
		}
	}
	if err := f.Finish(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	f = reopen(t, f)
	if !f.Finished() {
		t.Error("Finish was forgotten")
	}
}

// TestFinishInPieces makes the lists of links with little memory at a time.
func TestFinishInPieces(t *testing.T) {
	defer func(old int) { inlinkMemory = old }(inlinkMemory)
	inlinkMemory = 7
	f := newFile(t)
	m := newModel(3)
	for range 6 {
		m.saveBoth(t, f, m.grow())
	}
	if err := f.Finish(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	checkInlinks(t, f, m)
}

// TestStoredNumbers pins the numbers that are in crawl files: they may be added
// to and never changed.
func TestStoredNumbers(t *testing.T) {
	kinds := []page.LinkKind{page.Anchor, page.Frame, page.Canonical, page.Next, page.Prev, page.Alternate, page.Refresh, page.Image}
	for i, k := range kinds {
		if int(k) != i {
			t.Errorf("link kind %d is %d", i, k)
		}
	}
	positions := []page.Position{page.Body, page.Head, page.Nav, page.Header, page.Footer, page.Aside, page.Main}
	for i, p := range positions {
		if int(p) != i {
			t.Errorf("position %d is %d", i, p)
		}
	}
	outcomes := []crawler.Outcome{crawler.Waiting, crawler.Works, crawler.Moved, crawler.Broken, crawler.Unchecked, crawler.Skipped}
	for i, o := range outcomes {
		if int(o) != i {
			t.Errorf("outcome %d is %d", i, o)
		}
	}
	if crawler.Internal != 0 || crawler.External != 1 || crawler.PageKind != 0 || crawler.ImageKind != 1 || crawler.FileKind != 2 {
		t.Error("the number of a scope or kind changed")
	}
}
