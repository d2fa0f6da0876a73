package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// cover is nothing to be seen that keeps the mouse from what is below it: a line
// of a list that only separates others is neither lit nor chosen.
type cover struct {
	widget.BaseWidget
}

var (
	_ fyne.Tappable     = (*cover)(nil)
	_ desktop.Hoverable = (*cover)(nil)
)

func newCover() *cover {
	c := &cover{}
	c.ExtendBaseWidget(c)
	c.Hide()
	return c
}

// CreateRenderer makes the parts that are drawn: none.
func (c *cover) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(spaceOf(0)) }

// Tapped does nothing.
func (c *cover) Tapped(*fyne.PointEvent) {}

// MouseIn does nothing.
func (c *cover) MouseIn(*desktop.MouseEvent) {}

// MouseMoved does nothing.
func (c *cover) MouseMoved(*desktop.MouseEvent) {}

// MouseOut does nothing.
func (c *cover) MouseOut() {}
