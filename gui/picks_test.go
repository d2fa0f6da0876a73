package gui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
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
		for _, id := range c.want {
			want = append(want, rowURL(id))
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
