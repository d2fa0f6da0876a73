package gui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"

	"sitewalk/crawler/crawlfile"
)

// headerActions are what a person can ask for above the list.
type headerActions struct {
	sort    func(crawlfile.Sort)
	turn    func() // to columns that are out of sight
	columns func(below fyne.CanvasObject)
	explain func(c column, below fyne.CanvasObject)
}

// header is the line above the list that names its columns and sorts by them. At
// its end are a button for the choice of columns and, when not all of these have
// room, one for those out of sight.
type header struct {
	actions headerActions
	placed  *arrangement
	sort    crawlfile.Sort
	titles  []*columnTitle
	turn    *button
	choose  *button
	hint    *hint
	row     *fyne.Container
	content fyne.CanvasObject
}

func newHeader(a *arrangement, actions headerActions) *header {
	h := &header{actions: actions, hint: newHint()}
	h.turn = newQuietButton("", theme.NavigateNextIcon(), func() { h.actions.turn() })
	h.choose = newQuietButton("", columnsIcon(), func() { h.actions.columns(h.choose) })
	h.turn.hinted(h.hint.show, lang.X("header.turn", "More columns"))
	h.choose.hinted(h.hint.show, lang.X("header.choose", "Choose columns"))
	h.row = container.New(&headerLayout{h})
	h.content = newBar(h.row)
	h.arrange(a)
	return h
}

func (h *header) object() fyne.CanvasObject { return h.content }

// arrange names other columns.
func (h *header) arrange(a *arrangement) {
	h.placed, h.titles = a, nil
	var row []fyne.CanvasObject
	for i := range a.columns {
		title := newColumnTitle(a.columns[i], h.onTitle, h.actions.explain)
		title.show(h.sort)
		h.titles = append(h.titles, title)
		row = append(row, title)
	}
	h.row.Objects = append(row, h.turn, h.choose, h.hint)
	h.row.Refresh()
}

// focused tells whether one of the titles has the keyboard.
func (h *header) focused() bool {
	return slices.ContainsFunc(h.titles, func(t *columnTitle) bool { return t.focused })
}

// show marks the column that the list is sorted by.
func (h *header) show(sort crawlfile.Sort) {
	h.sort = sort
	for _, t := range h.titles {
		t.show(sort)
	}
}

func (h *header) onTitle(by crawlfile.Column) {
	h.show(nextSort(h.sort, by))
	h.actions.sort(h.sort)
}

// nextSort is the order after a click on a column: rising, then falling, then
// as the addresses were found.
func nextSort(now crawlfile.Sort, by crawlfile.Column) crawlfile.Sort {
	switch {
	case now.By != by:
		return crawlfile.Sort{By: by}
	case !now.Desc:
		return crawlfile.Sort{By: by, Desc: true}
	}
	return crawlfile.Sort{}
}

// headerLayout places the titles where the columns are, and the buttons at the end.
type headerLayout struct{ *header }

// Layout places the titles, then the buttons and the hint.
func (l *headerLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	for i, s := range l.placed.in(size.Width) {
		l.titles[i].Move(fyne.NewPos(s.x, 0))
		l.titles[i].Resize(fyne.NewSize(s.width, size.Height))
	}
	setVisible(l.turn, l.placed.left+l.placed.right > 0)
	x := size.Width - l.placed.end + toolsGap
	for _, b := range []*button{l.turn, l.choose} {
		if b.Visible() {
			b.Move(fyne.NewPos(x, 1))
			b.Resize(fyne.NewSize(toolWidth, size.Height-2))
			x += toolWidth
		}
	}
	width := l.hint.MinSize().Width
	l.hint.Move(fyne.NewPos(size.Width-l.placed.end-width, 2))
	l.hint.Resize(fyne.NewSize(width, size.Height-4))
}

// MinSize is the height of a row.
func (l *headerLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, rowHeight) }
