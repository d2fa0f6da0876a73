package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// compact lays labels out one below the other, closer than Fyne does, by taking
// away a part of the padding that each has around it. A container.ThemeOverride
// with a smaller padding would look the same, but each time that one is
// refreshed it reads all fonts anew, 50 ms and 15 MB that are never given back.
type compact struct{}

// labelPadding is what is left of theme.InnerPadding around a compact label.
const labelPadding = 3

// newCompact puts labels below each other.
func newCompact(labels ...fyne.CanvasObject) *fyne.Container {
	return container.New(compact{}, labels...)
}

// Layout places the labels.
func (compact) Layout(labels []fyne.CanvasObject, size fyne.Size) {
	over := theme.InnerPadding() - labelPadding
	y := -over
	for _, l := range labels {
		if !l.Visible() {
			continue
		}
		height := l.MinSize().Height
		l.Move(fyne.NewPos(-over, y))
		l.Resize(fyne.NewSize(size.Width+2*over, height))
		y += height - 2*over + theme.Padding()
	}
}

// MinSize has room for all.
func (compact) MinSize(labels []fyne.CanvasObject) fyne.Size {
	over := theme.InnerPadding() - labelPadding
	all := fyne.NewSize(0, -theme.Padding())
	for _, l := range labels {
		if !l.Visible() {
			continue
		}
		least := l.MinSize()
		all = fyne.NewSize(max(all.Width, least.Width-2*over), all.Height+least.Height-2*over+theme.Padding())
	}
	return fyne.NewSize(all.Width, max(0, all.Height))
}
