package gui

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
)

// statusPane is the pane at the bottom: how far the crawl is, and what it came to.
type statusPane struct {
	bar     *progressBar
	figures *cell
	manners *widget.Label
	outlook *widget.Label
	story   *widget.Label
	words   *wordsButton // about all three
	export  *button
	content fyne.CanvasObject

	ended    bool
	foretold time.Time // when the outlook was shown; zero before
	renewed  time.Time // when its words were made
}

// outlookShown is how long the outlook stays: long enough to be read by somebody
// who comes back to the window. It is made anew meanwhile, as the first pages of a
// large site let expect far too much or too little, but no faster than people read.
const (
	outlookShown   = 30 * time.Second
	outlookRenewed = 3 * time.Second
)

func newStatusPane(dialogs *sheets, onExport func()) *statusPane {
	s := &statusPane{
		words:   newWordsButton(dialogs),
		bar:     newProgressBar(),
		figures: newCell(fyne.TextAlignLeading),
		manners: newWrappedLabel(),
		outlook: newWrappedLabel(),
		story:   newWrappedLabel(),
	}
	s.export = newButton(lang.X("status.export", "Export…"), theme.DocumentSaveIcon(), onExport)
	s.manners.Importance = widget.WarningImportance
	s.manners.Hide()
	s.outlook.Hide()
	s.story.Hide()
	line := container.NewBorder(nil, nil, nil, container.NewHBox(s.words.explained, s.export), container.New(layout.NewCustomPaddedLayout(0, 0, 8, 12), s.figures))
	body := container.New(layout.NewCustomPaddedLayout(8, 8, 10, 12), container.NewVBox(s.story, s.outlook, s.manners, line))
	s.content = container.New(joined{}, s.bar, newBar(body))
	return s
}

func newWrappedLabel() *widget.Label {
	l := widget.NewLabel("")
	l.Wrapping = fyne.TextWrapWord
	return l
}

func (s *statusPane) object() fyne.CanvasObject { return s.content }

// show displays a look at a crawl, and tells whether the pane became higher or
// lower.
func (s *statusPane) show(p crawler.Progress) (changed bool) {
	before := s.content.MinSize().Height
	s.bar.set(share(p), barColor(p.State))
	s.figures.set(figures(p), theme.ColorNameForeground)
	manners := ""
	if p.State == crawler.Running {
		manners = audit.MannersSentence(p.Manners)
	}
	setText(s.manners, manners)
	setVisible(s.manners, manners != "")
	s.explain()
	s.ended = p.State.Final()
	if !s.ended {
		s.tell("")
	}
	s.export.enable(p.State != crawler.Failed && p.Checked+p.Failed > 0)
	return s.content.MinSize().Height != before
}

// expect waits for the outlook of another crawl.
func (s *statusPane) expect() {
	s.foretold, s.renewed = time.Time{}, time.Time{}
	setText(s.outlook, "")
	s.outlook.Hide()
}

// foretell displays what the pages so far let expect, for a while, and tells
// whether the pane became higher or lower. The end of a crawl says it all better.
func (s *statusPane) foretell(o crawler.Outlook, now time.Time) (changed bool) {
	before := s.content.MinSize().Height
	if o.Ready && s.foretold.IsZero() {
		s.foretold = now
	}
	over := s.ended || now.Sub(s.foretold) >= outlookShown
	if o.Ready && !over && now.Sub(s.renewed) >= outlookRenewed {
		s.renewed = now
		setText(s.outlook, audit.OutlookSentences(o))
	}
	setVisible(s.outlook, s.outlook.Text != "" && !over)
	s.explain()
	return s.content.MinSize().Height != before
}

// tell displays the closing paragraph; "" hides it.
func (s *statusPane) tell(story string) {
	setText(s.story, story)
	setVisible(s.story, story != "")
	s.explain()
}

// explain offers to explain what the sentences say.
func (s *statusPane) explain() {
	var texts []string
	for _, l := range []*widget.Label{s.story, s.outlook, s.manners} {
		if l.Visible() {
			texts = append(texts, l.Text)
		}
	}
	s.words.about(texts...)
}

// share is how much of the crawl is done, between 0 and 1. Going by time left
// is more honest than going by addresses, of which more are found all the while.
func share(p crawler.Progress) float64 {
	switch {
	case p.State == crawler.Finished || p.State == crawler.Limited:
		return 1
	case p.Left > 0 && !p.State.Final():
		return float64(p.Elapsed) / float64(p.Elapsed+p.Left)
	}
	return p.Share()
}

func barColor(s crawler.State) fyne.ThemeColorName {
	switch s {
	case crawler.Finished, crawler.Limited:
		return colorWorks
	case crawler.Failed:
		return colorBroken
	case crawler.Running:
		return theme.ColorNamePrimary
	}
	return colorQuiet
}

// figures is the line of numbers under the progress bar.
func figures(p crawler.Progress) string {
	var parts []string
	say := func(part string) { parts = append(parts, part) }
	switch p.State {
	case crawler.Ready:
		say(lang.X("status.ready", "Looking for the site"))
	case crawler.Paused:
		say(lang.X("status.paused", "Paused"))
	case crawler.Stopping:
		say(lang.X("status.stopping", "Stopping"))
	case crawler.Stopped:
		say(lang.X("status.stopped", "Stopped"))
	case crawler.Finished:
		say(lang.X("status.finished", "Finished"))
	case crawler.Limited:
		say(lang.X("status.limited", "Page limit reached"))
	case crawler.Failed:
		return lang.X("status.failed", "This crawl could not start.")
	}
	say(lang.X("status.checked", "{{.N}} checked", map[string]any{"N": number(p.Known())}))
	if p.Waiting > 0 {
		say(lang.X("status.waiting", "{{.N}} waiting", map[string]any{"N": number(p.Waiting)}))
	}
	say(lang.X("status.broken", "{{.N}} broken", map[string]any{"N": number(p.Broken)}))
	if p.Unchecked > 0 {
		say(lang.X("status.unchecked", "{{.N}} could not be checked", map[string]any{"N": number(p.Unchecked)}))
	}
	if p.State == crawler.Running && p.Rate > 0 {
		say(lang.X("status.rate", "{{.N}} pages/s", map[string]any{"N": decimal(p.Rate)}))
	}
	switch {
	case p.State.Final():
		say(lang.X("status.took", "took {{.Time}}", map[string]any{"Time": lasted(p.Elapsed)}))
	case p.State == crawler.Running && p.Left > 0:
		say(lang.X("status.left", "{{.Time}} left", map[string]any{"Time": about(p.Left)}))
	case p.State == crawler.Running && p.Elapsed > 3*time.Second:
		say(lang.X("status.unknown", "still finding out how much there is"))
	}
	return strings.Join(parts, "  ·  ")
}

// lasted writes a time that is known: "850 ms", "12 s", "3 min 20 s".
func lasted(d time.Duration) string {
	if d < 10*time.Second {
		return milliseconds(d.Milliseconds())
	}
	seconds := int(d.Round(time.Second).Seconds())
	switch {
	case seconds < 60:
		return lang.X("format.seconds", "{{.N}} s", map[string]any{"N": seconds})
	case seconds < 3600:
		return lang.X("format.minutes", "{{.M}} min {{.S}} s", map[string]any{"M": seconds / 60, "S": seconds % 60})
	}
	return lang.X("format.hours", "{{.H}} h {{.M}} min", map[string]any{"H": seconds / 3600, "M": seconds % 3600 / 60})
}

// progressBar is a thin line that fills.
type progressBar struct {
	themed
	track, fill *canvas.Rectangle
	share       float64
	color       fyne.ThemeColorName
}

func newProgressBar() *progressBar {
	b := &progressBar{track: canvas.NewRectangle(nil), fill: canvas.NewRectangle(nil), color: colorQuiet}
	b.track.SetMinSize(fyne.NewSize(10, 4))
	b.objects = []fyne.CanvasObject{b.track, b.fill}
	b.repaint = func() {
		b.track.FillColor = themeColor(theme.ColorNameSeparator)
		b.fill.FillColor = themeColor(b.color)
	}
	b.place = func(size fyne.Size) {
		b.track.Resize(size)
		b.fill.Resize(fyne.NewSize(size.Width*float32(b.share), size.Height))
	}
	b.ExtendBaseWidget(b)
	b.repaint()
	return b
}

func (b *progressBar) set(share float64, color fyne.ThemeColorName) {
	share = min(max(share, 0), 1)
	if b.share == share && b.color == color {
		return
	}
	b.share, b.color = share, color
	b.Refresh()
}
