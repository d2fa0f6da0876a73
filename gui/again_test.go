package gui

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// untitledSite is a site of a start page and ten pages without titles. After it was
// crawled it may mend them, and answer so many requests alone.
type untitledSite struct {
	mended  atomic.Bool
	answers atomic.Int64 // how many are left; negative: all
}

func (s *untitledSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		http.NotFound(w, r)
		return
	}
	if s.answers.Load() >= 0 && s.answers.Add(-1) < 0 {
		s.answers.Store(0)
		<-r.Context().Done()
		return
	}
	w.Header().Set("Content-Type", "text/html")
	title := ""
	if s.mended.Load() || r.URL.Path == "/" {
		title = "<title>A title that is long enough to be one</title>"
	}
	fmt.Fprintf(w, "<html lang=en>%s<body>", title)
	if r.URL.Path == "/" {
		for i := range 10 {
			fmt.Fprintf(w, `<a href="/%d">page %d</a>`, i, i)
		}
	}
}

// startUntitled crawls the site and looks at all of it.
func startUntitled(t *testing.T, folder string) (*untitledSite, *crawl) {
	t.Helper()
	site := &untitledSite{}
	site.answers.Store(-1)
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	c, err := startCrawl(server.URL, crawler.Settings{Concurrency: 2}, folder, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	<-c.ended
	if err := errors.Join(c.err, c.finish(t.Context())); err != nil {
		t.Fatal(err)
	}
	return site, c
}

const noTitle = "title-missing"

// awaitCount waits until so many addresses were asked for again.
func awaitCount(t *testing.T, a *again, want int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		asked, _ := a.count()
		if asked == want {
			return
		}
		if asked > want || time.Now().After(end) {
			t.Fatalf("%d were asked for, not %d", asked, want)
		}
	}
}

func TestARecheckTellsHowFarItIsAndStops(t *testing.T) {
	newTestApp(t)
	site, c := startUntitled(t, t.TempDir())
	defer c.close()
	site.mended.Store(true)
	site.answers.Store(3)
	a := newAgain(noTitle)
	if got := a.sentence(); got != "Looking at these pages again…" || !a.stoppable() {
		t.Errorf("at first it says %q", got)
	}
	type outcome struct {
		rechecked
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		r, err := c.recheck(context.Background(), a)
		done <- outcome{r, err}
	}()
	awaitCount(t, a, 3)
	if got := a.sentence(); got != "Looking at these pages again: 3 of 10" {
		t.Errorf("it says %q", got)
	}
	a.stop()
	r := <-done
	if r.err != nil || !r.stopped || r.asked != 3 || r.all != 10 || r.solved != 3 || r.left != 7 {
		t.Fatalf("it came to %+v, %v", r.rechecked, r.err)
	}
	if got := r.sentence(); got != "Stopped after 3 of 10 addresses. 3 pages are solved." {
		t.Errorf("in the end it says %q", got)
	}
	if a.stoppable() || !strings.Contains(a.sentence(), "100 %") || !c.file.Finished() || r.state != crawler.Finished {
		t.Errorf("it says %q, the crawl is in state %s", a.sentence(), r.state)
	}

	site.answers.Store(-1)
	r.rechecked, r.err = c.recheck(context.Background(), newAgain(noTitle))
	if r.err != nil || r.stopped || r.solved != 7 || !strings.HasPrefix(r.sentence(), "Solved!") {
		t.Errorf("the rest came to %+v, %v", r.rechecked, r.err)
	}
}

// Stopping before the first page is asked for asks for none.
func TestARecheckIsStoppedBeforeItBegins(t *testing.T) {
	newTestApp(t)
	site, c := startUntitled(t, t.TempDir())
	defer c.close()
	site.answers.Store(0)
	a := newAgain(noTitle)
	a.stop()
	r, err := c.recheck(context.Background(), a)
	if err != nil || !r.stopped || r.asked != 0 || r.left != 10 {
		t.Fatalf("it came to %+v, %v", r, err)
	}
	if got := r.sentence(); got != "Stopped after 0 of 10 addresses. None of them is solved." {
		t.Errorf("it says %q", got)
	}
}

// showUntitled opens a window on the finding of a crawl that has ended.
func showUntitled(t *testing.T) (*window, *crawl) {
	t.Helper()
	w := newTestWindow(t)
	_, c := startUntitled(t, filepath.Join(t.TempDir(), "crawls"))
	w.take(c, c.earlier.Start)
	c.tasks.wait()
	w.goTo(findingView(noTitle))
	return w, c
}

// Pages can be looked at again when no crawl is under way.
func TestNothingIsCheckedAgainDuringACrawl(t *testing.T) {
	w, _ := showUntitled(t)
	for _, step := range []struct {
		state   crawler.State
		altered bool
		offered bool
	}{
		{crawler.Stopped, false, true},
		{crawler.Running, false, false},
		{crawler.Paused, false, false},
		{crawler.Finished, false, true},
		{crawler.Finished, true, false},
		{crawler.Finished, false, true},
	} {
		w.state, w.altering = step.state, step.altered
		w.steer()
		if w.problem.recheck.Disabled() == step.offered {
			t.Errorf("%+v: offered %v", step, !step.offered)
		}
	}
}

func TestTheFindingHasAButtonThatStopsItsRecheck(t *testing.T) {
	w, c := showUntitled(t)
	if w.problem.recheck.Text != "Check again" || w.problem.recheck.Disabled() {
		t.Fatalf("the button is %q", w.problem.recheck.Text)
	}
	a := newAgain(noTitle)
	w.showAgain(a)
	if w.problem.recheck.Text != "Stop checking" || w.problem.recheck.Disabled() || w.problem.said.Text != "Looking at these pages again…" {
		t.Errorf("while it goes on the button is %q, and %q is said", w.problem.recheck.Text, w.problem.said.Text)
	}
	other := ""
	for id, n := range w.counts.Findings {
		if n > 0 && id != noTitle {
			other = id
		}
	}
	w.goTo(findingView(other))
	w.showAgain(a)
	if w.problem.recheck.Text != "Check again" || !w.problem.recheck.Disabled() || w.problem.said.Text != "" {
		t.Errorf("beside %s the button is %q, and %q is said", other, w.problem.recheck.Text, w.problem.said.Text)
	}
	w.goTo(findingView(noTitle))
	test.Tap(&w.problem.recheck.Button)
	if !a.stopped.Load() || !w.problem.recheck.Disabled() || w.problem.said.Text != "Stopping…" {
		t.Errorf("after a click the button is usable: %v, and %q is said", !w.problem.recheck.Disabled(), w.problem.said.Text)
	}
	b := newAgain(noTitle)
	w.showAgain(b)
	w.onKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if !b.stopped.Load() {
		t.Error("Escape does not stop it")
	}
	w.problem.work(nil)
	if w.problem.recheck.Text != "Check again" || w.problem.recheck.Disabled() {
		t.Errorf("afterwards the button is %q", w.problem.recheck.Text)
	}
	check, _ := audit.ByID(noTitle)
	w.onRecheck(check)
	if w.problem.again != nil || !strings.Contains(w.problem.said.Text, "still have this problem") {
		t.Errorf("it says %q", w.problem.said.Text)
	}
	if found, err := c.file.IDs(context.Background(), crawlfile.Filter{Findings: []string{noTitle}}, crawlfile.Sort{}); err != nil || len(found) != 10 {
		t.Errorf("%d pages are left, %v", len(found), err)
	}
}
