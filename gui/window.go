// Package gui is the window. Each pane is a struct of its own that is fed
// snapshots and never calls another; window owns the crawl and hands each pane
// its part. Nothing here waits for disk or network on the UI goroutine: a feed
// carries questions away and answers back.
package gui

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/weburl"
	"sitewalk/sample"
)

const (
	lookEvery   = 200 * time.Millisecond // at a running crawl
	countEvery  = time.Second            // what only the file can count
	saveAtMost  = 15 * time.Second       // how long closing the window waits for the disk
	productName = "Sitewalk"
)

// window is the program's one window.
type window struct {
	app      fyne.App
	window   fyne.Window
	settings *settings
	feed     *feed
	sheets   *sheets
	folder   string // of the crawl files

	toolbar  *toolbar
	start    *startPane
	sidebar  *sidebar
	overview *overview
	changes  *changesPane
	search   *searchPane
	problem  *problemPane
	list     *list
	details  *details
	failure  *failurePane
	status   *statusPane
	export   *exporter
	rows     *exporter // of what the search or the comparison found
	toast    *toast
	split    *container.Split
	below    *fyne.Container // the list, with details or without
	listing  *fyne.Container // list and details, and what the list shows above them
	results  *fyne.Container // the left column, and a pane beside it
	bottom   *fyne.Container

	crawl      *crawl // the open crawl; nil on the start screen
	view       view   // what of the crawl is shown
	typed      string // its address as the person typed it
	host       string // its site
	began      time.Time
	state      crawler.State // as last shown; "" on the start screen
	counts     counted
	counted    time.Time
	altering   bool // a crawl is being started, opened, closed, carried on or deleted
	counting   question
	ending     question
	finishing  question // what only the whole crawl can tell
	rechecking question
	comparing  question
	earlier    []crawlfile.Summary // crawls of the same site
	quitting   bool
	end        func() // of the program
}

func newWindow(a fyne.App, folder string, f *feed) *window {
	w := &window{app: a, window: a.NewWindow(productName), settings: newSettings(a.Preferences()), feed: f, folder: folder, end: a.Quit}
	w.sheets = &sheets{window: w.window}
	w.buildUI()
	w.addKeys()
	w.window.SetCloseIntercept(w.onClose)
	w.window.Resize(w.settings.windowSize())
	w.window.SetMaster()
	w.showStart()
	return w
}

func (w *window) buildUI() {
	w.toolbar = newToolbar(w.settings.crawl().Concurrency, toolbarActions{
		home: w.onHome, start: w.onStart, pause: w.onPause, resume: w.onResume, stop: w.onStop, carryOn: w.onCarryOn,
		menu: w.onMenu, concurrency: w.onConcurrency, resized: w.relayout,
	})
	w.start = newStartPane(w.feed, startActions{sample: w.onSample, open: w.openFile, carryOn: w.carryOnFile, remove: w.onRemove})
	w.list = newList(w.feed, w.sheets, w.settings.columns(), w.onRow, w.onReadError)
	w.list.copied, w.list.narrow, w.list.arrangedAs = w.onCopied, w.onNarrow, w.settings.setColumns
	w.sidebar = newSidebar(audit.Checks(), w.onView)
	w.sidebar.enter = w.focusMiddle
	w.problem = newProblemPane(w.feed, w.sheets, w.onReadError, problemActions{
		open: w.openLinked, recheck: w.onRecheck, stop: w.onStopAgain, verdict: w.onVerdict, changed: w.relayout,
	})
	w.details = newDetails(w.feed, w.sheets, w.onReadError, w.closeDetails)
	w.failure = newFailurePane(w.sheets, w.onRetry)
	w.status = newStatusPane(w.sheets, w.onExport)
	w.toast = newToast(w.feed, w.relayout)
	w.export = newExporter(w.feed, w.sheets, w.settings, w.onExported)

	w.split = container.NewHSplit(w.list.object(), w.details.object())
	w.split.Offset = w.settings.detailsSplit()
	w.overview = newOverview(w.feed, w.sheets, audit.Checks(), w.onReadError, w.goTo)
	w.changes = newChangesPane(w.sheets, changesActions{open: w.onRow, choose: w.onChooseEarlier, export: w.onExportChanges})
	w.search = newSearchPane(w.feed, w.onReadError, w.onRow, w.onExportHits)
	w.rows = newRowsExporter(w.feed, w.sheets, w.settings, w.onExported)
	w.below = container.New(watched{layout.NewStackLayout(), w.onWidth}, w.list.object())
	waiting := newWings(w.overview.object(), w.list.object(), w.changes.object(), w.search.object(), w.details.object())
	w.listing = container.NewBorder(w.problem.object(), nil, nil, nil, w.below, waiting)
	w.results = container.New(withSidebar{}, w.sidebar.object(), newLine(), w.listing)
	top := container.New(joined{}, w.toolbar.object(), newLine())
	w.bottom = container.New(layout.NewCustomPaddedVBoxLayout(0), w.toast.object(), w.status.object())
	w.window.SetContent(container.New(flush{}, top, w.bottom, w.start.object(), w.results, w.failure.object()))
	w.window.SetPadded(false)
}

// addKeys gives the window its shortcuts.
func (w *window) addKeys() {
	canvas := w.window.Canvas()
	add := func(key fyne.KeyName, do func()) {
		canvas.AddShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}, func(fyne.Shortcut) {
			if !w.sheets.covered() {
				do()
			}
		})
	}
	add(fyne.KeyE, w.onExport)
	add(fyne.KeyF, w.onFilter)
	add(fyne.KeyO, w.onOpen)
	add(fyne.KeyP, w.onTogglePause)
	add(fyne.KeyL, w.onAddress)
	inList := func(do func()) func(fyne.Shortcut) { // a text field has its own
		return func(fyne.Shortcut) {
			if at := canvas.Focused(); !w.sheets.covered() && (at == nil && !w.list.asTree || at == w.list.rows) && w.view.pane == atList && w.crawl != nil {
				do()
			}
		}
	}
	canvas.AddShortcut(&fyne.ShortcutCopy{}, inList(w.list.copy))
	canvas.AddShortcut(&fyne.ShortcutSelectAll{}, inList(w.list.pickAll))
	canvas.SetOnTypedKey(w.onKey)
}

// onNarrow shows the list after a condition of it was taken away.
func (w *window) onNarrow(f crawlfile.Filter) {
	v := view{filter: f}
	if len(f.Findings) == 1 {
		v.check = f.Findings[0]
	}
	v.filter.Text = ""
	w.goTo(v)
}

// onCopied says that rows are on the clipboard.
func (w *window) onCopied(n int) {
	w.toast.show(plural("list.copied", "One row copied", "{{.N}} rows copied", n), "", nil)
}

func (w *window) onKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeyEscape {
		w.onEscape()
	}
}

// onEscape stops what can be stopped, the smallest thing first.
func (w *window) onEscape() {
	switch {
	case w.sheets.dismiss():
	case w.active():
		w.onStop()
	case w.problem.again != nil && w.problem.again.stoppable():
		w.onStopAgain()
	case w.detailsOpen():
		w.closeDetails()
	}
}

// active tells whether a crawl is under way.
func (w *window) active() bool { return w.state != "" && !w.state.Final() }

// showStart shows the start screen.
func (w *window) showStart() {
	w.state = ""
	w.steer()
	w.front(w.start.object())
	w.start.refresh(w.folder)
	w.window.Canvas().Focus(w.toolbar.address)
}

// front shows one of the panes that fill the middle.
func (w *window) front(pane fyne.CanvasObject) {
	setVisible(w.start.object(), pane == w.start.object())
	setVisible(w.results, pane == w.results)
	setVisible(w.failure.object(), pane == w.failure.object())
	setVisible(w.status.object(), pane == w.results)
	if pane != w.results {
		w.toast.hide()
	}
	w.window.Content().Refresh()
}

func (w *window) onStart() {
	if !w.free() {
		return
	}
	typed := w.toolbar.address.Text
	if typed == "" {
		w.toolbar.complain(lang.X("toolbar.empty", "Type the address of a website first, such as example.com."))
		w.window.Canvas().Focus(w.toolbar.address)
		return
	}
	if _, err := weburl.Typed(typed); err != nil { // what is shown stays, and so does the crawl that is open
		w.refuse()
		w.window.Canvas().Focus(w.toolbar.address)
		return
	}
	w.begin(typed, w.settings.crawl(), nil)
}

// relayout makes room after a pane has become higher or lower.
func (w *window) relayout() { w.window.Content().Refresh() }

// refuse says that what was typed is no address.
func (w *window) refuse() {
	w.toolbar.complain(lang.X("toolbar.wrong", "This is not the address of a website. It should look like example.com or https://example.com/shop."))
}

// begin starts a new crawl. local is the built-in site, where that is crawled.
func (w *window) begin(typed string, s crawler.Settings, local *sample.Site) {
	s.Concurrency = w.toolbar.concurrency()
	before, folder := w.leave(), w.folder
	alter(w, func(context.Context) (*crawl, error) {
		before()
		if local == nil {
			local = sample.Again(strings.TrimSuffix(typed, "/")) // its address is still there from the last time
		}
		if local != nil {
			s.LocalHosts = local.LocalHosts()
		}
		c, err := startCrawl(typed, s, folder, time.Now())
		switch {
		case local == nil:
		case err != nil:
			local.Close()
		default:
			c.site = local
		}
		return c, err
	}, func(c *crawl, err error) {
		switch {
		case errors.Is(err, errAddress):
			w.showStart()
			w.refuse()
		case err != nil:
			w.showStart()
			w.sheets.message(lang.X("error.create", "The crawl could not start"), audit.File(err, folder))
		default:
			w.take(c, typed)
		}
	})
}

// leave forgets the open crawl. What it returns closes it, away from the UI
// goroutine.
func (w *window) leave() (finish func()) {
	c := w.crawl
	end := (*crawl).close
	if w.state == crawler.Failed && c != nil && c.engine != nil { // a start that failed just now left nothing to look at
		end = (*crawl).discard
	}
	w.crawl = nil
	w.overview.leave()
	w.list.leave()
	w.search.leave()
	w.details.leave()
	w.problem.work(nil)
	w.problem.hide()
	w.export.leave()
	w.rows.leave()
	w.forget()
	return func() {
		if c != nil {
			if err := end(c); err != nil {
				fyne.LogError("closing the crawl file", err)
			}
		}
	}
}

// forget asks no more for what is said of a crawl that has ended.
func (w *window) forget() {
	for _, q := range []*question{&w.counting, &w.ending, &w.finishing, &w.rechecking, &w.comparing} {
		q.drop()
	}
	setText(w.changes.story, w.changes.all.story) // no other comparison follows
}

// take shows a crawl that was started or opened.
func (w *window) take(c *crawl, address string) {
	w.crawl, w.typed, w.host, w.began = c, address, "", time.Now()
	w.counts, w.counted = counted{}, time.Time{}
	w.toolbar.complain("")
	w.toolbar.setAddress(address)
	w.closeDetails()
	w.details.read(fileLibrary(c.file))
	w.problem.read(fileProblems(c.file))
	w.overview.read(func(ctx context.Context) (audit.Overview, error) { return audit.NewOverview(ctx, c.file, c.verdicts()) }, c.file.Charts)
	w.search.read(fileTexts(c.file))
	w.earlier = nil
	w.showComparison(comparison{})
	w.sidebar.reset(false)
	w.sidebar.show(w.counts)
	w.view = view{}
	w.showMiddle()
	w.sidebar.mark(w.view)
	w.toast.hide()
	w.status.tell("")
	w.list.show(fileSource(c.file), c.running())
	w.front(w.results)
	w.list.focus()
	w.watch(c)
}

// watch follows a crawl to its end.
func (w *window) watch(c *crawl) {
	if c.engine != nil {
		c.engine.SetConcurrency(w.toolbar.concurrency()) // which may have been changed meanwhile
	}
	w.show(c.progress())
	ended, look, ahead := c.ended, c.looker(), c.outlooker()
	w.status.expect()
	w.feed.watch(lookEvery, ended, func(last bool) func() {
		p, o := look(), ahead()
		return func() {
			if w.crawl != c || c.carrying || c.ended != ended { // another crawl, or this one carried on
				return
			}
			w.show(p)
			if w.status.foretell(o, time.Now()) {
				w.relayout()
			}
			w.list.grow(p.Found+p.Checked+p.Failed, last)
			w.count(last)
			if last {
				w.onEnded(c)
			}
		}
	})
}

// show displays a look at the crawl.
func (w *window) show(p crawler.Progress) {
	w.state = p.State
	if p.Host != "" {
		w.host = p.Host
	}
	w.steer()
	if p.Checked > 0 { // now it is known which of https and http answered
		w.toolbar.setAddress(p.Start)
	}
	if w.status.show(p) {
		w.relayout()
	}
	if p.Found > 0 {
		w.counts.Counts.Counts = p.Counts
		w.showCounts()
	}
}

// count asks for what only the crawl file can count, now and then.
func (w *window) count(last bool) {
	if !last && time.Since(w.counted) < countEvery {
		return
	}
	w.recount()
}

// recount asks for what only the crawl file can count. Whatever changes that asks
// anew, so that an older answer never replaces a newer one.
func (w *window) recount() {
	w.counted = time.Now()
	ask(w.feed, &w.counting, w.crawl.counts, func(c counted, err error) {
		if err != nil {
			w.onReadError(err)
			return
		}
		if !w.state.Final() { // what it came to by now is known better
			c.Counts.Counts = w.counts.Counts.Counts
		}
		w.counts = c
		w.showCounts()
		if w.view.pane == atOverview {
			w.overview.refresh()
		}
	})
}

// onEnded says how the crawl ended.
func (w *window) onEnded(c *crawl) {
	ask(w.feed, &w.ending, c.ending, func(e ending, err error) {
		if err == nil {
			err = c.err
		}
		if err != nil {
			w.state = crawler.Stopped
			w.steer()
			w.overview.giveUp()
			w.onReadError(err)
			return
		}
		w.state = e.meta.State
		w.began = e.meta.Started
		w.steer()
		if e.meta.State == crawler.Failed {
			w.toolbar.setAddress(w.typed)
			w.failure.show(e.meta.FailKind, e.failure)
			w.front(w.failure.object())
			w.window.Canvas().Focus(w.toolbar.address)
			return
		}
		p := earlierProgress(e.meta, e.counts.Counts.Counts)
		w.counts = e.counts
		w.showCounts()
		w.status.show(p)
		w.overview.tell(cmp.Or(w.host, e.meta.Typed), e.story)
		if w.view.same(view{}) && w.list.filter.Text == "" && !w.detailsOpen() {
			focused := w.window.Canvas().Focused()
			w.goTo(view{pane: atOverview})
			if focused == w.toolbar.address { // who is about to type another address goes on there
				w.window.Canvas().Focus(focused)
			}
		} else {
			w.status.tell(e.story)
		}
		w.relayout()
		w.finish(c)
	})
}

// onReadError tells of a crawl file that cannot be read or written. Several
// questions may meet the same trouble; it is told once.
func (w *window) onReadError(err error) {
	if errors.Is(err, context.Canceled) || w.crawl == nil || w.sheets.covered() {
		return // without a crawl, it was of one whose file was being closed
	}
	w.sheets.message(lang.X("error.file", "There is a problem with the crawl file"), audit.File(err, w.crawl.file.Path()))
}

func (w *window) onPause() {
	if w.active() {
		w.crawl.engine.Pause()
		w.show(w.crawl.progress())
	}
}

func (w *window) onResume() {
	if w.active() {
		w.crawl.engine.Continue()
		w.show(w.crawl.progress())
	}
}

func (w *window) onTogglePause() {
	switch w.state {
	case crawler.Running:
		w.onPause()
	case crawler.Paused:
		w.onResume()
	}
}

func (w *window) onStop() {
	if w.active() {
		w.crawl.engine.Stop()
		w.show(w.crawl.progress())
	}
}

func (w *window) onConcurrency(n int) {
	w.settings.setConcurrency(n)
	if w.crawl != nil && w.crawl.engine != nil {
		w.crawl.engine.SetConcurrency(n)
	}
}

// onCarryOn continues the crawl that is open.
func (w *window) onCarryOn() {
	c := w.crawl
	if c == nil || !carriesOn(w.state) || !w.free() {
		return
	}
	concurrency := w.toolbar.concurrency()
	w.forget()
	w.overview.asking.drop()
	c.carrying = true
	alter(w, func(ctx context.Context) (*crawler.Crawler, error) {
		return c.resume(ctx, concurrency)
	}, func(engine *crawler.Crawler, err error) {
		c.carrying = false
		if err != nil {
			w.onReadError(err)
			w.onEnded(c) // whose end nobody may have looked at
			return
		}
		c.run(engine)
		w.list.show(fileSource(c.file), true)
		w.goTo(view{})
		w.watch(c)
	})
}

// onRetry starts the address anew whose start page could not be crawled.
func (w *window) onRetry(change func(*crawler.Settings)) {
	if !w.free() {
		return
	}
	s := w.settings.crawl()
	change(&s)
	w.begin(w.typed, s, nil)
}

// onSample crawls the built-in site.
func (w *window) onSample() {
	if !w.free() {
		return
	}
	site, err := sample.Start()
	if err != nil {
		w.sheets.message(lang.X("error.sample", "The sample site could not start"), audit.Message{
			Text:    lang.X("error.sample.text", "This computer does not let Sitewalk offer its sample site to itself."),
			Advice:  lang.X("error.sample.advice", "Try a website of your own instead."),
			Details: err.Error(),
		})
		return
	}
	w.begin(site.URL(), w.settings.crawl(), site)
}

// openFile shows an earlier crawl.
func (w *window) openFile(path string) { w.openThen(path, func() {}) }

// carryOnFile continues an earlier crawl.
func (w *window) carryOnFile(path string) { w.openThen(path, w.onCarryOn) }

func (w *window) openThen(path string, then func()) {
	if !w.free() {
		return
	}
	before := w.leave()
	w.start.leave()
	alter(w, func(ctx context.Context) (*crawl, error) {
		before()
		w.start.reading.wait()
		return openCrawl(ctx, path)
	}, func(c *crawl, err error) {
		if err != nil {
			w.showStart()
			w.sheets.message(lang.X("error.open", "This crawl cannot be opened"), audit.File(err, path))
			return
		}
		w.take(c, c.earlier.Start)
		then()
	})
}

func (w *window) onOpen() {
	if w.free() {
		chooseFile(w.feed, w.sheets, w.folder, crawlfile.Extension, w.openFile)
	}
}

// onRemove deletes an earlier crawl, when the person means it.
func (w *window) onRemove(e earlierCrawl) {
	if !w.free() {
		return
	}
	w.sheets.confirm(lang.X("remove.title", "Delete this crawl?"),
		lang.X("remove.text", "The crawl of {{.Site}} ({{.When}}) will be gone for good. Files you exported from it stay.", map[string]any{"Site": e.site, "When": e.when}),
		lang.X("remove.yes", "Delete"), func() { w.remove(e.path) })
}

func (w *window) remove(path string) {
	if !w.free() {
		return
	}
	w.start.leave()
	alter(w, done(func(context.Context) error {
		w.start.reading.wait()
		return crawlfile.Remove(path)
	}), func(_ nothing, err error) {
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			w.sheets.message(lang.X("remove.failed", "The crawl was not deleted"), audit.File(err, path))
		}
		w.start.refresh(w.folder)
	})
}

func (w *window) onHome() {
	if !w.free() {
		return
	}
	before := w.leave()
	alter(w, done(func(context.Context) error {
		before()
		return nil
	}), func(nothing, error) { w.showStart() })
}

func (w *window) onFilter() {
	if !w.results.Visible() {
		return
	}
	if w.view.pane != atList {
		w.goTo(view{})
	}
	w.window.Canvas().Focus(w.list.search)
	w.list.search.selectAll()
}

func (w *window) onAddress() {
	if !w.active() {
		w.window.Canvas().Focus(w.toolbar.address)
		w.toolbar.address.selectAll()
	}
}

func (w *window) onRow(id int64) {
	w.details.open(id)
	if w.detailsOpen() {
		return
	}
	w.problem.setFolded(w.window.Canvas().Size().Height < roomyHeight)
	w.placeDetails()
}

func (w *window) closeDetails() {
	if !w.detailsOpen() {
		return
	}
	w.settings.setDetailsSplit(w.split.Offset)
	w.below.Objects = []fyne.CanvasObject{w.middle()}
	w.below.Refresh()
	w.problem.setFolded(false)
	w.list.forget()
	w.focusMiddle()
}

// onExport asks where to write the results to. A running crawl can be exported
// as far as it is.
func (w *window) onExport() {
	if w.crawl == nil || w.status.export.Disabled() || !w.results.Visible() {
		return
	}
	host := w.host
	if host == "" {
		if addresses, err := weburl.Typed(w.toolbar.address.Text); err == nil {
			host = addresses[0].Host()
		}
	}
	w.export.open(w.crawl, exportName(host, w.began, ""), exportScopes(w.list.filter, w.counts.Counts))
}

func (w *window) onExported(path string) {
	w.toast.show(lang.X("export.done", "Saved as {{.Path}}", map[string]any{"Path": path}),
		lang.X("export.show", "Show in folder"), func() { w.showFolder(path) })
}

func (w *window) showFolder(path string) {
	if err := showFolder(path); err != nil {
		w.sheets.message(lang.X("export.show", "Show in folder"), audit.File(err, filepath.Dir(path)))
	}
}

// onMenu shows what is needed less often.
func (w *window) onMenu(below fyne.CanvasObject) {
	appearance := fyne.NewMenuItem(lang.X("menu.appearance", "Appearance"), nil)
	appearance.ChildMenu = fyne.NewMenu("",
		w.appearanceItem(lang.X("menu.system", "As the system"), followSystem),
		w.appearanceItem(lang.X("menu.light", "Light"), alwaysLight),
		w.appearanceItem(lang.X("menu.dark", "Dark"), alwaysDark),
	)
	open := fyne.NewMenuItem(lang.X("menu.open", "Open an earlier crawl…"), w.onOpen)
	open.Disabled = !w.free()
	menu := fyne.NewMenu("",
		fyne.NewMenuItem(lang.X("menu.options", "Crawl options…"), newOptions(w.sheets, w.settings).open),
		open,
		fyne.NewMenuItemSeparator(),
		appearance,
		fyne.NewMenuItem(lang.X("menu.about", "About Sitewalk"), w.onAbout),
	)
	popup := widget.NewPopUpMenu(menu, w.window.Canvas())
	at := w.app.Driver().AbsolutePositionForObject(below)
	popup.ShowAtPosition(at.AddXY(below.Size().Width-popup.MinSize().Width, below.Size().Height+4))
}

func (w *window) onAbout() { w.sheets.about(w.folder) }

func (w *window) appearanceItem(name string, a appearance) *fyne.MenuItem {
	item := fyne.NewMenuItem(name, func() { w.setAppearance(a) })
	item.Checked = w.settings.appearance() == a
	return item
}

func (w *window) setAppearance(a appearance) {
	w.settings.setAppearance(a)
	w.app.Settings().SetTheme(newLook(a))
}

// onClose ends the program. A crawl under way is stopped first and everything
// it found kept, while the window says so.
func (w *window) onClose() {
	if w.quitting {
		return
	}
	w.quitting = true
	w.settings.setWindowSize(w.window.Canvas().Size())
	if w.detailsOpen() {
		w.settings.setDetailsSplit(w.split.Offset)
	}
	if w.crawl == nil && !w.altering {
		w.quit()
		return
	}
	note := newWrappedLabel()
	note.SetText(lang.X("quit.text", "Everything found so far is kept. You can carry on from the start screen next time."))
	w.sheets.show(lang.X("quit.title", "Saving…"), note, fyne.NewSize(420, 0)).fixed = true
	w.feed.after(saveAtMost, w.quit) // the file is whole at any moment; the last quarter of a second may be missing
	if !w.altering {                 // else its crawl would be left without an owner
		w.shut()
	}
}

// shut closes the crawl that is open, and then the window.
func (w *window) shut() {
	before := w.leave()
	order(w.feed, done(func(context.Context) error {
		before()
		return nil
	}), func(nothing, error) { w.quit() })
}

func (w *window) quit() {
	w.feed.close()
	w.end()
}

// flush lays the window out without gaps: a top, a bottom, and panes between
// them of which one is visible.
type flush struct{}

// Layout places the panes.
func (flush) Layout(o []fyne.CanvasObject, size fyne.Size) {
	top, bottom := settle(o[0], size.Width), settle(o[1], size.Width)
	o[0].Move(fyne.NewPos(0, 0))
	o[1].Move(fyne.NewPos(0, size.Height-bottom))
	for _, pane := range o[2:] {
		pane.Resize(fyne.NewSize(size.Width, max(0, size.Height-top-bottom)))
		pane.Move(fyne.NewPos(0, top))
	}
}

// settle makes a pane as high as it needs to be at a width. Wrapped text knows
// its height only once it has its width, so it may take several rounds.
func settle(pane fyne.CanvasObject, width float32) (height float32) {
	for range 3 {
		height = pane.MinSize().Height
		pane.Resize(fyne.NewSize(width, height))
		if pane.MinSize().Height == height {
			break
		}
	}
	return height
}

// MinSize is the window's smallest usable size, less what the panes insist on:
// Fyne makes it a hard limit.
func (flush) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(800, o[0].MinSize().Height+320)
}
