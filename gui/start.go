package gui

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/weburl"
)

// startPane is the screen before a crawl: what the program does, a site to try
// it on, and the earlier crawls.
type startPane struct {
	feed    *feed
	actions startActions
	earlier []earlierCrawl
	list    question
	reading tasks // of the files, none of which can be opened or deleted meanwhile
	lines   *rowList
	title   *widget.Label
	none    *widget.Label
	content fyne.CanvasObject
}

// startActions are what a person can ask for on the start screen.
type startActions struct {
	sample  func()
	open    func(path string)
	carryOn func(path string)
	remove  func(e earlierCrawl)
}

// earlierCrawl is a line of the list, ready to be displayed.
type earlierCrawl struct {
	path, site, when, sum string
	unfinished            bool
	broken                bool
}

func newStartPane(f *feed, a startActions) *startPane {
	s := &startPane{feed: f, actions: a}
	s.buildUI()
	return s
}

func (s *startPane) buildUI() {
	what := newWrappedLabel()
	what.SetText(lang.X("start.what", "Type the address of a website above and press Start. Sitewalk looks at every page it can reach, checks every link and image, and tells you in plain words what is broken and where."))
	try := newButton(lang.X("start.sample", "Try it on a sample site"), theme.MediaPlayIcon(), s.actions.sample)
	s.title = widget.NewLabel(lang.X("start.earlier", "Earlier crawls"))
	s.title.SizeName = theme.SizeNameSubHeadingText
	s.title.TextStyle.Bold = true
	s.none = newWrappedLabel()
	s.none.Importance = widget.LowImportance
	s.none.SetText(lang.X("start.none", "There are none yet. Each crawl is kept here by itself, so you can come back to it."))

	s.lines = newRowList(nil)
	s.lines.Length = func() int { return len(s.earlier) }
	s.lines.CreateItem = func() fyne.CanvasObject { return newEarlierView(s) }
	s.lines.UpdateItem = func(i int, o fyne.CanvasObject) { o.(*earlierView).show(&s.earlier[i]) }
	s.lines.onTapped = s.onOpen
	s.lines.onOpen = s.onOpen
	s.lines.onDelete = s.onDelete

	top := container.NewVBox(
		spaceOf(28),
		heading(lang.X("start.heading", "See what is broken on your website")),
		what,
		container.New(layout.NewCustomPaddedLayout(8, 20, 8, 8), container.NewHBox(try)),
		s.title, s.none,
	)
	s.content = centred(720, container.NewBorder(top, spaceOf(8), nil, nil, s.lines))
	s.showEarlier(nil)
}

func (s *startPane) object() fyne.CanvasObject { return s.content }

// refresh reads the list of earlier crawls.
func (s *startPane) refresh(folder string) {
	ask(s.feed, &s.list, inTurn(&s.reading, func(ctx context.Context) ([]earlierCrawl, error) {
		found, err := crawlfile.List(ctx, folder)
		if errors.Is(err, os.ErrNotExist) {
			err = nil
		}
		now := time.Now()
		earlier := make([]earlierCrawl, 0, len(found))
		for i := range found {
			earlier = append(earlier, newEarlierCrawl(&found[i], now))
		}
		return earlier, err
	}), func(earlier []earlierCrawl, err error) {
		if err != nil {
			fyne.LogError("listing earlier crawls", err)
		}
		s.showEarlier(earlier)
	})
}

// leave reads no more of the crawls, one of which is about to be opened or deleted.
func (s *startPane) leave() {
	s.list.drop()
	s.reading.end()
}

// showEarlier displays earlier crawls.
func (s *startPane) showEarlier(earlier []earlierCrawl) {
	s.earlier = earlier
	setVisible(s.none, len(earlier) == 0)
	setVisible(s.lines, len(earlier) > 0)
	s.lines.forget()
	s.lines.Refresh()
}

func (s *startPane) onOpen(line int) { s.actions.open(s.earlier[line].path) }

func (s *startPane) onDelete(line int) { s.actions.remove(s.earlier[line]) }

func newEarlierCrawl(f *crawlfile.Summary, now time.Time) earlierCrawl {
	e := earlierCrawl{path: f.Path, site: siteName(f.Meta), sum: earlierSum(f)}
	if e.site == "" {
		e.site = fileName(f.Path)
	}
	if !f.Meta.Started.IsZero() {
		e.when = day(f.Meta.Started, now)
	}
	e.unfinished = f.Err == nil && (!f.Meta.State.Final() || f.Meta.State == crawler.Stopped)
	e.broken = f.Err != nil
	return e
}

// siteName is a crawl's site as a person would say it.
func siteName(m crawler.Meta) string {
	for _, address := range []string{m.Start, m.Site} {
		if u, err := weburl.Parse(address); err == nil {
			return strings.TrimSuffix(shortAddress(u.Origin(), crawler.External), "/")
		}
	}
	return m.Typed
}

// earlierSum says in a few words what a crawl came to.
func earlierSum(f *crawlfile.Summary) string {
	counts := lang.X("start.counts", "{{.Checked}} checked, {{.Broken}} broken",
		map[string]any{"Checked": number(f.Counts.Known()), "Broken": number(f.Counts.Broken)})
	if n := f.Counts.Unchecked; n > 0 {
		counts += ", " + lang.X("status.unchecked", "{{.N}} could not be checked", map[string]any{"N": number(n)})
	}
	switch {
	case errors.Is(f.Err, crawlfile.ErrInUse):
		return lang.X("start.inuse", "In use by another Sitewalk")
	case f.Err != nil:
		return lang.X("start.unreadable", "Cannot be read")
	case f.Meta.State == crawler.Failed:
		return audit.Failure(f.Meta).Text
	case f.Meta.State == crawler.Finished:
		return counts
	case f.Meta.State == crawler.Limited:
		return lang.X("start.limited", "{{.Counts}}, up to the page limit", map[string]any{"Counts": counts})
	}
	return lang.X("start.unfinished", "{{.Counts}}, not finished", map[string]any{"Counts": counts})
}

// earlierView shows one earlier crawl.
type earlierView struct {
	widget.BaseWidget
	pane             *startPane
	shown            *earlierCrawl
	site, when, sum  *cell
	carryOn, discard *button
	content          *fyne.Container
}

func newEarlierView(s *startPane) *earlierView {
	v := &earlierView{pane: s, site: newCell(fyne.TextAlignLeading), when: newCell(fyne.TextAlignTrailing), sum: newCell(fyne.TextAlignLeading)}
	v.site.text.TextStyle.Bold = true
	v.carryOn = newButton(lang.X("start.carryon", "Carry on"), theme.MediaPlayIcon(), v.onCarryOn)
	v.discard = newQuietButton("", theme.DeleteIcon(), v.onDelete)
	v.content = container.New(earlierLayout{}, v.site, v.when, v.sum, v.carryOn, v.discard)
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer makes the parts that are drawn.
func (v *earlierView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(v.content)
}

func (v *earlierView) show(e *earlierCrawl) {
	v.shown = e
	v.site.set(e.site, theme.ColorNameForeground)
	v.when.set(e.when, colorQuiet)
	v.sum.set(e.sum, colorQuiet)
	setVisible(v.carryOn, e.unfinished)
}

func (v *earlierView) onCarryOn() { v.pane.actions.carryOn(v.shown.path) }

func (v *earlierView) onDelete() { v.pane.actions.remove(*v.shown) }

// earlierLayout places an earlier crawl: two lines of text, a date and two buttons.
type earlierLayout struct{}

// Layout places the parts.
func (earlierLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const edge, when, bin, carry = 8, 150, 36, 116
	text := max(0, size.Width-2*edge-when-bin-carry-24)
	o[0].Move(fyne.NewPos(edge, 5))
	o[0].Resize(fyne.NewSize(text, 20))
	o[2].Move(fyne.NewPos(edge, 27))
	o[2].Resize(fyne.NewSize(text, 20))
	middle := func(i int, x, width, height float32) {
		o[i].Move(fyne.NewPos(x, (size.Height-height)/2))
		o[i].Resize(fyne.NewSize(width, height))
	}
	middle(1, size.Width-edge-bin-12-when, when, 20)
	middle(3, size.Width-edge-bin-24-when-carry, carry, 34)
	middle(4, size.Width-edge-bin, bin, 34)
}

// MinSize is two lines high.
func (earlierLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(520, 52) }
