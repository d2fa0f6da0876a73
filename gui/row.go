package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// row is what the list shows of an address, ready to be displayed. Rows never
// change, so nobody needs to listen to one.
type row struct {
	id      int64
	outcome crawler.Outcome
	texts   []rowText // one for each column
}

// rowText is what a row shows in a column.
type rowText struct {
	text  string
	color fyne.ThemeColorName
}

var _ binding.DataItem = (*row)(nil)

// emptyRow stands for a row that is still being read.
var emptyRow = &row{}

// AddListener does nothing: a row never changes.
func (*row) AddListener(binding.DataListener) {}

// RemoveListener does nothing.
func (*row) RemoveListener(binding.DataListener) {}

func newRow(r *crawlfile.FullRow, columns []column) *row {
	shown := &row{id: r.ID, outcome: r.Outcome, texts: make([]rowText, len(columns))}
	for i := range columns {
		c := &columns[i]
		shown.texts[i] = rowText{c.text(r), colorQuiet}
		if c.color != nil {
			shown.texts[i].color = c.color(r)
		}
	}
	return shown
}

// untitled says something useful about an address without a title.
func untitled(r *crawlfile.Row) string {
	switch {
	case r.Kind != crawler.PageKind:
		return fileName(readable(r.URL))
	case r.Outcome == crawler.Works && r.Scope == crawler.Internal:
		return lang.X("list.untitled", "No title")
	case r.Scope == crawler.External:
		return lang.X("list.external", "Link to another site")
	}
	return outcomeWord(r.Outcome)
}

// rowView shows one row of the list.
type rowView struct {
	widget.BaseWidget
	tapped  func(id int64) // hears a click
	ground  *canvas.Rectangle
	picked  bool
	mark    *widget.Icon
	cells   []*cell
	content *fyne.Container
	placed  *arrangement
	shown   *row
}

func newRowView(a *arrangement, tapped func(id int64)) *rowView {
	v := &rowView{tapped: tapped, ground: canvas.NewRectangle(color.Transparent), mark: widget.NewIcon(nil), content: container.NewWithoutLayout()}
	v.ground.CornerRadius = theme.SelectionRadiusSize()
	v.arrange(a)
	v.ExtendBaseWidget(v)
	return v
}

// arrange gives the row other columns.
func (v *rowView) arrange(a *arrangement) {
	v.placed, v.shown = a, nil
	v.cells = v.cells[:0]
	v.content.Objects = []fyne.CanvasObject{v.mark}
	for i := range a.columns {
		c := newCell(a.columns[i].align)
		c.middle = a.columns[i].path
		v.cells = append(v.cells, c)
		v.content.Objects = append(v.content.Objects, c)
	}
	v.content.Layout = rowLayout{a}
	v.content.Refresh()
}

// CreateRenderer makes the parts that are drawn.
func (v *rowView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(v.ground, v.content))
}

// Tapped is called for a click.
func (v *rowView) Tapped(*fyne.PointEvent) {
	if v.shown != nil && v.shown != emptyRow {
		v.tapped(v.shown.id)
	}
}

// pick draws the row as one of several that are chosen, or not.
func (v *rowView) pick(picked bool) {
	ground := color.Color(color.Transparent)
	if picked {
		ground = themeColor(theme.ColorNameSelection)
	}
	if v.picked == picked && v.ground.FillColor == ground {
		return
	}
	v.picked, v.ground.FillColor = picked, ground
	v.ground.Refresh()
}

// show displays a row, unless it is the one displayed already. picked tells that
// it is one of several that are chosen.
func (v *rowView) show(a *arrangement, r *row, picked bool) {
	v.pick(picked)
	if v.placed != a {
		v.arrange(a)
	}
	if v.shown == r {
		return
	}
	v.shown = r
	if r == emptyRow {
		v.setMark(nil)
		for i, c := range v.cells {
			c.set(when(i == 0, func() string { return ellipsis }), colorQuiet)
		}
		return
	}
	v.setMark(markOf(r.outcome).icon)
	for i, c := range v.cells {
		if i < len(r.texts) {
			c.set(r.texts[i].text, r.texts[i].color)
		}
	}
}

func (v *rowView) setMark(icon fyne.Resource) {
	if v.mark.Resource != icon {
		v.mark.SetResource(icon)
	}
}

// statusColor lets the status of what works rest in the background.
func statusColor(o crawler.Outcome) fyne.ThemeColorName {
	if o == crawler.Works {
		return colorQuiet
	}
	return markOf(o).color
}
