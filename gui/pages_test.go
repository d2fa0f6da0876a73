package gui

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/test"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// fakeRows makes up rows and counts how many were asked for.
type fakeRows struct {
	reads, rows int
	err         error
}

func (f *fakeRows) read(_ context.Context, ids []int64, _ crawlfile.Extras) ([]crawlfile.FullRow, error) {
	f.reads++
	f.rows += len(ids)
	if f.err != nil {
		return nil, f.err
	}
	found := make([]crawlfile.FullRow, len(ids))
	for i, id := range ids {
		found[i] = crawlfile.FullRow{Row: crawlfile.Row{ID: id, URL: rowURL(id), Title: fmt.Sprintf("Page %d", id), Outcome: crawler.Works, Status: 200, MS: 80}}
		found[i].Description, found[i].Words, found[i].In, found[i].Out = fmt.Sprintf("What page %d is about", id), int(id), 3, 5
	}
	return found, nil
}

// plain reads rows without extras.
func (f *fakeRows) plain(ctx context.Context, ids []int64) ([]crawlfile.Row, error) {
	full, err := f.read(ctx, ids, 0)
	var rows []crawlfile.Row
	for i := range full {
		rows = append(rows, full[i].Row)
	}
	return rows, err
}

// usual reads rows in the usual columns.
func (f *fakeRows) usual(ctx context.Context, ids []int64) ([]*row, error) {
	l := list{source: source{rows: f.read}, arranged: newArrangement(chosenColumns(usualColumns()))}
	return l.reader()(ctx, ids)
}

// inColumn is what a row shows in a column of a list of the usual ones.
func inColumn(t testing.TB, r *row, id string) string {
	t.Helper()
	at := slices.Index(usualColumns(), id)
	if at < 0 || at >= len(r.texts) {
		t.Fatalf("there is no column %s in %+v", id, r)
	}
	return r.texts[at].text
}

func rowURL(id int64) string { return fmt.Sprintf("https://example.com/page/%d", id) }

func upTo(n int) []int64 {
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = int64(i + 1)
	}
	return ids
}

func TestPagesReadBlocksAsTheyAreLookedAt(t *testing.T) {
	var rows fakeRows
	p := newPages(syncFeed(), nil)
	p.set(upTo(1000), rows.usual)
	if rows.reads != 0 {
		t.Fatal("rows were read before anybody looked")
	}
	item, _ := p.GetItem(130) // asks for its block
	if item != binding.DataItem(emptyRow) {
		t.Error("a row was there before it was read")
	}
	item, _ = p.GetItem(130)
	if got := inColumn(t, item.(*row), "title"); got != "Page 131" {
		t.Errorf("the row is %q", got)
	}
	for i := 128; i < 192; i++ {
		_, _ = p.GetItem(i)
	}
	if rows.reads != 1 || rows.rows != blockRows {
		t.Errorf("%d reads of %d rows for one block", rows.reads, rows.rows)
	}
}

func TestPagesSeeWhatIsAppendedToABlockAlreadyRead(t *testing.T) {
	var rows fakeRows
	p := newPages(syncFeed(), nil)
	p.set(upTo(10), rows.usual)
	_, _ = p.GetItem(0)
	p.append([]int64{11, 12})
	_, _ = p.GetItem(11)
	item, _ := p.GetItem(11)
	if got := inColumn(t, item.(*row), "title"); got != "Page 12" {
		t.Errorf("the appended row is %q", got)
	}
	if id, ok := p.id(11); !ok || id != 12 {
		t.Errorf("row 11 is address %d", id)
	}
}

func TestPagesOutOfRangeAreEmpty(t *testing.T) {
	var rows fakeRows
	p := newPages(syncFeed(), nil)
	p.set(upTo(3), rows.usual)
	for _, i := range []int{-1, 3, 99} {
		if item, err := p.GetItem(i); err != nil || item != binding.DataItem(emptyRow) {
			t.Errorf("row %d is %v, %v", i, item, err)
		}
		if _, ok := p.id(i); ok {
			t.Errorf("row %d has an address", i)
		}
	}
}

func TestPagesTellOfAFailureOnceForABlock(t *testing.T) {
	rows := fakeRows{err: errors.New("disk")}
	failures := 0
	p := newPages(syncFeed(), func(error) { failures++ })
	p.set(upTo(200), rows.usual)
	for range 5 {
		_, _ = p.GetItem(7)
	}
	if failures != 1 || rows.reads != 1 {
		t.Errorf("%d failures told, %d reads", failures, rows.reads)
	}
}

func TestPagesForgetBlocksFarAway(t *testing.T) {
	var rows fakeRows
	p := newPages(syncFeed(), nil)
	p.set(upTo(100_000), rows.usual)
	for i := 0; i < 100_000; i += blockRows {
		_, _ = p.GetItem(i)
	}
	if len(p.blocks) > keptBlocks {
		t.Errorf("%d blocks are kept", len(p.blocks))
	}
}

// While somebody drags the bar past many rows, only some of them are read.
func TestPagesAreNotReadInPassing(t *testing.T) {
	var rows fakeRows
	p := newPages(syncFeed(), nil)
	p.set(upTo(100_000), rows.usual)
	now := time.Now()
	for _, c := range []struct {
		what    string
		block   int
		after   time.Duration
		passing bool
	}{
		{"the first", 0, 0, false},
		{"its neighbour", 1, time.Millisecond, false},
		{"a leap", 500, time.Millisecond, false},
		{"a leap from there", 800, time.Millisecond, true},
		{"and one more", 1100, 2 * restful, true},
		{"one after a while", 200, 4 * restful, false},
	} {
		now = now.Add(c.after)
		if got := p.inPassing(c.block, now); got != c.passing {
			t.Errorf("%s is wanted in passing: %t", c.what, got)
		}
		p.keep(c.block, nil)
	}
}

// inUse is how much memory is in use.
func inUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A list of a million addresses makes no more widgets than fit on the screen,
// reads only what is looked at, and reaches its last row.
func TestAMillionAddresses(t *testing.T) {
	const all = 1_000_000
	newTestApp(t)
	var rows fakeRows
	l := newList(syncFeed(), nil, usualColumns(), func(int64) {}, func(err error) { t.Error(err) })
	made, updated := 0, 0
	create, update := l.rows.CreateItem, l.rows.UpdateItem
	l.rows.CreateItem = func() fyne.CanvasObject { made++; return create() }
	l.rows.UpdateItem = func(i int, o fyne.CanvasObject) { updated++; update(i, o) }
	w := test.NewTempWindow(t, l.object())
	w.Resize(fyne.NewSize(900, 700))

	ids := upTo(all)
	before := inUse()
	l.pages.set(ids, rows.usual)
	grown := inUse() - before
	for range 100 { // what was still in use as memory was counted is counted as well, once
		if grown <= 4<<20 {
			break
		}
		time.Sleep(10 * time.Millisecond)
		grown = inUse() - before
	}
	if grown > 4<<20 {
		t.Errorf("showing a million addresses took %d bytes beside their numbers", grown)
	}
	if made > 60 {
		t.Errorf("%d rows were made for one screen", made)
	}

	made, updated = 0, 0
	l.rows.Refresh()
	if updated > 40 {
		t.Errorf("a refresh updated %d rows", updated)
	}
	for range 100 {
		l.rows.ScrollToOffset(l.rows.GetScrollOffset() + 320)
	}
	l.rows.ScrollToBottom()
	l.rows.Refresh()
	if rows.rows > 60*blockRows {
		t.Errorf("%d rows were read", rows.rows)
	}
	if limit := 80 + 40*rows.reads; made > limit { // each block read refreshes the screen once
		t.Errorf("scrolling made %d rows, more than %d", made, limit)
	}

	opened := int64(0)
	l.opened = func(id int64) { opened = id }
	l.rows.choose(all - 1)
	if opened != all {
		t.Errorf("the last row opened address %d", opened)
	}
	if last, _ := l.pages.GetItem(all - 1); inColumn(t, last.(*row), "title") != fmt.Sprintf("Page %d", all) {
		t.Errorf("the last row is %q", inColumn(t, last.(*row), "title"))
	}
}

func TestRowPositionsAreExactInFloat32(t *testing.T) {
	step := float32(rowHeight + rowGap)
	for _, i := range []int{1, 410_001, 999_999, 16_000_001} {
		if y := float32(i) * step; int(y)/int(step) != i || int(y)%int(step) != 0 {
			t.Errorf("row %d is at %f", i, y)
		}
	}
}

// benchmarkList makes a list of a million addresses with the usual columns, and
// one with all there are.
func benchmarkList(b *testing.B, do func(*list)) {
	var all []string
	for _, c := range pageColumns() {
		all = append(all, c.id)
	}
	for name, ids := range map[string][]string{"usual": usualColumns(), "all": all} {
		b.Run(name, func(b *testing.B) {
			newTestApp(b)
			var rows fakeRows
			l := newList(syncFeed(), nil, ids, func(int64) {}, func(error) {})
			test.NewTempWindow(b, l.object()).Resize(fyne.NewSize(1200, 800))
			l.source.rows = rows.read
			l.pages.set(upTo(1_000_000), l.reader())
			l.rows.Refresh()
			b.ReportAllocs()
			for b.Loop() {
				do(l)
			}
		})
	}
}

func BenchmarkListRefresh(b *testing.B) { benchmarkList(b, func(l *list) { l.rows.Refresh() }) }

func BenchmarkListScroll(b *testing.B) {
	benchmarkList(b, func(l *list) { l.rows.ScrollToOffset(l.rows.GetScrollOffset() + 64) })
}

// BenchmarkListColumns chooses other columns, to and fro.
func BenchmarkListColumns(b *testing.B) {
	other := []string{"title", "heading", "words"}
	benchmarkList(b, func(l *list) {
		before := l.columnIDs()
		l.setColumns(other)
		other = before
	})
}
