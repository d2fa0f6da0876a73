package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/audit"
)

// disclosure hides the technical cause of something until it is asked for. Its
// button and its text may stand in different places.
type disclosure struct {
	open    bool
	toggled func() // hears of every change; nil does nothing
	toggle  *button
	text    *widget.Label
	body    *fyne.Container // the text with its button
}

func newDisclosure() *disclosure {
	d := &disclosure{text: newWrappedLabel()}
	d.toggle = newQuietButton(lang.X("details.show", "Details"), theme.MenuExpandIcon(), d.onToggle)
	d.toggle.Alignment = widget.ButtonAlignLeading
	d.text.TextStyle.Monospace = true
	d.text.SizeName = theme.SizeNameCaptionText
	d.text.Wrapping = fyne.TextWrapBreak
	copying := newQuietButton(lang.X("details.copycause", "Copy these details"), theme.ContentCopyIcon(), d.onCopy)
	d.body = container.NewVBox(d.text, container.NewHBox(copying))
	d.body.Hide()
	return d
}

// object is the button above the text.
func (d *disclosure) object() fyne.CanvasObject {
	content := container.NewVBox(container.NewHBox(d.toggle), d.body)
	d.toggled = content.Refresh
	return content
}

// show tells what is behind the button; without anything there is no button.
func (d *disclosure) show(details string) {
	setText(d.text, details)
	d.open = false
	setVisible(d.toggle, details != "")
	d.update()
}

func (d *disclosure) onToggle() {
	d.open = !d.open
	d.update()
}

func (d *disclosure) onCopy() { fyne.CurrentApp().Clipboard().SetContent(d.text.Text) }

func (d *disclosure) update() {
	if d.open {
		d.toggle.SetIcon(theme.MenuDropDownIcon())
	} else {
		d.toggle.SetIcon(theme.MenuExpandIcon())
	}
	setVisible(d.body, d.open)
	if d.toggled != nil {
		d.toggled()
	}
}

// messageView shows what happened, what to try, and the cause behind a button.
func messageView(m audit.Message) fyne.CanvasObject {
	text := newWrappedLabel()
	text.SetText(m.Text)
	text.TextStyle.Bold = true
	advice := newWrappedLabel()
	advice.SetText(m.Advice)
	setVisible(advice, m.Advice != "")
	details := newDisclosure()
	details.show(m.Details)
	return container.NewVBox(text, advice, details.object())
}

// widthOf is an empty space that keeps a pane so wide.
func widthOf(width float32) fyne.CanvasObject {
	r := canvas.NewRectangle(nil)
	r.SetMinSize(fyne.NewSize(width, 0))
	return r
}

// heading is a line of larger text.
func heading(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.SizeName = theme.SizeNameHeadingText
	l.TextStyle.Bold = true
	l.Wrapping = fyne.TextWrapWord
	return l
}

// centred keeps content in a column of at most so much width.
func centred(width float32, content fyne.CanvasObject) fyne.CanvasObject {
	return container.New(&columnOf{width: width}, content)
}

// columnOf lays its one object out in the middle, not wider than a line that
// reads well.
type columnOf struct {
	width float32
}

var _ fyne.Layout = (*columnOf)(nil)

// Layout places the object.
func (l *columnOf) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := min(l.width, size.Width)
	objects[0].Resize(fyne.NewSize(width, size.Height))
	objects[0].Move(fyne.NewPos((size.Width-width)/2, 0))
}

// MinSize is that of the object.
func (l *columnOf) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }
