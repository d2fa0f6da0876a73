package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
)

// toolbar is the pane at the top: the address and what steers a crawl.
type toolbar struct {
	actions toolbarActions
	home    *button
	address *entry
	main    *button // Start, Pause or Resume
	second  *button // Stop or Carry on
	menu    *button
	slider  *slider
	atOnce  *widget.Label
	problem *widget.Label
	content fyne.CanvasObject
}

// toolbarActions are what a person can ask for in the toolbar.
type toolbarActions struct {
	home, start, pause, resume, stop, carryOn func()
	menu                                      func(below fyne.CanvasObject)
	concurrency                               func(n int)
	resized                                   func() // the bar became higher or lower; may be nil
}

func newToolbar(concurrency int, a toolbarActions) *toolbar {
	t := &toolbar{actions: a}
	t.buildUI(concurrency)
	return t
}

func (t *toolbar) buildUI(concurrency int) {
	t.home = newQuietButton("", theme.HomeIcon(), t.actions.home)
	t.address = newEntry()
	t.address.SetPlaceHolder(lang.X("toolbar.address", "Address of a website, such as example.com"))
	t.address.OnSubmitted = func(string) { t.actions.start() }
	t.address.OnChanged = func(string) { t.complain("") }
	t.main = newMainButton("", nil, nil)
	t.second = newButton("", nil, nil)
	t.menu = newQuietButton("", theme.MoreVerticalIcon(), nil)
	t.menu.OnTapped = func() { t.actions.menu(t.menu) }
	t.problem = newWrappedLabel()
	t.problem.Importance = widget.DangerImportance
	t.problem.Hide()

	t.slider = newSlider(1, crawler.MaxConcurrency)
	t.slider.Value = float64(concurrency)
	t.atOnce = widget.NewLabel(number(concurrency))
	t.slider.OnChanged = t.onSlider
	name := widget.NewLabel(lang.X("toolbar.atonce", "Pages at once"))
	hint := newCell(fyne.TextAlignLeading)
	hint.set(lang.X("toolbar.atonce.hint", "More is faster, and heavier on the site."), colorQuiet)

	steer := container.NewHBox(equal(116, t.main), equal(116, t.second), t.menu)
	first := container.NewBorder(nil, nil, t.home, steer, t.address)
	slide := container.NewHBox(name, equal(300, container.NewThemeOverride(t.slider, visibleTrack)), t.atOnce)
	second := container.NewBorder(nil, nil, slide, nil, hint)
	t.content = newBar(container.New(layout.NewCustomPaddedLayout(10, 6, 10, 10), container.NewVBox(first, t.problem, second)))
	t.show("")
}

// equal keeps buttons equally wide, so that they don't move when their words change.
func equal(width float32, o fyne.CanvasObject) fyne.CanvasObject {
	return container.NewStack(widthOf(width), o)
}

func (t *toolbar) object() fyne.CanvasObject { return t.content }

// show offers what makes sense in a state; "" is the start screen.
func (t *toolbar) show(s crawler.State) {
	switch s {
	case crawler.Ready, crawler.Running:
		t.main.set(lang.X("toolbar.pause", "Pause"), theme.MediaPauseIcon(), t.actions.pause)
	case crawler.Paused:
		t.main.set(lang.X("toolbar.resume", "Resume"), theme.MediaPlayIcon(), t.actions.resume)
	default:
		t.main.set(lang.X("toolbar.start", "Start"), theme.MediaPlayIcon(), t.actions.start)
	}
	if carriesOn(s) {
		t.second.set(lang.X("toolbar.carryon", "Carry on"), theme.MediaSkipNextIcon(), t.actions.carryOn)
	} else {
		t.second.set(lang.X("toolbar.stop", "Stop"), theme.MediaStopIcon(), t.actions.stop)
	}
	active := s != "" && !s.Final()
	t.main.enable(s != crawler.Stopping)
	t.second.enable(carriesOn(s) || active && s != crawler.Stopping)
	t.home.enable(s != "" && !active)
	t.lock(active)
}

// carriesOn tells whether a crawl in this state has something left to do.
func carriesOn(s crawler.State) bool { return s == crawler.Stopped }

// lock keeps the address as it is while it is being crawled.
func (t *toolbar) lock(locked bool) {
	if locked == t.address.Disabled() {
		return
	}
	if locked {
		t.address.Disable()
		return
	}
	t.address.Enable()
}

// setAddress shows an address, if it is not shown already.
func (t *toolbar) setAddress(address string) {
	if address != "" && t.address.Text != address {
		t.address.SetText(address)
	}
}

// busy takes the buttons away while something is being opened or closed.
func (t *toolbar) busy() {
	t.main.enable(false)
	t.second.enable(false)
	t.home.enable(false)
	t.lock(true)
}

// complain says what is wrong with the address; "" says that nothing is.
func (t *toolbar) complain(problem string) {
	before := t.problem.Visible()
	setText(t.problem, problem)
	setVisible(t.problem, problem != "")
	if t.problem.Visible() != before && t.actions.resized != nil {
		t.actions.resized()
	}
}

func (t *toolbar) onSlider(value float64) {
	n := int(value)
	setText(t.atOnce, number(n))
	t.actions.concurrency(n)
}

func (t *toolbar) concurrency() int { return int(t.slider.Value) }
