package gui

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"sitewalk/crawler/crawlfile"
)

// roomyHeight is how high the window must be for the explanation of a finding
// and the details of a page at once.
const roomyHeight = 820

// roomyWidth is how wide the place beside the left column must be for the list
// and the details of a page at once. In less, the details take the list's place.
const roomyWidth = 640

// watched is a layout that tells how wide it became.
type watched struct {
	inner fyne.Layout
	tell  func(width float32)
}

// MinSize is that of the layout.
func (l watched) MinSize(objects []fyne.CanvasObject) fyne.Size { return l.inner.MinSize(objects) }

// Layout places the objects.
func (l watched) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.inner.Layout(objects, size)
	l.tell(size.Width)
}

// onWidth places open details anew when the window has become wide or narrow.
func (w *window) onWidth(width float32) {
	if w.detailsOpen() && (width < roomyWidth) != w.detailsAlone() {
		fyne.Do(func() { // not in the midst of a layout
			if w.detailsOpen() {
				w.settings.setDetailsSplit(w.split.Offset)
				w.placeDetails()
			}
		})
	}
}

// placeDetails puts the details beside the middle, or in its place.
func (w *window) placeDetails() {
	if w.below.Size().Width < roomyWidth {
		w.below.Objects = []fyne.CanvasObject{w.details.object()}
	} else {
		w.split.Leading, w.split.Trailing = w.middle(), w.details.object()
		w.below.Objects = []fyne.CanvasObject{w.split}
	}
	w.below.Refresh()
}

func (w *window) detailsOpen() bool { return w.below.Objects[0] == w.split || w.detailsAlone() }

func (w *window) detailsAlone() bool { return w.below.Objects[0] == w.details.object() }

// middle is the pane that the view wants beside the left column.
func (w *window) middle() fyne.CanvasObject {
	switch w.view.pane {
	case atOverview:
		return w.overview.object()
	case atChanges:
		return w.changes.object()
	case atSearch:
		return w.search.object()
	}
	return w.list.object()
}

// focusMiddle gives what the middle shows the keyboard.
func (w *window) focusMiddle() {
	focus := w.window.Canvas().Focus // what was never drawn is not known to be in the window
	switch w.view.pane {
	case atOverview:
		focus(w.sidebar.list)
	case atChanges:
		focus(w.changes.lines)
	case atSearch:
		focus(w.search.box)
	default:
		w.list.focus()
	}
}

// onView shows what was chosen in the left column.
func (w *window) onView(v view) {
	before := w.view
	w.view = v
	w.status.tell("")
	if v.pane != before.pane {
		w.showMiddle()
	}
	check, explained := w.sidebar.check(v.check)
	if v.pane == atList && explained {
		w.problem.show(check, w.found(check.ID))
		w.problem.setFine(w.counts.fine[check.ID] > 0)
	} else {
		w.problem.hide()
	}
	switch v.pane {
	case atList:
		w.list.choose(v.filter)
	case atOverview:
		w.overview.refresh()
	}
	w.relayout()
}

// showMiddle brings the view's pane to the front. Details stay beside it, unless
// they are in its place, except beside the overview, which has no page to tell of.
func (w *window) showMiddle() {
	if w.below.Objects[0] == w.split && w.view.pane != atOverview {
		w.split.Leading = w.middle()
		w.split.Refresh()
		return
	}
	if w.detailsOpen() {
		w.settings.setDetailsSplit(w.split.Offset)
		w.problem.setFolded(false)
	}
	w.below.Objects = []fyne.CanvasObject{w.middle()}
	w.below.Refresh()
}

// goTo shows a view that something else than the left column leads to.
func (w *window) goTo(v view) {
	w.sidebar.mark(v)
	w.onView(v)
	w.focusMiddle()
}

// found is on how many pages a check found something.
func (w *window) found(check string) int {
	return max(w.counts.Findings[check], w.counts.fine[check])
}

// showCounts hands the counts to everybody who shows some.
func (w *window) showCounts() {
	w.sidebar.show(w.counts)
	w.overview.show(w.counts.Counts, w.state.Final())
	if id := w.problem.check.ID; id != "" {
		w.problem.count(w.found(id))
		w.problem.setFine(w.counts.fine[id] > 0)
	}
}

// openLinked shows an address, with what links to it in front.
func (w *window) openLinked(id int64, linked bool) {
	w.onRow(id)
	w.details.front(linked)
}

// finish lets what only the whole crawl can tell be computed, and shows it.
func (w *window) finish(c *crawl) {
	ask(w.feed, &w.finishing, inTurn(&c.tasks, done(c.finish)), func(_ nothing, err error) {
		switch {
		case errors.Is(err, context.Canceled): // who interrupts it comes back to it
		case err != nil:
			w.overview.giveUp()
			w.onReadError(err)
		default:
			w.onFinished()
		}
	})
}

// onFinished shows what is known now that the whole crawl was looked at.
func (w *window) onFinished() {
	w.recount()
	w.problem.refresh()
	w.overview.conclude()
	w.lookBack()
	w.list.prepareSorts()
	if len(w.view.filter.Findings) > 0 || w.list.sort != (crawlfile.Sort{}) {
		w.list.refresh()
		return
	}
	w.list.reread() // links to a page are counted, and it has more findings
}
