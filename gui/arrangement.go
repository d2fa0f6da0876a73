package gui

import "fyne.io/fyne/v2"

// Spaces of a row of the list.
const (
	columnGap  = 12
	leadingGap = 8 // in addition, before text that begins where numbers may end
	columnEdge = 14
	markWidth  = 22
	toolWidth  = 26 // a button at the end of the header
	toolsEdge  = 4  // beside the last of them
	toolsGap   = 6  // before the first
)

// arrangement is which columns the list shows and where. Its header and all its
// rows have the same. Columns without room give way: those that anchor stay, and
// of the others as many show as there is room for from the first one on.
type arrangement struct {
	columns []column
	first   int // of the columns that do not anchor, the first that shows

	width float32 // what the rest was made for
	slots []slot
	end   float32 // what the header's buttons take at the end of a row
	left  int     // columns out of sight at the left, and at the right
	right int
}

// slot is where a column is; without a width it is out of sight.
type slot struct{ x, width float32 }

func newArrangement(columns []column) *arrangement { return &arrangement{columns: columns} }

// turned gives the same columns, of which those further right show, or the first
// again when these were the last.
func (a *arrangement) turned() *arrangement {
	if a.right == 0 {
		return newArrangement(a.columns)
	}
	shown := 0
	for i, s := range a.slots {
		if s.width > 0 && !a.columns[i].anchors {
			shown++
		}
	}
	return &arrangement{columns: a.columns, first: a.first + max(shown, 1)}
}

// gap is the space before the column.
func (c *column) gap() float32 {
	if c.anchors || c.align == fyne.TextAlignTrailing {
		return columnGap
	}
	return columnGap + leadingGap
}

// in places the columns in a row so wide.
func (a *arrangement) in(width float32) []slot {
	if a.slots != nil && a.width == width {
		return a.slots
	}
	a.width, a.slots = width, make([]slot, len(a.columns))
	a.end = toolsGap + toolWidth + toolsEdge
	if a.choose(0); a.right > 0 {
		a.end += toolWidth
		last := 0 // from here on the rest has room
		for a.choose(last); a.right > 0; a.choose(last) {
			last++
		}
		a.first = min(a.first, last)
		a.choose(a.first)
	}
	a.spread()
	return a.slots
}

// squeeze is how much narrower than it likes a column that anchors may become for
// another one to show.
const squeeze = 40

// choose gives a width to every column that shows when the others begin with the
// first-th: its narrowest. In hardly any room the address shows alone.
func (a *arrangement) choose(first int) {
	clear(a.slots)
	a.left, a.right = 0, 0
	needs, spare, rest := float32(0), float32(0), first // of those that anchor, and the first of the others
	for i := range a.columns {
		c := &a.columns[i]
		switch {
		case c.anchors:
			needs += c.gap() + c.least
			spare += squeeze
		case rest >= 0:
			if rest == 0 {
				needs += c.gap() + c.least
			}
			rest--
		}
	}
	room, tight := a.room(), needs-spare > a.room()
	spare = 0
	for i := range a.columns {
		c := &a.columns[i]
		if c.id == addressColumn || c.anchors && !tight {
			a.slots[i].width = c.least
			room -= c.gap() + c.least
			spare += squeeze
		}
	}
	shown := 0
	for i := range a.columns {
		c := &a.columns[i]
		needs := c.gap() + c.least
		switch {
		case c.anchors:
		case a.left < first:
			a.left++
		case a.right == 0 && (needs <= room || shown == 0 && needs <= room+spare):
			a.slots[i].width = c.least
			room -= needs
			shown++
		default:
			a.right++
		}
	}
}

// room is the width that columns share, each with the gap before it.
func (a *arrangement) room() float32 { return a.width - columnEdge - markWidth - a.end }

// spread gives the room that is left to the columns with a share, and each its place.
func (a *arrangement) spread() {
	rest, shares := a.room(), float32(0)
	for i := range a.slots {
		if a.slots[i].width > 0 {
			rest -= a.columns[i].gap() + a.slots[i].width
			shares += a.columns[i].share
		}
	}
	x := float32(columnEdge + markWidth)
	for i := range a.slots {
		s := &a.slots[i]
		if s.width == 0 {
			continue
		}
		if a.columns[i].share > 0 {
			s.width = max(20, s.width+rest*a.columns[i].share/shares)
		}
		s.x = x + a.columns[i].gap()
		x = s.x + s.width
	}
}

// rowLayout places the mark of a row and its cells.
type rowLayout struct{ *arrangement }

// Layout places the objects: the mark, then one for each column.
func (l rowLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Move(fyne.NewPos(columnEdge, 0))
	o[0].Resize(fyne.NewSize(markWidth, size.Height))
	for i, s := range l.in(size.Width) {
		o[i+1].Move(fyne.NewPos(s.x, 0))
		o[i+1].Resize(fyne.NewSize(s.width, size.Height))
	}
}

// MinSize is the height of a row; columns become as narrow as the window wants.
func (rowLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, rowHeight) }
