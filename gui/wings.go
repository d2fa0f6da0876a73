package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// wings holds panes that wait for their turn in the middle of the window. They
// are never drawn from here: but only what the window holds hears of a change
// between light and dark.
type wings struct {
	widget.BaseWidget
	panes []fyne.CanvasObject
}

func newWings(panes ...fyne.CanvasObject) *wings {
	w := &wings{panes: panes}
	w.ExtendBaseWidget(w)
	w.Hide()
	return w
}

// CreateRenderer gives what knows the panes and leaves them alone.
func (w *wings) CreateRenderer() fyne.WidgetRenderer { return wingsRenderer{w} }

type wingsRenderer struct {
	wings *wings
}

// Layout leaves the panes where they are.
func (wingsRenderer) Layout(fyne.Size) {}

// MinSize is nothing.
func (wingsRenderer) MinSize() fyne.Size { return fyne.Size{} }

// Refresh leaves the panes to whoever shows them.
func (wingsRenderer) Refresh() {}

// Objects are the panes.
func (r wingsRenderer) Objects() []fyne.CanvasObject { return r.wings.panes }

// Destroy has nothing to give back.
func (wingsRenderer) Destroy() {}
