package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// linkRow is a line that leads somewhere: words, a number and perhaps a bar
// that draws the number. A click, Enter or the space bar follows it.
type linkRow struct {
	clickable
	track, bar *canvas.Rectangle
	icon       *widget.Icon
	name, note *cell
	count      *cell
	barColor   fyne.ThemeColorName
	share      float64 // of the bar; negative for no bar
	nameWidth  float32 // of rows with a bar
}

// linkRowHeight is that of one line with room around it.
const linkRowHeight = 28

// newLinkRow makes a row; follow is nil when it leads nowhere.
func newLinkRow(follow func()) *linkRow {
	r := &linkRow{
		track: canvas.NewRectangle(nil), bar: canvas.NewRectangle(nil),
		icon: widget.NewIcon(nil), name: newCell(fyne.TextAlignLeading), note: newCell(fyne.TextAlignTrailing), count: newCell(fyne.TextAlignTrailing),
		barColor: theme.ColorNamePrimary, share: -1, nameWidth: 120,
	}
	r.act = follow
	r.bar.CornerRadius, r.track.CornerRadius = 3, 3
	r.begin(r, r.paint, r.layout, r.track, r.bar, r.icon, r.name, r.note, r.count)
	r.ground.SetMinSize(fyne.NewSize(120, linkRowHeight))
	return r
}

// set says what the row shows. note is of second rank; share is between 0 and
// 1, or negative for no bar.
func (r *linkRow) set(icon fyne.Resource, name, note, count string, share float64, color fyne.ThemeColorName) {
	if r.icon.Resource != icon {
		r.icon.SetResource(icon)
	}
	link := theme.ColorNameHyperlink
	if r.act == nil {
		link = theme.ColorNameForeground
	}
	r.name.set(name, theme.ColorNameForeground)
	r.note.set(note, colorQuiet)
	r.count.set(count, link)
	if r.share != share || r.barColor != color {
		r.share, r.barColor = share, color
		r.Refresh()
	}
}

func (r *linkRow) paint() {
	r.paintGround(theme.ColorNameBackground)
	r.bar.FillColor = themeColor(r.barColor)
	r.track.FillColor = themeColor(theme.ColorNameSeparator)
	setVisible(r.bar, r.share > 0)
	setVisible(r.track, r.share >= 0)
	setVisible(r.icon, r.icon.Resource != nil)
}

func (r *linkRow) layout(size fyne.Size) {
	const margin, icon, count, gap, thick = 6, 18, 64, 8, 8
	r.ground.Resize(size)
	x := float32(margin)
	if r.icon.Resource != nil {
		r.icon.Move(fyne.NewPos(x, (size.Height-icon)/2))
		r.icon.Resize(fyne.NewSquareSize(icon))
		x += icon + gap
	}
	end := size.Width - margin - count
	r.count.Move(fyne.NewPos(end, 0))
	r.count.Resize(fyne.NewSize(count, size.Height))
	end -= gap
	if r.share >= 0 {
		r.name.Move(fyne.NewPos(x, 0))
		r.name.Resize(fyne.NewSize(r.nameWidth, size.Height))
		x += r.nameWidth + gap
		width := max(0, end-x)
		at := fyne.NewPos(x, (size.Height-thick)/2)
		r.track.Move(at)
		r.track.Resize(fyne.NewSize(width, thick))
		r.bar.Move(at)
		r.bar.Resize(fyne.NewSize(max(3, width*float32(r.share)), thick))
		r.note.Resize(fyne.NewSize(0, size.Height))
		return
	}
	note := float32(0)
	if r.note.full != "" {
		note = min(size.Width*0.35, r.note.width())
	}
	r.note.Move(fyne.NewPos(end-note, 0))
	r.note.Resize(fyne.NewSize(note, size.Height))
	r.name.Move(fyne.NewPos(x, 0))
	r.name.Resize(fyne.NewSize(max(0, end-note-gap-x), size.Height))
}
