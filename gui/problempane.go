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

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

const (
	causeLimit  = 200 // causes that are listed
	placesLimit = 10  // places in a message to a developer
)

// problemSource is where the explanation of a finding reads from.
type problemSource struct {
	causes func(ctx context.Context, check string, limit int) ([]crawlfile.Cause, error)
	ids    func(context.Context, crawlfile.Filter, crawlfile.Sort) ([]int64, error)
	rows   func(context.Context, []int64) ([]crawlfile.Row, error)
}

func fileProblems(f *crawlfile.File) problemSource {
	return problemSource{causes: f.Causes, ids: f.IDs, rows: f.Rows}
}

// problemActions are what a person can ask for beside a finding.
type problemActions struct {
	open    func(id int64, linked bool) // a page, with what links to it
	recheck func(audit.Check)
	stop    func() // the recheck
	verdict func(check audit.Check, fine bool)
	changed func() // the pane has become higher or lower
}

// problemPane stands above the list and explains the finding that it shows:
// why it matters, how to fix it, and where it comes from.
type problemPane struct {
	feed    *feed
	failed  func(error)
	actions problemActions
	source  problemSource
	check   audit.Check
	pages   int
	fine    bool // a person has looked and found it in order
	folded  bool
	causes  []causeLine
	ask     question
	copying question

	mark                  *widget.Icon
	name                  *cell
	hurts                 *cell
	why, fix, said        *widget.Label
	words                 *wordsButton
	fold                  *button
	copy, recheck, looked *button
	lines                 *rowList
	right                 *fyne.Container
	columns               *fyne.Container
	body                  *fyne.Container
	head                  *fyne.Container
	content               *fyne.Container
	again                 *again // the recheck that goes on; nil for none
	held                  bool   // none can begin
}

func newProblemPane(f *feed, s *sheets, failed func(error), a problemActions) *problemPane {
	p := &problemPane{feed: f, failed: failed, actions: a}
	p.buildUI(s)
	return p
}

func (p *problemPane) buildUI(s *sheets) {
	p.mark = widget.NewIcon(nil)
	p.name = newCell(fyne.TextAlignLeading)
	p.name.text.TextStyle.Bold = true
	p.hurts = newCell(fyne.TextAlignTrailing)
	p.fold = newQuietButton("", theme.MenuDropUpIcon(), p.onFold)
	p.why, p.fix, p.said = newWrappedLabel(), newWrappedLabel(), newWrappedLabel()
	p.said.Importance = widget.SuccessImportance
	p.said.Hide()
	p.copy = newButton(lang.X("problem.copy", "Copy message for your web developer"), theme.ContentCopyIcon(), p.onCopy)
	p.recheck = newButton(lang.X("problem.again", "Check again"), theme.ViewRefreshIcon(), p.onRecheck)
	p.looked = newQuietButton(lang.X("problem.fine", "I looked, it's fine"), theme.ConfirmIcon(), p.onLooked)

	p.lines = newRowList(nil)
	p.lines.Length = func() int { return len(p.causes) }
	p.lines.CreateItem = func() fyne.CanvasObject { return newCauseView() }
	p.lines.UpdateItem = func(i int, o fyne.CanvasObject) { o.(*causeView).show(&p.causes[i]) }
	p.lines.onTapped, p.lines.onOpen = p.onCause, p.onCause

	p.words = newWordsMark(s)
	text := container.NewVScroll(newCompact(
		caption(lang.X("problem.why", "Why it matters")), p.why,
		caption(lang.X("problem.fix", "How to fix it")), p.fix))
	text.SetMinSize(fyne.NewSize(200, 142))
	p.right = container.NewBorder(newCompact(caption(lang.X("problem.causes", "Where to start"))), nil, nil, nil, p.lines)
	p.columns = container.NewGridWithColumns(2, text, p.right)
	buttons := container.New(&flow{gap: 4, width: 2000}, p.copy, p.recheck, p.looked)
	p.body = container.NewVBox(p.columns, buttons, p.said) // an answer leaves the buttons where they are

	p.head = container.New(problemHead{}, p.mark, p.name, p.hurts, p.fold, p.words.explained)
	p.content = container.New(joined{}, newBar(container.New(layout.NewCustomPaddedLayout(4, 6, 10, 8),
		container.New(layout.NewCustomPaddedVBoxLayout(2), p.head, p.body))), newLine())
	p.content.Hide()
}

// caption is a small heading within a pane.
func caption(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.TextStyle.Bold = true
	l.Importance = widget.LowImportance
	return l
}

func (p *problemPane) object() fyne.CanvasObject { return p.content }

// read says where to read from.
func (p *problemPane) read(s problemSource) {
	p.source = s
	p.work(nil)
	p.hide()
}

func (p *problemPane) hide() {
	p.ask.drop()
	p.copying.drop()
	p.check = audit.Check{}
	if p.content.Visible() {
		p.content.Hide()
		p.actions.changed()
	}
}

// show explains what a check found on so many pages.
func (p *problemPane) show(c audit.Check, pages int) {
	p.check, p.pages = c, pages
	p.mark.SetResource(hurtMark(c.Hurts).icon)
	p.name.set(c.Name(), theme.ColorNameForeground)
	setText(p.why, c.Why())
	setText(p.fix, c.Fix())
	p.words.about(c.Name(), c.Why(), c.Fix())
	p.head.Refresh()
	p.tell("", widget.SuccessImportance)
	p.work(p.again)
	p.count(pages)
	p.showCauses(nil)
	p.refresh()
	setVisible(p.content, true)
	p.actions.changed()
}

// refresh asks anew for the causes.
func (p *problemPane) refresh() {
	if p.check.ID == "" {
		return
	}
	source, check := p.source, p.check.ID
	ask(p.feed, &p.ask, func(ctx context.Context) ([]causeLine, error) {
		causes, err := source.causes(ctx, check, causeLimit)
		return newCauseLines(causes), err
	}, func(lines []causeLine, err error) {
		if err != nil {
			p.failed(err)
			return
		}
		p.showCauses(lines)
	})
}

// count says on how many pages the finding is, which grows while a crawl runs.
func (p *problemPane) count(pages int) {
	p.pages = pages
	p.hurts.set(p.check.Hurts.Name()+"  ·  "+
		pagesWord(pages), colorQuiet)
}

func (p *problemPane) showCauses(lines []causeLine) {
	p.causes = lines
	p.lines.forget()
	p.lines.ScrollToOffset(0)
	p.lines.Refresh()
	if p.right.Visible() == (len(lines) > 0) {
		return
	}
	columns := 1
	if len(lines) > 0 {
		columns = 2
	}
	p.columns.Layout = layout.NewGridLayoutWithColumns(columns)
	setVisible(p.right, len(lines) > 0)
	p.columns.Refresh()
}

// setFine tells whether a person found it in order.
func (p *problemPane) setFine(fine bool) {
	p.fine = fine
	if fine {
		p.looked.set(lang.X("problem.unfine", "Show it as a problem again"), theme.ContentUndoIcon(), p.onLooked)
	} else {
		p.looked.set(lang.X("problem.fine", "I looked, it's fine"), theme.ConfirmIcon(), p.onLooked)
	}
}

// tell says what came of something; "" says nothing.
func (p *problemPane) tell(text string, importance widget.Importance) {
	if p.said.Importance != importance {
		p.said.Importance = importance
		p.said.Refresh()
	}
	setText(p.said, text)
	if p.said.Visible() != (text != "") {
		setVisible(p.said, text != "")
		p.actions.changed()
	}
}

// work tells which recheck goes on; nil for none. Its finding has a button to stop it.
func (p *problemPane) work(a *again) {
	p.again = a
	if a == nil || a.check != p.check.ID {
		p.recheck.set(lang.X("problem.again", "Check again"), theme.ViewRefreshIcon(), p.onRecheck)
		p.recheck.enable(a == nil && !p.held)
		return
	}
	p.recheck.set(lang.X("problem.stop", "Stop checking"), theme.MediaStopIcon(), p.actions.stop)
	p.recheck.enable(a.stoppable())
}

// hold keeps pages from being looked at again, as while a crawl is under way.
func (p *problemPane) hold(held bool) {
	if held != p.held {
		p.held = held
		p.work(p.again)
	}
}

func (p *problemPane) onRecheck() { p.actions.recheck(p.check) }

func (p *problemPane) onFold() { p.setFolded(!p.folded) }

// setFolded leaves the head alone, or shows all.
func (p *problemPane) setFolded(folded bool) {
	if p.folded == folded {
		return
	}
	p.folded = folded
	icon := theme.MenuDropUpIcon()
	if folded {
		icon = theme.MenuDropDownIcon()
	}
	p.fold.SetIcon(icon)
	setVisible(p.body, !folded)
	p.actions.changed()
}

func (p *problemPane) onCause(line int) {
	if line < len(p.causes) && p.causes[line].opens != 0 {
		p.actions.open(p.causes[line].opens, p.causes[line].linked)
	}
}

func (p *problemPane) onLooked() { p.actions.verdict(p.check, !p.fine) }

// onCopy puts a message to a web developer on the clipboard.
func (p *problemPane) onCopy() {
	source, check, pages := p.source, p.check, p.pages
	ask(p.feed, &p.copying, func(ctx context.Context) (string, error) {
		return source.message(ctx, check, pages)
	}, func(message string, err error) {
		if err != nil {
			p.failed(err)
			return
		}
		fyne.CurrentApp().Clipboard().SetContent(message)
		p.tell(lang.X("problem.copied", "The message is copied. Paste it into a mail to your web developer."), widget.SuccessImportance)
	})
}

// message is what can be sent to a web developer: what is wrong, and the first places.
func (s problemSource) message(ctx context.Context, check audit.Check, pages int) (string, error) {
	causes, err := s.causes(ctx, check.ID, placesLimit)
	if err != nil {
		return "", err
	}
	ids, err := s.ids(ctx, crawlfile.Filter{Findings: []string{check.ID}}, crawlfile.Sort{})
	if err != nil {
		return "", err
	}
	rows, err := s.rows(ctx, ids[:min(placesLimit, len(ids))])
	if err != nil {
		return "", err
	}
	var m strings.Builder
	m.WriteString(check.Ask())
	write := func(title string, lines []string) {
		if len(lines) > 0 {
			m.WriteString("\n\n" + title + "\n- " + strings.Join(lines, "\n- "))
		}
	}
	var where, on []string
	for i := range causes {
		if causes[i].URL != "" || causes[i].Detail != "" {
			where = append(where, causeName(&causes[i])+" ("+causePlace(&causes[i])+")")
		}
	}
	for i := range rows {
		on = append(on, rows[i].URL)
	}
	if more := max(pages, len(ids)) - len(rows); more > 0 {
		on = append(on, lang.X("message.more", "and {{.N}} more", map[string]any{"N": number(more)}))
	}
	write(lang.X("message.causes", "What it is about:"), where)
	write(lang.X("message.pages", "Pages:"), on)
	return m.String() + "\n", nil
}

// problemHead places mark, name, who it hurts, the button that folds, and the one
// that explains the words, which stands behind the name.
type problemHead struct{}

// Layout places the parts.
func (problemHead) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const mark, gap = 20, 8
	hurts := min(size.Width*0.42, 300)
	fold := o[3].MinSize().Width
	o[0].Move(fyne.NewPos(0, (size.Height-mark)/2))
	o[0].Resize(fyne.NewSquareSize(mark))
	end := size.Width - fold
	o[3].Move(fyne.NewPos(end, 0))
	o[3].Resize(fyne.NewSize(fold, size.Height))
	o[2].Move(fyne.NewPos(end-gap-hurts, 0))
	o[2].Resize(fyne.NewSize(hurts, size.Height))
	words := o[4].MinSize()
	name := o[1].(*cell)
	text := fyne.MeasureText(name.full, theme.TextSize(), name.text.TextStyle).Width + 1
	text = max(0, min(text, end-3*gap-hurts-mark-words.Width))
	name.Move(fyne.NewPos(mark+gap, 0))
	name.Resize(fyne.NewSize(text, size.Height))
	o[4].Move(fyne.NewPos(mark+gap+text+2, (size.Height-words.Height)/2))
	o[4].Resize(words)
}

// MinSize is one line high.
func (problemHead) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(200, o[3].MinSize().Height)
}

// causeView shows one cause in two lines.
type causeView struct {
	widget.BaseWidget
	first, second *cell
	content       *fyne.Container
}

func newCauseView() *causeView {
	v := &causeView{first: newPathCell(), second: newCell(fyne.TextAlignLeading)}
	v.content = container.New(twoLines{}, v.first, v.second)
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer makes the parts that are drawn.
func (v *causeView) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(v.content) }

func (v *causeView) show(l *causeLine) {
	v.first.set(l.first, theme.ColorNameHyperlink)
	v.second.set(l.second, colorQuiet)
}

// twoLines places two lines of text one above the other.
type twoLines struct{}

// Layout places the lines.
func (twoLines) Layout(o []fyne.CanvasObject, size fyne.Size) {
	for i := range o {
		o[i].Move(fyne.NewPos(8, 2+20*float32(i)))
		o[i].Resize(fyne.NewSize(max(0, size.Width-16), 20))
	}
}

// MinSize is two lines high.
func (twoLines) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, refHeight) }

// checkAgain are the addresses of a finding that are asked for again: its first
// pages, and what they are about.
func (s problemSource) checkAgain(ctx context.Context, check string, limit int) (pages, all []int64, err error) {
	pages, err = s.ids(ctx, crawlfile.Filter{Findings: []string{check}}, crawlfile.Sort{})
	if err != nil {
		return nil, nil, err
	}
	causes, err := s.causes(ctx, check, limit)
	if err != nil {
		return nil, nil, err
	}
	all = append(all, pages[:min(len(pages), limit)]...)
	for _, c := range causes {
		if c.Target != 0 {
			all = append(all, c.Target)
		}
	}
	return pages, all, nil
}
