package gui

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// testChecks are a check of each sort, and one more.
var testChecks = []audit.Check{
	{ID: "title-missing", Group: audit.Titles, Hurts: audit.SearchEngines},
	{ID: "title-long", Group: audit.Titles, Hurts: audit.Nicety},
	{ID: "answer-missing-page", Group: audit.Answers, Hurts: audit.Visitors},
	{ID: "description-missing", Group: audit.Titles, Hurts: audit.Visitors},
}

func newTestSidebar(t *testing.T) (*sidebar, *[]view) {
	t.Helper()
	newTestApp(t)
	var chosen []view
	return newSidebar(testChecks, func(v view) { chosen = append(chosen, v) }), &chosen
}

func lineNamed(t *testing.T, s *sidebar, name string) int {
	t.Helper()
	at := slices.IndexFunc(s.lines, func(l sideLine) bool { return l.name == name })
	if at < 0 {
		t.Fatalf("the left column has no line %q", name)
	}
	return at
}

func TestSidebarCountsAndChooses(t *testing.T) {
	s, chosen := newTestSidebar(t)
	s.show(counted{Counts: crawlfile.Counts{Counts: crawler.Counts{Checked: 1200, Failed: 34, Works: 1100, Moved: 50, Broken: 60, Unchecked: 24, Skipped: 7}}})
	for name, want := range map[string]string{"All": "1,234", "Works": "1,100", "Moved": "50", "Broken": "60", "Could not check": "24", "Skipped": "7"} {
		if got := s.lines[lineNamed(t, s, name)].count; got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
	if len(*chosen) != 0 || s.list.at != lineNamed(t, s, "All") {
		t.Error("something was chosen before anybody chose")
	}
	s.list.Select(lineNamed(t, s, "Broken"))
	if len(*chosen) != 1 || (*chosen)[0].filter.Outcomes[0] != crawler.Broken {
		t.Errorf("chose %+v", *chosen)
	}
	s.list.Select(lineNamed(t, s, "Results"))
	if len(*chosen) != 1 {
		t.Error("a heading was chosen")
	}
	s.mark(view{pane: atOverview})
	if len(*chosen) != 1 || s.list.at != 0 {
		t.Error("a mark was told as a choice, or stands at the wrong line")
	}
}

func TestFindingsStandBelowTheResultsByWhoTheyHurt(t *testing.T) {
	s, chosen := newTestSidebar(t)
	s.show(counted{Counts: crawlfile.Counts{Findings: map[string]int{"title-long": 4, "title-missing": 3, "answer-missing-page": 12, "unknown": 9}}})
	answers, titles := lineNamed(t, s, audit.Answers.Name()), lineNamed(t, s, audit.Titles.Name())
	if answers > titles || s.lines[titles].count != "7" {
		t.Errorf("answers stand at %d, titles at %d with %s places", answers, titles, s.lines[titles].count)
	}
	if len(s.lines) != titles+1 || titles != answers+1 {
		t.Error("a group is open that nobody opened")
	}
	s.list.Select(titles) // a click
	missing := lineNamed(t, s, testChecks[0].Name())
	if missing != titles+1 || s.lines[missing].count != "3" || lineNamed(t, s, testChecks[1].Name()) != titles+2 {
		t.Error("the group did not open in order")
	}
	s.list.Select(missing)
	if len(*chosen) != 1 || !(*chosen)[0].same(findingView("title-missing")) {
		t.Errorf("chose %+v", *chosen)
	}
	// While the crawl runs something worse is found: the choice moves with its line.
	s.show(counted{Counts: crawlfile.Counts{Findings: map[string]int{"title-missing": 3, "answer-missing-page": 12, "description-missing": 1}}})
	if now := lineNamed(t, s, testChecks[0].Name()); s.list.at != now || now != missing+1 && now != missing || len(*chosen) != 1 {
		t.Errorf("line %d is chosen, not %d", s.list.at, now)
	}
	s.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	s.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	s.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if slices.ContainsFunc(s.lines, func(l sideLine) bool { return l.view.check == "title-missing" }) {
		t.Error("Enter did not close the group")
	}
}

// A heading is not lit under the mouse, not chosen by a click, and passed by keys.
func TestHeadingsOnlySeparate(t *testing.T) {
	s, chosen := newTestSidebar(t)
	s.show(counted{Counts: crawlfile.Counts{Counts: crawler.Counts{Checked: 10}}})
	w := test.NewTempWindow(t, s.object())
	w.SetPadded(false)
	w.Resize(fyne.NewSize(300, 600))
	heading := lineNamed(t, s, "Results")
	covered := 0
	for _, o := range test.LaidOutObjects(s.list) {
		v, ok := o.(*sideView)
		if !ok {
			continue
		}
		if v.cover.Visible() != (v.name.full == "Results") {
			t.Errorf("%q is covered: %v", v.name.full, v.cover.Visible())
		}
		if v.cover.Visible() {
			covered++
			if v.cover.Size() != v.Size() {
				t.Errorf("the cover has %v of %v", v.cover.Size(), v.Size())
			}
			before := s.list.at
			test.TapCanvas(w.Canvas(), fyne.NewPos(60, 8+float32(heading)*(rowHeight+rowGap)+15))
			if s.list.at != before || len(*chosen) != 0 {
				t.Errorf("a click on it leads to line %d", s.list.at)
			}
		}
	}
	if covered != 1 {
		t.Fatalf("%d headings are covered", covered)
	}
	s.list.restore(heading - 1)
	s.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if s.list.at != heading+1 {
		t.Errorf("down from above a heading leads to %d", s.list.at)
	}
	s.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if s.list.at != heading-1 {
		t.Errorf("up from below a heading leads to %d", s.list.at)
	}
	if at := s.list.passing(heading); at != heading+1 {
		t.Errorf("a key that leads to a heading leads to %d", at)
	}
}

// sideViewNamed finds the line with a name among those that are drawn.
func sideViewNamed(t *testing.T, in fyne.CanvasObject, name string) *sideView {
	t.Helper()
	for _, o := range test.LaidOutObjects(in) {
		if v, ok := o.(*sideView); ok && v.name.full == name {
			return v
		}
	}
	t.Fatalf("no line %q is drawn", name)
	return nil
}

// Each click on a group opens or closes it, and the line of what is shown stays marked.
func TestEveryClickOpensOrClosesAGroup(t *testing.T) {
	s, chosen := newTestSidebar(t)
	s.show(counted{Counts: crawlfile.Counts{Counts: crawler.Counts{Checked: 10}, Findings: map[string]int{"title-missing": 3}}})
	w := test.NewTempWindow(t, s.object())
	w.Resize(fyne.NewSize(300, 600))
	name := audit.Titles.Name()
	for _, open := range []bool{true, false, true} {
		test.Tap(sideViewNamed(t, s.list, name))
		if s.opened[audit.Titles] != open {
			t.Errorf("after a click the group is open: %v", !open)
		}
		if s.list.at != lineNamed(t, s, name) || len(*chosen) != 0 {
			t.Errorf("the keys go on from line %d, and %d views were chosen", s.list.at, len(*chosen))
		}
	}
	s.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if len(*chosen) != 1 || (*chosen)[0].check != "title-missing" {
		t.Errorf("the next line is %+v", *chosen)
	}
	s.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	s.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if s.opened[audit.Titles] {
		t.Error("Enter does not close the group")
	}
}

func TestTheSearchIsReadyToTypeInto(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	test.Tap(sideViewNamed(t, w.sidebar.list, "Find text on the site"))
	if w.view.pane != atSearch || w.window.Canvas().Focused() != fyne.Focusable(w.search.box) {
		t.Errorf("after a click %T has the keyboard", w.window.Canvas().Focused())
	}
	w.window.Canvas().Focus(w.sidebar.list)
	w.sidebar.list.choose(lineNamed(t, w.sidebar, "All"))
	if w.window.Canvas().Focused() != fyne.Focusable(w.sidebar.list) {
		t.Error("walking through the left column leaves it")
	}
	w.sidebar.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if w.window.Canvas().Focused() != fyne.Focusable(w.list.rows) {
		t.Errorf("Enter leads to %T", w.window.Canvas().Focused())
	}
}
