package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/crawlfile"
)

// columnTitle is a column's name in the header. A click, Enter or the space bar
// sorts by the column, and an arrow tells when the list is sorted by it; a click
// with the other mouse button explains it.
type columnTitle struct {
	clickable
	column   column
	explains func(c column, below fyne.CanvasObject)
	name     *cell
	arrow    *widget.Icon
	arrowing fyne.ThemeIconName // what arrow shows; "" for nothing
}

var _ fyne.SecondaryTappable = (*columnTitle)(nil)

func newColumnTitle(c column, sorts func(by crawlfile.Column), explains func(column, fyne.CanvasObject)) *columnTitle {
	t := &columnTitle{column: c, explains: explains, name: newCell(c.align), arrow: widget.NewIcon(nil)}
	t.act = func() { sorts(c.by) }
	t.name.text.TextStyle.Bold = true
	t.name.set(c.title, colorQuiet)
	t.begin(t, t.paint, t.layout, t.name, t.arrow)
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

func (t *columnTitle) paint() { t.paintGround(colorSurface) }

// layout puts the arrow beside the name, on the side where the column has room: in
// a narrow one, that is partly the gap to its neighbour.
func (t *columnTitle) layout(size fyne.Size) {
	const arrowSize, margin = 18, 4
	t.ground.Move(fyne.NewPos(-margin, 2))
	t.ground.Resize(fyne.NewSize(size.Width+2*margin, max(0, size.Height-4)))
	words := fyne.MeasureText(t.column.title, theme.TextSize(), t.name.text.TextStyle).Width
	width := size.Width
	if t.arrowing != "" {
		width = max(0, width-arrowSize, min(words, width, width-arrowSize+columnGap))
	}
	words = min(words, width)
	nameAt, arrowAt := float32(0), words
	if t.column.align == fyne.TextAlignTrailing {
		nameAt, arrowAt = size.Width-width, size.Width-words-arrowSize
	}
	t.name.Move(fyne.NewPos(nameAt, 0))
	t.name.Resize(fyne.NewSize(width, size.Height))
	t.arrow.Move(fyne.NewPos(arrowAt, (size.Height-arrowSize)/2))
	t.arrow.Resize(fyne.NewSquareSize(arrowSize))
}

// Visible tells whether there is room for the column: without it nothing is
// drawn and the keyboard passes by.
func (t *columnTitle) Visible() bool { return t.themed.Visible() && t.Size().Width > 0 }

// TappedSecondary is called for a click with the other mouse button.
func (t *columnTitle) TappedSecondary(*fyne.PointEvent) { t.explains(t.column, t) }
