package gui

import (
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// lookAtMost is how many results of a running crawl are looked at for one
// answer, so that the first rows of a million are there at once.
const lookAtMost = 100_000

const (
	noticeable = 500 * time.Millisecond // how long the list may take before it asks for patience
	typing     = 80 * time.Millisecond  // how long a key press waits for the next; what it asks for ends with that
)

// source is where the list reads from: questions to a crawl file.
type source struct {
	ids    func(context.Context, crawlfile.Filter, crawlfile.Sort) ([]int64, error)
	newIDs func(context.Context, crawlfile.Filter, int64, int64) ([]int64, int64, error)
	rows   func(context.Context, []int64, crawlfile.Extras) ([]crawlfile.FullRow, error)
	trees  treeSource
	// prepare makes an order that takes long to make, for ids; nil where there is none.
	prepare func(context.Context, crawlfile.Column) error
}

func fileSource(f *crawlfile.File) source {
	return source{ids: f.IDs, newIDs: f.NewIDs, rows: f.FullRows, trees: f.Trees, prepare: f.PrepareSort}
}

// list is the pane in the middle: a filter field and the addresses, or a tree of
// folders with the same ones.
type list struct {
	feed       *feed
	sheets     *sheets
	opened     func(id int64)         // hears which address was chosen
	narrow     func(crawlfile.Filter) // hears that a condition was taken away; nil asks the list alone
	copied     func(n int)            // hears how many addresses were copied; nil does nothing
	arrangedAs func(columns []string) // hears which columns were chosen; nil does nothing
	failed     func(error)
	held       func() fyne.KeyModifier

	picks   picks
	picking bool // a click is choosing
	copying question

	source  source
	live    bool // the crawl is running
	filter  crawlfile.Filter
	sort    crawlfile.Sort
	shown   crawlfile.Sort // the order of the addresses that are there by now
	mark    int64          // what of a running crawl the list has seen
	fresh   int            // addresses seen that wait for a click, as they belong between others
	loading bool
	turning bool // what is being loaded is another list, looked at from its top
	load    question
	slow    question
	ahead   question // orders by the columns that show

	arranged *arrangement
	pages    *pages
	rows     *rowList
	search   *entry
	more     *button // shows the fresh ones
	folders  *button // shows a tree instead, or the list again
	tree     *treePane
	asTree   bool
	table    fyne.CanvasObject // header and rows
	body     *fyne.Container   // the table or the tree
	top      *fyne.Container
	chips    *chips // what is asked for besides the text
	header   *header
	empty    *widget.Label
	note     *widget.Label // what the outcome means that the list is limited to
	noted    *fyne.Container
	content  fyne.CanvasObject
}

// newList makes the list with the columns of these ids.
func newList(f *feed, s *sheets, columns []string, opened func(id int64), failed func(error)) *list {
	l := &list{feed: f, sheets: s, opened: opened, failed: failed, held: heldKeys, pages: newPages(f, failed)}
	l.arranged = newArrangement(chosenColumns(columns))
	l.buildUI()
	return l
}

func (l *list) buildUI() {
	l.search = newEntry()
	l.search.SetPlaceHolder(lang.X("list.filter", "Filter by title or address"))
	l.search.SetIcon(theme.SearchIcon())
	l.search.OnChanged = l.onSearch
	l.search.onKey = l.onSearchKey

	l.rows = newRowList(l.onChosen)
	l.rows.CreateItem = func() fyne.CanvasObject { return newRowView(l.arranged, l.onTapped) }
	l.rows.Length = l.pages.Length
	l.rows.UpdateItem = func(widget.ListItemID, fyne.CanvasObject) {}
	l.rows.Bind(l.pages, func(item binding.DataItem, o fyne.CanvasObject) {
		r := item.(*row)
		at, _ := l.pages.id(l.rows.at) // which the list marks by itself
		o.(*rowView).show(l.arranged, r, r.id != at && l.picks.has(r.id))
	})

	l.empty = newEmptyLabel()
	l.tree = newTreePane(l.feed, l.failed, l.opened)

	l.more = newQuietButton("", nil, l.refresh)
	l.more.Hide()
	l.folders = newQuietButton(lang.X("list.folders", "As folders"), theme.FolderIcon(), func() {
		l.showTree(!l.asTree)
		l.focus()
	})
	l.top = container.NewBorder(nil, nil, nil, container.NewHBox(l.more, l.folders), l.search)
	l.chips = newChips(l.onDropped)
	l.header = newHeader(l.arranged, headerActions{sort: l.onSort, turn: l.onTurn, columns: l.onColumns, explain: l.onExplain})

	search := container.New(layout.NewCustomPaddedLayout(8, 8, columnEdge, columnEdge), l.top)
	rows := container.NewStack(l.rows, container.NewBorder(container.NewPadded(l.empty), nil, nil, nil))
	l.table = container.New(joined{}, l.header.object(), newLine(), spaceOf(2), rows)
	l.body = container.NewStack(l.table)
	l.note = newWrappedLabel()
	l.note.Importance = widget.LowImportance
	l.noted = container.New(layout.NewCustomPaddedLayout(0, 6, columnEdge, columnEdge), newCompact(l.note))
	l.noted.Hide()
	l.content = container.New(joined{}, search, l.chips.object(), l.noted, newLine(), l.body)
}

// newEmptyLabel makes the label that says why there is nothing.
func newEmptyLabel() *widget.Label {
	l := newWrappedLabel()
	l.Importance = widget.LowImportance
	l.Alignment = fyne.TextAlignCenter
	return l
}

func (l *list) object() fyne.CanvasObject { return l.content }

// show lists the addresses of another crawl. live tells that it is running.
func (l *list) show(s source, live bool) {
	l.source, l.live = s, live
	l.filter, l.sort, l.mark = crawlfile.Filter{}, crawlfile.Sort{}, 0
	l.picks = picks{}
	l.header.show(l.sort)
	l.search.OnChanged = nil
	l.search.SetText("")
	l.search.OnChanged = l.onSearch
	l.showTree(false)
	l.pages.set(nil, l.reader())
	l.rows.forget()
	l.tell(0)
	l.showChips()
	l.reload(0)
	l.prepareSorts()
}

// showChips says what the list is limited to.
func (l *list) showChips() {
	note := ""
	if len(l.filter.Outcomes) == 1 && len(l.filter.Findings) == 0 {
		note = outcomeNote(l.filter.Outcomes[0])
	}
	changed := l.note.Text != note
	setText(l.note, note)
	setVisible(l.noted, note != "")
	if l.chips.show(l.filter) || changed {
		l.content.Refresh()
	}
}

// outcomeNote says what is the matter with the addresses of an outcome.
func outcomeNote(o crawler.Outcome) string {
	switch o {
	case crawler.Moved:
		return lang.X("note.moved", "These addresses send visitors on to another one. Nobody is lost, but your own links should lead straight to the page.")
	case crawler.Broken:
		return lang.X("note.broken", "These addresses do not open. Whoever clicks on a link to one sees an error.")
	case crawler.Unchecked:
		return lang.X("note.unchecked", "The site refused us, or did not answer in time. A person with a browser may well see these pages.")
	case crawler.Skipped:
		return lang.X("note.skipped", "These addresses were found and not asked for. A click on one tells why.")
	}
	return ""
}

// onDropped shows the list without one of its conditions.
func (l *list) onDropped(f crawlfile.Filter) {
	if f.Text != l.filter.Text {
		l.search.SetText(f.Text)
		return
	}
	if l.narrow != nil {
		l.narrow(f)
		return
	}
	l.choose(f)
}

// choose shows another selection of addresses. The text filter stays.
func (l *list) choose(f crawlfile.Filter) {
	f.Text = l.filter.Text
	l.filter, l.picks = f, picks{}
	l.showChips()
	l.reload(0)
	l.filterTree(0)
}

func (l *list) onSearch(text string) {
	l.filter.Text, l.picks = text, picks{}
	l.showChips()
	l.reload(typing)
	l.filterTree(typing)
}

// onSort shows the addresses in another order.
func (l *list) onSort(s crawlfile.Sort) {
	turned := l.live && !l.loading && s.By != crawlfile.ByFound && s == crawlfile.Sort{By: l.shown.By, Desc: !l.shown.Desc}
	l.sort = s
	if !l.header.focused() { // it was a click
		l.focus()
	}
	if turned {
		l.turn()
		return
	}
	l.reload(0)
}

// turn shows the addresses of a running crawl in the reverse order, without
// sorting a million of them once more. Those that wait for a click go on waiting.
func (l *list) turn() {
	now, sort := l.pages.ids, l.sort
	l.loading, l.turning = true, true
	ask(l.feed, &l.load, func(context.Context) ([]int64, error) {
		ids := slices.Clone(now)
		slices.Reverse(ids)
		return ids, nil
	}, func(ids []int64, _ error) {
		l.loading, l.turning = false, false
		l.shown = sort
		l.rows.forget()
		l.pages.set(ids, l.reader())
		l.rows.ScrollToOffset(0)
	})
}

// onSearchKey leaves the filter field downwards into the list, and empties it.
func (l *list) onSearchKey(ev *fyne.KeyEvent) bool {
	switch ev.Name {
	case fyne.KeyDown, fyne.KeyReturn, fyne.KeyEnter:
		l.focus()
		l.inFront().choose(max(l.inFront().at, 0))
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

// inFront are the lines that show: those of the list or of the tree.
func (l *list) inFront() *rowList {
	if l.asTree {
		return l.tree.list
	}
	return l.rows
}

func (l *list) focus() {
	if l.sheets != nil {
		l.sheets.window.Canvas().Focus(l.inFront()) // though it may never have been drawn
	}
}

// showTree shows the addresses by folders, or as a list again.
func (l *list) showTree(tree bool) {
	if l.asTree == tree {
		return
	}
	l.asTree = tree
	if tree {
		l.folders.set(lang.X("tree.list", "As a list"), theme.ListIcon(), l.folders.OnTapped)
		l.body.Objects = []fyne.CanvasObject{l.tree.object()}
		l.tree.show(l.source.trees, l.filter)
	} else {
		l.folders.set(lang.X("list.folders", "As folders"), theme.FolderIcon(), l.folders.OnTapped)
		l.body.Objects = []fyne.CanvasObject{l.table}
		l.tree.leave()
	}
	l.offerFresh()
	l.content.Refresh()
}

// filterTree lets the tree follow the filter.
func (l *list) filterTree(wait time.Duration) {
	if l.asTree {
		l.tree.choose(l.filter, wait)
	}
}

// forget unselects everything without telling anybody.
func (l *list) forget() {
	l.rows.forget()
	l.tree.list.forget()
}

func (l *list) onChosen(row int) {
	if id, ok := l.pages.id(row); ok {
		if !l.picking {
			l.picks.one(id)
		}
		l.opened(id)
	}
}

// appends tells whether new addresses have their place behind all others. In
// another order they would push away what is being read, and those that are
// left out come without a result, of which alone a running crawl tells.
func (l *list) appends() bool {
	return l.sort == crawlfile.Sort{} && !slices.Contains(l.filter.Outcomes, crawler.Skipped)
}

// idsFrom is an answer about the order of addresses.
type idsFrom struct {
	ids  []int64
	mark int64
	at   int  // the row of the chosen address; -1 when it is in none
	more bool // there may be more that was saved already
}

// reload asks for all addresses that the filter chooses.
func (l *list) reload(wait time.Duration) {
	l.turning = true
	l.fetch(wait, func(found idsFrom) {
		l.rows.forget()
		l.pages.set(found.ids, l.reader())
		l.rows.ScrollToOffset(0)
	})
}

// leave asks nothing more of the crawl, whose file is about to be closed.
func (l *list) leave() {
	l.load.drop()
	l.slow.drop()
	l.ahead.drop()
	l.copying.drop()
	l.live, l.loading = false, false
	l.pages.leave()
	l.tree.leave()
}

// refresh brings the list up to date without leaving the place that is being
// looked at.
func (l *list) refresh() {
	l.tree.refresh(0)
	l.fetch(0, func(found idsFrom) {
		offset := l.rows.GetScrollOffset()
		l.rows.forget()
		l.pages.set(found.ids, l.reader())
		if found.at >= 0 {
			l.rows.restore(found.at)
		}
		l.rows.ScrollToOffset(offset)
	})
}

// fetch asks for all addresses that the filter chooses, and hands them to show.
func (l *list) fetch(wait time.Duration, show func(idsFrom)) {
	filter, sort, source, live, appends, mark := l.filter, l.sort, l.source, l.live, l.appends(), l.mark
	chosen, isChosen := l.pages.id(l.rows.at)
	l.loading = true
	l.askPatience()
	ask(l.feed, &l.load, func(ctx context.Context) (found idsFrom, err error) {
		found.mark = mark
		if err := l.feed.pause(ctx, wait); err != nil {
			return found, err
		}
		switch {
		case live && appends:
			found.ids, found.mark, err = source.newIDs(ctx, filter, 0, lookAtMost)
			found.more = found.mark >= lookAtMost
		case live: // what is saved between the two questions is told of as new, rather than not at all
			if _, found.mark, err = source.newIDs(ctx, filter, mark, 0); err == nil {
				found.ids, err = source.ids(ctx, filter, sort)
			}
		default:
			found.ids, err = source.ids(ctx, filter, sort)
		}
		found.at = -1
		if isChosen {
			found.at = slices.Index(found.ids, chosen)
		}
		return found, err
	}, func(found idsFrom, err error) {
		l.loading, l.turning = false, false
		if err != nil {
			l.settle()
			l.failed(err)
			return
		}
		l.mark, l.shown = found.mark, sort
		l.fresh = 0
		show(found)
		l.follow(found.more)
	})
}

// follow goes on with what was saved already, or lets the list rest.
func (l *list) follow(more bool) {
	if more {
		l.look(false)
	} else {
		l.settle()
	}
	l.showEmpty()
}

// settle ends the asking for patience.
func (l *list) settle() {
	l.slow.drop()
	l.tell(l.fresh)
}

// grow looks for what came since the last look at a running crawl. saved tells
// how much there is by now, last that nothing will come after this.
func (l *list) grow(saved int, last bool) {
	l.tree.grow(saved, last)
	if !l.live || (l.loading && !last) {
		return
	}
	if last && (l.loading || !l.appends()) { // the answer under way, or the list, misses the end
		l.live = false
		if l.turning {
			l.reload(0)
		} else {
			l.refresh()
		}
		return
	}
	l.look(last)
}

// look asks for what came since the last look. last tells that nothing will come
// after this.
func (l *list) look(last bool) {
	filter, source, mark, appends := l.filter, l.source, l.mark, l.appends()
	l.live, l.loading = !last, true
	atMost := int64(lookAtMost)
	if last || !appends {
		atMost = 0
	}
	ask(l.feed, &l.load, func(ctx context.Context) (idsFrom, error) {
		ids, next, err := source.newIDs(ctx, filter, mark, atMost)
		return idsFrom{ids: ids, mark: next, more: atMost > 0 && next-mark >= atMost}, err
	}, func(found idsFrom, err error) {
		l.loading = false
		if err != nil {
			l.settle()
			l.failed(err)
			return
		}
		l.mark = found.mark
		if !appends {
			l.tell(l.fresh + len(found.ids))
			return
		}
		l.pages.append(found.ids)
		l.follow(found.more)
	})
}

// tell says how many addresses wait to be shown.
func (l *list) tell(fresh int) {
	l.fresh = fresh
	text := ""
	if fresh > 0 {
		text = lang.X("list.fresh", "Show {{.N}} new", map[string]any{"N": number(fresh)})
	}
	l.offer(text, true)
}

// askPatience says after a while that the list is being put in order.
func (l *list) askPatience() {
	ask(l.feed, &l.slow, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, l.feed.pause(ctx, noticeable)
	}, func(_ struct{}, err error) {
		if err == nil {
			l.offer(lang.X("list.slow", "One moment…"), false)
		}
	})
}

// offer shows the button beside the filter, or hides it when it has no text.
func (l *list) offer(text string, usable bool) {
	if l.more.Text == text {
		return
	}
	l.more.set(text, theme.ViewRefreshIcon(), l.refresh)
	l.more.enable(usable)
	l.offerFresh()
}

// offerFresh shows that button where it belongs: the tree grows by itself.
func (l *list) offerFresh() {
	setVisible(l.more, l.more.Text != "" && !l.asTree)
	l.top.Refresh()
}

// showEmpty explains a list without rows.
func (l *list) showEmpty() {
	text := ""
	switch {
	case l.pages.Length() > 0 || l.loading:
	case l.filter.Text != "":
		text = lang.X("list.empty.filter", "Nothing here has “{{.Text}}” in its title or address.", map[string]any{"Text": l.filter.Text})
	case l.live:
		text = lang.X("list.empty.live", "What is found appears here.")
	default:
		text = lang.X("list.empty", "There is nothing of this kind.")
	}
	setText(l.empty, text)
	setText(l.tree.empty, text)
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
