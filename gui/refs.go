package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/page"
)

// ref is a link as it is displayed, seen from one of its ends.
type ref struct {
	id            int64
	outcome       crawler.Outcome
	first, second string
	status        string
}

// newInRefs prepares links that lead to a page: the page they stand on, and
// the words a visitor clicks there.
func newInRefs(found []crawlfile.Ref) []ref {
	refs := make([]ref, 0, len(found))
	for i := range found {
		r := &found[i]
		first := r.Title
		if first == "" {
			first = readable(r.URL)
		}
		second := linkWords(r)
		if r.Outcome == crawler.Moved { // it has no page for a link to stand on
			second = lang.X("refs.redirect", "Sends visitors on to this address")
		}
		refs = append(refs, ref{id: r.ID, outcome: r.Outcome, first: first, second: second})
	}
	return refs
}

// newOutRefs prepares links that a page has: their words, and where they lead.
func newOutRefs(found []crawlfile.Ref) []ref {
	refs := make([]ref, 0, len(found))
	for i := range found {
		r := &found[i]
		refs = append(refs, ref{id: r.ID, outcome: r.Outcome, first: linkWords(r), second: readable(r.URL), status: status(r.Status)})
	}
	return refs
}

// linkWords says how a visitor sees a link.
func linkWords(r *crawlfile.Ref) string {
	switch {
	case r.Link.Kind == page.Image && r.Text == "":
		return lang.X("refs.image.noalt", "Image without a description")
	case r.Link.Kind == page.Image:
		return lang.X("refs.image", "Image: {{.Text}}", map[string]any{"Text": r.Text})
	case r.Text != "":
		return lang.X("refs.text", "“{{.Text}}”", map[string]any{"Text": r.Text})
	}
	return lang.X("refs.notext", "Link without words")
}

// refs is a list of links; a click goes to the other end.
type refs struct {
	follow  func(id int64)
	none    string
	refs    []ref
	lines   *rowList
	note    *widget.Label
	content fyne.CanvasObject
}

func newRefs(none string, follow func(int64)) *refs {
	r := &refs{follow: follow, none: none, note: newWrappedLabel()}
	r.note.Importance = widget.LowImportance
	r.note.SetText(none)
	r.lines = newRowList(nil)
	r.lines.onTapped = r.onTapped
	r.lines.Length = func() int { return len(r.refs) }
	r.lines.CreateItem = func() fyne.CanvasObject { return newRefView() }
	r.lines.UpdateItem = func(i int, o fyne.CanvasObject) { o.(*refView).show(&r.refs[i]) }
	r.lines.onOpen = r.onTapped
	r.content = container.NewBorder(r.note, nil, nil, nil, r.lines)
	return r
}

func (r *refs) object() fyne.CanvasObject { return r.content }

// show lists links, of which there may be more in all.
func (r *refs) show(found []ref, total int) {
	r.refs = found
	note := ""
	switch {
	case total == 0:
		note = r.none
	case total > len(found):
		note = lang.X("refs.first", "The first {{.N}} of {{.Total}}:", map[string]any{"N": number(len(found)), "Total": number(total)})
	}
	setText(r.note, note)
	setVisible(r.note, note != "")
	r.lines.forget()
	r.lines.ScrollToOffset(0)
	r.lines.Refresh()
}

func (r *refs) onTapped(line int) {
	if line < len(r.refs) {
		r.follow(r.refs[line].id)
	}
}

// refView shows one link in two lines.
type refView struct {
	widget.BaseWidget
	mark          *widget.Icon
	first, second *cell
	status        *cell
	content       *fyne.Container
}

func newRefView() *refView {
	v := &refView{mark: widget.NewIcon(nil), first: newCell(fyne.TextAlignLeading), second: newPathCell(), status: newCell(fyne.TextAlignTrailing)}
	v.content = container.New(refLayout{}, v.mark, v.first, v.second, v.status)
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer makes the parts that are drawn.
func (v *refView) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(v.content) }

func (v *refView) show(r *ref) {
	m := markOf(r.outcome)
	if v.mark.Resource != m.icon {
		v.mark.SetResource(m.icon)
	}
	v.first.set(r.first, theme.ColorNameForeground)
	v.second.set(r.second, colorQuiet)
	v.status.set(r.status, statusColor(r.outcome))
}

// refLayout places a mark, two lines of text and a status.
type refLayout struct{}

const refHeight = 44

// Layout places the parts of a link.
func (refLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const left, statusWidth = 36, 36
	width := max(0, size.Width-left-columnEdge)
	o[0].Move(fyne.NewPos(8, 4))
	o[0].Resize(fyne.NewSize(18, 18))
	o[1].Move(fyne.NewPos(left, 2))
	o[1].Resize(fyne.NewSize(max(0, width-statusWidth), 20))
	o[2].Move(fyne.NewPos(left, 22))
	o[2].Resize(fyne.NewSize(width, 20))
	o[3].Move(fyne.NewPos(left+width-statusWidth, 2))
	o[3].Resize(fyne.NewSize(statusWidth, 20))
}

// MinSize is two lines high.
func (refLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, refHeight) }
