package gui

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/sample"
	"sitewalk/sample/expected"
)

func startSample(t *testing.T) *sample.Site {
	t.Helper()
	site, err := sample.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.Close)
	return site
}

func TestWhatAPersonFoundToBeFineStaysSo(t *testing.T) {
	w := newTestWindow(t)
	site := startSample(t)
	crawlAgain(t, w, site)
	const check = "title-missing"
	if w.counts.Findings[check] == 0 {
		t.Fatal("the sample site has no page without a title")
	}
	w.goTo(findingView(check))
	w.problem.onLooked()
	if w.counts.Findings[check] != 0 || w.counts.fine[check] == 0 || !w.problem.fine || w.problem.said.Text == "" {
		t.Errorf("%d pages still count, %d are fine", w.counts.Findings[check], w.counts.fine[check])
	}
	lineNamed(t, w.sidebar, "Looked at and fine")
	w.onHome()
	crawlAgain(t, w, site)
	if w.counts.Findings[check] != 0 {
		t.Error("a later crawl has forgotten it")
	}
	w.goTo(findingView(check))
	w.problem.onLooked()
	if w.counts.Findings[check] == 0 || w.problem.fine {
		t.Error("it cannot be taken back")
	}
}

func TestCheckAgainSaysWhatIsLeft(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	const check = "link-broken"
	before := w.counts.Findings[check]
	if before == 0 {
		t.Fatal("the sample site has no broken link")
	}
	w.goTo(findingView(check))
	c, _ := audit.ByID(check)
	w.onRecheck(c)
	if !strings.Contains(w.problem.said.Text, "still have this problem") || w.problem.again != nil {
		t.Errorf("it says %q", w.problem.said.Text)
	}
	if w.counts.Findings[check] != before || w.state != crawler.Finished || !w.crawl.file.Finished() {
		t.Errorf("%d findings instead of %d, in state %q", w.counts.Findings[check], before, w.state)
	}
}

func TestTheSecondCrawlIsComparedWithTheFirst(t *testing.T) {
	w := newTestWindow(t)
	site := startSample(t)
	crawlAgain(t, w, site)
	w.onHome()
	crawlAgain(t, w, site)
	changed := changedPages(t, w)
	text := w.overview.changes.text.Text
	if !w.overview.changes.content.Visible() || strings.Contains(text, "Nothing has changed") != (changed == 0) || len(w.earlier) != 1 {
		t.Errorf("where %d pages have changed it says %q", changed, text)
	}
	lineNamed(t, w.sidebar, "Since last time")
}

// changedPages counts what differs between two crawls of an unchanged site. That
// can be nothing but how slow a busy computer made it.
func changedPages(t *testing.T, w *window) (changed int) {
	t.Helper()
	earlier, err := crawlfile.OpenReadOnly(w.changes.all.path)
	if err != nil {
		t.Fatal(err)
	}
	defer earlier.Close()
	err = crawlfile.Compare(t.Context(), earlier, w.crawl.file, func(d crawlfile.Difference) error {
		changed++
		steady := func(check string) bool { return !expected.IsSlowness(check) }
		if d.Old == nil || d.New == nil || len(d.Fields) > 0 || slices.ContainsFunc(append(d.Found, d.Solved...), steady) {
			t.Errorf("%+v has changed", d)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

// TestAnEarlierCrawlIsJudgedBeforeItIsCompared is about a person who starts the
// next crawl while the end of the first is still being worked out.
func TestAnEarlierCrawlIsJudgedBeforeItIsCompared(t *testing.T) {
	const only = "Only the addresses were compared"
	w := newTestWindow(t)
	site := startSample(t)
	first, err := startCrawl(site.URL(), crawler.Settings{LocalHosts: site.LocalHosts()}, w.folder, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	<-first.ended
	path := first.file.Path()
	crawlAgain(t, w, site) // while the first is in use
	if text := w.overview.changes.text.Text; !strings.Contains(text, only) {
		t.Errorf("while the first is in use it says %q", text)
	}
	if err := first.close(); err != nil {
		t.Fatal(err)
	}
	w.compareWith(w.crawl, crawlfile.Summary{Path: path})
	if text := w.overview.changes.text.Text; strings.Contains(text, only) || w.changes.all.path != path {
		t.Errorf("it says %q", text)
	}
	file, err := crawlfile.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if !file.Finished() {
		t.Error("the first crawl was not judged")
	}
}

func TestNumbersOfTheOverviewLeadToTheList(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	for _, c := range []*chart{w.overview.outcomes, w.overview.depths, w.overview.times} {
		for _, row := range c.rows {
			if !row.Visible() || row.act == nil {
				continue
			}
			row.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
			if got := number(w.list.pages.Length()); w.view.pane != atList || got != row.count.full {
				t.Errorf("%q leads to %s rows, not %s", row.name.full, got, row.count.full)
			}
		}
	}
	test.Tap(w.overview.worstRows[0])
	if w.view.check == "" || number(w.list.pages.Length()) != w.overview.worstRows[0].count.full {
		t.Errorf("the first problem leads to %d rows", w.list.pages.Length())
	}
}

func TestTheSiteIsShownByFolders(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	w.goTo(brokenView)
	w.list.folders.OnTapped()
	if len(w.list.tree.lines) == 0 {
		t.Fatal("the tree is empty")
	}
	for opened := true; opened; { // every folder
		opened = false
		for i := range w.list.tree.lines {
			if l := w.list.tree.lines[i]; !l.open && l.branch.Below > 0 {
				w.list.tree.onLine(i)
				opened = true
				break
			}
		}
	}
	found := 0
	for _, l := range w.list.tree.lines {
		if l.branch.ID != 0 {
			found++
		}
	}
	if found != w.counts.Broken {
		t.Errorf("the tree has %d addresses of %d broken ones", found, w.counts.Broken)
	}
	w.list.tree.onLine(0)
	if w.list.tree.lines[0].open || len(w.list.tree.lines) > 1 && w.list.tree.lines[1].level > 0 {
		t.Errorf("closed, the tree has %d lines", len(w.list.tree.lines))
	}
	w.list.folders.OnTapped()
	if w.list.asTree || w.list.body.Objects[0] != w.list.table {
		t.Error("there is no way back to the list")
	}
}

func TestTextIsFoundAndShown(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	w.goTo(view{pane: atSearch})
	test.Type(w.search.box, "voucher")
	if len(w.search.hits) == 0 || w.search.total != len(w.search.hits) || !strings.Contains(w.search.said.Text, "voucher") || w.search.export.Disabled() {
		t.Fatalf("%d hits of %d, and it says %q", len(w.search.hits), w.search.total, w.search.said.Text)
	}
	if h := w.search.hits[0]; !strings.EqualFold(h.part, "voucher") {
		t.Errorf("the hit shows %q%q%q", h.before, h.part, h.after)
	}
	w.search.box.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if !w.detailsOpen() {
		t.Error("a hit shows no details")
	}
	w.search.box.SetText("")
	if len(w.search.hits) != 0 {
		t.Error("an empty box keeps hits")
	}
}

func TestChangesAreListedTheWorstFirst(t *testing.T) {
	newTestApp(t)
	var opened []int64
	c := newChangesPane(newTestSheets(t), changesActions{open: func(id int64) { opened = append(opened, id) }, choose: func(fyne.CanvasObject) {}, export: func() {}})
	entry := func(id int64, outcome crawler.Outcome, title string) *crawlfile.Entry {
		return &crawlfile.Entry{Page: crawler.Page{ID: id, URL: "https://example.com/" + title, Title: title, Outcome: outcome}}
	}
	all := comparison{path: "x", when: "today", story: "Much."}
	for _, d := range []crawlfile.Difference{
		{Old: entry(1, crawler.Works, "Old"), New: entry(1, crawler.Works, "New"), Fields: []crawlfile.Field{crawlfile.TitleField}},
		{Old: entry(2, crawler.Works, "Gone")},
		{Old: entry(3, crawler.Works, "Broken"), New: entry(3, crawler.Broken, "Broken"), Fields: []crawlfile.Field{crawlfile.OutcomeField}},
	} {
		all.changes = append(all.changes, newChange(&d))
	}
	c.show(all)
	if len(c.shown) != 3 || c.shown[0].turn != "broke" || !strings.Contains(c.shown[2].detail, "title: “New”, was “Old”") {
		t.Errorf("listed are %+v", c.shown)
	}
	c.onTurn("gone")
	if len(c.shown) != 1 {
		t.Errorf("%d pages are gone", len(c.shown))
	}
	c.lines.Select(0)
	if len(opened) != 0 {
		t.Error("a page that is gone was opened")
	}
}

func TestSearchGivesUpOnWhatNobodyAwaits(t *testing.T) {
	newTestApp(t)
	s := newSearchPane(syncFeed(), func(err error) { t.Error(err) }, func(int64) {}, func(string) {})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	cancel()
	total, err := s.gather(ctx, textSource{search: func(_ context.Context, _ string, yield func(crawlfile.Hit) error) error {
		return yield(crawlfile.Hit{ID: 1, Snippet: "a", End: 1})
	}}, "a")
	if err != nil || total != 1 || len(s.hits) != 0 {
		t.Errorf("%d hits, %v: what was dropped is shown", len(s.hits), err)
	}
}
