package gui

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"sitewalk/crawler/crawlfile"
)

// onView shows what was chosen in the left column.
func (w *window) onView(v view) {
	w.view = v
	w.status.tell("")
	check, explained := w.sidebar.check(v.check)
	switch {
	case v.pane != listPane:
		w.problem.hide()
	case explained:
		w.problem.show(check, w.counts.Findings[check.ID])
	default:
		w.problem.hide()
	}
	if v.pane == listPane {
		w.list.choose(v.filter)
	}
	w.relayout()
}

// goTo shows a view that something else than the left column leads to.
func (w *window) goTo(v view) {
	w.sidebar.mark(v)
	w.onView(v)
}

// showCounts hands the counts to everybody who shows some.
func (w *window) showCounts() {
	w.sidebar.show(w.counts)
	if id := w.problem.check.ID; id != "" {
		w.problem.count(w.counts.Findings[id])
	}
}

// openLinked shows an address, with what links to it in front.
func (w *window) openLinked(id int64, linked bool) {
	w.onRow(id)
	w.details.front(linked)
}

// finish lets what only the whole crawl can tell be computed, and shows it.
func (w *window) finish(c *crawl) {
	work := c.finish()
	ask(w.feed, &w.finishing, func(context.Context) (struct{}, error) { return struct{}{}, work() }, func(_ struct{}, err error) {
		switch {
		case w.crawl != c || errors.Is(err, context.Canceled):
		case errors.Is(err, crawlfile.ErrNoRight): // a file that is only looked at
			w.onFinished()
		case err != nil:
			fyne.LogError("finishing the crawl file", err)
		default:
			w.onFinished()
		}
	})
}

// onFinished shows what is known now that the whole crawl was looked at.
func (w *window) onFinished() {
	ask(w.feed, &w.counting, w.crawl.file.Counts, func(c crawlfile.Counts, err error) {
		if err != nil {
			w.onReadError(err)
			return
		}
		w.counts = c
		w.showCounts()
		w.problem.refresh()
		if len(w.view.filter.Findings) > 0 {
			w.list.refresh()
		}
	})
}
