package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"

	"sitewalk/crawler/crawlfile"
)

// Heights of list rows. Together they are a power of two, so that the position
// of every row of a list of millions is exact in float32.
const (
	rowHeight = 28
	rowGap    = 4 // theme.Padding, which Fyne's lists put between rows
)

// column is one column of the page list.
type column struct {
	title string
	by    crawlfile.Column // what a click on its title sorts by; ByFound for none
	width float32          // fixed; 0 for a share of the rest
	share float32
	align fyne.TextAlign
	from  float32 // the width of the list from which on there is room for it
}

// pageColumns are the columns of the page list from left to right.
func pageColumns() []column {
	return []column{
		{width: 22}, // the outcome's mark
		{title: lang.X("column.title", "Title"), by: crawlfile.ByTitle, share: 0.55},
		{title: lang.X("column.address", "Address"), by: crawlfile.ByURL, share: 0.45},
		{title: lang.X("column.status", "Status"), by: crawlfile.ByStatus, width: 52, align: fyne.TextAlignTrailing},
		{title: lang.X("column.time", "Time"), by: crawlfile.ByTime, width: 64, align: fyne.TextAlignTrailing, from: 480},
	}
}

// columnLayout places the cells of a row, and those of its header, in columns.
type columnLayout struct {
	columns []column
	tight   bool // for narrow panes
}

// Spaces between columns and at both ends.
const (
	columnGap  = 12
	columnEdge = 14
	tightGap   = 8
)

func (l *columnLayout) spaces() (gap, edge float32) {
	if l.tight {
		return tightGap, tightGap
	}
	return columnGap, columnEdge
}

// Layout places the cells.
func (l *columnLayout) Layout(cells []fyne.CanvasObject, size fyne.Size) {
	gap, edge := l.spaces()
	rest := size.Width - 2*edge + gap
	for _, c := range l.columns {
		if size.Width >= c.from {
			rest -= c.width + gap
		}
	}
	x := edge
	for i, c := range l.columns {
		if size.Width < c.from {
			cells[i].Resize(fyne.NewSize(0, size.Height))
			continue
		}
		width := c.width
		if c.share > 0 {
			width = max(0, rest*c.share)
		}
		cells[i].Move(fyne.NewPos(x, 0))
		cells[i].Resize(fyne.NewSize(width, size.Height))
		x += width + gap
	}
}

// MinSize is the height of a row; columns become as narrow as the window wants.
func (l *columnLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(200, rowHeight)
}

// newBar puts content on the surface that bars have.
func newBar(content fyne.CanvasObject) fyne.CanvasObject {
	return container.NewStack(newSurface(colorSurface), content)
}

// surface is a rectangle in a colour of the theme.
type surface struct {
	themed
	name fyne.ThemeColorName
	rect *canvas.Rectangle
}

func newSurface(name fyne.ThemeColorName) *surface {
	s := &surface{name: name, rect: canvas.NewRectangle(themeColor(name))}
	s.objects = []fyne.CanvasObject{s.rect}
	s.repaint = func() { s.rect.FillColor = themeColor(s.name) }
	s.ExtendBaseWidget(s)
	return s
}

// newLine makes a line that separates panes.
func newLine() fyne.CanvasObject {
	s := newSurface(theme.ColorNameSeparator)
	s.rect.SetMinSize(fyne.NewSize(1, 1))
	return s
}
