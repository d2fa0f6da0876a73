package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// explained is a name of second rank with a small mark. A click on it, Enter or
// the space bar tells what the name means.
type explained struct {
	clickable
	name *canvas.Text
	mark *widget.Icon
}

// Sizes of an explained name.
const (
	explainedMark = 13
	explainedGap  = 4
	explainedEdge = 3 // as compact labels have it
)

func newExplained(name string, explain func(beside fyne.CanvasObject)) *explained {
	e := &explained{name: canvas.NewText(name, nil)}
	e.act = func() { explain(e) }
	e.mark = widget.NewIcon(theme.NewColoredResource(theme.InfoIcon(), colorQuiet))
	e.begin(e, e.paint, e.layout, e.name, e.mark)
	return e
}

// rename gives it another name, if it has not that one already.
func (e *explained) rename(name string) {
	if e.name.Text != name {
		e.name.Text = name
		e.Refresh()
	}
}

func (e *explained) paint() {
	e.name.Color, e.name.TextSize = themeColor(colorQuiet), theme.TextSize()
	e.paintGround(theme.ColorNameBackground)
}

func (e *explained) layout(size fyne.Size) {
	e.ground.Resize(size)
	text := e.name.MinSize()
	e.name.Move(fyne.NewPos(explainedEdge, (size.Height-text.Height)/2))
	e.name.Resize(text)
	e.mark.Move(fyne.NewPos(explainedEdge+text.Width+explainedGap, (size.Height-explainedMark)/2))
	e.mark.Resize(fyne.NewSquareSize(explainedMark))
}

// MinSize has room for name and mark.
func (e *explained) MinSize() fyne.Size {
	return e.name.MinSize().Add(fyne.NewSize(2*explainedEdge+explainedGap+explainedMark, 2*explainedEdge))
}
