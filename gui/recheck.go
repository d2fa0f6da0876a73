package gui

import (
	"context"
	"slices"

	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// recheckLimit is how many pages of a finding, and how many of their targets,
// are asked for again.
const recheckLimit = 500

// rechecked is what came of looking at the pages of a finding again.
type rechecked struct {
	asked, all                  int  // addresses
	stopped                     bool // before all were asked for
	before, solved, left, fresh int  // pages with the finding
	counts                      counted
	state                       crawler.State
}

// recheck asks for the pages of a finding again, and for what they are about.
// It waits for the network and the disk.
func (c *crawl) recheck(ctx context.Context, a *again) (r rechecked, err error) {
	source := fileProblems(c.file)
	before, wanted, err := source.checkAgain(ctx, a.check, recheckLimit)
	if err != nil {
		return r, err
	}
	meta, err := c.file.Meta(ctx)
	if err != nil {
		return r, err
	}
	if !meta.State.Final() { // the program was killed
		meta.State = crawler.Stopped
	}
	if len(wanted) == 0 { // it is solved already
		r.state = meta.State
		r.counts, err = c.counts(ctx)
		return r, err
	}
	c.withSample(&meta)
	kept := meta
	engine, err := crawler.Recheck(meta, c.file, wanted)
	if err != nil {
		return r, err
	}
	engine.Inspect = audit.Inspect
	a.begin(engine)
	if err := engine.Run(ctx); err != nil {
		return r, err
	}
	if err := ctx.Err(); err != nil {
		return r, err
	}
	asked, all := a.count()
	a.concludes(0)
	if err := c.file.Finish(ctx, a.concludes); err != nil {
		return r, err
	}
	if r, err = source.compare(ctx, a.check, before); err != nil {
		return r, err
	}
	r.asked, r.all, r.stopped = asked, all, a.stopped.Load() && asked < all
	if r.counts, err = c.counts(ctx); err != nil {
		return r, err
	}
	r.state = kept.State
	if r.state == crawler.Finished && r.counts.Waiting > 0 { // there is more than there was
		r.state, kept.State = crawler.Stopped, crawler.Stopped
		err = c.file.Save(crawler.Batch{Meta: &kept})
	}
	return r, err
}

// compare tells what of a finding is left.
func (s problemSource) compare(ctx context.Context, check string, before []int64) (r rechecked, err error) {
	after, err := s.ids(ctx, crawlfile.Filter{Findings: []string{check}}, crawlfile.Sort{})
	if err != nil {
		return r, err
	}
	slices.Sort(before)
	for _, id := range after {
		if _, known := slices.BinarySearch(before, id); known {
			r.left++
		} else {
			r.fresh++
		}
	}
	r.before, r.solved = len(before), len(before)-r.left
	return r, nil
}

// sentence says what came of it.
func (r *rechecked) sentence() string {
	switch {
	case r.left+r.fresh == 0:
		return lang.X("recheck.all", "Solved! None of the pages has this problem any more.")
	case r.stopped:
		solved := lang.X("recheck.stopped.none", "None of them is solved.")
		if r.solved > 0 {
			solved = plural("recheck.solved", "One page is solved.", "{{.N}} pages are solved.", r.solved)
		}
		return lang.X("recheck.stopped", "Stopped after {{.N}} of {{.All}} addresses.", map[string]any{"N": number(r.asked), "All": number(r.all)}) + " " + solved
	case r.solved == 0:
		return lang.X("recheck.none", "Nothing has changed yet: all {{.N}} pages still have this problem.", map[string]any{"N": number(r.left)})
	case r.before > recheckLimit:
		return lang.X("recheck.first", "Of the first {{.Asked}} addresses that were looked at again, {{.N}} are solved.", map[string]any{"Asked": number(r.asked), "N": number(r.solved)})
	}
	return plural("recheck.solved", "One page is solved.", "{{.N}} pages are solved.", r.solved) + " " +
		plural("recheck.left", "One still has this problem.", "{{.N}} still have this problem.", r.left+r.fresh)
}

// onRecheck asks for the pages of a finding again and shows what is solved.
func (w *window) onRecheck(check audit.Check) {
	c := w.crawl
	if c == nil || !w.free() {
		return
	}
	a := newAgain(check.ID)
	w.showAgain(a)
	w.steer()
	c.tasks.end() // looking at the whole crawl would have to be done over
	ended := c.ended
	ask(w.feed, &w.rechecking, inTurn(&c.tasks, func(ctx context.Context) (rechecked, error) {
		defer close(a.ended)
		<-ended // the last results may be on their way to the disk
		return c.recheck(ctx, a)
	}), func(r rechecked, err error) {
		w.problem.work(nil)
		if err != nil {
			w.problem.tell("", widget.MediumImportance)
			w.onReadError(err)
		} else {
			w.onRechecked(check, r)
		}
		w.steer()
		w.finish(c) // which it did, if it came to its end
	})
	w.feed.watch(lookEvery, a.ended, func(bool) func() {
		return func() {
			if w.problem.again == a {
				w.showAgain(a)
			}
		}
	})
}

// showAgain says how far a recheck is, beside the finding that it is about.
func (w *window) showAgain(a *again) {
	w.problem.work(a)
	if w.problem.check.ID == a.check {
		w.problem.tell(a.sentence(), widget.MediumImportance)
	}
}

// onStopAgain ends a recheck; what was answered until now counts.
func (w *window) onStopAgain() {
	if a := w.problem.again; a != nil {
		a.stop()
		w.showAgain(a)
	}
}

func (w *window) onRechecked(check audit.Check, r rechecked) {
	w.counts, w.state = r.counts, r.state
	w.showCounts()
	if w.problem.check.ID != check.ID {
		return
	}
	importance := widget.SuccessImportance
	if r.solved == 0 {
		importance = widget.WarningImportance
	}
	w.problem.tell(r.sentence(), importance)
}
