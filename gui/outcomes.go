package gui

import (
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

// outcomeWord names an outcome in the person's language.
func outcomeWord(o crawler.Outcome) string {
	return audit.OutcomeWord(o)
}

// choice is a line of the left column: a selection of addresses and its count.
type choice struct {
	name   string
	mark   mark
	filter crawlfile.Filter
	count  func(crawlfile.Counts) int
}

func outcomeChoice(o crawler.Outcome, count func(crawlfile.Counts) int) choice {
	return choice{
		name:   outcomeWord(o),
		mark:   markOf(o),
		filter: crawlfile.Filter{Outcomes: []crawler.Outcome{o}},
		count:  count,
	}
}

func choices() []choice {
	return []choice{
		{
			name:  lang.X("outcomes.all", "All"),
			mark:  newMark(theme.ListIcon(), theme.ColorNameForeground),
			count: func(c crawlfile.Counts) int { return c.Checked + c.Failed },
		},
		outcomeChoice(crawler.Works, func(c crawlfile.Counts) int { return c.Works }),
		outcomeChoice(crawler.Moved, func(c crawlfile.Counts) int { return c.Moved }),
		outcomeChoice(crawler.Broken, func(c crawlfile.Counts) int { return c.Broken }),
		outcomeChoice(crawler.Unchecked, func(c crawlfile.Counts) int { return c.Unchecked }),
		outcomeChoice(crawler.Skipped, func(c crawlfile.Counts) int { return c.Skipped }),
		{
			name:   lang.X("outcomes.notitle", "No title"),
			mark:   newMark(theme.InfoIcon(), colorUnchecked),
			filter: crawlfile.Filter{NoTitle: true},
			count:  func(c crawlfile.Counts) int { return c.NoTitle },
		},
	}
}

// outcomes is the left column: it counts, and chooses what the list shows.
type outcomes struct {
	choose  func(crawlfile.Filter)
	choices []choice
	counts  []string
	lines   *rowList
	content fyne.CanvasObject
}

func newOutcomes(choose func(crawlfile.Filter)) *outcomes {
	o := &outcomes{choose: func(crawlfile.Filter) {}, choices: choices()}
	o.counts = make([]string, len(o.choices))
	o.buildUI()
	o.choose = choose // from now on a choice is a person's
	return o
}

func (o *outcomes) buildUI() {
	o.lines = newRowList(o.onChosen)
	o.lines.Length = func() int { return len(o.choices) }
	o.lines.CreateItem = func() fyne.CanvasObject { return newChoiceView() }
	o.lines.UpdateItem = func(i int, line fyne.CanvasObject) { line.(*choiceView).show(&o.choices[i], o.counts[i]) }
	title := newCell(fyne.TextAlignLeading)
	title.text.TextStyle.Bold = true
	title.set(lang.X("outcomes.title", "Results"), colorQuiet)
	top := container.New(layout.NewCustomPaddedLayout(12, 8, 12, 8), title)
	width := widthOf(234)
	o.content = newBar(container.NewBorder(top, nil, nil, nil,
		container.NewStack(width, container.New(layout.NewCustomPaddedLayout(0, 0, 4, 4), o.lines))))
	o.lines.Select(0)
}

func (o *outcomes) object() fyne.CanvasObject { return o.content }

// reset chooses the first line without telling anybody.
func (o *outcomes) reset() {
	choose := o.choose
	o.choose = func(crawlfile.Filter) {}
	o.lines.Select(0)
	o.choose = choose
}

func (o *outcomes) onChosen(line int) { o.choose(o.choices[line].filter) }

// show displays counts.
func (o *outcomes) show(c crawlfile.Counts) {
	changed := false
	for i, choice := range o.choices {
		text := number(choice.count(c))
		changed = changed || o.counts[i] != text
		o.counts[i] = text
	}
	if changed {
		o.lines.Refresh()
	}
}

// choiceView shows one line.
type choiceView struct {
	widget.BaseWidget
	mark        *widget.Icon
	name, count *cell
	content     *fyne.Container
}

func newChoiceView() *choiceView {
	v := &choiceView{mark: widget.NewIcon(nil), name: newCell(fyne.TextAlignLeading), count: newCell(fyne.TextAlignTrailing)}
	columns := []column{{width: 18}, {share: 1}, {width: 66}}
	v.content = container.New(&columnLayout{columns: columns, tight: true}, v.mark, v.name, v.count)
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer makes the parts that are drawn.
func (v *choiceView) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(v.content) }

func (v *choiceView) show(c *choice, count string) {
	if v.mark.Resource != c.mark.icon {
		v.mark.SetResource(c.mark.icon)
	}
	color := theme.ColorNameForeground
	if count == "0" || count == "" {
		color = colorQuiet
	}
	v.name.set(c.name, color)
	v.count.set(count, color)
}
