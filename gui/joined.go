package gui

import "fyne.io/fyne/v2"

// joined lays objects out one after another without gaps; hidden ones take no
// room. The last one takes the room that is left.
type joined struct {
	across bool // from left to right, not from top to bottom
}

// Layout places the objects.
func (l joined) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	at, last := float32(0), len(objects)-1
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		least := o.MinSize()
		if l.across {
			if i == last {
				least.Width = max(0, size.Width-at)
			}
			o.Move(fyne.NewPos(at, 0))
			o.Resize(fyne.NewSize(least.Width, size.Height))
			at += least.Width
			continue
		}
		if i == last {
			least.Height = max(0, size.Height-at)
		}
		o.Move(fyne.NewPos(0, at))
		o.Resize(fyne.NewSize(size.Width, least.Height))
		at += least.Height
	}
}

// MinSize has room for all.
func (l joined) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var all fyne.Size
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		least := o.MinSize()
		if l.across {
			all = fyne.NewSize(all.Width+least.Width, max(all.Height, least.Height))
			continue
		}
		all = fyne.NewSize(max(all.Width, least.Width), all.Height+least.Height)
	}
	return all
}
