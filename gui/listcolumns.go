package gui

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"sitewalk/crawler/crawlfile"
)

// The part of the list that is about its columns.

// reader reads rows ready to be displayed in the columns that are chosen now.
func (l *list) reader() rowReader {
	source, columns := l.source, l.arranged.columns
	want := extrasOf(columns)
	return func(ctx context.Context, ids []int64) ([]*row, error) {
		found, err := source.rows(ctx, ids, want)
		rows := make([]*row, len(found))
		for i := range found {
			rows[i] = newRow(&found[i], columns)
		}
		return rows, err
	}
}

// extrasOf is what has to be read for these columns.
func extrasOf(columns []column) (want crawlfile.Extras) {
	for i := range columns {
		want |= columns[i].wants
	}
	return want
}

// columnIDs are the ids of the columns that are chosen.
func (l *list) columnIDs() []string {
	var ids []string
	for _, c := range l.arranged.columns {
		ids = append(ids, c.id)
	}
	return ids
}

// setColumns shows the columns with these ids. Without the one it is sorted by,
// the list goes back to the order in which the addresses were found.
func (l *list) setColumns(ids []string) {
	l.arranged = newArrangement(chosenColumns(ids))
	if l.arrangedAs != nil {
		l.arrangedAs(l.columnIDs())
	}
	sorted := l.sort.By == crawlfile.ByFound || slices.ContainsFunc(l.arranged.columns, func(c column) bool { return c.by == l.sort.By })
	if !sorted {
		l.sort = crawlfile.Sort{}
	}
	l.header.sort = l.sort
	l.header.arrange(l.arranged)
	if l.source.rows == nil { // there is no crawl yet
		return
	}
	l.prepareSorts()
	if !sorted {
		l.reload(0)
		return
	}
	l.reread()
}

// prepareSorts has the orders by the columns that show made, before a person
// clicks on one of their titles.
func (l *list) prepareSorts() {
	if l.live || l.source.prepare == nil {
		return
	}
	prepare, columns := l.source.prepare, l.arranged.columns
	ask(l.feed, &l.ahead, func(ctx context.Context) (struct{}, error) {
		for _, c := range columns {
			if err := prepare(ctx, c.by); err != nil {
				return struct{}{}, err
			}
		}
		return struct{}{}, nil
	}, func(struct{}, error) {}) // who sorts by the column asks again, and is told
}

// reread reads the rows in sight anew: with other columns, or because more is known.
func (l *list) reread() {
	offset := l.rows.GetScrollOffset()
	l.pages.reread(l.reader())
	l.rows.ScrollToOffset(offset)
}

// onTurn shows columns that are out of sight.
func (l *list) onTurn() {
	l.arranged = l.arranged.turned()
	l.header.arrange(l.arranged)
	l.rows.Refresh()
}

// onColumns lets a person choose columns.
func (l *list) onColumns(below fyne.CanvasObject) {
	newColumnMenu(l.columnIDs(), l.setColumns).open(l.sheets, below)
}

func (l *list) onExplain(c column, below fyne.CanvasObject) {
	l.sheets.explain(c.title, c.what, below)
}
