package gui

import "context"

// alter has work done that decides which crawl is open: starting, opening, closing,
// carrying on and deleting one. It is free that says whether it may begin: there is
// one at a time, and unlike a question it is never given up, so that what it brings
// always has an owner.
func alter[T any](w *window, work func(context.Context) (T, error), show func(T, error)) {
	w.altering = true
	w.steer()
	order(w.feed, work, func(found T, err error) {
		w.altering = false
		show(found, err)
		w.steer()
		if w.quitting && !w.altering {
			w.shut()
		}
	})
}

// free tells whether the open crawl may be left or altered. While a crawl is under
// way, or its pages are looked at again, it is to be stopped first.
func (w *window) free() bool { return !w.quitting && !w.active() && !w.busy() }

// busy tells whether something is under way for which the toolbar has no buttons.
func (w *window) busy() bool { return w.altering || w.problem.again != nil }

// steer offers, in the toolbar and beside a finding, what makes sense now.
func (w *window) steer() {
	w.toolbar.show(w.state)
	w.problem.hold(w.active() || w.altering)
	if w.busy() {
		w.toolbar.busy()
	}
}
