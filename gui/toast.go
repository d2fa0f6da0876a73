package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
)

// toast is a line above the status that tells of something done.
type toast struct {
	text    *widget.Label
	action  *button
	content *fyne.Container
}

func newToast() *toast {
	t := &toast{text: widget.NewLabel(""), action: newButton("", theme.FolderOpenIcon(), nil)}
	t.text.Truncation = fyne.TextTruncateEllipsis
	t.text.Selectable = true
	done := widget.NewIcon(markOf(crawler.Works).icon)
	closer := newQuietButton("", theme.WindowCloseIcon(), t.hide)
	row := container.NewBorder(nil, nil, done, container.NewHBox(t.action, closer), t.text)
	t.content = container.NewVBox(newLine(), newBar(container.New(layout.NewCustomPaddedLayout(6, 6, 16, 12), row)))
	t.content.Hide()
	return t
}

func (t *toast) object() fyne.CanvasObject { return t.content }

// show tells of something, with a button for what may come next.
func (t *toast) show(text, action string, tapped func()) {
	setText(t.text, text)
	t.action.OnTapped = tapped
	if t.action.Text != action {
		t.action.SetText(action)
	}
	setVisible(t.content, true)
}

func (t *toast) hide() { setVisible(t.content, false) }
