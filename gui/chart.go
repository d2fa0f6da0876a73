package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// bar is one line of a chart: a number, drawn and written, that leads to the
// list of what it counts.
type bar struct {
	icon   fyne.Resource
	name   string
	n      int
	share  float64 // of the chart's width
	color  fyne.ThemeColorName
	tapped func()
}

// chart is a title over lines with bars.
type chart struct {
	rows    []*linkRow
	lines   *fyne.Container
	content fyne.CanvasObject
}

func newChart(title string) *chart {
	c := &chart{lines: container.New(layout.NewCustomPaddedVBoxLayout(0))}
	c.content = container.NewVBox(caption(title), c.lines)
	return c
}

func (c *chart) object() fyne.CanvasObject { return c.content }

// show draws bars, of which only those with a number lead anywhere.
func (c *chart) show(bars []bar) {
	for len(c.rows) < len(bars) {
		row := newLinkRow(nil)
		c.rows = append(c.rows, row)
		c.lines.Add(row)
	}
	for i, row := range c.rows {
		setVisible(row, i < len(bars))
		if i >= len(bars) {
			continue
		}
		b := bars[i]
		row.act = b.tapped
		if b.n == 0 {
			row.act = nil
		}
		row.set(b.icon, b.name, "", number(b.n), b.share, b.color)
	}
}

// cards lays objects out side by side as long as each is at least so wide, and
// in further rows when it is not.
type cards struct {
	least, gap float32
	width      float32 // at the last layout
}

func (l *cards) columns(n int, width float32) int {
	return min(n, max(1, int((width+l.gap)/(l.least+l.gap))))
}

// Layout places the objects.
func (l *cards) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	columns := l.columns(len(objects), size.Width)
	width := (size.Width - l.gap*float32(columns-1)) / float32(columns)
	y := float32(0)
	for from := 0; from < len(objects); from += columns {
		height := float32(0)
		for i, o := range objects[from:min(from+columns, len(objects))] {
			height = max(height, o.MinSize().Height)
			o.Move(fyne.NewPos(float32(i)*(width+l.gap), y))
			o.Resize(fyne.NewSize(width, o.MinSize().Height))
		}
		y += height + l.gap/2
	}
}

// MinSize has the height that the last width asks for.
func (l *cards) MinSize(objects []fyne.CanvasObject) fyne.Size {
	columns := l.columns(len(objects), max(l.width, l.least))
	size := fyne.NewSize(l.least, 0)
	for from := 0; from < len(objects); from += columns {
		height := float32(0)
		for _, o := range objects[from:min(from+columns, len(objects))] {
			height = max(height, o.MinSize().Height)
		}
		size.Height += height + l.gap/2
	}
	return size
}
