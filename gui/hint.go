package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// hint says what a button does that has no words on it, while the mouse or the
// keyboard is at it.
type hint struct {
	themed
	ground *canvas.Rectangle
	text   *canvas.Text
}

func newHint() *hint {
	h := &hint{ground: canvas.NewRectangle(nil), text: canvas.NewText("", nil)}
	h.text.Alignment = fyne.TextAlignCenter
	h.ground.CornerRadius = theme.InputRadiusSize()
	h.objects = []fyne.CanvasObject{h.ground, h.text}
	h.repaint = func() {
		h.ground.FillColor = themeColor(theme.ColorNameForeground)
		h.text.Color = themeColor(theme.ColorNameBackground)
		h.text.TextSize = theme.CaptionTextSize()
	}
	h.ExtendBaseWidget(h)
	h.repaint()
	h.Hide()
	return h
}

// MinSize has room for the words.
func (h *hint) MinSize() fyne.Size {
	return fyne.MeasureText(h.text.Text, theme.CaptionTextSize(), fyne.TextStyle{}).Add(fyne.NewSize(16, 4))
}

// show says something; "" hides the hint. It keeps its right edge.
func (h *hint) show(text string) {
	if text != "" && h.text.Text != text {
		end := h.Position().X + h.Size().Width
		h.text.Text = text
		width := h.MinSize().Width
		h.Move(fyne.NewPos(end-width, h.Position().Y))
		h.Resize(fyne.NewSize(width, h.Size().Height))
		h.Refresh()
	}
	setVisible(h, text != "")
}
