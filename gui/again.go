package gui

import (
	"sync/atomic"

	"fyne.io/fyne/v2/lang"

	"sitewalk/crawler"
)

// again is a recheck that goes on. Its methods may be called on any goroutine.
type again struct {
	check   string
	ended   chan struct{}
	engine  atomic.Pointer[crawler.Crawler] // nil until pages are asked for
	before  atomic.Int64                    // results that were there then
	wanted  atomic.Int64                    // addresses that were to be asked for; a few more may turn up
	stopped atomic.Bool                     // a person does not want to wait for the rest
	percent atomic.Int32                    // of the work that follows the last answer; -1 before
}

func newAgain(check string) *again {
	a := &again{check: check, ended: make(chan struct{})}
	a.percent.Store(-1)
	return a
}

// begin tells which crawler asks for the pages.
func (a *again) begin(engine *crawler.Crawler) {
	p := engine.Progress()
	a.before.Store(int64(p.Checked + p.Failed))
	a.wanted.Store(int64(p.Waiting))
	a.engine.Store(engine)
	if a.stopped.Load() {
		engine.Stop()
	}
}

// stop asks for nothing more; what was answered counts.
func (a *again) stop() {
	a.stopped.Store(true)
	if engine := a.engine.Load(); engine != nil {
		engine.Stop()
	}
}

// concludes hears how far the work after the last answer is.
func (a *again) concludes(share float64) { a.percent.Store(int32(100 * share)) }

// stoppable tells whether stopping still saves time.
func (a *again) stoppable() bool { return !a.stopped.Load() && a.percent.Load() < 0 }

// count gives how many addresses were asked for by now, and how many in all.
func (a *again) count() (asked, all int) {
	engine := a.engine.Load()
	if engine == nil {
		return 0, 0
	}
	p := engine.Progress()
	asked = p.Checked + p.Failed - int(a.before.Load())
	return asked, max(asked, int(a.wanted.Load()))
}

// sentence says how far it is.
func (a *again) sentence() string {
	asked, all := a.count()
	switch percent := a.percent.Load(); {
	case percent >= 0:
		return lang.X("recheck.concluding", "Working out what has changed: {{.N}} %", map[string]any{"N": percent})
	case a.stopped.Load():
		return lang.X("recheck.stopping", "Stopping…")
	case all == 0:
		return lang.X("recheck.working", "Looking at these pages again…")
	}
	return lang.X("recheck.progress", "Looking at these pages again: {{.N}} of {{.All}}", map[string]any{"N": number(asked), "All": number(all)})
}
