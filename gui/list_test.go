package gui

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// fakeSource answers like a crawl file of the addresses it holds, the even ones broken.
type fakeSource struct {
	fakeRows
	saved []int64
	looks int // for new ones
	sorts int // of all
}

func (f *fakeSource) chosen(filter crawlfile.Filter, from, to int64) []int64 {
	var ids []int64
	for _, id := range f.saved[from:to] {
		broken := id%2 == 0
		if len(filter.Outcomes) > 0 && (filter.Outcomes[0] == crawler.Broken) != broken {
			continue
		}
		if filter.Text == "" || strings.Contains("even", filter.Text) == broken {
			ids = append(ids, id)
		}
	}
	return ids
}

func (f *fakeSource) source() source {
	return source{
		ids: func(_ context.Context, filter crawlfile.Filter, sort crawlfile.Sort) ([]int64, error) {
			f.sorts++
			ids := f.chosen(filter, 0, int64(len(f.saved)))
			if sort.Desc {
				slices.Reverse(ids)
			}
			return ids, nil
		},
		newIDs: func(_ context.Context, filter crawlfile.Filter, mark, atMost int64) ([]int64, int64, error) {
			f.looks++
			next := int64(len(f.saved))
			if atMost > 0 {
				next = min(next, mark+atMost)
			}
			return f.chosen(filter, mark, next), next, nil
		},
		rows: f.read,
	}
}

func newTestList(t *testing.T) (*list, *[]int64) {
	t.Helper()
	newTestApp(t)
	var opened []int64
	s := newTestSheets(t)
	l := newList(syncFeed(), s, usualColumns(), func(id int64) { opened = append(opened, id) }, func(err error) { t.Error(err) })
	s.window.SetPadded(false)
	s.window.SetContent(l.object())
	s.window.Resize(fyne.NewSize(900, 600))
	return l, &opened
}

func wantLength(t *testing.T, l *list, want int) {
	t.Helper()
	if got := l.pages.Length(); got != want {
		t.Errorf("the list has %d rows, not %d", got, want)
	}
}

func TestListGrowsWithARunningCrawl(t *testing.T) {
	l, _ := newTestList(t)
	f := &fakeSource{}
	l.show(f.source(), true)
	wantLength(t, l, 0)
	if l.empty.Text == "" {
		t.Error("an empty list explains nothing")
	}
	f.saved = upTo(5)
	l.grow(len(f.saved), false)
	wantLength(t, l, 5)
	f.saved = upTo(8)
	l.grow(len(f.saved), false)
	wantLength(t, l, 8)
	f.saved = upTo(9)
	l.grow(len(f.saved), true)
	wantLength(t, l, 9)
	f.saved = upTo(20)
	l.grow(len(f.saved), false) // the crawl is over
	wantLength(t, l, 9)
	if l.empty.Text != "" {
		t.Errorf("a full list says %q", l.empty.Text)
	}
}

func TestListChoosesWhileACrawlRuns(t *testing.T) {
	l, _ := newTestList(t)
	f := &fakeSource{saved: upTo(10)}
	l.show(f.source(), true)
	l.choose(crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Broken}})
	wantLength(t, l, 5)
	f.saved = upTo(14)
	l.grow(len(f.saved), false)
	wantLength(t, l, 7)
}

// A running crawl's list shows the first of a million at once and the rest bit
// by bit; then each look is at what is new alone.
func TestListLooksAtALargeRunningCrawlInParts(t *testing.T) {
	l, _ := newTestList(t)
	f := &fakeSource{saved: upTo(5*lookAtMost + 10)}
	l.show(f.source(), true)
	wantLength(t, l, 5*lookAtMost+10)
	if f.looks != 6 {
		t.Errorf("%d looks, not 6", f.looks)
	}
	l.choose(crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Broken}})
	test.Type(l.search, "odd") // none of the broken ones is
	wantLength(t, l, 0)
	if !strings.Contains(l.empty.Text, "odd") {
		t.Errorf("nothing found says %q", l.empty.Text)
	}
	f.looks = 0
	l.search.SetText("even")
	wantLength(t, l, 5*lookAtMost/2+5)
	if f.looks != 6 {
		t.Errorf("%d looks, not 6", f.looks)
	}
	f.saved = upTo(5*lookAtMost + 14)
	l.grow(len(f.saved), false)
	wantLength(t, l, 5*lookAtMost/2+7)
	if f.looks != 7 {
		t.Errorf("%d looks, not 7", f.looks)
	}
}

func TestListFiltersByText(t *testing.T) {
	l, _ := newTestList(t)
	f := &fakeSource{saved: upTo(10)}
	l.show(f.source(), false)
	test.Type(l.search, "even")
	wantLength(t, l, 5)
	l.choose(crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Works}})
	wantLength(t, l, 0)
	if !strings.Contains(l.empty.Text, "even") {
		t.Errorf("nothing found says %q", l.empty.Text)
	}
	l.search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	wantLength(t, l, 5)
	if l.search.Text != "" {
		t.Error("Escape did not empty the filter")
	}
}

func TestKeysWalkTheList(t *testing.T) {
	l, opened := newTestList(t)
	l.show((&fakeSource{saved: upTo(200)}).source(), false)
	for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyEnd, fyne.KeyUp, fyne.KeyHome, fyne.KeyUp} {
		l.rows.TypedKey(&fyne.KeyEvent{Name: key})
	}
	want := []int64{1, 2, 1, 200, 199, 1}
	if len(*opened) != len(want) {
		t.Fatalf("opened %v, not %v", *opened, want)
	}
	for i := range want {
		if (*opened)[i] != want[i] {
			t.Fatalf("opened %v, not %v", *opened, want)
		}
	}
	l.rows.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	if l.rows.at < 10 {
		t.Errorf("Page Down went to row %d", l.rows.at)
	}
}

func TestEnterInTheFilterGoesToTheFirstRow(t *testing.T) {
	l, opened := newTestList(t)
	l.show((&fakeSource{saved: upTo(10)}).source(), false)
	l.search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if len(*opened) != 1 || (*opened)[0] != 1 {
		t.Errorf("opened %v", *opened)
	}
}

func TestAnotherCrawlStartsWithoutAFilter(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(10)}).source(), false)
	test.Type(l.search, "even")
	l.show((&fakeSource{saved: upTo(4)}).source(), false)
	wantLength(t, l, 4)
	if l.search.Text != "" {
		t.Error("the filter of the last crawl is still there")
	}
}

func TestRowsSayWhatAnAddressIs(t *testing.T) {
	for _, c := range []struct {
		row                          crawlfile.Row
		title, address, status, time string
	}{
		{crawlfile.Row{URL: "https://example.com/about", Title: "About us", Outcome: crawler.Works, Status: 200, MS: 80}, "About us", "/about", "200", "80 ms"},
		{crawlfile.Row{URL: "https://example.com/x", Outcome: crawler.Works, Status: 200, MS: 1500}, "No title", "/x", "200", "1.5 s"},
		{crawlfile.Row{URL: "https://example.com/a/b.png?v=1", Kind: crawler.ImageKind, Outcome: crawler.Works, Status: 200, MS: 0}, "b.png", "/a/b.png?v=1", "200", "< 1 ms"},
		{crawlfile.Row{URL: "https://other.example/x", Scope: crawler.External, Outcome: crawler.Broken, Status: 404, MS: 9}, "Link to another site", "other.example/x", "404", "9 ms"},
		{crawlfile.Row{URL: "https://example.com/gone", Outcome: crawler.Broken}, "Broken", "/gone", "", ""},
		{crawlfile.Row{URL: "https://example.com/private", Outcome: crawler.Skipped, Skipped: crawler.ByRobots}, "Skipped", "/private", "", ""},
	} {
		r := newRow(&crawlfile.FullRow{Row: c.row}, chosenColumns(usualColumns()))
		for id, want := range map[string]string{"title": c.title, "address": c.address, "status": c.status, "time": c.time} {
			if got := inColumn(t, r, id); got != want {
				t.Errorf("the %s of %s is %q, not %q", id, c.row.URL, got, want)
			}
		}
	}
}
