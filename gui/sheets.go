package gui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/audit"
)

// sheets shows what lies over the window until it is answered. It remembers
// what is open, so that Escape closes what is in front.
type sheets struct {
	window fyne.Window
	open   []*sheet
}

// sheet is one thing that lies over the window.
type sheet struct {
	owner  *sheets
	popup  *widget.PopUp
	fixed  bool   // only the program closes it
	closed func() // hears of the closing; nil does nothing
}

// show lays content over the window, with a title above and buttons below.
// It becomes at least as large as size.
func (s *sheets) show(title string, content fyne.CanvasObject, size fyne.Size, buttons ...fyne.CanvasObject) *sheet {
	name := widget.NewLabel(title)
	name.SizeName = theme.SizeNameSubHeadingText
	name.TextStyle.Bold = true
	row := container.NewHBox(append([]fyne.CanvasObject{layout.NewSpacer()}, buttons...)...)
	body := container.New(layout.NewCustomPaddedLayout(10, 10, 14, 14), container.NewBorder(name, container.New(layout.NewCustomPaddedLayout(10, 0, 0, 0), row), nil, nil, content))
	shown := &sheet{owner: s, popup: widget.NewModalPopUp(body, s.window.Canvas())}
	s.open = append(s.open, shown)
	// Wrapped text learns its height only from its width: the first size makes
	// it known, the second has room for it.
	shown.popup.Resize(size)
	shown.popup.Show()
	shown.popup.Resize(fyne.NewSize(size.Width, max(size.Height, shown.popup.MinSize().Height)))
	return shown
}

// bubble shows content beside something, without a title or a need to answer: a
// click elsewhere closes it. It becomes so wide, and as high as the content wants
// and the window allows.
func (s *sheets) bubble(content fyne.CanvasObject, beside fyne.CanvasObject, width float32) *sheet {
	const margin = 8
	canvas := s.window.Canvas()
	body := container.New(layout.NewCustomPaddedLayout(10, 10, 12, 12), content)
	shown := &sheet{owner: s, popup: widget.NewPopUp(body, canvas)}
	s.open = append(s.closing(), shown)
	body.Resize(fyne.NewSize(width, 0)) // wrapped text learns its height from its width
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(beside)
	below, room := at.Y+beside.Size().Height+2, canvas.Size()
	size := fyne.NewSize(width, min(body.MinSize().Height, room.Height-2*margin))
	x := min(max(at.X+beside.Size().Width-width, margin), room.Width-width-margin)
	shown.popup.ShowAtPosition(fyne.NewPos(x, min(below, room.Height-size.Height-margin)))
	shown.popup.Resize(size)
	return shown
}

// explain says what something is, beside it.
func (s *sheets) explain(name, what string, beside fyne.CanvasObject) {
	title := widget.NewLabel(name)
	title.TextStyle.Bold = true
	text := newWrappedLabel()
	text.SetText(what)
	s.bubble(newCompact(title, text), beside, 340)
}

// closing forgets the bubbles that a click has closed, and gives what is open.
func (s *sheets) closing() []*sheet {
	s.open = slices.DeleteFunc(s.open, func(one *sheet) bool { return !one.popup.Visible() })
	return s.open
}

// covered tells whether anything lies over the window.
func (s *sheets) covered() bool { return len(s.closing()) > 0 }

// hide closes the sheet.
func (s *sheet) hide() {
	at := slices.Index(s.owner.open, s)
	if at < 0 {
		return
	}
	s.owner.open = slices.Delete(s.owner.open, at, at+1)
	s.popup.Hide()
	if s.closed != nil {
		s.closed()
	}
}

// dismiss closes what is in front and tells whether there was anything.
func (s *sheets) dismiss() bool {
	if !s.covered() {
		return false
	}
	if front := s.open[len(s.open)-1]; !front.fixed {
		front.hide()
	}
	return true
}

// message shows why something did not work.
func (s *sheets) message(title string, m audit.Message) {
	var shown *sheet
	closing := newMainButton(lang.X("dialog.close", "Close"), nil, func() { shown.hide() })
	shown = s.show(title, messageView(m), fyne.NewSize(540, 0), closing)
	s.window.Canvas().Focus(closing)
}

// confirm asks before something that cannot be undone.
func (s *sheets) confirm(title, text, yes string, then func()) {
	label := newWrappedLabel()
	label.SetText(text)
	var shown *sheet
	cancel := newButton(lang.X("dialog.cancel", "Cancel"), nil, func() { shown.hide() })
	confirm := newMainButton(yes, nil, func() {
		shown.hide()
		then()
	})
	shown = s.show(title, label, fyne.NewSize(460, 0), cancel, confirm)
	s.window.Canvas().Focus(cancel) // what is confirmed cannot be undone
}

// roomy is the size of a sheet that needs most of the window.
func (s *sheets) roomy() fyne.Size {
	size := s.window.Canvas().Size()
	return fyne.NewSize(min(size.Width*0.8, 760), size.Height*0.75)
}

// spaceOf is an empty space so many units high.
func spaceOf(height float32) fyne.CanvasObject {
	r := canvas.NewRectangle(nil)
	r.SetMinSize(fyne.NewSize(0, height))
	return r
}
