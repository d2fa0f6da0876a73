package gui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/export"
)

// heldWindow makes a window whose background work is held until release does it,
// on the test's goroutine and in the order of asking.
func heldWindow(t *testing.T) (w *window, release func()) {
	t.Helper()
	w = newTestWindow(t)
	var held []func()
	w.feed.atOnce = false
	w.feed.spawn = func(work func()) { held = append(held, work) }
	w.feed.post = func(show func()) { show() }
	release = func() {
		w.feed.atOnce, w.feed.spawn = true, nil
		for _, work := range held {
			work()
		}
		held = nil
	}
	t.Cleanup(release)
	return w, release
}

// Start, pressed twice, and another crawl opened: one crawl comes of it.
func TestWhatFollowsAStartAtOnceIsLeftOut(t *testing.T) {
	w, release := heldWindow(t)
	w.toolbar.address.SetText("http://127.0.0.1:1/")
	w.onStart()
	w.onStart()
	w.onSample()
	w.openFile(filepath.Join(w.folder, "other.sitewalk"))
	w.onRetry(func(*crawler.Settings) {})
	w.onOpen()
	if w.sheets.covered() {
		t.Error("a crawl to open can be chosen while another is being started")
	}
	release()
	found, err := filepath.Glob(filepath.Join(w.folder, "*.sitewalk"))
	if err != nil || len(found) != 1 || w.crawl == nil || w.crawl.file.Path() != found[0] {
		t.Errorf("the files are %v, %v", found, err)
	}
}

// What is pressed while a crawl is left finds none.
func TestACrawlThatIsBeingLeftIsNotExported(t *testing.T) {
	w, release := heldWindow(t)
	_, c := startUntitled(t, w.folder)
	w.take(c, c.earlier.Start)
	w.state = crawler.Finished
	w.onHome()
	w.onExport()
	w.onExportHits("text")
	w.onExportChanges()
	if w.sheets.covered() {
		t.Error("it can be exported")
	}
	release()
	if !w.start.object().Visible() {
		t.Error("the start screen does not show")
	}
}

// The window, closed while a crawl is being started, closes that too.
func TestAWindowClosedDuringAStartLeavesNothingOpen(t *testing.T) {
	w, release := heldWindow(t)
	ended := false
	w.end = func() { ended = true }
	w.toolbar.address.SetText("http://127.0.0.1:1/")
	w.onStart()
	w.onClose()
	if ended {
		t.Fatal("the window did not wait")
	}
	release()
	if !ended || w.crawl != nil {
		t.Errorf("ended: %v, a crawl is open: %v", ended, w.crawl != nil)
	}
}

// Escape on Save takes it back.
func TestEscapeTakesSaveBack(t *testing.T) {
	w, release := heldWindow(t)
	_, c := startUntitled(t, w.folder)
	t.Cleanup(func() { _ = c.close() })
	w.settings.setExportFolder(t.TempDir())
	w.export.open(c, "mine", nil)
	path := w.export.path()
	w.export.onSave()
	w.onKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	release()
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) || w.sheets.covered() {
		t.Errorf("it was written all the same: %v", err)
	}
}

// Two verdicts in quick succession both count.
func TestTwoVerdictsAtOnceBothCount(t *testing.T) {
	w, release := heldWindow(t)
	_, c := startUntitled(t, w.folder)
	w.crawl, w.state = c, crawler.Finished
	counts, err := c.counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var given []string
	for id := range counts.Findings {
		if check, known := audit.ByID(id); known && len(given) < 2 {
			given = append(given, id)
			w.onVerdict(check, true)
		}
	}
	release()
	for _, id := range given {
		if w.counts.fine[id] == 0 {
			t.Errorf("%s is not fine", id)
		}
	}
}

// Pages may be looked at again while the crawl is looked at as a whole: in the end
// both are done.
func TestARecheckDuringTheClosingWork(t *testing.T) {
	w, release := heldWindow(t)
	_, c := startUntitled(t, w.folder)
	w.crawl, w.state = c, crawler.Finished
	w.overview.read(func(ctx context.Context) (audit.Overview, error) { return audit.NewOverview(ctx, c.file, c.verdicts()) }, c.file.Charts)
	w.list.source = fileSource(c.file)
	w.problem.read(fileProblems(c.file))
	w.finish(c)
	check, _ := audit.ByID(noTitle)
	w.onRecheck(check)
	if w.free() || !w.toolbar.main.Disabled() {
		t.Error("another crawl can be started meanwhile")
	}
	w.onRecheck(check) // does nothing
	release()
	if !w.overview.whole || !c.file.Finished() || w.problem.again != nil || w.toolbar.main.Disabled() {
		t.Errorf("whole: %v, finished: %v", w.overview.whole, c.file.Finished())
	}
}

// A finding that is solved may be checked again: nothing is left to ask for, and the
// crawl is what it was.
func TestARecheckOfWhatIsSolved(t *testing.T) {
	w := newTestWindow(t)
	site, c := startUntitled(t, w.folder)
	w.crawl, w.state = c, crawler.Finished
	w.problem.read(fileProblems(c.file))
	w.list.source = fileSource(c.file)
	w.overview.read(func(ctx context.Context) (audit.Overview, error) { return audit.NewOverview(ctx, c.file, c.verdicts()) }, c.file.Charts)
	check, _ := audit.ByID(noTitle)
	site.mended.Store(true)
	for range 2 {
		w.problem.show(check, w.found(noTitle))
		w.onRecheck(check)
		if w.state != crawler.Finished || w.counts.Checked != 11 || w.toolbar.home.Disabled() {
			t.Errorf("the crawl is %q, %d addresses are checked", w.state, w.counts.Checked)
		}
	}
}

// A crawl that a killed program left behind is one that was stopped, also after
// its pages were looked at again.
func TestARecheckOfACrawlThatWasCutOff(t *testing.T) {
	w := newTestWindow(t)
	_, c := startUntitled(t, w.folder)
	meta, err := c.file.Meta(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	meta.State = crawler.Running
	if err := c.file.Save(crawler.Batch{Meta: &meta}); err != nil {
		t.Fatal(err)
	}
	w.crawl, w.state = c, crawler.Stopped
	w.problem.read(fileProblems(c.file))
	w.list.source = fileSource(c.file)
	check, _ := audit.ByID(noTitle)
	w.onRecheck(check)
	if w.state != crawler.Stopped || w.toolbar.second.Disabled() || w.toolbar.home.Disabled() {
		t.Errorf("the crawl is %q", w.state)
	}
}

// An overview that will never be there does not promise to come.
func TestAnOverviewThatFailsSaysSo(t *testing.T) {
	w := newTestWindow(t)
	c, err := startCrawl("http://127.0.0.1:1/", crawler.Settings{}, w.folder, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	<-c.ended
	if err := c.file.Close(); err != nil { // so that nothing can be kept in it
		t.Fatal(err)
	}
	w.crawl, w.state = c, crawler.Finished
	w.showCounts()
	w.finish(c)
	w.showCounts()
	if w.overview.fine.Text != unlooked() || len(w.sheets.open) != 1 {
		t.Errorf("it says %q", w.overview.fine.Text)
	}
}

// A comparison that is given up for carrying on is not promised any more.
func TestAComparisonThatIsGivenUpIsNotPromised(t *testing.T) {
	w, release := heldWindow(t)
	_, c := startUntitled(t, w.folder)
	w.crawl, w.state = c, crawler.Stopped
	before := w.changes.story.Text
	w.compareWith(c, crawlfile.Summary{Path: c.file.Path()})
	w.onCarryOn()
	if w.changes.story.Text != before {
		t.Errorf("it says %q while the crawl is carried on", w.changes.story.Text)
	}
	release()
	<-c.ended
}

// A crawl that is about to be carried on is written as far as it is: it is not
// looked at as a whole, which would have to be done over and keep it from going on.
func TestAnExportWhileACrawlIsCarriedOn(t *testing.T) {
	w, release := heldWindow(t)
	_, c := startUntitled(t, w.folder)
	if err := c.file.Save(crawler.Batch{Addresses: []crawler.Address{{ID: 99, URL: "http://127.0.0.1:1/late", FoundOn: 1}}}); err != nil {
		t.Fatal(err)
	}
	w.crawl, w.state = c, crawler.Stopped
	c.carrying = true
	w.export.open(c, "mine", nil)
	written := false
	w.export.write = func(_ context.Context, file *crawlfile.File, _ string, _ export.Choice, _ func(float64)) error {
		if written = true; file.Finished() {
			t.Error("it was looked at as a whole")
		}
		return nil
	}
	w.export.start(filepath.Join(t.TempDir(), "mine.json"))
	release()
	if !written {
		t.Error("nothing was written")
	}
}

// A verdict that was given just before a crawl is carried on counts, and brings no
// overview of all there is.
func TestAVerdictBeforeACrawlIsCarriedOn(t *testing.T) {
	w, release := heldWindow(t)
	_, c := startUntitled(t, w.folder)
	w.crawl, w.state = c, crawler.Stopped
	w.overview.read(func(ctx context.Context) (audit.Overview, error) { return audit.NewOverview(ctx, c.file, c.verdicts()) }, c.file.Charts)
	check, _ := audit.ByID(noTitle)
	c.carrying = true
	w.onVerdict(check, true)
	release()
	if w.overview.whole || w.counts.fine[noTitle] == 0 {
		t.Errorf("the overview is of the whole: %v, fine: %v", w.overview.whole, w.counts.fine)
	}
}

// After a crawl was deleted the list is read anew, whatever is pressed meanwhile.
func TestADeletedCrawlLeavesTheList(t *testing.T) {
	w, release := heldWindow(t)
	c, err := startCrawl("http://127.0.0.1:1/", crawler.Settings{}, w.folder, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	path := c.file.Path()
	<-c.ended
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
	w.start.showEarlier([]earlierCrawl{{path: path}})
	w.remove(path)
	w.openFile(path)
	release()
	if len(w.start.earlier) != 0 || w.crawl != nil || w.sheets.covered() {
		t.Errorf("listed: %v", w.start.earlier)
	}
}

// Tasks take their turn in the order of asking, and end early when told so.
func TestTasksTakeTurns(t *testing.T) {
	var all tasks
	var order []int
	var works []func(context.Context) (nothing, error)
	for i := range 3 {
		works = append(works, inTurn(&all, done(func(ctx context.Context) error {
			order = append(order, i)
			return ctx.Err()
		})))
	}
	all.end()
	failures := make(chan error)
	for i := range works {
		go func() {
			_, err := works[len(works)-1-i](t.Context())
			failures <- err
		}()
	}
	for range works {
		if err := <-failures; !errors.Is(err, context.Canceled) {
			t.Errorf("a task ended with %v", err)
		}
	}
	all.wait()
	if len(order) != 3 || order[0] != 0 || order[1] != 1 || order[2] != 2 {
		t.Errorf("the order is %v", order)
	}
}
