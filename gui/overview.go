package gui

import (
	"context"
	"strings"

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
const worst = 5

// overview is the pane that answers "is my site all right?".
type overview struct {
	feed   *feed
	failed func(error)
	goTo   func(view)
	checks []audit.Check
	shape  func(context.Context) (crawlfile.Shape, error)
	asking question

	site, story             *widget.Label
	grade                   *gradeView
	changes                 *changeSentences
	worst                   *fyne.Container
	worstRows               []*linkRow
	fine                    *widget.Label
	outcomes, depths, times *chart
	content                 fyne.CanvasObject
}

func newOverview(f *feed, checks []audit.Check, failed func(error), goTo func(view)) *overview {
	o := &overview{feed: f, failed: failed, goTo: goTo, checks: checks}
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
	body := container.NewVBox(o.site, o.story, o.grade.object(), o.changes.object(), problems, spaceOf(4), charts, spaceOf(12))
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
func (o *overview) read(f *crawlfile.File) {
	o.shape = f.Shape
	o.asking.drop()
	o.tell("", "")
	o.grade.show(audit.Grade{})
	o.changes.show("", 0)
	o.showShape(crawlfile.Shape{})
	o.show(crawlfile.Counts{}, false)
}

// tell says which site it is, and what is to be said about the crawl.
func (o *overview) tell(site, story string) {
	setText(o.site, site)
	setText(o.story, story)
	setVisible(o.story, story != "")
}

// show displays counts. ended tells that they are final.
func (o *overview) show(c crawlfile.Counts, ended bool) {
	found := worstProblems(o.checks, c.Findings)
	for i, row := range o.worstRows {
		setVisible(row, i < len(found))
		if i < len(found) {
			p := found[i]
			row.tapped = func() { o.goTo(findingView(p.check.ID)) }
			row.set(hurtMark(p.check.Hurts).icon, p.check.Name(), p.check.Hurts.Name(), number(p.pages), -1, colorQuiet)
		}
	}
	fine := ""
	switch {
	case len(found) > 0:
	case ended:
		fine = lang.X("overview.fine", "Nothing to improve was found. Well done!")
	default:
		fine = lang.X("overview.early", "Nothing to improve has been found so far.")
	}
	setText(o.fine, fine)
	setVisible(o.fine, fine != "")
	o.showOutcomes(c)
	if ended && c.Checked+c.Failed > 0 {
		o.grade.show(audit.GradeOf(c))
	}
}

// worstProblems are the findings that matter most: those that hurt visitors
// before those that hurt in search engines, those on many pages first.
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

// refresh asks anew for what takes a look at every page.
func (o *overview) refresh() {
	if o.shape == nil {
		return
	}
	shape := o.shape
	ask(o.feed, &o.asking, shape, func(s crawlfile.Shape, err error) {
		if err != nil {
			o.failed(err)
			return
		}
		o.showShape(s)
	})
}

func (o *overview) showShape(s crawlfile.Shape) {
	most := 1
	for _, n := range s.Depths {
		most = max(most, n)
	}
	var depths []bar
	for i, n := range s.Depths {
		name, span := depthName(i), crawlfile.Exactly(int64(i))
		if i == crawlfile.ShapeDepths-1 {
			name, span = lang.X("overview.deeper", "{{.N}} or more", map[string]any{"N": i}), crawlfile.AtLeast(int64(i))
		}
		color := theme.ColorNamePrimary
		if i > 3 { // people seldom click further
			color = colorUnchecked
		}
		if n > 0 || i < 4 {
			depths = append(depths, bar{name: name, n: n, share: float64(n) / float64(most), color: color, tapped: o.leadTo(crawlfile.Filter{Depth: span})})
		}
	}
	if s.NoWay > 0 {
		depths = append(depths, bar{name: lang.X("overview.noway", "No link leads there"), n: s.NoWay, share: min(1, float64(s.NoWay)/float64(most)),
			color: colorUnchecked, tapped: o.leadTo(crawlfile.Filter{Depth: crawlfile.Exactly(-1)})})
	}
	o.depths.show(depths)

	most = 1
	for _, n := range s.Times {
		most = max(most, n)
	}
	var times []bar
	for i, n := range s.Times {
		color := colorWorks
		switch {
		case i >= 3:
			color = colorBroken
		case i == 2:
			color = colorUnchecked
		}
		times = append(times, bar{name: timeName(i), n: n, share: float64(n) / float64(most), color: color, tapped: o.leadTo(crawlfile.Filter{MS: timeSpan(i)})})
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

// timeSpan is the times that bar i stands for.
func timeSpan(i int) crawlfile.Span {
	switch i {
	case 0:
		return crawlfile.Span{From: 0, To: crawlfile.ShapeTimes[0]}
	case len(crawlfile.ShapeTimes):
		return crawlfile.AtLeast(crawlfile.ShapeTimes[i-1])
	}
	return crawlfile.Span{From: crawlfile.ShapeTimes[i-1], To: crawlfile.ShapeTimes[i]}
}

func timeName(i int) string {
	seconds := func(ms int64) string { return strings.TrimSuffix(decimal(float64(ms)/1000), ".0") }
	switch i {
	case 0:
		return lang.X("overview.faster", "under {{.N}} s", map[string]any{"N": seconds(crawlfile.ShapeTimes[0])})
	case len(crawlfile.ShapeTimes):
		return lang.X("overview.slower", "over {{.N}} s", map[string]any{"N": seconds(crawlfile.ShapeTimes[i-1])})
	}
	return lang.X("overview.between", "{{.From}} to {{.To}} s", map[string]any{"From": seconds(crawlfile.ShapeTimes[i-1]), "To": seconds(crawlfile.ShapeTimes[i])})
}
