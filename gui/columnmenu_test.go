package gui

import (
	"context"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/crawlfile"
)

// ticks finds the boxes of the menu that is open, by the names of columns.
func ticks(t *testing.T, s *sheets) map[string]*check {
	t.Helper()
	if len(s.closing()) == 0 {
		t.Fatal("no menu is open")
	}
	found := map[string]*check{}
	for _, o := range test.LaidOutObjects(s.open[0].popup) {
		if box, ok := o.(*check); ok {
			found[box.Text] = box
		}
	}
	return found
}

// titles are the names in the header.
func titles(l *list) (names []string) {
	for _, title := range l.header.titles {
		names = append(names, title.column.title)
	}
	return names
}

func TestColumnsAreChosen(t *testing.T) {
	l, _ := newTestList(t)
	var kept []string
	l.arrangedAs = func(ids []string) { kept = ids }
	l.show((&fakeSource{saved: upTo(10)}).source(), false)
	test.Tap(&l.header.choose.Button)
	boxes := ticks(t, l.sheets)
	if !boxes["Title"].Checked || boxes["Words"].Checked || !boxes["Address"].Checked || !boxes["Address"].Disabled() {
		t.Error("the boxes are not ticked as the columns show")
	}
	test.Tap(&boxes["Words"].Check)
	test.Tap(&boxes["Time"].Check)
	test.Tap(&boxes["Address"].Check)
	if want := []string{"Title", "Address", "Status", "Words"}; !slices.Equal(titles(l), want) || !slices.Equal(kept, []string{"title", "address", "status", "words"}) {
		t.Errorf("the columns are %q, remembered as %q", titles(l), kept)
	}
	item, _ := l.pages.GetItem(6)
	if got := item.(*row).texts; len(got) != 4 || got[3].text != "7" {
		t.Errorf("a row has %+v", got)
	}
	l.sheets.dismiss()
	if l.sheets.covered() {
		t.Error("the menu cannot be closed")
	}

	test.Tap(&l.header.choose.Button)
	for _, o := range test.LaidOutObjects(l.sheets.open[0].popup) {
		if b, ok := o.(*button); ok && b.Text == "Usual columns" {
			test.Tap(&b.Button)
		}
	}
	if !slices.Equal(titles(l), []string{"Title", "Address", "Status", "Time"}) || !slices.Equal(kept, usualColumns()) {
		t.Errorf("back to the usual columns, they are %q, remembered as %q", titles(l), kept)
	}
	if boxes := ticks(t, l.sheets); boxes["Words"].Checked || !boxes["Time"].Checked {
		t.Error("the boxes do not follow")
	}
	test.Tap(&ticks(t, l.sheets)["Size"].Check)
	if !slices.Contains(titles(l), "Size") {
		t.Error("after that nothing can be chosen")
	}
}

// A click beside the menu closes it, and nothing believes that it is still there.
func TestAClickElsewhereClosesTheMenu(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(10)}).source(), false)
	test.Tap(&l.header.choose.Button)
	test.TapCanvas(l.sheets.window.Canvas(), fyne.NewPos(3, 400))
	if l.sheets.covered() || l.sheets.dismiss() {
		t.Error("the menu is still open")
	}
}

func TestTheKeyboardChoosesColumns(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(10)}).source(), false)
	c := l.sheets.window.Canvas()
	c.Focus(l.search)
	for range 12 {
		if c.FocusNext(); c.Focused() == fyne.Focusable(l.header.choose) {
			break
		}
	}
	if c.Focused() != fyne.Focusable(l.header.choose) {
		t.Fatalf("Tab does not lead to the button but to %T", c.Focused())
	}
	if !l.header.hint.Visible() || l.header.hint.text.Text != "Choose columns" {
		t.Error("nothing says what the button does")
	}
	l.header.choose.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	box, ok := c.Focused().(*check)
	if !ok || box.Text != "Title" {
		t.Fatalf("the menu has the focus on %T", c.Focused())
	}
	box.TypedRune(' ')
	if !slices.Equal(titles(l), []string{"Address", "Status", "Time"}) {
		t.Errorf("the columns are %q", titles(l))
	}
}

func TestWithoutTheSortedColumnTheOrderIsTheUsual(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(5)}).source(), false)
	test.Tap(titleOf(t, l, crawlfile.ByStatus))
	test.Tap(titleOf(t, l, crawlfile.ByStatus))
	wantIDs(t, l, 5, 4, 3, 2, 1)
	l.setColumns([]string{"title", "status"})
	wantIDs(t, l, 5, 4, 3, 2, 1)
	if title := titleOf(t, l, crawlfile.ByStatus); title.arrowing == "" {
		t.Error("the column that is sorted by has no arrow")
	}
	l.setColumns([]string{"title", "size"})
	wantIDs(t, l, 1, 2, 3, 4, 5)
	if l.sort != (crawlfile.Sort{}) {
		t.Errorf("the list is sorted by %+v", l.sort)
	}
	l.setColumns(usualColumns())
	if title := titleOf(t, l, crawlfile.ByStatus); title.arrowing != "" {
		t.Error("the column comes back with its arrow")
	}
}

// The place in the list and the chosen row stay when the columns change.
func TestOtherColumnsKeepThePlace(t *testing.T) {
	l, opened := newTestList(t)
	l.show((&fakeSource{saved: upTo(500)}).source(), false)
	l.rows.choose(200)
	offset := l.rows.GetScrollOffset()
	l.setColumns([]string{"words"})
	if id, _ := l.pages.id(l.rows.at); id != 201 || l.rows.GetScrollOffset() != offset || len(*opened) != 1 {
		t.Errorf("address %d is chosen at %v, not 201 at %v", id, l.rows.GetScrollOffset(), offset)
	}
}

func TestTheOtherMouseButtonExplainsAColumn(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(5)}).source(), false)
	title := l.header.titles[1]
	test.TapSecondary(title)
	var said []string
	for _, s := range l.sheets.closing() {
		for _, o := range test.LaidOutObjects(s.popup) {
			if label, ok := o.(*widget.Label); ok {
				said = append(said, label.Text)
			}
		}
	}
	l.sheets.dismiss()
	if !slices.Equal(said, []string{title.column.title, title.column.what}) {
		t.Errorf("it says %q", said)
	}
	if l.sort != (crawlfile.Sort{}) {
		t.Errorf("and sorts by %+v", l.sort)
	}
}

// With more columns than there is room for, a button shows those out of sight.
func TestAButtonShowsColumnsOutOfSight(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(5)}).source(), false)
	if l.header.turn.Visible() {
		t.Error("there is a button although all columns have room")
	}
	l.setColumns([]string{"title", "heading", "description", "words", "in", "out", "found"})
	visible := func() (names []string) {
		for _, title := range l.header.titles {
			if title.Visible() {
				names = append(names, title.column.id)
			}
		}
		return names
	}
	first := visible()
	if !l.header.turn.Visible() || slices.Contains(first, "found") || !slices.Contains(first, "heading") {
		t.Fatalf("%q show at first", first)
	}
	test.Tap(&l.header.turn.Button)
	if got := visible(); !slices.Contains(got, "found") || slices.Contains(got, "heading") || !slices.Contains(got, "title") {
		t.Errorf("after a turn %q show", got)
	}
	shown := 0
	for _, o := range test.LaidOutObjects(l.rows) {
		if v, ok := o.(*rowView); ok && v.shown != nil && v.shown != emptyRow {
			shown++
			if found := v.cells[len(v.cells)-1]; found.Size().Width == 0 || v.cells[2].Size().Width != 0 {
				t.Fatal("the rows do not follow the header")
			}
		}
	}
	if shown == 0 {
		t.Error("no rows show")
	}
	test.Tap(&l.header.turn.Button)
	if got := visible(); !slices.Equal(got, first) {
		t.Errorf("after the last %q show", got)
	}
}

func TestTheHintGoesWithTheMouse(t *testing.T) {
	l, _ := newTestList(t)
	l.header.choose.MouseIn(&desktop.MouseEvent{})
	if !l.header.hint.Visible() {
		t.Error("nothing says what the button does")
	}
	l.header.choose.MouseOut()
	if l.header.hint.Visible() {
		t.Error("the hint stays")
	}
}

func TestColumnsAreRemembered(t *testing.T) {
	a := newTestApp(t)
	s := newSettings(a.Preferences())
	if !slices.Equal(s.columns(), usualColumns()) {
		t.Errorf("at first the columns are %q", s.columns())
	}
	s.setColumns([]string{"address", "words"})
	if got := newSettings(a.Preferences()).columns(); !slices.Equal(got, []string{"address", "words"}) {
		t.Errorf("remembered: %q", got)
	}
	s.setColumns(usualColumns())
	if !slices.Equal(s.columns(), usualColumns()) || len(a.Preferences().StringList(keyColumns)) > 0 {
		t.Errorf("the usual ones are remembered as a choice: %q", a.Preferences().StringList(keyColumns))
	}
	if got := chosenColumns([]string{"of a later version", "words"}); len(got) != 2 {
		t.Errorf("an unknown column makes %d columns", len(got))
	}
}

// What only the whole crawl can tell is in the list as soon as it is known.
func TestTheEndOfACrawlFillsColumns(t *testing.T) {
	w := newTestWindow(t)
	w.list.setColumns([]string{"in", "problems"})
	crawled(t, w)
	if _, err := w.list.pages.GetItem(0); err != nil { // asks for it to be read
		t.Fatal(err)
	}
	item, _ := w.list.pages.GetItem(0)
	r := item.(*row)
	full, err := w.crawl.file.FullRows(t.Context(), w.list.pages.ids[:1], crawlfile.WithInLinks|crawlfile.WithProblems)
	if err != nil || full[0].In < 1 {
		t.Fatalf("%+v, %v", full, err)
	}
	if want := []string{"/", number(full[0].Problems), number(full[0].In)}; len(r.texts) != 3 || r.texts[1].text != want[1] || r.texts[2].text != want[2] {
		t.Errorf("the row has %+v, not %q", r.texts, want)
	}
}

// TestOrdersAreMadeAhead fails when the order by a column that was chosen is made
// only when it is asked for.
func TestOrdersAreMadeAhead(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	var prepared []crawlfile.Column
	w.list.source.prepare = func(_ context.Context, by crawlfile.Column) error {
		prepared = append(prepared, by)
		return nil
	}
	w.list.setColumns([]string{"address", "words"})
	if !slices.Contains(prepared, crawlfile.ByWords) {
		t.Errorf("prepared: %q", prepared)
	}
	prepared = nil
	w.list.show(w.list.source, false)
	if !slices.Contains(prepared, crawlfile.ByWords) {
		t.Errorf("with another crawl, prepared: %q", prepared)
	}
	prepared = nil
	w.list.show(w.list.source, true)
	if len(prepared) > 0 {
		t.Errorf("while a crawl runs, prepared: %q", prepared)
	}
}
