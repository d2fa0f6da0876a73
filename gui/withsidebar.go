package gui

import "fyne.io/fyne/v2"

// withSidebar places the left column, a line, and what stands beside them. The
// column gives way in a narrow window.
type withSidebar struct{}

// Widths of the left column.
const (
	sidebarMost  = 292
	sidebarLeast = 216
)

// Layout places the three.
func (withSidebar) Layout(o []fyne.CanvasObject, size fyne.Size) {
	width := min(max(size.Width*0.27, sidebarLeast), sidebarMost)
	x := float32(0)
	for i, w := range []float32{width, 1, max(0, size.Width-width-1)} {
		o[i].Move(fyne.NewPos(x, 0))
		o[i].Resize(fyne.NewSize(w, size.Height))
		x += w
	}
}

// MinSize has room for the column and for little beside it.
func (withSidebar) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(2*sidebarLeast, o[2].MinSize().Height)
}
