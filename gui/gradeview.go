package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"sitewalk/crawler/audit"
)

// gradeView shows the grade, and what each of its parts is made of on a click.
type gradeView struct {
	goTo    func(view)
	badge   *badge
	rows    []*linkRow
	why     []*fyne.Container
	lines   *fyne.Container
	content *fyne.Container
	parts   []audit.Part
}

// costLimit is how many costs of a part are listed.
const costLimit = 8

func newGradeView(goTo func(view)) *gradeView {
	g := &gradeView{goTo: goTo, badge: newBadge(), lines: container.New(layout.NewCustomPaddedVBoxLayout(0))}
	g.content = container.NewBorder(nil, nil, container.NewVBox(container.New(layout.NewCustomPaddedLayout(8, 8, 4, 20), g.badge)), nil,
		container.NewVBox(caption(lang.X("grade.title", "Grade: click a part to see what it is made of")), g.lines))
	g.content.Hide()
	return g
}

func (g *gradeView) object() fyne.CanvasObject { return g.content }

// show displays the grade of an overview; without one there is nothing to see.
func (g *gradeView) show(o audit.Overview) {
	setVisible(g.content, o.Grade.Letter != "")
	if o.Grade.Letter == "" {
		return
	}
	g.parts = o.Parts
	g.badge.set(o.Grade.Letter, gradeColor(o.Grade.Points))
	for len(g.rows) < len(o.Parts) {
		i := len(g.rows)
		row := newLinkRow(func() { g.onPart(i) })
		row.nameWidth = 190
		why := container.New(layout.NewCustomPaddedVBoxLayout(0))
		why.Hide()
		g.rows, g.why = append(g.rows, row), append(g.why, why)
		g.lines.Add(row)
		g.lines.Add(why)
	}
	for i := range o.Parts {
		p := &o.Parts[i]
		g.rows[i].set(g.arrow(i), p.Name, "", p.Grade.Letter, float64(p.Grade.Points)/100, gradeColor(p.Grade.Points))
		g.explain(i)
	}
	g.content.Refresh()
}

func gradeColor(score int) fyne.ThemeColorName {
	switch {
	case score >= 80:
		return colorWorks
	case score >= 55:
		return colorUnchecked
	}
	return colorBroken
}

func (g *gradeView) arrow(i int) fyne.Resource {
	if g.why[i].Visible() {
		return theme.MenuDropDownIcon()
	}
	return theme.MenuExpandIcon()
}

// onPart explains a part, or hides the explanation.
func (g *gradeView) onPart(i int) {
	setVisible(g.why[i], !g.why[i].Visible())
	g.rows[i].icon.SetResource(g.arrow(i))
	g.content.Refresh()
}

// explain writes what a part is made of.
func (g *gradeView) explain(i int) {
	part := &g.parts[i]
	text := newWrappedLabel()
	text.SetText(part.Why + " " + lang.X("grade.part", "{{.Points}} of 100 points; this part is {{.Share}} % of the grade.",
		map[string]any{"Points": number(part.Grade.Points), "Share": number(part.Share)}))
	g.why[i].Objects = []fyne.CanvasObject{text}
	if len(part.Costs) == 0 {
		text.SetText(text.Text + " " + part.Explanation)
	}
	for _, c := range part.Costs[:min(costLimit, len(part.Costs))] {
		row := newLinkRow(func() { g.goTo(findingView(c.Check.ID)) })
		row.set(hurtMark(c.Check.Hurts).icon, c.Check.Name(), pagesWord(c.Pages), "−"+number(max(1, c.Points)), -1, colorQuiet)
		g.why[i].Add(row)
	}
	g.why[i].Add(spaceOf(6))
}

// badge is a letter on a disc.
type badge struct {
	themed
	disc   *canvas.Circle
	letter *canvas.Text
	color  fyne.ThemeColorName
}

const badgeSize = 84

func newBadge() *badge {
	b := &badge{disc: canvas.NewCircle(nil), letter: canvas.NewText("", nil), color: colorQuiet}
	b.letter.TextSize, b.letter.TextStyle.Bold, b.letter.Alignment = 44, true, fyne.TextAlignCenter
	space := spaceOf(badgeSize)
	space.(*canvas.Rectangle).SetMinSize(fyne.NewSquareSize(badgeSize))
	b.objects = []fyne.CanvasObject{space, b.disc, b.letter}
	b.repaint = func() {
		b.disc.FillColor = themeColor(b.color)
		b.letter.Color = themeColor(theme.ColorNameBackground)
	}
	b.place = func(size fyne.Size) {
		b.disc.Resize(fyne.NewSquareSize(badgeSize))
		height := b.letter.MinSize().Height
		b.letter.Move(fyne.NewPos(0, (badgeSize-height)/2))
		b.letter.Resize(fyne.NewSize(badgeSize, height))
	}
	b.ExtendBaseWidget(b)
	b.repaint()
	return b
}

func (b *badge) set(letter string, color fyne.ThemeColorName) {
	if b.letter.Text != letter || b.color != color {
		b.letter.Text, b.color = letter, color
		b.Refresh()
	}
}
