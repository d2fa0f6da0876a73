package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// explained is a name of second rank with a small mark. A click on it, Enter or
// the space bar tells what the name means.
type explained struct {
	themed
	explain          func(beside fyne.CanvasObject)
	ground           *canvas.Rectangle
	name             *canvas.Text
	mark             *widget.Icon
	hovered, focused bool
}

var (
	_ fyne.Tappable      = (*explained)(nil)
	_ fyne.Focusable     = (*explained)(nil)
	_ desktop.Hoverable  = (*explained)(nil)
	_ desktop.Cursorable = (*explained)(nil)
)

// Sizes of an explained name.
const (
	explainedMark = 13
	explainedGap  = 4
	explainedEdge = 3 // as compact labels have it
)

func newExplained(name string, explain func(beside fyne.CanvasObject)) *explained {
	e := &explained{explain: explain, ground: canvas.NewRectangle(nil), name: canvas.NewText(name, nil)}
	e.mark = widget.NewIcon(theme.NewColoredResource(theme.InfoIcon(), colorQuiet))
	e.ground.CornerRadius = theme.InputRadiusSize()
	e.objects = []fyne.CanvasObject{e.ground, e.name, e.mark}
	e.repaint, e.place = e.paint, e.layout
	e.ExtendBaseWidget(e)
	e.paint()
	return e
}

// rename gives it another name, if it has not that one already.
func (e *explained) rename(name string) {
	if e.name.Text != name {
		e.name.Text = name
		e.Refresh()
	}
}

func (e *explained) paint() {
	e.name.Color, e.name.TextSize = themeColor(colorQuiet), theme.TextSize()
	e.ground.FillColor = themeColor(theme.ColorNameBackground)
	switch {
	case e.focused:
		e.ground.FillColor = themeColor(theme.ColorNameFocus)
	case e.hovered:
		e.ground.FillColor = themeColor(theme.ColorNameHover)
	}
}

func (e *explained) layout(size fyne.Size) {
	e.ground.Resize(size)
	text := e.name.MinSize()
	e.name.Move(fyne.NewPos(explainedEdge, (size.Height-text.Height)/2))
	e.name.Resize(text)
	e.mark.Move(fyne.NewPos(explainedEdge+text.Width+explainedGap, (size.Height-explainedMark)/2))
	e.mark.Resize(fyne.NewSquareSize(explainedMark))
}

// MinSize has room for name and mark.
func (e *explained) MinSize() fyne.Size {
	return e.name.MinSize().Add(fyne.NewSize(2*explainedEdge+explainedGap+explainedMark, 2*explainedEdge))
}

// Tapped is called for a click.
func (e *explained) Tapped(*fyne.PointEvent) { e.explain(e) }

// TypedKey is called for a special key while the name has the focus.
func (e *explained) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		e.explain(e)
	default:
		passKey(e, ev)
	}
}

// TypedRune does nothing: the space bar comes as a key.
func (e *explained) TypedRune(rune) {}

// FocusGained is called when the name gets the focus.
func (e *explained) FocusGained() { e.light(e.hovered, true) }

// FocusLost is called when the name loses the focus.
func (e *explained) FocusLost() { e.light(e.hovered, false) }

// MouseIn is called when the mouse arrives.
func (e *explained) MouseIn(*desktop.MouseEvent) { e.light(true, e.focused) }

// MouseMoved is called while the mouse moves over the name.
func (e *explained) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called when the mouse leaves.
func (e *explained) MouseOut() { e.light(false, e.focused) }

// Cursor is what shows that the name can be clicked.
func (e *explained) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (e *explained) light(hovered, focused bool) {
	e.hovered, e.focused = hovered, focused
	e.Refresh()
}
