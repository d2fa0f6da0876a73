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

// outlined draws the border of a text field around something that has none, as
// Fyne's dropdowns.
func outlined(o fyne.CanvasObject) fyne.CanvasObject {
	border := &surface{name: theme.ColorNameInputBorder, rect: canvas.NewRectangle(nil)}
	border.rect.StrokeWidth, border.rect.CornerRadius = theme.InputBorderSize(), theme.InputRadiusSize()
	border.objects = []fyne.CanvasObject{border.rect}
	border.repaint = func() { border.rect.StrokeColor = themeColor(border.name) }
	border.ExtendBaseWidget(border)
	border.repaint()
	return container.NewStack(o, border)
}
