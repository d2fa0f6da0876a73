package crawler

import (
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// crew runs jobs at once, in goroutines that stay for the next one: each visit
// needs a deep stack, and a new goroutine would have to grow one for every page.
type crew struct {
	work  func(job)
	done  func() // called after each job, when its goroutine is free for another
	group errgroup.Group
	jobs  chan job
	idle  atomic.Int64 // those who wait for a job, or are about to
}

func newCrew(work func(job), done func()) *crew {
	return &crew{work: work, done: done, jobs: make(chan job)}
}

// start lets somebody do a job at once. It is called by one goroutine.
func (w *crew) start(j job) {
	if w.idle.Load() > 0 {
		w.idle.Add(-1)
		w.jobs <- j
		return
	}
	w.group.Go(func() error {
		for more := true; more; j, more = <-w.jobs {
			w.work(j)
			w.idle.Add(1)
			w.done()
		}
		return nil
	})
}

// dismiss waits until all jobs are done.
func (w *crew) dismiss() {
	close(w.jobs)
	_ = w.group.Wait() // jobs return no errors: a bad page is a result
}
