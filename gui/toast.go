package gui

import (
	"context"
	"time"

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
	feed    *feed
	changed func() // hears when the toast takes room or gives it back
	timer   question
}

// toastTime is how long something done stays on the screen.
const toastTime = 20 * time.Second

func newToast(f *feed, changed func()) *toast {
	t := &toast{feed: f, changed: changed, text: widget.NewLabel(""), action: newButton("", theme.FolderOpenIcon(), nil)}
	t.text.Truncation = fyne.TextTruncateEllipsis
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
	setVisible(t.action, action != "")
	setVisible(t.content, true)
	t.changed()
	ask(t.feed, &t.timer, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, t.feed.pause(ctx, toastTime)
	}, func(struct{}, error) {
		if !t.feed.atOnce { // then no time passes at all
			t.hide()
		}
	})
}

func (t *toast) hide() {
	t.timer.drop()
	if t.content.Visible() {
		t.content.Hide()
		t.changed()
	}
}
