package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/fetch"
)

// failurePane fills the middle when the start page could not be crawled: what
// happened, what to try, and buttons that help.
type failurePane struct {
	retry    func(change func(*crawler.Settings)) // starts the same address again
	title    *widget.Label
	advice   *widget.Label
	cause    *disclosure
	anyway   *button
	own      *widget.Label
	words    *wordsButton
	override func(*crawler.Settings)
	content  fyne.CanvasObject
}

func newFailurePane(s *sheets, retry func(func(*crawler.Settings))) *failurePane {
	p := &failurePane{retry: retry, words: newWordsButton(s), title: newWrappedLabel(), advice: newWrappedLabel(), cause: newDisclosure(), own: newWrappedLabel()}
	p.title.SizeName = theme.SizeNameSubHeadingText
	p.title.TextStyle.Bold = true
	p.own.Importance = widget.LowImportance
	again := newMainButton(lang.X("failure.again", "Try again"), theme.ViewRefreshIcon(), p.onAgain)
	p.anyway = newButton(lang.X("failure.anyway", "This is my own site: crawl anyway"), nil, p.onAnyway)
	icon := canvas.NewImageFromResource(theme.NewColoredResource(theme.WarningIcon(), colorUnchecked))
	icon.FillMode = canvas.ImageFillContain
	icon.SetMinSize(fyne.NewSize(40, 40))
	body := container.NewVBox(
		spaceOf(56), container.NewHBox(widthOf(4), icon), p.title, p.advice,
		container.New(layout.NewCustomPaddedLayout(12, 4, 8, 8), container.NewHBox(again, p.anyway)),
		p.own, container.NewHBox(p.words.explained), p.cause.object(),
	)
	p.content = container.NewVScroll(centred(620, body))
	return p
}

func (p *failurePane) object() fyne.CanvasObject { return p.content }

// show displays why a crawl failed.
func (p *failurePane) show(kind string, m audit.Message) {
	setText(p.title, m.Text)
	setText(p.advice, m.Advice)
	setVisible(p.advice, m.Advice != "")
	p.cause.show(m.Details)
	var why string
	p.override, why = override(kind)
	setVisible(p.anyway, p.override != nil)
	setText(p.own, why)
	setVisible(p.own, why != "")
	p.words.about(m.Text, m.Advice, why)
	p.content.Refresh()
}

// override gives the change of settings that gets past a failure, for people
// who may decide that because the site is theirs, and what it means.
func override(kind string) (change func(*crawler.Settings), why string) {
	switch fetch.Kind(kind) {
	case "robots", "robots-unreachable":
		return func(s *crawler.Settings) { s.IgnoreRobots = true },
			lang.X("failure.robots", "Crawling anyway leaves the site's rules for robots aside, this once. Do it only on a site that is yours.")
	case fetch.TLS, fetch.TLSExpired, fetch.TLSSelfSigned, fetch.TLSWrongHost:
		return func(s *crawler.Settings) { s.InsecureTLS = true },
			lang.X("failure.tls", "Crawling anyway does not check whose site answers, this once. Do it only on a site that is yours.")
	}
	return nil, ""
}

func (p *failurePane) onAgain() { p.retry(func(*crawler.Settings) {}) }

func (p *failurePane) onAnyway() { p.retry(p.override) }
