package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/crawlfile"
)

// columnTitle is a column's name in the header. A click, Enter or the space bar
// sorts by the column, and an arrow tells when the list is sorted by it; a click
// with the other mouse button explains it.
type columnTitle struct {
	themed
	column   column
	sorts    func(by crawlfile.Column)
	explains func(c column, below fyne.CanvasObject)
	ground   *canvas.Rectangle
	name     *cell
	arrow    *widget.Icon
	hovered  bool
	focused  bool
	arrowing fyne.ThemeIconName // what arrow shows; "" for nothing
}

var (
	_ fyne.Tappable          = (*columnTitle)(nil)
	_ fyne.SecondaryTappable = (*columnTitle)(nil)
	_ fyne.Focusable         = (*columnTitle)(nil)
	_ desktop.Hoverable      = (*columnTitle)(nil)
	_ desktop.Cursorable     = (*columnTitle)(nil)
)

func newColumnTitle(c column, sorts func(by crawlfile.Column), explains func(column, fyne.CanvasObject)) *columnTitle {
	t := &columnTitle{column: c, sorts: sorts, explains: explains, ground: canvas.NewRectangle(nil), name: newCell(c.align), arrow: widget.NewIcon(nil)}
	t.ground.CornerRadius = theme.InputRadiusSize()
	t.name.text.TextStyle.Bold = true
	t.name.set(c.title, colorQuiet)
	t.objects = []fyne.CanvasObject{t.ground, t.name, t.arrow}
	t.repaint = t.paint
	t.place = t.layout
	t.ExtendBaseWidget(t)
	t.paint()
	return t
}

// show draws the arrow that belongs to an order, if it is one by this column.
func (t *columnTitle) show(sort crawlfile.Sort) {
	arrow, color := fyne.ThemeIconName(""), colorQuiet
	if sort.By == t.column.by {
		arrow, color = theme.IconNameArrowDropUp, theme.ColorNameForeground
		if sort.Desc {
			arrow = theme.IconNameArrowDropDown
		}
	}
	if t.arrowing == arrow {
		return
	}
	t.arrowing = arrow
	t.name.set(t.column.title, color)
	t.arrow.SetResource(nil)
	if arrow != "" {
		t.arrow.SetResource(theme.Icon(arrow))
	}
	t.Refresh()
}

func (t *columnTitle) paint() {
	t.ground.FillColor = themeColor(colorSurface)
	switch {
	case t.focused:
		t.ground.FillColor = themeColor(theme.ColorNameFocus)
	case t.hovered:
		t.ground.FillColor = themeColor(theme.ColorNameHover)
	}
}

// layout puts the arrow beside the name, on the side where the column has room.
func (t *columnTitle) layout(size fyne.Size) {
	const arrowSize, margin = 18, 4
	t.ground.Move(fyne.NewPos(-margin, 2))
	t.ground.Resize(fyne.NewSize(size.Width+2*margin, max(0, size.Height-4)))
	room := float32(0)
	if t.arrowing != "" {
		room = arrowSize
	}
	width := max(0, size.Width-room)
	words := min(width, fyne.MeasureText(t.column.title, theme.TextSize(), t.name.text.TextStyle).Width)
	nameAt, arrowAt := float32(0), words
	if t.column.align == fyne.TextAlignTrailing {
		nameAt, arrowAt = room, width-words
	}
	t.name.Move(fyne.NewPos(nameAt, 0))
	t.name.Resize(fyne.NewSize(width, size.Height))
	t.arrow.Move(fyne.NewPos(arrowAt, (size.Height-arrowSize)/2))
	t.arrow.Resize(fyne.NewSquareSize(arrowSize))
}

// Visible tells whether there is room for the column: without it nothing is
// drawn and the keyboard passes by.
func (t *columnTitle) Visible() bool { return t.themed.Visible() && t.Size().Width > 0 }

// Tapped is called for a click.
func (t *columnTitle) Tapped(*fyne.PointEvent) { t.sorts(t.column.by) }

// TappedSecondary is called for a click with the other mouse button.
func (t *columnTitle) TappedSecondary(*fyne.PointEvent) { t.explains(t.column, t) }

// TypedKey is called for a special key while the title has the focus.
func (t *columnTitle) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		t.sorts(t.column.by)
	default:
		passKey(t, ev)
	}
}

// TypedRune does nothing: the space bar comes as a key.
func (t *columnTitle) TypedRune(rune) {}

// FocusGained is called when the title gets the focus.
func (t *columnTitle) FocusGained() { t.light(t.hovered, true) }

// FocusLost is called when the title loses the focus.
func (t *columnTitle) FocusLost() { t.light(t.hovered, false) }

// MouseIn is called when the mouse arrives.
func (t *columnTitle) MouseIn(*desktop.MouseEvent) { t.light(true, t.focused) }

// MouseMoved is called while the mouse moves over the title.
func (t *columnTitle) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called when the mouse leaves.
func (t *columnTitle) MouseOut() { t.light(false, t.focused) }

// Cursor is what shows that the title can be clicked.
func (t *columnTitle) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (t *columnTitle) light(hovered, focused bool) {
	t.hovered, t.focused = hovered, focused
	t.Refresh()
}
