package gui

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// titleOf finds the title of a column.
func titleOf(t *testing.T, l *list, by crawlfile.Column) *columnTitle {
	t.Helper()
	for _, title := range l.header.titles {
		if title.column.by == by {
			return title
		}
	}
	t.Fatalf("there is no column for %q", by)
	return nil
}

func TestAClickOnAColumnSortsByIt(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(10)}).source(), false)
	title, status := titleOf(t, l, crawlfile.ByTitle), titleOf(t, l, crawlfile.ByStatus)
	for _, c := range []struct {
		click         *columnTitle
		want          crawlfile.Sort
		title, status fyne.ThemeIconName
		first         int64
	}{
		{title, crawlfile.Sort{By: crawlfile.ByTitle}, theme.IconNameArrowDropUp, "", 1},
		{title, crawlfile.Sort{By: crawlfile.ByTitle, Desc: true}, theme.IconNameArrowDropDown, "", 10},
		{title, crawlfile.Sort{}, "", "", 1},
		{title, crawlfile.Sort{By: crawlfile.ByTitle}, theme.IconNameArrowDropUp, "", 1},
		{status, crawlfile.Sort{By: crawlfile.ByStatus}, "", theme.IconNameArrowDropUp, 1},
		{status, crawlfile.Sort{By: crawlfile.ByStatus, Desc: true}, "", theme.IconNameArrowDropDown, 10},
	} {
		test.Tap(c.click)
		if l.sort != c.want || title.arrowing != c.title || status.arrowing != c.status {
			t.Errorf("a click sorts by %+v with arrows %q and %q, not by %+v", l.sort, title.arrowing, status.arrowing, c.want)
		}
		if first, _ := l.pages.id(0); first != c.first {
			t.Errorf("sorted by %+v the first address is %d, not %d", l.sort, first, c.first)
		}
	}
	l.show((&fakeSource{saved: upTo(4)}).source(), false)
	if (l.sort != crawlfile.Sort{}) || status.arrowing != "" {
		t.Error("another crawl starts with the order of the last one")
	}
}

func TestTheKeyboardSorts(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(10)}).source(), false)
	c := fyne.CurrentApp().Driver().CanvasForObject(l.search)
	c.Focus(l.search)
	if c.FocusNext(); c.Focused() != fyne.Focusable(l.folders) {
		t.Fatalf("Tab leads from the filter to %T", c.Focused())
	}
	var reached []crawlfile.Column
	for range l.header.titles {
		c.FocusNext()
		title, ok := c.Focused().(*columnTitle)
		if !ok {
			t.Fatalf("Tab leads on to %T", c.Focused())
		}
		reached = append(reached, title.column.by)
	}
	if want := []crawlfile.Column{crawlfile.ByTitle, crawlfile.ByURL, crawlfile.ByStatus, crawlfile.ByTime}; !slices.Equal(reached, want) {
		t.Errorf("Tab leads through %q", reached)
	}
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if want := (crawlfile.Sort{By: crawlfile.ByTime, Desc: true}); l.sort != want {
		t.Errorf("Enter and the space bar sort by %+v", l.sort)
	}
	if _, still := c.Focused().(*columnTitle); !still {
		t.Error("sorting by key moves the focus")
	}
	test.Tap(titleOf(t, l, crawlfile.ByTitle))
	c.Focus(l.search)
	test.Tap(titleOf(t, l, crawlfile.ByTitle))
	if c.Focused() != fyne.Focusable(l.rows) {
		t.Errorf("after a click the focus is on %T, not on the list", c.Focused())
	}
}

func TestAColumnWithoutRoomHasNoTitle(t *testing.T) {
	l, _ := newTestList(t)
	took := titleOf(t, l, crawlfile.ByTime)
	l.object().Resize(fyne.NewSize(370, 600))
	if took.Visible() {
		t.Error("the title of a column without room can be reached")
	}
	l.object().Resize(fyne.NewSize(900, 600))
	if !took.Visible() {
		t.Error("the title does not come back")
	}
}

func TestSortingKeepsToTheFilters(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(10)}).source(), false)
	test.Tap(titleOf(t, l, crawlfile.ByURL))
	test.Tap(titleOf(t, l, crawlfile.ByURL))
	l.choose(crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Broken}})
	wantIDs(t, l, 10, 8, 6, 4, 2)
	test.Type(l.search, "even")
	wantIDs(t, l, 10, 8, 6, 4, 2)
	l.choose(crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Works}})
	wantIDs(t, l)
	l.choose(crawlfile.Filter{})
	wantIDs(t, l, 10, 8, 6, 4, 2)
	test.Tap(titleOf(t, l, crawlfile.ByURL))
	wantIDs(t, l, 2, 4, 6, 8, 10)
}

func wantIDs(t *testing.T, l *list, want ...int64) {
	t.Helper()
	if !slices.Equal(l.pages.ids, want) {
		t.Errorf("the list has %v, not %v", l.pages.ids, want)
	}
}

func TestNewAddressesWaitWhileTheListIsSorted(t *testing.T) {
	l, opened := newTestList(t)
	f := &fakeSource{saved: upTo(100)}
	l.show(f.source(), true)
	test.Tap(titleOf(t, l, crawlfile.ByTitle))
	test.Tap(titleOf(t, l, crawlfile.ByTitle))
	l.rows.choose(50)
	l.rows.ScrollToOffset(600)
	if l.more.Visible() {
		t.Error("there are new addresses before any came")
	}
	f.saved = upTo(104)
	l.grow(len(f.saved), false)
	f.saved = upTo(105)
	l.grow(len(f.saved), false)
	wantLength(t, l, 100)
	if !l.more.Visible() || l.more.Text != "Show 5 new" {
		t.Errorf("5 new addresses are told of by %q", l.more.Text)
	}
	test.Tap(&l.more.Button)
	wantLength(t, l, 105)
	if first, _ := l.pages.id(0); first != 105 {
		t.Errorf("the first address is %d", first)
	}
	if id, _ := l.pages.id(l.rows.at); id != 50 || len(*opened) != 1 {
		t.Errorf("address %d is chosen, %v were opened", id, *opened)
	}
	if l.rows.GetScrollOffset() != 600 {
		t.Errorf("the list is scrolled to %f", l.rows.GetScrollOffset())
	}
	if l.more.Visible() {
		t.Error("there still are new addresses")
	}

	f.saved = upTo(110)
	l.grow(len(f.saved), false)
	f.saved = upTo(111)
	l.grow(len(f.saved), true)
	wantLength(t, l, 111)
	if id, _ := l.pages.id(l.rows.at); id != 50 || l.more.Visible() {
		t.Errorf("after the end address %d is chosen", id)
	}
}

func TestAnOrderIsReversedWithoutSortingAgain(t *testing.T) {
	l, _ := newTestList(t)
	f := &fakeSource{saved: upTo(5)}
	l.show(f.source(), true)
	test.Tap(titleOf(t, l, crawlfile.ByTitle))
	f.saved = upTo(6)
	l.grow(len(f.saved), false)
	test.Tap(titleOf(t, l, crawlfile.ByTitle))
	wantIDs(t, l, 5, 4, 3, 2, 1)
	if f.sorts != 1 || l.more.Text != "Show 1 new" {
		t.Errorf("sorted %d times; the new one is told of by %q", f.sorts, l.more.Text)
	}
	test.Tap(&l.more.Button)
	wantIDs(t, l, 6, 5, 4, 3, 2, 1)
	test.Tap(titleOf(t, l, crawlfile.ByURL))
	if f.sorts != 3 {
		t.Errorf("sorted %d times, not 3", f.sorts)
	}
}

func TestAsFoundNewAddressesAppearAgain(t *testing.T) {
	l, _ := newTestList(t)
	f := &fakeSource{saved: upTo(10)}
	l.show(f.source(), true)
	for range 3 {
		test.Tap(titleOf(t, l, crawlfile.ByTitle))
		f.saved = upTo(len(f.saved) + 2)
		l.grow(len(f.saved), false)
	}
	wantLength(t, l, 16)
	if l.more.Visible() {
		t.Error("addresses wait although they have their place")
	}
}

// What is left out comes without a result, so that a running crawl does not
// tell of it: it is asked for as a whole.
func TestSkippedAddressesAreShownWhileACrawlRuns(t *testing.T) {
	l, _ := newTestList(t)
	f := &fakeSource{saved: upTo(10)}
	s := f.source()
	s.ids = func(context.Context, crawlfile.Filter, crawlfile.Sort) ([]int64, error) { return f.saved, nil }
	s.newIDs = func(context.Context, crawlfile.Filter, int64, int64) ([]int64, int64, error) { return nil, 0, nil }
	l.show(s, true)
	l.choose(crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Skipped}})
	wantLength(t, l, 10)
	f.saved = upTo(12)
	l.grow(len(f.saved), true)
	wantLength(t, l, 12)
}

// Every column of the list is sorted by what it shows, and numbers as numbers.
func TestColumnsSortACrawlFile(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	ctx := context.Background()
	var all []string
	for _, c := range pageColumns() {
		all = append(all, c.id)
	}
	w.list.setColumns(all)
	for _, title := range w.list.header.titles {
		for _, desc := range []bool{false, true} {
			test.Tap(title)
			rows, err := w.crawl.file.FullRows(ctx, w.list.pages.ids, extrasOf(w.list.arranged.columns))
			if err != nil || len(rows) < 40 {
				t.Fatalf("%d rows, %v", len(rows), err)
			}
			if desc {
				slices.Reverse(rows)
			}
			sorted := slices.IsSortedFunc(rows, func(a, b crawlfile.FullRow) int { return compareBy(title.column.by, &a, &b) })
			if !sorted {
				t.Errorf("the rows are not sorted by %s (falling: %v)", title.column.by, desc)
			}
		}
		test.Tap(title)
	}
	if n := len(w.list.header.titles); n != len(all) {
		t.Errorf("%d of %d columns have titles", n, len(all))
	}
}

// A title is whole where its column is as narrow as can be, with the arrow beside
// it, which does not reach into the neighbour.
func TestTitlesHaveRoomForTheirArrow(t *testing.T) {
	newTestList(t)
	for _, c := range pageColumns() {
		title := newColumnTitle(c, nil, nil)
		title.Resize(fyne.NewSize(c.least, 30))
		for _, sort := range []crawlfile.Sort{{}, {By: c.by}} {
			title.show(sort)
			if got := title.name.text.Text; got != c.title {
				t.Errorf("sorted by %q: %q is %q", sort.By, c.title, got)
			}
		}
		arrow := title.arrow
		if left, right := arrow.Position().X, arrow.Position().X+arrow.Size().Width; left < -columnGap || right > c.least+columnGap {
			t.Errorf("%s: the arrow is from %v to %v of %v", c.title, left, right, c.least)
		}
	}
}

func compareBy(by crawlfile.Column, a, b *crawlfile.FullRow) int {
	switch by {
	case crawlfile.ByURL:
		return cmp.Compare(a.URL, b.URL)
	case crawlfile.ByTitle:
		return cmp.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title))
	case crawlfile.ByStatus:
		return cmp.Compare(a.Status, b.Status)
	case crawlfile.ByTime:
		return cmp.Compare(a.MS, b.MS)
	case crawlfile.BySize:
		return cmp.Compare(a.Size, b.Size)
	case crawlfile.ByDepth:
		return cmp.Compare(a.Depth, b.Depth)
	case crawlfile.ByOutcome:
		return cmp.Compare(a.Outcome, b.Outcome)
	case crawlfile.ByProblems:
		return cmp.Compare(a.Problems, b.Problems)
	case crawlfile.ByWords:
		return cmp.Compare(a.Words, b.Words)
	case crawlfile.ByLinksTo:
		return cmp.Compare(a.In, b.In)
	case crawlfile.ByLinksOn:
		return cmp.Compare(a.Out, b.Out)
	case crawlfile.ByChecked:
		return a.At.Compare(b.At)
	}
	text := map[crawlfile.Column]func(*crawlfile.FullRow) string{
		crawlfile.ByType:        func(r *crawlfile.FullRow) string { return r.ContentType },
		crawlfile.ByMoved:       func(r *crawlfile.FullRow) string { return r.RedirectTo },
		crawlfile.ByH1:          func(r *crawlfile.FullRow) string { return r.H1 },
		crawlfile.ByDescription: func(r *crawlfile.FullRow) string { return r.Description },
		crawlfile.ByLang:        func(r *crawlfile.FullRow) string { return r.Lang },
		crawlfile.ByCanonical:   func(r *crawlfile.FullRow) string { return r.Canonical },
		crawlfile.ByRobots:      func(r *crawlfile.FullRow) string { return r.MetaRobots },
		crawlfile.ByFoundOn:     func(r *crawlfile.FullRow) string { return r.FoundOn },
	}[by]
	return cmp.Compare(strings.ToLower(text(a)), strings.ToLower(text(b)))
}
