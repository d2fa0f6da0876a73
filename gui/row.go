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
	id         int64
	outcome    crawler.Outcome
	title      string
	titleColor fyne.ThemeColorName
	address    string
	status     string
	time       string
}

var _ binding.DataItem = (*row)(nil)

// emptyRow stands for a row that is still being read.
var emptyRow = &row{}

// AddListener does nothing: a row never changes.
func (*row) AddListener(binding.DataListener) {}

// RemoveListener does nothing.
func (*row) RemoveListener(binding.DataListener) {}

func newRow(r *crawlfile.Row) *row {
	shown := &row{
		id:         r.ID,
		outcome:    r.Outcome,
		title:      r.Title,
		titleColor: theme.ColorNameForeground,
		address:    shortAddress(r.URL, r.Scope),
		status:     status(r.Status),
	}
	if shown.title == "" {
		shown.title, shown.titleColor = untitled(r), colorQuiet
	}
	if r.Outcome != crawler.Skipped && r.Status != 0 {
		shown.time = milliseconds(r.MS)
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
	tapped                       func(id int64) // hears a click
	ground                       *canvas.Rectangle
	picked                       bool
	mark                         *widget.Icon
	title, address, status, time *cell
	content                      *fyne.Container
	shown                        *row
}

func newRowView(columns []column, tapped func(id int64)) *rowView {
	v := &rowView{
		tapped:  tapped,
		ground:  canvas.NewRectangle(color.Transparent),
		mark:    widget.NewIcon(nil),
		title:   newCell(fyne.TextAlignLeading),
		address: newPathCell(),
		status:  newCell(fyne.TextAlignTrailing),
		time:    newCell(fyne.TextAlignTrailing),
	}
	v.content = container.New(&columnLayout{columns: columns}, v.mark, v.title, v.address, v.status, v.time)
	v.ExtendBaseWidget(v)
	return v
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

// show displays a row, unless it is the one displayed already.
func (v *rowView) show(r *row, picked bool) {
	v.pick(picked)
	if v.shown == r {
		return
	}
	v.shown = r
	if r == emptyRow {
		v.setMark(nil)
		v.title.set(ellipsis, colorQuiet)
		v.address.set("", colorQuiet)
		v.status.set("", colorQuiet)
		v.time.set("", colorQuiet)
		return
	}
	m := markOf(r.outcome)
	v.setMark(m.icon)
	v.title.set(r.title, r.titleColor)
	v.address.set(r.address, colorQuiet)
	v.status.set(r.status, statusColor(r.outcome))
	v.time.set(r.time, colorQuiet)
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
