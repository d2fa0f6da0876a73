package gui

import (
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"
)

// options is the dialog for a crawl's settings.
type options struct {
	sheets *sheets
	kept   *settings

	maxPages, maxDepth, timeout, agent   *entry
	subdomains, external, images, robots *check
	problem                              *widget.Label
	opened                               *sheet
}

func newOptions(d *sheets, s *settings) *options { return &options{sheets: d, kept: s} }

// open shows the settings that the next crawl will have.
func (o *options) open() {
	chosen := o.kept.crawl()
	o.maxPages = o.newField(positive(chosen.MaxPages), lang.X("options.nolimit", "no limit"))
	depth := ""
	if chosen.LimitDepth {
		depth = strconv.Itoa(chosen.MaxDepth)
	}
	o.maxDepth = o.newField(depth, lang.X("options.nolimit", "no limit"))
	o.timeout = o.newField(positive(int(chosen.Timeout/time.Second)), "60")
	o.agent = o.newField(chosen.UserAgent, lang.X("options.agent.default", "Sitewalk"))
	o.subdomains = newCheck(lang.X("options.subdomains", "Subdomains belong to the site"), chosen.Subdomains)
	o.external = newCheck(lang.X("options.external", "Check links to other sites"), !chosen.NoExternal)
	o.images = newCheck(lang.X("options.images", "Check images"), !chosen.NoImages)
	o.robots = newCheck(lang.X("options.robots", "Ignore the site's rules for robots (only for a site of your own)"), chosen.IgnoreRobots)
	o.problem = newWrappedLabel()
	o.problem.Importance = widget.DangerImportance
	o.problem.Hide()

	form := widget.NewForm(
		widget.NewFormItem(lang.X("options.maxpages", "At most so many pages"), o.maxPages),
		widget.NewFormItem(lang.X("options.maxdepth", "At most so many clicks from the start"), o.maxDepth),
		widget.NewFormItem(lang.X("options.timeout", "Seconds to wait for a page"), o.timeout),
		widget.NewFormItem(lang.X("options.agent", "Name we give to the site"), o.agent),
	)
	words := newWordsButton(o.sheets)
	words.about(o.subdomains.Text, o.robots.Text)
	content := container.NewVBox(form, o.subdomains, o.external, o.images, o.robots, container.NewHBox(words.explained), o.problem)
	o.opened = o.sheets.show(lang.X("options.title", "Crawl options"), content, fyne.NewSize(620, 0),
		newButton(lang.X("options.defaults", "Defaults"), nil, o.onDefaults),
		newButton(lang.X("dialog.cancel", "Cancel"), nil, o.onCancel),
		newMainButton(lang.X("options.ok", "Use for the next crawl"), nil, o.onOK))
	o.sheets.window.Canvas().Focus(o.maxPages)
}

func (o *options) newField(text, placeholder string) *entry {
	e := newEntry()
	e.SetText(text)
	e.SetPlaceHolder(placeholder)
	e.OnSubmitted = func(string) { o.onOK() }
	return e
}

func positive(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (o *options) onCancel() { o.opened.hide() }

func (o *options) onDefaults() {
	for _, e := range []*entry{o.maxPages, o.maxDepth, o.timeout, o.agent} {
		e.SetText("")
	}
	o.subdomains.SetChecked(false)
	o.external.SetChecked(true)
	o.images.SetChecked(true)
	o.robots.SetChecked(false)
}

func (o *options) onOK() {
	chosen := o.kept.crawl()
	pages, pagesOK := wholeNumber(o.maxPages.Text, 1)
	depth, depthOK := wholeNumber(o.maxDepth.Text, 0)
	seconds, secondsOK := wholeNumber(o.timeout.Text, 1)
	if !pagesOK || !depthOK || !secondsOK {
		setText(o.problem, lang.X("options.problem", "Please write whole numbers, or leave a field empty."))
		setVisible(o.problem, true)
		return
	}
	chosen.MaxPages = pages
	chosen.MaxDepth, chosen.LimitDepth = depth, strings.TrimSpace(o.maxDepth.Text) != ""
	chosen.Timeout = time.Duration(seconds) * time.Second
	chosen.UserAgent = strings.TrimSpace(o.agent.Text)
	chosen.Subdomains, chosen.IgnoreRobots = o.subdomains.Checked, o.robots.Checked
	chosen.NoExternal, chosen.NoImages = !o.external.Checked, !o.images.Checked
	o.kept.setCrawl(chosen)
	o.opened.hide()
}

// wholeNumber reads a number of at least low and at most a billion; an empty field is 0.
func wholeNumber(text string, low int) (n int, ok bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= low && n <= 1_000_000_000
}
