package gui

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/export"
	"sitewalk/sample"
)

func newTestWindow(t *testing.T) *window {
	t.Helper()
	a := newTestApp(t)
	w := newWindow(a, filepath.Join(t.TempDir(), "crawls"), syncFeed())
	w.window.Resize(smallest)
	t.Cleanup(func() {
		w.leave()()
		w.window.Close()
	})
	return w
}

var brokenView = view{filter: crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Broken}}}

// crawled crawls the built-in site to its end and shows it in the window, all
// on the test's goroutine.
func crawled(t *testing.T, w *window) {
	t.Helper()
	crawlAgain(t, w, startSample(t))
}

// crawlAgain is crawled for a site that runs already.
func crawlAgain(t *testing.T, w *window, site *sample.Site) {
	t.Helper()
	c, err := startCrawl(site.URL(), crawler.Settings{LocalHosts: site.LocalHosts()}, w.folder, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	<-c.ended
	w.take(c, site.URL())
	c.tasks.wait()
}

func TestWindowShowsACrawl(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	if w.state != crawler.Finished || !w.results.Visible() || w.start.object().Visible() {
		t.Fatalf("the window is in state %q", w.state)
	}
	if got := w.list.pages.Length(); got != w.counts.Checked+w.counts.Failed || got < 40 {
		t.Errorf("%d rows of %d addresses asked for", got, w.counts.Checked+w.counts.Failed)
	}
	if w.view.pane != atOverview || !strings.Contains(w.overview.story.Text, "broken") || w.overview.grade.badge.letter.Text == "" {
		t.Errorf("the overview tells %q and grades %q", w.overview.story.Text, w.overview.grade.badge.letter.Text)
	}
	w.goTo(brokenView)
	if got := w.list.pages.Length(); got != w.counts.Broken || got == 0 {
		t.Errorf("%d broken rows of %d", got, w.counts.Broken)
	}
	w.list.rows.Select(0)
	if !w.detailsOpen() || w.details.said.Text == "" {
		t.Error("a click on a row shows no details")
	}
	w.onEscape()
	if w.detailsOpen() {
		t.Error("Escape does not close the details")
	}
}

func TestExportWritesWhatWasAskedFor(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	folder := t.TempDir()
	w.settings.setExportFolder(folder)
	w.onExport()
	if !strings.HasSuffix(w.export.name.Text, ".xlsx") {
		t.Errorf("the proposed name is %q", w.export.name.Text)
	}
	w.export.format.SetSelected("JSON")
	w.export.name.SetText("mine")
	w.export.name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	content, err := os.ReadFile(filepath.Join(folder, "mine.json"))
	if err != nil {
		t.Fatal(err)
	}
	var result struct {
		Pages []struct{ URL string }
	}
	if err := json.Unmarshal(content, &result); err != nil || len(result.Pages) != w.counts.Checked+w.counts.Failed {
		t.Errorf("%d pages were written, %v", len(result.Pages), err)
	}
	if !w.toast.object().Visible() || len(w.sheets.open) != 0 {
		t.Error("nothing tells that the file was written")
	}

	for _, format := range export.Formats() {
		w.onExport()
		w.export.what.SetSelectedIndex(1)
		w.export.format.SetSelected(format.Name)
		if got, _ := export.For(w.export.name.Text); got.ID != format.ID {
			t.Errorf("%s is named %q", format.Name, w.export.name.Text)
		}
		path := w.export.path()
		w.export.onSave()
		if info, err := os.Stat(path); path != filepath.Join(folder, "mine.json") && (err != nil || info.Size() == 0) {
			t.Errorf("%s: %v", format.Name, err)
		}
		for len(w.sheets.open) > 0 {
			t.Errorf("%s left a sheet open", format.Name)
			w.onEscape()
		}
	}

	w.onExport() // the same name again asks first
	w.export.name.SetText("mine.json")
	w.export.onSave()
	if len(w.sheets.open) != 2 {
		t.Errorf("%d sheets are open, not the question over the dialog", len(w.sheets.open))
	}
	w.onEscape()
	w.onEscape()
	if len(w.sheets.open) != 0 {
		t.Error("Escape does not close the sheets")
	}
}

func TestExportThatFailsSaysSo(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	w.settings.setExportFolder(t.TempDir())
	w.export.write = func(context.Context, *crawlfile.File, string, export.Choice, func(float64)) error {
		return crawlfile.ErrNoSpace
	}
	w.onExport()
	w.export.onSave()
	if len(w.sheets.open) != 1 || w.toast.object().Visible() {
		t.Error("a full disk is not told of")
	}
}

func TestExportPath(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Skip("no home folder")
	}
	folder := filepath.FromSlash("/exports")
	for name, want := range map[string]string{
		"mine.json":     filepath.Join(folder, "mine.json"),
		"sub/mine.json": filepath.Join(folder, "sub", "mine.json"),
		"~/mine.json":   filepath.Join(home, "mine.json"),
	} {
		if got := exportPath(name, folder); got != want {
			t.Errorf("%q goes to %q, not %q", name, got, want)
		}
	}
}

func TestEarlierCrawlsAreListedOpenedAndDeleted(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	w.onHome()
	if !w.start.object().Visible() || len(w.start.earlier) != 1 || w.start.earlier[0].unfinished {
		t.Fatalf("the start screen lists %+v", w.start.earlier)
	}
	w.start.onOpen(0)
	if w.state != crawler.Finished || w.list.pages.Length() < 40 {
		t.Errorf("opened in state %q with %d rows", w.state, w.list.pages.Length())
	}
	w.onHome()
	w.start.onDelete(0)
	if len(w.sheets.open) != 1 || len(w.start.earlier) != 1 {
		t.Fatal("a crawl was deleted without asking")
	}
	enter := func() { w.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) }
	enter() // out of habit
	if w.sheets.covered() || len(w.start.earlier) != 1 {
		t.Fatal("Enter alone deletes a crawl")
	}
	w.start.onDelete(0)
	w.window.Canvas().FocusNext()
	enter()
	if len(w.start.earlier) != 0 {
		t.Error("the crawl is still listed")
	}
	if left, _ := filepath.Glob(filepath.Join(w.folder, "*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestFilesThatAreNoCrawlAreRefusedKindly(t *testing.T) {
	w := newTestWindow(t)
	path := filepath.Join(t.TempDir(), "x.sitewalk")
	if err := os.WriteFile(path, []byte("not a crawl, not even SQLite, but long enough to be read as a header"), 0o644); err != nil {
		t.Fatal(err)
	}
	w.openFile(path)
	if len(w.sheets.open) != 1 || !w.start.object().Visible() || w.crawl != nil {
		t.Error("nothing says that this is no crawl")
	}
}

func TestAddressesAreChecked(t *testing.T) {
	w := newTestWindow(t)
	w.onStart()
	if !w.toolbar.problem.Visible() {
		t.Error("no address at all was accepted")
	}
	test.Type(w.toolbar.address, "http://")
	if w.toolbar.problem.Visible() {
		t.Error("the complaint stays while typing")
	}
	w.toolbar.address.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if !w.toolbar.problem.Visible() || w.toolbar.main.Disabled() || w.toolbar.address.Disabled() {
		t.Error("a wrong address leaves the window stuck")
	}
	if left, _ := filepath.Glob(filepath.Join(w.folder, "*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestATypingMistakeLeavesTheResultsInSight(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	w.toolbar.address.SetText("exa mple.com")
	w.onStart()
	if !w.toolbar.problem.Visible() || !w.results.Visible() || w.crawl == nil || w.window.Canvas().Focused() != w.toolbar.address {
		t.Errorf("complains %v, results %v, crawl %v", w.toolbar.problem.Visible(), w.results.Visible(), w.crawl != nil)
	}
	if has, needs := w.results.Position().Y, w.toolbar.object().MinSize().Height; has < needs {
		t.Errorf("the results begin at %v, below a bar of %v", has, needs)
	}
}

// Who goes to the address as a crawl ends, to type another one, stays there.
func TestTheEndOfACrawlLeavesTheAddressAlone(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	for _, typing := range []bool{true, false} {
		w.goTo(view{})
		if typing {
			w.onAddress()
		}
		w.onEnded(w.crawl)
		if w.view.pane != atOverview {
			t.Fatalf("the end shows %+v", w.view)
		}
		if there := w.window.Canvas().Focused() == w.toolbar.address; there != typing {
			t.Errorf("typing an address: %v, and afterwards: %v", typing, there)
		}
	}
}

func TestAFailedStartSaysWhatToTry(t *testing.T) {
	w := newTestWindow(t)
	c, err := startCrawl("http://127.0.0.1:1/", crawler.Settings{}, w.folder, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	<-c.ended
	w.take(c, "http://127.0.0.1:1/")
	if !w.failure.object().Visible() || w.failure.title.Text == "" || w.results.Visible() {
		t.Fatal("a start page that does not answer looks like a success")
	}
	w.onHome()
	if len(w.start.earlier) != 0 {
		t.Error("a crawl without any page is kept")
	}
}

func TestTwoCrawlsInOneMinuteAreTwoFiles(t *testing.T) {
	folder, now := t.TempDir(), time.Now()
	for range 2 {
		c, err := startCrawl("http://127.0.0.1:1/", crawler.Settings{}, folder, now)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.close() }()
	}
	if found, _ := filepath.Glob(filepath.Join(folder, "*"+crawlfile.Extension)); len(found) != 2 {
		t.Errorf("the files are %v", found)
	}
}

func TestStartCrawlRefusesWhatIsNoAddress(t *testing.T) {
	if _, err := startCrawl("http://", crawler.Settings{}, t.TempDir(), time.Now()); !errors.Is(err, errAddress) {
		t.Errorf("the error is %v", err)
	}
}

// Fyne's own widgets keep Escape and shortcuts to themselves while they have
// the focus, so each focusable thing has to be one of ours.
func TestEscapeWorksWhereverTheFocusIs(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	w.goTo(brokenView)
	w.list.rows.Select(0)
	newOptions(w.sheets, w.settings).open()
	heard := 0
	w.window.Canvas().SetOnTypedKey(func(*fyne.KeyEvent) { heard++ })
	roots := append([]fyne.CanvasObject{w.window.Content()}, w.window.Canvas().Overlays().List()...)
	for _, root := range roots {
		for _, o := range test.LaidOutObjects(root) {
			focusable, ok := o.(fyne.Focusable)
			if _, popup := o.(*widget.PopUp); !ok || popup || !o.Visible() {
				continue
			}
			if able, ok := o.(fyne.Disableable); ok && able.Disabled() {
				continue
			}
			heard = 0
			focusable.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
			if heard != 1 {
				t.Errorf("%T keeps Escape to itself", o)
			}
			if _, takes := o.(fyne.Shortcutable); takes {
				if _, ours := o.(*entry); !ours {
					t.Errorf("%T keeps shortcuts to itself", o)
				}
			}
		}
	}
}

// Whenever a part of a window that has a theme of its own is refreshed, Fyne
// reads all fonts anew for the texts in it, and keeps them.
func TestNoTextHasAThemeOfItsOwn(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	w.onRow(1)
	overrides := 0
	for _, o := range test.LaidOutObjects(w.window.Content()) {
		override, is := o.(*container.ThemeOverride)
		if !is {
			continue
		}
		overrides++
		for _, inner := range test.LaidOutObjects(override) {
			if text, is := inner.(*canvas.Text); is {
				t.Errorf("“%s” is in a theme override", text.Text)
			}
		}
	}
	if overrides == 0 {
		t.Error("not even the slider's was found")
	}
}

// In a narrow window the details of a page take the place of the list.
func TestANarrowWindowShowsListOrDetails(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(800, 600))
	crawled(t, w)
	w.goTo(view{})
	w.list.rows.Select(3)
	if !w.detailsOpen() || w.below.Objects[0] != w.details.object() || w.details.object().Size().Width < 550 {
		t.Fatalf("the details have a width of %v", w.details.object().Size().Width)
	}
	w.onKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.detailsOpen() || w.below.Objects[0] != w.list.object() {
		t.Error("Escape does not lead back to the list")
	}
	w.list.rows.Select(3)
	w.sidebar.list.Select(lineNamed(t, w.sidebar, "Find text on the site"))
	if w.detailsOpen() || w.below.Objects[0] != w.search.object() {
		t.Error("the left column does not lead away from the details")
	}
	w.goTo(view{})
	w.window.Resize(fyne.NewSize(1200, 780))
	w.list.rows.Select(4)
	if w.below.Objects[0] != w.split {
		t.Error("a wide window does not show both")
	}
	w.window.Resize(fyne.NewSize(800, 600))
	if w.below.Objects[0] != w.details.object() {
		t.Error("a window that became narrow squeezes the list")
	}
	w.window.Resize(fyne.NewSize(1200, 780))
	if w.below.Objects[0] != w.split || w.split.Leading != w.list.object() {
		t.Error("a window that became wide does not show both again")
	}
}

func TestTheBottomHasRoomForWhatSlowsACrawl(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	fits := func(when string) {
		t.Helper()
		if has, needs := w.bottom.Size().Height, w.bottom.MinSize().Height; has != needs {
			t.Errorf("%s the bottom has a height of %v and needs %v", when, has, needs)
		}
	}
	p := crawler.Progress{State: crawler.Running}
	w.show(p)
	fits("at full speed")
	p.Manners = crawler.Manners{Slowed: true, Cause: "offline", Until: time.Now().Add(time.Minute)}
	w.show(p)
	fits("while the site cannot be reached")
	p.Manners = crawler.Manners{}
	w.show(p)
	fits("at full speed again")
}

// TestAPaneOutOfSightHearsOfLightAndDark is about icons most of all: unless they
// are told, they are drawn as they were.
func TestAPaneOutOfSightHearsOfLightAndDark(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	badge, told := w.overview.grade.badge, 0
	repaint := badge.repaint
	badge.repaint = func() { told++; repaint() }
	w.goTo(view{})
	told = 0
	w.setAppearance(alwaysLight)
	if told == 0 {
		t.Error("the overview does not hear of it")
	}
}

// A crawl that was stopped before the site answered found nothing, good or bad.
func TestWhatWasNotReadIsNotPraised(t *testing.T) {
	w := newTestWindow(t)
	w.overview.showAll(&audit.Overview{})
	unread := w.overview.fine.Text
	w.overview.showAll(&audit.Overview{Grade: audit.Grade{Letter: "A", Points: 100}})
	if sound := w.overview.fine.Text; unread == sound || unread == "" || !w.overview.fine.Visible() {
		t.Errorf("of nothing it says %q, of a sound site %q", unread, sound)
	}
}
