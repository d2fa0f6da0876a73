package gui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/crawlfile"
)

// source is where the list reads from: three questions to a crawl file.
type source struct {
	ids    func(context.Context, crawlfile.Filter, crawlfile.Sort) ([]int64, error)
	newIDs func(context.Context, crawlfile.Filter, int64) ([]int64, int64, error)
	rows   func(context.Context, []int64) ([]crawlfile.Row, error)
}

func fileSource(f *crawlfile.File) source {
	return source{ids: f.IDs, newIDs: f.NewIDs, rows: f.Rows}
}

// list is the pane in the middle: a filter field and the addresses.
type list struct {
	feed   *feed
	opened func(id int64) // hears which address was chosen
	failed func(error)

	source  source
	live    bool // the crawl is running, so that addresses are appended
	filter  crawlfile.Filter
	mark    int64 // what of a running crawl the list has seen
	loading bool
	load    question

	pages   *pages
	rows    *rowList
	search  *entry
	empty   *widget.Label
	content fyne.CanvasObject
}

func newList(f *feed, opened func(id int64), failed func(error)) *list {
	l := &list{feed: f, opened: opened, failed: failed, pages: newPages(f, failed)}
	l.buildUI()
	return l
}

func (l *list) buildUI() {
	columns := pageColumns()
	l.search = newEntry()
	l.search.SetPlaceHolder(lang.X("list.filter", "Filter by title or address"))
	l.search.SetIcon(theme.SearchIcon())
	l.search.OnChanged = l.onSearch
	l.search.onKey = l.onSearchKey

	l.rows = newRowList(l.onChosen)
	l.rows.CreateItem = func() fyne.CanvasObject { return newRowView(columns) }
	l.rows.Length = l.pages.Length
	l.rows.UpdateItem = func(widget.ListItemID, fyne.CanvasObject) {}
	l.rows.Bind(l.pages, func(item binding.DataItem, o fyne.CanvasObject) { o.(*rowView).show(item.(*row)) })

	l.empty = widget.NewLabel("")
	l.empty.Importance = widget.LowImportance
	l.empty.Alignment = fyne.TextAlignCenter
	l.empty.Wrapping = fyne.TextWrapWord

	search := container.New(layout.NewCustomPaddedLayout(8, 8, columnEdge, columnEdge), l.search)
	body := container.NewStack(l.rows, container.NewBorder(container.NewPadded(l.empty), nil, nil, nil))
	l.content = container.New(joined{}, search, newHeader(columns), newLine(), spaceOf(2), body)
}

func (l *list) object() fyne.CanvasObject { return l.content }

// show lists the addresses of another crawl. live tells that it is running.
func (l *list) show(s source, live bool) {
	l.source, l.live = s, live
	l.filter = crawlfile.Filter{}
	l.search.OnChanged = nil
	l.search.SetText("")
	l.search.OnChanged = l.onSearch
	l.pages.set(nil, s.rows)
	l.rows.forget()
	l.reload(0)
}

// choose shows another selection of addresses. The text filter stays.
func (l *list) choose(f crawlfile.Filter) {
	f.Text = l.filter.Text
	l.filter = f
	l.reload(0)
}

func (l *list) onSearch(text string) {
	l.filter.Text = text
	l.reload(200 * time.Millisecond)
}

// onSearchKey leaves the filter field downwards into the list, and empties it.
func (l *list) onSearchKey(ev *fyne.KeyEvent) bool {
	switch ev.Name {
	case fyne.KeyDown, fyne.KeyReturn, fyne.KeyEnter:
		l.focus()
		l.rows.choose(max(l.rows.at, 0))
		return true
	case fyne.KeyEscape:
		if l.search.Text == "" {
			return false
		}
		l.search.SetText("")
		return true
	}
	return false
}

func (l *list) focus() { focusOn(l.rows) }

func (l *list) onChosen(row int) {
	if id, ok := l.pages.id(row); ok {
		l.opened(id)
	}
}

// idsFrom is an answer about the order of addresses.
type idsFrom struct {
	ids  []int64
	mark int64
}

// reload asks for all addresses that the filter chooses.
func (l *list) reload(wait time.Duration) {
	filter, source, live := l.filter, l.source, l.live
	l.loading = true
	ask(l.feed, &l.load, func(ctx context.Context) (idsFrom, error) {
		if err := l.feed.pause(ctx, wait); err != nil {
			return idsFrom{}, err
		}
		if live {
			ids, mark, err := source.newIDs(ctx, filter, 0)
			return idsFrom{ids, mark}, err
		}
		ids, err := source.ids(ctx, filter, crawlfile.Sort{})
		return idsFrom{ids: ids}, err
	}, func(found idsFrom, err error) {
		l.loading = false
		if err != nil {
			l.failed(err)
			return
		}
		l.mark = found.mark
		l.rows.forget()
		l.pages.set(found.ids, source.rows)
		l.rows.ScrollToOffset(0)
		l.showEmpty()
	})
}

// grow appends what came since the last look at a running crawl. last tells
// that nothing will come after this.
func (l *list) grow(last bool) {
	if !l.live || (l.loading && !last) {
		return
	}
	if l.loading { // the answer under way misses the end
		l.live = false
		l.reload(0)
		return
	}
	filter, source, mark := l.filter, l.source, l.mark
	l.live, l.loading = !last, true
	ask(l.feed, &l.load, func(ctx context.Context) (idsFrom, error) {
		ids, next, err := source.newIDs(ctx, filter, mark)
		return idsFrom{ids, next}, err
	}, func(found idsFrom, err error) {
		l.loading = false
		if err != nil {
			l.failed(err)
			return
		}
		l.mark = found.mark
		l.pages.append(found.ids)
		l.showEmpty()
	})
}

// showEmpty explains a list without rows.
func (l *list) showEmpty() {
	text := ""
	switch {
	case l.pages.Length() > 0:
	case l.filter.Text != "":
		text = lang.X("list.empty.filter", "Nothing here has “{{.Text}}” in its title or address.", map[string]any{"Text": l.filter.Text})
	case l.live:
		text = lang.X("list.empty.live", "What is found appears here.")
	default:
		text = lang.X("list.empty", "There is nothing of this kind.")
	}
	setText(l.empty, text)
}

// setText changes a label, if it says something else.
func setText(l *widget.Label, text string) {
	if l.Text != text {
		l.SetText(text)
	}
}

// setVisible shows or hides an object, if it is not so already.
func setVisible(o fyne.CanvasObject, visible bool) {
	switch {
	case visible == o.Visible():
	case visible:
		o.Show()
	default:
		o.Hide()
	}
}

// focusOn gives an object the keyboard, if it is in a window.
func focusOn(o interface {
	fyne.CanvasObject
	fyne.Focusable
}) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
		c.Focus(o)
	}
}
