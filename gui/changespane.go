package gui

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// changeLimit is how many changes are listed.
const changeLimit = 100_000

// comparison is what has changed between two crawls of a site.
type comparison struct {
	path    string // of the earlier crawl
	when    string // it was
	story   string
	changes []change
	total   int
}

// change is what became of one address, ready to be displayed.
type change struct {
	id            int64 // in the newer crawl; 0 when it is gone
	turn          string
	outcome       crawler.Outcome
	word          string
	title, detail string
}

func newChange(d *crawlfile.Difference) change {
	e := d.Either()
	c := change{turn: audit.Turn(d), outcome: e.Outcome, word: audit.TurnWord(d), title: entryTitle(e) + "  ·  " + readable(e.URL), detail: changeDetail(d)}
	if d.New != nil {
		c.id = d.New.ID
	} else {
		c.outcome = crawler.Skipped // it is not there to have an outcome
	}
	return c
}

// changeDetail says what is different.
func changeDetail(d *crawlfile.Difference) string {
	var parts []string
	for _, f := range d.Fields {
		was, is := fieldValues(d, f)
		if was == "" && is == "" {
			parts = append(parts, audit.FieldWord(f))
			continue
		}
		parts = append(parts, lang.X("changes.field", "{{.Name}}: {{.New}}, was {{.Old}}", map[string]any{"Name": audit.FieldWord(f), "Old": orNone(was), "New": orNone(is)}))
	}
	checks := func(ids []string, text func(names string) string) {
		var names []string
		for _, id := range ids {
			if c, known := audit.ByID(id); known {
				names = append(names, c.Name())
			}
		}
		if len(names) > 0 {
			parts = append(parts, text(strings.Join(names, ", ")))
		}
	}
	checks(d.Found, func(names string) string {
		return lang.X("changes.found", "new problem: {{.Names}}", map[string]any{"Names": names})
	})
	checks(d.Solved, func(names string) string {
		return lang.X("changes.solved", "solved: {{.Names}}", map[string]any{"Names": names})
	})
	return strings.Join(parts, "  ·  ")
}

func orNone(text string) string {
	if text == "" {
		return lang.X("changes.none", "none")
	}
	return "“" + text + "”"
}

// fieldValues are what a field said before and says now; a text is too long for that.
func fieldValues(d *crawlfile.Difference, f crawlfile.Field) (was, is string) {
	value := func(e *crawlfile.Entry) string {
		switch f {
		case crawlfile.OutcomeField:
			return outcomeWord(e.Outcome)
		case crawlfile.StatusField:
			return longStatus(e.Status)
		case crawlfile.TitleField:
			return e.Title
		case crawlfile.H1Field:
			return e.H1
		case crawlfile.DescriptionField:
			return e.MetaDescription
		case crawlfile.RedirectField:
			return readable(e.RedirectTo)
		case crawlfile.CanonicalField:
			return readable(e.Canonical)
		case crawlfile.RobotsField:
			return e.MetaRobots
		}
		return ""
	}
	return value(d.Old), value(d.New)
}

// compare compares a crawl with an earlier one. It waits for the disk.
func (c *crawl) compare(ctx context.Context, earlier crawlfile.Summary, when string) (found comparison, err error) {
	old, err := crawlfile.OpenWhole(ctx, earlier.Path, nil)
	if err != nil && ctx.Err() == nil { // it may still tell what it knew when it was left
		fyne.LogError("looking at the earlier crawl as a whole", err)
		old, err = crawlfile.OpenReadOnly(earlier.Path)
	}
	if err != nil {
		return found, err
	}
	defer old.Close()
	meta, err := c.file.Meta(ctx)
	if err != nil {
		return found, err
	}
	found.path, found.when = earlier.Path, when
	tally := crawlfile.NewTally(old, c.file)
	err = crawlfile.Compare(ctx, old, c.file, func(d crawlfile.Difference) error {
		tally.Add(&d)
		if found.total++; found.total <= changeLimit {
			found.changes = append(found.changes, newChange(&d))
		}
		return ctx.Err()
	})
	found.story = audit.Comparison(earlier.Meta, meta, tally)
	return found, err
}

// turns are the ways in which an address can change, in the order of the list.
var turns = []string{"broke", "mended", "new", "gone", "changed"}

// changesPane tells what has changed since an earlier crawl.
type changesPane struct {
	actions changesActions
	all     comparison
	counts  map[string]int
	turn    string // the changes that are listed; "" for all
	shown   []change
	title   *widget.Label
	story   *widget.Label
	choose  *button
	export  *button
	filters map[string]*button
	row     *fyne.Container
	words   *wordsButton
	lines   *rowList
	content fyne.CanvasObject
}

// changesActions are what a person can ask for beside the changes.
type changesActions struct {
	open   func(id int64)
	choose func(below fyne.CanvasObject) // another earlier crawl
	export func()
}

func newChangesPane(s *sheets, a changesActions) *changesPane {
	c := &changesPane{actions: a, words: newWordsButton(s), filters: map[string]*button{}}
	c.title = subheading("")
	c.story = newWrappedLabel()
	c.choose = newButton(lang.X("changes.choose", "Compare with another crawl…"), theme.HistoryIcon(), nil)
	c.choose.OnTapped = func() { c.actions.choose(c.choose) }
	c.export = newButton(lang.X("status.export", "Export…"), theme.DocumentSaveIcon(), a.export)
	c.row = container.New(&flow{gap: 6})
	for _, turn := range append([]string{""}, turns...) {
		b := newQuietButton("", nil, func() { c.onTurn(turn) })
		c.filters[turn] = b
		c.row.Add(b)
	}
	c.lines = newRowList(c.onChosen)
	c.lines.Length = func() int { return len(c.shown) }
	c.lines.CreateItem = func() fyne.CanvasObject { return newChangeView() }
	c.lines.UpdateItem = func(i int, o fyne.CanvasObject) {
		if i < len(c.shown) {
			o.(*changeView).show(&c.shown[i])
		}
	}
	top := container.New(layout.NewCustomPaddedLayout(6, 4, columnEdge-6, columnEdge), container.NewVBox(
		container.NewBorder(nil, nil, nil, container.NewVBox(container.NewHBox(c.choose, c.export)), c.title), c.story, container.NewBorder(nil, nil, nil, c.words.explained, c.row)))
	c.content = container.NewBorder(container.NewVBox(top, newLine()), nil, nil, nil, c.lines)
	c.show(comparison{})
	return c
}

func (c *changesPane) object() fyne.CanvasObject { return c.content }

// show displays what has changed.
func (c *changesPane) show(all comparison) {
	c.all, c.turn = all, ""
	c.counts = map[string]int{"": len(all.changes)}
	for i := range all.changes {
		c.counts[all.changes[i].turn]++
	}
	setText(c.title, lang.X("changes.title", "Since the crawl of {{.When}}", map[string]any{"When": all.when}))
	if all.path == "" {
		setText(c.title, lang.X("side.changes", "Since last time"))
	}
	setText(c.story, all.story)
	c.export.enable(all.path != "" && len(all.changes) > 0)
	c.list()
}

func turnName(turn string) string {
	switch turn {
	case "broke":
		return lang.X("changes.broke", "Newly broken")
	case "mended":
		return lang.X("changes.mended", "Mended")
	case "new":
		return lang.X("changes.new", "New")
	case "gone":
		return lang.X("changes.gone", "Gone")
	case "changed":
		return lang.X("changes.changed", "Changed")
	}
	return lang.X("changes.all", "All")
}

func (c *changesPane) onTurn(turn string) {
	c.turn = turn
	c.list()
}

// list shows the changes of the chosen sort, the worst first.
func (c *changesPane) list() {
	c.shown = nil
	for _, turn := range turns {
		if c.turn == "" || c.turn == turn {
			for i := range c.all.changes {
				if c.all.changes[i].turn == turn {
					c.shown = append(c.shown, c.all.changes[i])
				}
			}
		}
	}
	for turn, b := range c.filters {
		importance := widget.LowImportance
		if turn == c.turn {
			importance = widget.HighImportance
		}
		text := lang.X("changes.count", "{{.Name}} {{.N}}", map[string]any{"Name": turnName(turn), "N": number(c.counts[turn])})
		if b.Importance != importance || b.Text != text {
			b.Importance, b.Text = importance, text
			b.Refresh()
		}
		setVisible(b, turn == "" || c.counts[turn] > 0)
	}
	setVisible(c.row, len(c.all.changes) > 0)
	c.row.Refresh()
	var texts []string
	for i := range c.shown[:min(200, len(c.shown))] { // the others hardly have other words
		texts = append(texts, c.shown[i].detail)
	}
	c.words.about(texts...)
	c.lines.forget()
	c.lines.ScrollToOffset(0)
	c.lines.Refresh()
}

func (c *changesPane) onChosen(line int) {
	if line < len(c.shown) && c.shown[line].id != 0 {
		c.actions.open(c.shown[line].id)
	}
}

// changeSentences are the part of the overview that tells of changes.
type changeSentences struct {
	text    *widget.Label
	row     *linkRow
	content *fyne.Container
}

func newChangeSentences(open func()) *changeSentences {
	s := &changeSentences{text: newWrappedLabel(), row: newLinkRow(open)}
	s.content = container.NewVBox(subheading(lang.X("side.changes", "Since last time")), s.text, s.row)
	s.content.Hide()
	return s
}

func (s *changeSentences) object() fyne.CanvasObject { return s.content }

// show tells in sentences what has changed; "" hides the part.
func (s *changeSentences) show(story string, changes int) {
	setVisible(s.content, story != "")
	setText(s.text, story)
	setVisible(s.row, changes > 0)
	s.row.set(sideMarks()["changes"].icon, lang.X("changes.see", "See what has changed"), "", number(changes), -1, colorQuiet)
}

// changeView shows one change in two lines.
type changeView struct {
	widget.BaseWidget
	mark          *widget.Icon
	word          *cell
	title, detail *cell
	content       *fyne.Container
}

func newChangeView() *changeView {
	v := &changeView{mark: widget.NewIcon(nil), word: newCell(fyne.TextAlignLeading), title: newCell(fyne.TextAlignLeading), detail: newCell(fyne.TextAlignLeading)}
	v.content = container.New(changeLayout{}, v.mark, v.word, v.title, v.detail)
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer makes the parts that are drawn.
func (v *changeView) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(v.content) }

func (v *changeView) show(c *change) {
	if icon := markOf(c.outcome).icon; v.mark.Resource != icon {
		v.mark.SetResource(icon)
	}
	color := colorQuiet
	switch c.turn {
	case "broke":
		color = colorBroken
	case "mended":
		color = colorWorks
	}
	v.word.set(c.word, color)
	v.title.set(c.title, theme.ColorNameForeground)
	v.detail.set(c.detail, colorQuiet)
}

// changeLayout places mark, word, and two lines of text.
type changeLayout struct{}

// Layout places the parts.
func (changeLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const word = 104
	o[0].Move(fyne.NewPos(columnEdge, 4))
	o[0].Resize(fyne.NewSquareSize(18))
	o[1].Move(fyne.NewPos(columnEdge+26, 2))
	o[1].Resize(fyne.NewSize(word, 20))
	x := float32(columnEdge + 26 + word + 8)
	for i, line := range o[2:] {
		line.Move(fyne.NewPos(x, 2+20*float32(i)))
		line.Resize(fyne.NewSize(max(0, size.Width-x-columnEdge), 20))
	}
}

// MinSize is two lines high.
func (changeLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, refHeight) }

// flow lays objects out from left to right, in rows, leaving out hidden ones.
type flow struct {
	gap   float32
	width float32 // at the last layout
}

func (l *flow) each(objects []fyne.CanvasObject, width float32, place func(o fyne.CanvasObject, x, y float32)) (height float32) {
	x, y, row := float32(0), float32(0), float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		size := o.MinSize()
		if x > 0 && x+size.Width > width {
			x, y, row = 0, y+row+l.gap, 0
		}
		place(o, x, y)
		x, row = x+size.Width+l.gap, max(row, size.Height)
	}
	return y + row
}

// Layout places the objects.
func (l *flow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	l.each(objects, size.Width, func(o fyne.CanvasObject, x, y float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(o.MinSize())
	})
}

// MinSize has the height that the last width asks for.
func (l *flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	least := float32(0)
	for _, o := range objects {
		if o.Visible() {
			least = max(least, o.MinSize().Width)
		}
	}
	return fyne.NewSize(least, l.each(objects, max(l.width, least), func(fyne.CanvasObject, float32, float32) {}))
}
