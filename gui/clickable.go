package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
)

// clickable is what the widgets of our own have in common that a person clicks: a
// click, Enter or the space bar acts, and the ground shows where the mouse and the
// keyboard are.
type clickable struct {
	themed
	self             fyne.CanvasObject // the widget as a whole
	act              func()            // nil when there is nothing to be had
	ground           *canvas.Rectangle
	hovered, focused bool
}

var (
	_ fyne.Tappable      = (*clickable)(nil)
	_ fyne.Focusable     = (*clickable)(nil)
	_ desktop.Hoverable  = (*clickable)(nil)
	_ desktop.Cursorable = (*clickable)(nil)
)

// begin makes a widget of self, which this is part of, with the ground behind its
// objects.
func (c *clickable) begin(self fyne.Widget, paint func(), place func(fyne.Size), objects ...fyne.CanvasObject) {
	c.self, c.repaint, c.place = self, paint, place
	c.ground = canvas.NewRectangle(nil)
	c.ground.CornerRadius = theme.InputRadiusSize()
	c.objects = append([]fyne.CanvasObject{c.ground}, objects...)
	c.ExtendBaseWidget(self)
	paint()
}

// paintGround colours the ground; idle is its colour while nobody is there.
func (c *clickable) paintGround(idle fyne.ThemeColorName) {
	switch {
	case c.focused:
		idle = theme.ColorNameFocus
	case c.hovered && c.act != nil:
		idle = theme.ColorNameHover
	}
	c.ground.FillColor = themeColor(idle)
}

// Tapped is called for a click.
func (c *clickable) Tapped(*fyne.PointEvent) {
	if c.act != nil {
		c.act()
	}
}

// TypedKey is called for a special key while the widget has the focus.
func (c *clickable) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		c.Tapped(nil)
	default:
		passKey(c.self, ev)
	}
}

// TypedRune does nothing: the space bar comes as a key.
func (c *clickable) TypedRune(rune) {}

// FocusGained is called when the widget gets the focus.
func (c *clickable) FocusGained() { c.light(c.hovered, true) }

// FocusLost is called when the widget loses the focus.
func (c *clickable) FocusLost() { c.light(c.hovered, false) }

// MouseIn is called when the mouse arrives.
func (c *clickable) MouseIn(*desktop.MouseEvent) { c.light(true, c.focused) }

// MouseMoved is called while the mouse moves over the widget.
func (c *clickable) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called when the mouse leaves.
func (c *clickable) MouseOut() { c.light(false, c.focused) }

// Cursor is what shows whether the widget can be clicked.
func (c *clickable) Cursor() desktop.Cursor {
	if c.act == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

func (c *clickable) light(hovered, focused bool) {
	c.hovered, c.focused = hovered, focused
	c.Refresh()
}
