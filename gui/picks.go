package gui

import (
	"context"
	"slices"
	"strings"

	"sitewalk/export"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// picks are the addresses that were chosen together, with Ctrl or Shift held
// down. One that is chosen alone is none.
type picks struct {
	ids    map[int64]bool
	anchor int64 // where a range begins
}

// has tells whether an address is one of them.
func (p *picks) has(id int64) bool { return p.ids[id] }

// one begins anew at an address.
func (p *picks) one(id int64) { p.ids, p.anchor = nil, id }

// toggle adds an address to those that are chosen, or takes it away, and tells
// whether it is in now.
func (p *picks) toggle(id int64) (in bool) {
	if p.ids == nil {
		p.ids = map[int64]bool{}
		if p.anchor != 0 {
			p.ids[p.anchor] = true
		}
	}
	in = !p.ids[id]
	if in {
		p.ids[id] = true
	} else {
		delete(p.ids, id)
	}
	p.anchor = id
	return in
}

// span chooses all from the anchor to an address, in the order of the list.
func (p *picks) span(order []int64, id int64) {
	from, to := slices.Index(order, p.anchor), slices.Index(order, id)
	if from < 0 {
		from = to
	}
	p.all(order[min(from, to) : max(from, to)+1])
}

// all chooses these.
func (p *picks) all(ids []int64) {
	p.ids = make(map[int64]bool, len(ids))
	for _, id := range ids {
		p.ids[id] = true
	}
}

// of gives those of the list that are chosen, in its order.
func (p *picks) of(order []int64) []int64 {
	var ids []int64
	for _, id := range order {
		if p.ids[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// heldKeys are Ctrl, Shift and the like as they are held down now.
func heldKeys() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// copyRows is how many rows are read at once to be copied.
const copyRows = 4096

// copyTable writes rows for the clipboard as spreadsheets take them: a row a line,
// tabs between columns. Of several rows the first line names the columns.
func copyTable(ctx context.Context, s source, ids []int64, columns []column) (string, error) {
	var b strings.Builder
	line := func(text func(c *column) string) {
		for i := range columns {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(oneLine(text(&columns[i])))
		}
	}
	if len(ids) > 1 && len(columns) > 1 {
		line(func(c *column) string { return c.title })
	}
	want := extrasOf(columns)
	for part := range slices.Chunk(ids, copyRows) {
		rows, err := s.rows(ctx, part, want)
		if err != nil {
			return "", err
		}
		for i := range rows {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			line(func(c *column) string {
				if c.whole != nil {
					return c.whole(&rows[i])
				}
				return c.text(&rows[i])
			})
		}
	}
	return b.String(), nil
}

// oneLine makes a text one cell of a spreadsheet, and none that it would run: a
// page's title may be written to be taken for a formula.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if export.IsFormula(text) {
		return "'" + text
	}
	return text
}

// onTapped chooses a row that was clicked: alone, with Ctrl besides others, with
// Shift together with all between. The details show the last one.
func (l *list) onTapped(id int64) {
	row := slices.Index(l.pages.ids, id)
	if row < 0 {
		return
	}
	in := true
	switch held := l.held(); {
	case held&fyne.KeyModifierShift != 0:
		l.picks.span(l.pages.ids, id)
	case held&fyne.KeyModifierShortcutDefault != 0:
		in = l.picks.toggle(id)
	default:
		l.picks.one(id)
	}
	l.focus() // before the details may take the list's place
	l.picking = true
	if in {
		l.rows.Select(row)
		l.rows.Highlight(row) // as a click on a list does
	} else {
		l.rows.forget()
	}
	l.picking = false
	l.rows.Refresh()
}

// pickAll chooses all that the list shows.
func (l *list) pickAll() {
	l.picks.all(l.pages.ids)
	l.rows.Refresh()
}

// copy puts the chosen rows on the clipboard, as far as the columns show them.
func (l *list) copy() {
	ids := l.picks.of(l.pages.ids)
	if len(ids) == 0 {
		id, chosen := l.pages.id(l.rows.at)
		if !chosen {
			return
		}
		ids = []int64{id}
	}
	source, columns := l.source, l.arranged.columns
	ask(l.feed, &l.copying, func(ctx context.Context) (string, error) {
		return copyTable(ctx, source, ids, columns)
	}, func(text string, err error) {
		if err != nil {
			l.failed(err)
			return
		}
		fyne.CurrentApp().Clipboard().SetContent(text)
		if l.copied != nil {
			l.copied(len(ids))
		}
	})
}
