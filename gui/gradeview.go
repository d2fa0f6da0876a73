package gui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/audit"
)

// gradeView shows the grade, and what each of its parts is made of on a click.
type gradeView struct {
	goTo    func(view)
	badge   *badge
	word    *widget.Label
	rows    []*linkRow
	why     []*fyne.Container
	content *fyne.Container
	shown   audit.Grade
}

// lossLimit is how many losses of a part are listed.
const lossLimit = 8

func newGradeView(goTo func(view)) *gradeView {
	g := &gradeView{goTo: goTo, badge: newBadge(), word: subheading("")}
	parts := container.New(layout.NewCustomPaddedVBoxLayout(0))
	for i := range 3 {
		row := newLinkRow(func() { g.onPart(i) })
		row.nameWidth = 150
		why := container.New(layout.NewCustomPaddedVBoxLayout(0))
		why.Hide()
		g.rows, g.why = append(g.rows, row), append(g.why, why)
		parts.Add(row)
		parts.Add(why)
	}
	g.content = container.NewBorder(nil, nil, container.NewVBox(container.NewPadded(g.badge)), nil, container.NewVBox(g.word, parts))
	g.content.Hide()
	return g
}

func (g *gradeView) object() fyne.CanvasObject { return g.content }

// show displays a grade; that of nothing hides the view.
func (g *gradeView) show(grade audit.Grade) {
	same := fmt.Sprint(grade.Letter, grade.Score) == fmt.Sprint(g.shown.Letter, g.shown.Score)
	g.shown = grade
	setVisible(g.content, grade.Letter != "")
	if grade.Letter == "" {
		return
	}
	g.badge.set(grade.Letter, gradeColor(grade.Score))
	setText(g.word, grade.Word())
	for i, p := range grade.Parts {
		if i < len(g.rows) {
			g.rows[i].set(g.arrow(i), p.Name(), "", number(p.Score), float64(p.Score)/100, gradeColor(p.Score))
			if !same {
				g.explain(i)
			}
		}
	}
}

func gradeColor(score int) fyne.ThemeColorName {
	switch {
	case score >= 80:
		return colorWorks
	case score >= 65:
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
	part := g.shown.Parts[i]
	text := newWrappedLabel()
	text.SetText(part.Explanation())
	g.why[i].Objects = []fyne.CanvasObject{text}
	for _, l := range part.Losses[:min(lossLimit, len(part.Losses))] {
		row := newLinkRow(func() { g.goTo(findingView(l.Check.ID)) })
		row.set(hurtMark(part.Hurts).icon, l.Check.Name(), pagesWord(l.Pages), "−"+number(l.Points), -1, colorQuiet)
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
