package gui

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// showing are the ids of the columns that have room in a row so wide.
func showing(a *arrangement, width float32) (ids []string) {
	for i, s := range a.in(width) {
		if s.width > 0 {
			ids = append(ids, a.columns[i].id)
		}
	}
	return ids
}

func TestColumnsFillTheWidthAndOthersGiveWay(t *testing.T) {
	newTestApp(t)
	var all []string
	for _, c := range pageColumns() {
		all = append(all, c.id)
	}
	for _, c := range []struct {
		name  string
		ids   []string
		width float32
		want  []string
	}{
		{"the usual ones", usualColumns(), 900, []string{"title", "address", "status", "time"}},
		{"in a narrow pane", usualColumns(), 420, []string{"title", "address", "status", "time"}},
		{"in one too narrow", usualColumns(), 370, []string{"title", "address", "status"}},
		{"in one narrower still", usualColumns(), 280, []string{"address", "status"}},
		{"in hardly any room the address shows", usualColumns(), 200, []string{"address"}},
		{"without a title", []string{"status"}, 900, []string{"address", "status"}},
		{"alone", nil, 900, []string{"address"}},
		{"more than there is room for", all, 700, []string{"title", "address", "outcome", "problems", "status", "time"}},
	} {
		a := newArrangement(chosenColumns(c.ids))
		if got := showing(a, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v show, not %v", c.name, got, c.want)
		}
		if c.width > 300 && a.left+a.right != len(a.columns)-len(c.want) {
			t.Errorf("%s: %d and %d are out of sight", c.name, a.left, a.right)
		}
		x := float32(columnEdge + markWidth)
		for i, s := range a.in(c.width) {
			if s.width == 0 {
				continue
			}
			if gap := s.x - x - a.columns[i].gap(); gap < -0.1 || gap > 0.1 {
				t.Errorf("%s: %v between columns before %s", c.name, gap, a.columns[i].id)
			}
			x = s.x + s.width
		}
		if end := c.width - a.end; c.width > 300 && (x < end-0.5 || x > end+0.5) {
			t.Errorf("%s: the last column ends at %v, not %v", c.name, x, end)
		}
	}
}

// Turn by turn every column comes into sight, and in the end the first again.
func TestColumnsOutOfSightAreReached(t *testing.T) {
	newTestApp(t)
	var all []string
	for _, c := range pageColumns() {
		all = append(all, c.id)
	}
	a := newArrangement(chosenColumns(all))
	first := showing(a, 640)
	seen := map[string]bool{}
	turns := 0
	for ; turns < len(all); turns++ {
		for _, id := range showing(a, 640) {
			seen[id] = true
		}
		if a.right == 0 {
			break
		}
		a = a.turned()
	}
	if len(seen) != len(all) || turns < 2 || turns > len(all)/2 {
		t.Errorf("%d of %d columns came into sight in %d turns", len(seen), len(all), turns)
	}
	at := showing(a, 640)
	if at[len(at)-1] != all[len(all)-1] || a.left == 0 || len(at) < len(first)-1 {
		t.Errorf("at the end %v show", at)
	}
	if a = a.turned(); !slices.Equal(showing(a, 640), first) {
		t.Errorf("one turn more shows %v, not %v", showing(a, 640), first)
	}
	if showing(a, 5000); a.left+a.right != 0 || len(showing(a, 5000)) != len(all) {
		t.Errorf("with room for all, %d and %d are out of sight", a.left, a.right)
	}
}

func TestRowsShowTheColumnsTheyAreGiven(t *testing.T) {
	newTestApp(t)
	columns := chosenColumns([]string{"title", "status", "words"})
	a := newArrangement(columns)
	v := newRowView(newArrangement(chosenColumns(usualColumns())), func(int64) {})
	v.content.Resize(fyne.NewSize(900, rowHeight))
	r := newRow(&crawlfile.FullRow{Row: crawlfile.Row{ID: 1, URL: "https://example.com/about", Title: "About us", Outcome: crawler.Works, Status: 200}, Words: 1234}, columns)
	v.show(a, r, false)
	var got []string
	for _, c := range v.cells {
		got = append(got, c.text.Text)
	}
	if want := []string{"About us", "/about", "200", "1,234"}; !slices.Equal(got, want) {
		t.Errorf("the row shows %q, not %q", got, want)
	}
	v.show(a, emptyRow, false)
	for i, c := range v.cells {
		if want := map[bool]string{true: ellipsis}[i == 0]; c.full != want {
			t.Errorf("while it is being read column %d shows %q", i, c.full)
		}
	}
}

// What every column shows of three addresses that have little in common.
func TestWhatColumnsShow(t *testing.T) {
	newTestApp(t)
	page := crawlfile.FullRow{
		Row:         crawlfile.Row{URL: "https://example.com/shop/", Title: "Shop", Outcome: crawler.Works, Status: 200, MS: 1200, Size: 25_000, Depth: 2},
		Description: "What we sell", H1: "Our shop", ContentType: "text/html; charset=utf-8", Canonical: "https://example.com/shop", MetaRobots: "noindex",
		Lang: "en", FoundOn: "https://example.com/", Words: 1500, In: 12, Out: 0, Problems: 0,
	}
	moved := crawlfile.FullRow{
		Row:        crawlfile.Row{URL: "https://example.com/old", Outcome: crawler.Moved, Status: 301, Depth: -1},
		RedirectTo: "https://shop.example.com/new", In: -1, Out: 0, Problems: 2,
	}
	skipped := crawlfile.FullRow{
		Row: crawlfile.Row{URL: "https://other.com/x", Outcome: crawler.Skipped, Scope: crawler.External, Depth: 3},
		In:  -1, Out: -1, Problems: -1,
	}
	for _, c := range []struct{ id, page, moved, skipped string }{
		{"title", "Shop", "Moved", "Link to another site"},
		{"address", "/shop/", "/old", "other.com/x"},
		{"outcome", "Works", "Moved", "Skipped"},
		{"problems", "0", "2", ""},
		{"status", "200", "301", ""},
		{"time", "1.2 s", "< 1 ms", ""},
		{"size", "25 kB", "", ""},
		{"type", "text/html", "", ""},
		{"moved", "", "shop.example.com/new", ""},
		{"checked", "", "", ""},
		{"heading", "Our shop", "", ""},
		{"description", "What we sell", "", ""},
		{"words", "1,500", "", ""},
		{"language", "en", "", ""},
		{"canonical", "/shop", "", ""},
		{"robots", "noindex", "", ""},
		{"depth", "2", "", ""},
		{"in", "12", "", ""},
		{"out", "0", "", ""},
		{"found", "/", "", ""},
	} {
		columns := chosenColumns([]string{c.id})
		at := slices.IndexFunc(columns, func(other column) bool { return other.id == c.id })
		if at < 0 {
			t.Errorf("there is no column %s", c.id)
			continue
		}
		for _, one := range []struct {
			row  *crawlfile.FullRow
			want string
		}{{&page, c.page}, {&moved, c.moved}, {&skipped, c.skipped}} {
			if got := newRow(one.row, columns).texts[at].text; got != one.want {
				t.Errorf("%s of %s is %q, not %q", c.id, one.row.URL, got, one.want)
			}
		}
	}
}

func TestEveryColumnExplainsItself(t *testing.T) {
	newTestApp(t)
	seen := map[string]bool{}
	for _, c := range pageColumns() {
		if c.id == "" || seen[c.id] || c.title == "" || len(c.what) < 20 || c.least <= 0 || c.text == nil {
			t.Errorf("%+v is not whole", c)
		}
		seen[c.id] = true
	}
	if want := []string{"title", "address", "status", "time"}; !slices.Equal(usualColumns(), want) {
		t.Errorf("the usual columns are %v", usualColumns())
	}
}
