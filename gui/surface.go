package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// newBar puts content on the surface that bars have.
func newBar(content fyne.CanvasObject) fyne.CanvasObject {
	return container.NewStack(newSurface(colorSurface), content)
}

// surface is a rectangle in a colour of the theme.
type surface struct {
	themed
	name fyne.ThemeColorName
	rect *canvas.Rectangle
}

func newSurface(name fyne.ThemeColorName) *surface {
	s := &surface{name: name, rect: canvas.NewRectangle(themeColor(name))}
	s.objects = []fyne.CanvasObject{s.rect}
	s.repaint = func() { s.rect.FillColor = themeColor(s.name) }
	s.ExtendBaseWidget(s)
	return s
}

// newLine makes a line that separates panes.
func newLine() fyne.CanvasObject {
	s := newSurface(theme.ColorNameSeparator)
	s.rect.SetMinSize(fyne.NewSize(1, 1))
	return s
}
