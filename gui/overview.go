package gui

import (
	"context"
	"slices"
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
)

// worst is how many findings the overview names.
const worst = 6

// overview is the pane that answers "is my site all right?".
type overview struct {
	feed   *feed
	failed func(error)
	goTo   func(view)
	checks []audit.Check
	look   func(context.Context) (audit.Overview, error) // at all there is
	charts func(context.Context) (crawlfile.Charts, error)
	whole  bool // what is shown is of the whole crawl
	gaveUp bool // the whole crawl cannot be looked at
	asking question
	// drawing reads the charts while the crawl goes on.
	drawing question
	busy    bool
	drawn   time.Time

	site, story             *widget.Label
	words                   *wordsButton
	grade                   *gradeView
	changes                 *changeSentences
	worst                   *fyne.Container
	worstRows               []*linkRow
	fine                    *widget.Label
	outcomes, depths, times *chart
	content                 fyne.CanvasObject
}

func newOverview(f *feed, s *sheets, checks []audit.Check, failed func(error), goTo func(view)) *overview {
	o := &overview{feed: f, failed: failed, goTo: goTo, checks: checks}
	o.words = newWordsButton(s)
	o.buildUI()
	return o
}

func (o *overview) buildUI() {
	o.site = heading("")
	o.story = newWrappedLabel()
	o.grade = newGradeView(func(v view) { o.goTo(v) })
	o.changes = newChangeSentences(func() { o.goTo(view{pane: atChanges}) })
	o.fine = newWrappedLabel()
	o.worst = container.New(layout.NewCustomPaddedVBoxLayout(0))
	for range worst {
		row := newLinkRow(nil)
		row.Hide()
		o.worstRows = append(o.worstRows, row)
		o.worst.Add(row)
	}
	o.outcomes = newChart(lang.X("overview.outcomes", "What the addresses answered"))
	o.depths = newChart(lang.X("overview.depths", "Clicks from the start page"))
	o.times = newChart(lang.X("overview.times", "How long pages took"))

	charts := container.New(&cards{least: 300, gap: 24}, o.outcomes.object(), o.depths.object(), o.times.object())
	problems := container.NewVBox(subheading(lang.X("overview.worst", "What matters most")), o.fine, o.worst)
	body := container.NewVBox(o.site, o.story, container.NewHBox(o.words.explained), o.grade.object(), o.changes.object(), problems, spaceOf(4), charts, spaceOf(12))
	o.content = container.NewVScroll(centred(940, container.New(layout.NewCustomPaddedLayout(10, 10, 20, 20), body)))
}

// subheading is a heading within a pane.
func subheading(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.SizeName = theme.SizeNameSubHeadingText
	l.TextStyle.Bold = true
	l.Wrapping = fyne.TextWrapWord
	return l
}

func (o *overview) object() fyne.CanvasObject { return o.content }

// read says where to read from, and forgets what was shown.
func (o *overview) read(look func(context.Context) (audit.Overview, error), charts func(context.Context) (crawlfile.Charts, error)) {
	o.leave()
	o.look, o.charts, o.whole, o.gaveUp = look, charts, false, false
	o.tell("", "")
	o.changes.show("", 0)
	o.grade.show(audit.Overview{})
	o.showCharts(crawlfile.Charts{})
	o.show(crawlfile.Counts{}, false)
}

// leave asks nothing more of the crawl, whose file is about to be closed.
func (o *overview) leave() {
	o.asking.drop()
	o.drawing.drop()
	o.look, o.charts = nil, nil
	o.busy, o.drawn = false, time.Time{}
}

// tell says which site it is, and what is to be said about the crawl.
func (o *overview) tell(site, story string) {
	setText(o.site, site)
	setText(o.story, story)
	setVisible(o.story, story != "")
	o.words.about(story)
}

// show displays counts. ended tells that they are final.
func (o *overview) show(c crawlfile.Counts, ended bool) {
	o.showOutcomes(c)
	if o.whole && ended {
		return
	}
	o.whole = false
	o.grade.show(audit.Overview{})
	var matter []audit.Matter
	for _, p := range worstProblems(o.checks, c.Findings) {
		matter = append(matter, audit.Matter{Check: p.check, Pages: p.pages})
	}
	fine := lang.X("overview.early", "Nothing to improve has been found so far.")
	switch {
	case ended && o.gaveUp:
		fine = unlooked()
	case ended:
		fine = lang.X("overview.looking", "Looking at the crawl as a whole…")
	}
	o.showMatter(matter, fine)
}

// giveUp says that the whole crawl cannot be looked at.
func (o *overview) giveUp() {
	o.gaveUp = true
	if !o.whole {
		setText(o.fine, unlooked())
	}
}

func unlooked() string {
	return lang.X("overview.unlooked", "The crawl could not be looked at as a whole, so nobody knows yet whether there is something to improve. Open it again to try once more.")
}

// showAll displays what is known at the end.
func (o *overview) showAll(all *audit.Overview) {
	o.whole = true
	o.grade.show(*all)
	fine := lang.X("overview.fine", "Nothing to improve was found. Well done!")
	if all.Grade.Letter == "" {
		fine = lang.X("overview.none", "No page was read, so there is nothing to say about the site yet.")
	}
	o.showMatter(all.Matter, fine)
	o.showCharts(all.Charts)
	o.content.Refresh() // the grade needs room
}

// showMatter lists the findings that matter most; fine is said when there are none.
func (o *overview) showMatter(matter []audit.Matter, fine string) {
	for i, row := range o.worstRows {
		setVisible(row, i < len(matter))
		if i >= len(matter) {
			continue
		}
		m := matter[i]
		name := m.Check.Name()
		if m.Where != "" && (m.Pages == 1 || m.Causes[0].Pages > 1) {
			name += "  ·  " + m.Where
		}
		row.act = func() { o.goTo(findingView(m.Check.ID)) }
		row.set(hurtMark(m.Check.Hurts).icon, name, m.Check.Hurts.Name(), number(m.Pages), -1, colorQuiet)
	}
	setText(o.fine, fine)
	setVisible(o.fine, len(matter) == 0)
}

// worstProblems are the findings that matter most while the crawl goes on:
// those that hurt visitors before those that hurt in search engines, those on
// many pages first.
func worstProblems(checks []audit.Check, found map[string]int) []problem {
	var all []problem
	for _, g := range problemGroups(checks, found) {
		all = append(all, g.problems...)
	}
	sortByWeight(all)
	return all[:min(worst, len(all))]
}

func (o *overview) showOutcomes(c crawlfile.Counts) {
	all := max(1, c.Checked+c.Failed)
	var bars []bar
	for _, b := range []struct {
		outcome crawler.Outcome
		n       int
	}{{crawler.Works, c.Works}, {crawler.Moved, c.Moved}, {crawler.Broken, c.Broken}, {crawler.Unchecked, c.Unchecked}} {
		m := markOf(b.outcome)
		bars = append(bars, bar{
			icon: m.icon, color: m.color, name: outcomeWord(b.outcome), n: b.n, share: float64(b.n) / float64(all),
			tapped: o.leadTo(crawlfile.Filter{Outcomes: []crawler.Outcome{b.outcome}}),
		})
	}
	o.outcomes.show(bars)
}

func (o *overview) leadTo(f crawlfile.Filter) func() {
	return func() { o.goTo(view{filter: f}) }
}

// refresh draws the charts of a crawl that goes on.
func (o *overview) refresh() {
	if o.charts == nil || o.whole || o.busy || time.Since(o.drawn) < drawEvery {
		return
	}
	o.busy = true
	ask(o.feed, &o.drawing, o.charts, func(c crawlfile.Charts, err error) {
		o.busy, o.drawn = false, time.Now()
		switch {
		case err != nil:
			o.failed(err)
		case !o.whole:
			o.showCharts(c)
		}
	})
}

// drawEvery is how long the charts stay as they are while a crawl goes on: until
// its end they are read from all results.
const drawEvery = 5 * time.Second

// conclude looks at the whole crawl.
func (o *overview) conclude() {
	if o.look == nil {
		return
	}
	o.gaveUp = false
	ask(o.feed, &o.asking, o.look, func(all audit.Overview, err error) {
		if err != nil {
			o.giveUp()
			o.failed(err)
			return
		}
		o.showAll(&all)
	})
}

// depthsShown is how many depths have a bar; the last stands for all below.
const depthsShown = 8

// pagesLike is the filter for the pages that charts count.
func pagesLike(depth, ms crawlfile.Span) crawlfile.Filter {
	return crawlfile.Filter{
		Outcomes: []crawler.Outcome{crawler.Works}, Kinds: []crawler.Kind{crawler.PageKind}, Scopes: []crawler.Scope{crawler.Internal},
		Depth: depth, MS: ms,
	}
}

func (o *overview) showCharts(c crawlfile.Charts) {
	var counts [depthsShown]int
	for depth, n := range c.Depths {
		counts[min(depth, depthsShown-1)] += n
	}
	most := max(1, c.NoDepth, slices.Max(counts[:]))
	var depths []bar
	for i, n := range counts {
		name, span := depthName(i), crawlfile.Exactly(int64(i))
		if i == depthsShown-1 {
			name, span = lang.X("overview.deeper", "{{.N}} or more", map[string]any{"N": i}), crawlfile.AtLeast(int64(i))
		}
		color := theme.ColorNamePrimary
		if i > 3 { // people seldom click further
			color = colorUnchecked
		}
		if n > 0 || i < 4 {
			depths = append(depths, bar{name: name, n: n, share: float64(n) / float64(most), color: color, tapped: o.leadTo(pagesLike(span, crawlfile.Span{}))})
		}
	}
	if c.NoDepth > 0 {
		depths = append(depths, bar{
			name: lang.X("overview.noway", "No link leads there"), n: c.NoDepth, share: float64(c.NoDepth) / float64(most),
			color: colorUnchecked, tapped: o.leadTo(pagesLike(crawlfile.Exactly(-1), crawlfile.Span{})),
		})
	}
	o.depths.show(depths)

	most = max(1, slices.Max(c.Times[:]))
	var times []bar
	for i, n := range c.Times {
		span := timeSpan(i)
		color := colorWorks
		switch {
		case span.From >= 2000:
			color = colorBroken
		case span.From >= 1000:
			color = colorUnchecked
		}
		times = append(times, bar{name: timeName(i), n: n, share: float64(n) / float64(most), color: color, tapped: o.leadTo(pagesLike(crawlfile.Span{}, span))})
	}
	o.times.show(times)
}

func depthName(clicks int) string {
	switch clicks {
	case 0:
		return lang.X("overview.start", "Start page")
	case 1:
		return lang.X("overview.oneclick", "1 click")
	}
	return lang.X("overview.clicks", "{{.N}} clicks", map[string]any{"N": clicks})
}

// timeSpan is the times, in milliseconds, that bar i stands for.
func timeSpan(i int) crawlfile.Span {
	bounds := crawlfile.TimeBounds
	switch i {
	case 0:
		return crawlfile.Span{From: 0, To: bounds[0].Milliseconds()}
	case len(bounds):
		return crawlfile.AtLeast(bounds[i-1].Milliseconds())
	}
	return crawlfile.Span{From: bounds[i-1].Milliseconds(), To: bounds[i].Milliseconds()}
}

func timeName(i int) string {
	seconds := func(ms int64) string { return strings.TrimSuffix(decimal(float64(ms)/1000), ".0") }
	span := timeSpan(i)
	switch i {
	case 0:
		return lang.X("overview.faster", "under {{.N}} s", map[string]any{"N": seconds(span.To)})
	case len(crawlfile.TimeBounds):
		return lang.X("overview.slower", "over {{.N}} s", map[string]any{"N": seconds(span.From)})
	}
	return lang.X("overview.between", "{{.From}} to {{.To}} s", map[string]any{"From": seconds(span.From), "To": seconds(span.To)})
}
