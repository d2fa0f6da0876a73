package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// cell is one line of text that is shortened to fit. It costs a hundredth of a
// Label in a list, and its setters do nothing when there is nothing to change.
type cell struct {
	widget.BaseWidget
	text   *canvas.Text
	full   string
	color  fyne.ThemeColorName
	middle bool // shorten in the middle, as suits addresses
}

func newCell(align fyne.TextAlign) *cell {
	c := &cell{text: canvas.NewText("", nil), color: theme.ColorNameForeground}
	c.text.Alignment = align
	c.ExtendBaseWidget(c)
	return c
}

func newPathCell() *cell {
	c := newCell(fyne.TextAlignLeading)
	c.middle = true
	return c
}

// set changes text and colour.
func (c *cell) set(text string, color fyne.ThemeColorName) {
	if c.full == text && c.color == color {
		return
	}
	c.full, c.color = text, color
	c.Refresh()
}

// CreateRenderer makes the parts that are drawn.
func (c *cell) CreateRenderer() fyne.WidgetRenderer { return &cellRenderer{cell: c} }

// fit writes as much of the text as there is room for.
func (c *cell) fit(width float32) {
	text := ""
	if width > 0 {
		text = shorten(c.full, c.middle, width, func(s string) float32 {
			return fyne.MeasureText(s, c.text.TextSize, c.text.TextStyle).Width
		})
	}
	if c.text.Text == text {
		return
	}
	c.text.Text = text
	c.text.Refresh()
}

// width is that of the whole text.
func (c *cell) width() float32 {
	return fyne.MeasureText(c.full, theme.TextSize(), c.text.TextStyle).Width
}

type cellRenderer struct {
	cell *cell
}

// MinSize is one line high and as narrow as its column makes it.
func (r *cellRenderer) MinSize() fyne.Size {
	return fyne.NewSize(0, fyne.MeasureText("M", theme.TextSize(), r.cell.text.TextStyle).Height)
}

// Layout places the text in the middle of the height.
func (r *cellRenderer) Layout(size fyne.Size) {
	text := r.cell.text
	text.TextSize = theme.TextSize()
	r.cell.fit(size.Width)
	height := r.MinSize().Height
	text.Move(fyne.NewPos(0, (size.Height-height)/2))
	text.Resize(fyne.NewSize(size.Width, height))
}

// Refresh draws the cell anew.
func (r *cellRenderer) Refresh() {
	r.cell.text.Color = themeColor(r.cell.color)
	r.Layout(r.cell.Size())
	r.cell.text.Refresh()
}

// Objects are the parts that are drawn.
func (r *cellRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.cell.text} }

// Destroy has nothing to give back.
func (r *cellRenderer) Destroy() {}
