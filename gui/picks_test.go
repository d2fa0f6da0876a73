package gui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestSeveralRowsAreChosenAndCopied(t *testing.T) {
	const ctrl, shift = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift
	type click struct {
		id   int64
		held fyne.KeyModifier
	}
	for _, c := range []struct {
		name   string
		clicks []click
		want   []int64
		last   int64 // shown in the details
	}{
		{"none", nil, nil, 0},
		{"one", []click{{3, 0}}, []int64{3}, 3},
		{"another", []click{{3, 0}, {5, 0}}, []int64{5}, 5},
		{"one more, in the list's order", []click{{5, 0}, {3, ctrl}}, []int64{3, 5}, 3},
		{"and less", []click{{5, 0}, {3, ctrl}, {3, ctrl}}, []int64{5}, 3},
		{"from the first on", []click{{3, 0}, {6, shift}}, []int64{3, 4, 5, 6}, 6},
		{"upwards", []click{{6, 0}, {4, shift}}, []int64{4, 5, 6}, 4},
		{"a range anew", []click{{6, 0}, {4, shift}, {7, shift}}, []int64{6, 7}, 7},
		{"a range and one", []click{{2, 0}, {4, shift}, {8, ctrl}}, []int64{2, 3, 4, 8}, 8},
		{"and all are given up", []click{{2, 0}, {4, shift}, {8, 0}}, []int64{8}, 8},
		{"Ctrl alone", []click{{2, ctrl}, {4, ctrl}}, []int64{2, 4}, 4},
	} {
		l, opened := newTestList(t)
		l.show((&fakeSource{saved: upTo(9)}).source(), false)
		fyne.CurrentApp().Clipboard().SetContent("")
		copied := 0
		l.copied = func(n int) { copied = n }
		for _, click := range c.clicks {
			l.held = func() fyne.KeyModifier { return click.held }
			l.onTapped(click.id)
		}
		l.copy()
		var want []string
		if len(c.want) > 1 {
			want = append(want, "Title\tAddress\tStatus\tTime")
		}
		for _, id := range c.want {
			want = append(want, fmt.Sprintf("Page %d\t%s\t200\t80 ms", id, rowURL(id)))
		}
		if got := fyne.CurrentApp().Clipboard().Content(); got != strings.Join(want, "\n") || copied != len(c.want) {
			t.Errorf("%s: %d copied:\n%s", c.name, copied, got)
		}
		if last := append(slices.Clone(*opened), 0); c.last != 0 && last[len(last)-2] != c.last {
			t.Errorf("%s: opened %v", c.name, *opened)
		}
	}
}

func TestAnotherListHasNoRowsChosen(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(9)}).source(), false)
	l.pickAll()
	if n := len(l.picks.of(l.pages.ids)); n != 9 {
		t.Errorf("%d of all are chosen", n)
	}
	l.onSearch("even")
	if n := len(l.picks.ids); n != 0 {
		t.Errorf("%d rows are still chosen", n)
	}
}

// The keyboard chooses one row and so ends a choice of several.
func TestKeysChooseOneRow(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(9)}).source(), false)
	l.pickAll()
	l.rows.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if len(l.picks.ids) != 0 || l.picks.anchor != 1 {
		t.Errorf("%+v", l.picks)
	}
}

// What is copied is what the columns show, with whole addresses.
func TestTheShownColumnsAreCopied(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(3)}).source(), false)
	l.setColumns([]string{"words", "description"})
	l.pickAll()
	l.copy()
	want := "Address\tDescription\tWords\n" +
		rowURL(1) + "\tWhat page 1 is about\t1\n" + rowURL(2) + "\tWhat page 2 is about\t2\n" + rowURL(3) + "\tWhat page 3 is about\t3"
	if got := fyne.CurrentApp().Clipboard().Content(); got != want {
		t.Errorf("copied:\n%s\nnot\n%s", got, want)
	}
	l.setColumns(nil)
	l.copy()
	if got, want := fyne.CurrentApp().Clipboard().Content(), strings.Join([]string{rowURL(1), rowURL(2), rowURL(3)}, "\n"); got != want {
		t.Errorf("addresses alone are copied as\n%s", got)
	}
}

func TestACopiedTextStaysInItsCell(t *testing.T) {
	for text, want := range map[string]string{"": "", "a\tb\n c": "a b c", "=1+1": "'=1+1", "-x": "'-x", "@a": "'@a", "+4": "'+4", "1-2": "1-2", " =x": "'=x"} {
		if got := oneLine(text); got != want {
			t.Errorf("%q is copied as %q, not %q", text, got, want)
		}
	}
}

// Every row of several looks the same, though the list marks one of them by itself.
func TestChosenRowsLookAlike(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(9)}).source(), false)
	l.onTapped(2)
	l.held = func() fyne.KeyModifier { return fyne.KeyModifierShift }
	l.onTapped(4)
	painted := map[int64]bool{}
	for _, o := range test.LaidOutObjects(l.rows) {
		if v, ok := o.(*rowView); ok && v.shown != nil {
			painted[v.shown.id] = v.picked
		}
	}
	for id, want := range map[int64]bool{1: false, 2: true, 3: true, 4: false, 5: false} { // the list paints 4
		if painted[id] != want {
			t.Errorf("row %d is painted: %v", id, painted[id])
		}
	}
}
