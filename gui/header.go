package gui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sitewalk/crawler/crawlfile"
)

// header is the line above the list that names its columns and sorts by them.
type header struct {
	chosen  func(crawlfile.Sort) // hears of an order that a person asks for
	sort    crawlfile.Sort
	titles  []*columnTitle
	content fyne.CanvasObject
}

func newHeader(columns []column, chosen func(crawlfile.Sort)) *header {
	h := &header{chosen: chosen}
	var cells []fyne.CanvasObject
	for _, c := range columns {
		if c.by == crawlfile.ByFound {
			cells = append(cells, newCell(c.align))
			continue
		}
		title := newColumnTitle(c, h.onTitle)
		h.titles = append(h.titles, title)
		cells = append(cells, title)
	}
	h.content = newBar(container.New(&columnLayout{columns: columns}, cells...))
	return h
}

func (h *header) object() fyne.CanvasObject { return h.content }

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
	h.chosen(h.sort)
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
