package gui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/audit"
)

// sidebar is the left column: it counts, and chooses what the middle shows.
type sidebar struct {
	choose  func(view)
	enter   func() // hears that what the middle shows is to have the keyboard; nil does nothing
	checks  []audit.Check
	counts  counted
	history bool // there is an earlier crawl of the site
	opened  map[audit.Group]bool
	shown   view // the view that the middle shows
	lines   []sideLine
	list    *rowList
	content fyne.CanvasObject
}

func newSidebar(checks []audit.Check, choose func(view)) *sidebar {
	s := &sidebar{choose: choose, checks: checks, opened: map[audit.Group]bool{}}
	s.list = newRowList(s.onChosen)
	s.list.skips = func(line int) bool { return line < len(s.lines) && s.lines[line].heading }
	s.list.onTapped = s.onTapped
	s.list.onOpen = s.onOpen
	s.list.Length = func() int { return len(s.lines) }
	s.list.CreateItem = func() fyne.CanvasObject { return newSideView(s.list.tap) }
	s.list.UpdateItem = func(i int, line fyne.CanvasObject) {
		if i < len(s.lines) {
			line.(*sideView).show(i, &s.lines[i])
		}
	}
	s.content = newBar(container.New(layout.NewCustomPaddedLayout(8, 0, 4, 4), s.list))
	s.arrange()
	s.mark(view{})
	return s
}

func (s *sidebar) object() fyne.CanvasObject { return s.content }

// reset shows another crawl, whose groups nobody has opened yet.
func (s *sidebar) reset(history bool) {
	s.counts, s.history = counted{}, history
	clear(s.opened)
	s.arrange()
}

// setHistory tells whether there is an earlier crawl of the site.
func (s *sidebar) setHistory(history bool) {
	if s.history != history {
		s.history = history
		s.arrange()
	}
}

// show displays counts.
func (s *sidebar) show(c counted) {
	s.counts = c
	s.arrange()
}

// mark chooses the line of a view without telling anybody; a finding's group
// opens for it.
func (s *sidebar) mark(v view) {
	s.shown = v
	if c, ok := s.check(v.check); ok && s.at(v) < 0 {
		group := c.Group
		if s.counts.fine[c.ID] > 0 {
			group = fineGroup
		}
		s.opened[group] = true
	}
	s.arrange()
	s.restore()
}

func (s *sidebar) check(id string) (audit.Check, bool) {
	at := slices.IndexFunc(s.checks, func(c audit.Check) bool { return c.ID == id })
	if at < 0 {
		return audit.Check{}, false
	}
	return s.checks[at], true
}

// at is the line of a view, -1 when there is none.
func (s *sidebar) at(v view) int {
	return slices.IndexFunc(s.lines, func(l sideLine) bool { return l.usable() && l.view.same(v) })
}

func (s *sidebar) restore() {
	at := s.at(s.shown)
	if at < 0 {
		s.list.forget()
		return
	}
	if s.list.at != at {
		s.list.restore(at)
	}
}

// arrange makes the lines anew, if there is anything new.
func (s *sidebar) arrange() {
	lines := slices.Concat(resultLines(s.counts.Counts, s.history),
		findingLines(problemGroups(s.checks, s.counts.Findings), s.opened), fineLines(s.checks, s.counts.fine, s.opened[fineGroup]))
	same := slices.EqualFunc(s.lines, lines, func(a, b sideLine) bool {
		return a.name == b.name && a.count == b.count && a.mark == b.mark && a.view.same(b.view)
	})
	if same {
		return
	}
	moved := !slices.EqualFunc(s.lines, lines, func(a, b sideLine) bool { return a.name == b.name && a.view.same(b.view) })
	s.lines = lines
	s.list.Refresh()
	if moved {
		s.restore()
	}
}

func (s *sidebar) onChosen(line int) {
	if line < len(s.lines) && s.lines[line].usable() {
		s.shown = s.lines[line].view
		s.choose(s.shown)
	}
}

// onTapped opens or closes a group. A click on the search leads into its field.
func (s *sidebar) onTapped(line int) {
	s.onToggle(line)
	if line < len(s.lines) && s.lines[line].usable() && s.lines[line].view.pane == atSearch {
		s.onEnter()
	}
}

// onOpen opens or closes a group, or goes on to what the line shows.
func (s *sidebar) onOpen(line int) {
	s.onToggle(line)
	if line < len(s.lines) && s.lines[line].usable() {
		s.onEnter()
	}
}

func (s *sidebar) onEnter() {
	if s.enter != nil {
		s.enter()
	}
}

// onToggle opens or closes a group.
func (s *sidebar) onToggle(line int) {
	if line >= len(s.lines) || s.lines[line].group == "" {
		return
	}
	group := s.lines[line].group
	open := line+1 < len(s.lines) && s.lines[line+1].inset
	s.opened[group] = !open
	offset := s.list.GetScrollOffset()
	s.arrange()
	s.restore()
	s.list.at = line // where the next arrow key starts
	s.list.Highlight(line)
	s.list.ScrollToOffset(offset)
}

// sideView shows one line.
type sideView struct {
	widget.BaseWidget
	mark        *widget.Icon
	name, count *cell
	cover       *cover // over a heading, with which nothing can be done
	tapped      func(row int)
	row         int
	layout      *sideLayout
	content     *fyne.Container
}

func newSideView(tapped func(row int)) *sideView {
	v := &sideView{tapped: tapped, mark: widget.NewIcon(nil), name: newCell(fyne.TextAlignLeading), count: newCell(fyne.TextAlignTrailing), layout: &sideLayout{}, cover: newCover()}
	v.content = container.New(v.layout, v.mark, v.name, v.count)
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer makes the parts that are drawn.
func (v *sideView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(v.content, v.cover))
}

// Tapped is called for a click.
func (v *sideView) Tapped(*fyne.PointEvent) { v.tapped(v.row) }

// show displays the line in a row.
func (v *sideView) show(row int, l *sideLine) {
	v.row = row
	if v.mark.Resource != l.mark.icon {
		v.mark.SetResource(l.mark.icon)
	}
	layout := sideLayout{heading: l.heading, inset: l.inset, level: l.level, count: l.count}
	bold := l.heading
	if *v.layout != layout || v.name.text.TextStyle.Bold != bold {
		*v.layout = layout
		v.name.text.TextStyle.Bold = bold
		v.content.Refresh()
		v.name.Refresh()
	}
	setVisible(v.cover, l.heading)
	v.name.set(l.name, l.color())
	v.count.set(l.count, l.color())
}

// sideLayout places the mark, the name and the count of a line.
type sideLayout struct {
	heading, inset bool
	level          int
	count          string
}

// Layout places the parts.
func (l *sideLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const edge, mark, gap, inset, scroll = 8, 18, 7, 10, 8
	count := fyne.MeasureText(l.count, theme.TextSize(), fyne.TextStyle{}).Width + 1
	x := float32(edge) + float32(18*l.level)
	if l.inset {
		x += inset
	}
	o[0].Move(fyne.NewPos(x, (size.Height-mark)/2))
	o[0].Resize(fyne.NewSquareSize(mark))
	if !l.heading {
		x += mark + gap
	}
	end := size.Width - edge - scroll
	if l.count != "" {
		o[2].Move(fyne.NewPos(end-count, 0))
		o[2].Resize(fyne.NewSize(count, size.Height))
		end -= count + 4
	} else {
		o[2].Resize(fyne.NewSize(0, size.Height))
	}
	top := float32(0)
	if l.heading {
		top = 6
	}
	o[1].Move(fyne.NewPos(x, top))
	o[1].Resize(fyne.NewSize(max(0, end-x), size.Height-top))
}

// MinSize is the height of a row.
func (l *sideLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(160, rowHeight) }
