package gui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sitewalk/crawler/audit"
	"sitewalk/sample/expected"
)

// visibleParts gives the parts of a kind that are visibleParts within an object, from its top.
func visibleParts[T fyne.CanvasObject](o fyne.CanvasObject) (found []T) {
	if !o.Visible() {
		return nil
	}
	if part, ok := o.(T); ok {
		return []T{part}
	}
	var within []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		within = o.Objects
	case fyne.Widget:
		within = test.WidgetRenderer(o).Objects()
	}
	for _, inner := range within {
		found = append(found, visibleParts[T](inner)...)
	}
	return found
}

// TestTheWindowShowsTheFindingsOfTheSampleSite reads the left column and the
// list as they are visibleParts and holds them against the list written by hand.
func TestTheWindowShowsTheFindingsOfTheSampleSite(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	w.window.Resize(fyne.NewSize(1200, 6000)) // all lines at once
	meta, err := w.crawl.file.Meta(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range problemGroups(audit.Checks(), w.counts.Findings) {
		w.sidebar.list.Select(lineNamed(t, w.sidebar, group.group.Name()))
	}
	counts := map[string]string{}
	for _, line := range visibleParts[*sideView](w.sidebar.object()) {
		if name, _ := strings.CutSuffix(line.name.text.Text, "…"); name == "" || !strings.HasPrefix(line.name.full, name) {
			t.Errorf("the line of “%s” says %q", line.name.full, line.name.text.Text)
		}
		counts[line.name.full] = line.count.text.Text
	}

	found := map[string][]string{}
	want := expected.Counts()
	for _, check := range audit.Checks() {
		n, shown := counts[check.Name()]
		if right := number(want[check.ID]); (shown || want[check.ID] > 0) && n != right && !expected.IsSlowness(check.ID) {
			t.Errorf("the left column has “%s” %q, not %s", check.Name(), n, right)
		}
		if !shown {
			continue
		}
		w.sidebar.list.Select(lineNamed(t, w.sidebar, check.Name()))
		if got := w.problem.name.text.Text; got != check.Name() {
			t.Errorf("a click on “%s” explains %q", check.Name(), got)
		}
		rows := visibleParts[*rowView](w.list.rows)
		if number(len(rows)) != n {
			t.Errorf("“%s” counts %s and lists %d", check.Name(), n, len(rows))
		}
		for _, row := range rows {
			entry, err := w.crawl.file.Entry(t.Context(), row.shown.id)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(row.placed.columns, func(c column) bool { return c.id == "address" })
			if want := shortAddress(entry.URL, entry.Scope); row.cells[i].full != want {
				t.Errorf("a row of %s shows %q", entry.URL, row.cells[i].full)
			}
			address := expected.Address(meta.Site, entry.URL)
			found[address] = append(found[address], check.ID)
		}
	}
	if d := expected.Difference(found); d != "" {
		t.Error(d)
	}
}
