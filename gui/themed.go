package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// themed is a widget of a few drawn objects on top of each other that take
// their colours from the theme.
type themed struct {
	widget.BaseWidget
	objects []fyne.CanvasObject
	repaint func()          // sets the colours
	place   func(fyne.Size) // nil lets every object fill the widget
}

// CreateRenderer makes the parts that are drawn.
func (t *themed) CreateRenderer() fyne.WidgetRenderer { return &themedRenderer{themed: t} }

type themedRenderer struct {
	themed *themed
}

// Layout places the objects.
func (r *themedRenderer) Layout(size fyne.Size) {
	if r.themed.place != nil {
		r.themed.place(size)
		return
	}
	for _, o := range r.themed.objects {
		o.Resize(size)
	}
}

// MinSize is that of the largest object.
func (r *themedRenderer) MinSize() fyne.Size {
	var size fyne.Size
	for _, o := range r.themed.objects {
		size = size.Max(o.MinSize())
	}
	return size
}

// Refresh draws the widget anew.
func (r *themedRenderer) Refresh() {
	r.themed.repaint()
	r.Layout(r.themed.Size())
	for _, o := range r.themed.objects {
		o.Refresh()
	}
}

// Objects are the parts that are drawn.
func (r *themedRenderer) Objects() []fyne.CanvasObject { return r.themed.objects }

// Destroy has nothing to give back.
func (r *themedRenderer) Destroy() {}
