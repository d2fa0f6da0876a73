package gui

import (
	"context"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

const (
	hitLimit  = 20_000                 // pages that are listed
	hitsEvery = 100 * time.Millisecond // between two looks at what was found
)

// textSource is what is asked for text.
type textSource struct {
	search   func(ctx context.Context, text string, yield func(crawlfile.Hit) error) error
	hasTexts func(context.Context) (bool, error)
}

func fileTexts(f *crawlfile.File) textSource {
	return textSource{search: f.Search, hasTexts: f.HasTexts}
}

// searchPane finds text on the pages of the site.
type searchPane struct {
	feed    *feed
	failed  func(error)
	opened  func(id int64)
	source  textSource
	asking  question
	hits    []hit
	total   int
	box     *entry
	said    *widget.Label
	export  *button
	lines   *rowList
	content fyne.CanvasObject
}

// hit is a page with the text, ready to be displayed.
type hit struct {
	id                  int64
	title, address      string
	before, part, after string
	count               int
}

func newHit(h *crawlfile.Hit) hit {
	shown := hit{id: h.ID, title: h.Title, address: readable(h.URL), before: h.Snippet[:h.Start], part: h.Snippet[h.Start:h.End], after: h.Snippet[h.End:], count: h.Count}
	if shown.title == "" {
		shown.title = lang.X("list.untitled", "No title")
	}
	return shown
}

func newSearchPane(f *feed, failed func(error), opened func(id int64), onExport func(text string)) *searchPane {
	s := &searchPane{feed: f, failed: failed, opened: opened}
	s.box = newEntry()
	s.box.SetIcon(theme.SearchIcon())
	s.box.SetPlaceHolder(lang.X("search.box", "A phone number, a price, a name …"))
	s.box.OnChanged = func(string) { s.find(250 * time.Millisecond) }
	s.box.OnSubmitted = func(string) { s.find(0) }
	s.box.onKey = s.onBoxKey
	s.said = newWrappedLabel()
	s.said.Importance = widget.LowImportance
	s.export = newButton(lang.X("status.export", "Export…"), theme.DocumentSaveIcon(), func() { onExport(s.box.Text) })
	s.export.enable(false)

	s.lines = newRowList(s.onChosen)
	s.lines.Length = func() int { return len(s.hits) }
	s.lines.CreateItem = func() fyne.CanvasObject { return newHitView() }
	s.lines.UpdateItem = func(i int, o fyne.CanvasObject) {
		if i < len(s.hits) {
			o.(*hitView).show(&s.hits[i])
		}
	}
	title := subheading(lang.X("search.title", "Find text on the site"))
	top := container.New(layout.NewCustomPaddedLayout(6, 4, columnEdge-6, columnEdge),
		container.NewVBox(title, container.New(layout.NewCustomPaddedLayout(0, 0, 6, 0), container.NewBorder(nil, nil, nil, s.export, s.box)), s.said))
	s.content = container.NewBorder(container.NewVBox(top, newLine()), nil, nil, nil, s.lines)
	s.tell()
	return s
}

func (s *searchPane) object() fyne.CanvasObject { return s.content }

// read says where to search, and forgets what was found.
func (s *searchPane) read(source textSource) {
	s.source = source
	changed := s.box.OnChanged
	s.box.OnChanged = nil
	s.box.SetText("")
	s.box.OnChanged = changed
	s.find(0)
}

// leave asks nothing more of the crawl, whose file is about to be closed.
func (s *searchPane) leave() { s.asking.drop() }

func (s *searchPane) tell() {
	setText(s.said, lang.X("search.hint", "Looks at everything that pages show: find every page with an old price or phone number. Put words into “quotes” to find them exactly as written."))
}

// onBoxKey leaves the box downwards into the list.
func (s *searchPane) onBoxKey(ev *fyne.KeyEvent) bool {
	if ev.Name == fyne.KeyDown && len(s.hits) > 0 {
		focusOn(s.lines)
		s.lines.choose(max(s.lines.at, 0))
		return true
	}
	return false
}

func (s *searchPane) onChosen(line int) {
	if line < len(s.hits) {
		s.opened(s.hits[line].id)
	}
}

// find looks for what the box says, and shows what it finds as it goes.
func (s *searchPane) find(wait time.Duration) {
	text, source := strings.TrimSpace(s.box.Text), s.source
	s.hits, s.total = nil, 0
	s.lines.forget()
	s.lines.ScrollToOffset(0)
	s.lines.Refresh()
	s.export.enable(false)
	if source.search == nil || !crawlfile.Searchable(text) {
		s.asking.drop()
		s.tell()
		return
	}
	type answer struct {
		total int
		kept  bool
	}
	setText(s.said, lang.X("search.working", "Looking…"))
	ask(s.feed, &s.asking, func(ctx context.Context) (a answer, err error) {
		if err := s.feed.pause(ctx, wait); err != nil {
			return a, err
		}
		if a.kept, err = source.hasTexts(ctx); err != nil {
			return a, err
		}
		a.total, err = s.gather(ctx, source, text)
		return a, err
	}, func(a answer, err error) {
		if err != nil {
			s.tell()
			s.failed(err)
			return
		}
		s.total = a.total
		said := audit.Found(text, a.total, a.kept)
		if a.total > hitLimit {
			said += " " + lang.X("refs.first", "The first {{.N}} of {{.Total}}:", map[string]any{"N": number(hitLimit), "Total": number(a.total)})
		}
		setText(s.said, said)
		s.export.enable(a.total > 0)
	})
}

// gather searches, and hands over what was found now and then.
func (s *searchPane) gather(ctx context.Context, source textSource, text string) (total int, err error) {
	var fresh []hit
	last := time.Now().Add(-hitsEvery) // the first is shown at once
	hand := func() {
		hits := fresh
		fresh, last = nil, time.Now()
		s.feed.do(func() {
			if ctx.Err() == nil { // nobody looks for something else
				s.hits = append(s.hits, hits...)
				s.lines.Refresh()
			}
		})
	}
	err = source.search(ctx, text, func(h crawlfile.Hit) error {
		if total++; total > hitLimit {
			return nil
		}
		fresh = append(fresh, newHit(&h))
		if time.Since(last) >= hitsEvery {
			hand()
		}
		return nil
	})
	hand()
	return total, err
}

// hitView shows a page in two lines: its name, and the text around what was found.
type hitView struct {
	widget.BaseWidget
	title, address, count *cell
	before, part, after   *cell
	content               *fyne.Container
}

func newHitView() *hitView {
	v := &hitView{
		title: newCell(fyne.TextAlignLeading), address: newPathCell(), count: newCell(fyne.TextAlignTrailing),
		before: newCell(fyne.TextAlignLeading), part: newCell(fyne.TextAlignLeading), after: newCell(fyne.TextAlignLeading),
	}
	v.part.text.TextStyle.Bold = true
	v.content = container.New(&hitLayout{view: v}, v.title, v.address, v.count, v.before, v.part, v.after)
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer makes the parts that are drawn.
func (v *hitView) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(v.content) }

func (v *hitView) show(h *hit) {
	v.title.set(h.title, theme.ColorNameForeground)
	v.address.set(h.address, colorQuiet)
	count := ""
	if h.count > 1 {
		count = number(h.count) + " ×"
	}
	v.count.set(count, colorQuiet)
	v.before.set(lastWords(h.before, 40), colorQuiet)
	v.part.set(h.part, theme.ColorNameForeground)
	v.after.set(h.after, colorQuiet)
	v.content.Layout.Layout(v.content.Objects, v.content.Size())
}

// lastWords leaves so many characters of the end of a text, so that what comes
// after it is in sight.
func lastWords(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	tail := string(runes[len(runes)-most:])
	if _, rest, found := strings.Cut(tail, " "); found {
		tail = rest
	}
	return ellipsis + " " + tail
}

// hitLayout places the parts of a hit. The three of the snippet follow each other.
type hitLayout struct{ view *hitView }

// Layout places the parts.
func (l *hitLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	const count, gap = 48, 12
	v, width := l.view, size.Width-2*columnEdge
	place := func(o fyne.CanvasObject, x, y, w float32) {
		o.Move(fyne.NewPos(columnEdge+x, y))
		o.Resize(fyne.NewSize(max(0, w), 20))
	}
	title := (width - count - gap) * 0.55
	place(v.title, 0, 2, title)
	place(v.address, title+gap, 2, width-title-2*gap-count)
	place(v.count, width-count, 2, count)
	x := float32(0)
	for _, c := range []*cell{v.before, v.part, v.after} {
		w := fyne.MeasureText(c.full, theme.TextSize(), c.text.TextStyle).Width + 1
		w = min(w, max(0, width-x))
		place(c, x, 22, w)
		x += w
	}
}

// MinSize is two lines high.
func (*hitLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, refHeight) }
