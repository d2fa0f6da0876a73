package gui

import (
	"context"
	"sync"
)

// tasks are the works on one thing, as an open crawl, that must not meet: each
// begins when the one that was asked for before it has ended.
type tasks struct {
	mu        sync.Mutex
	last      <-chan struct{} // closed when the latest has ended; nil before the first
	ctx       context.Context // of those that were asked for since the last interrupt
	interrupt context.CancelFunc
}

// end tells all tasks to end early, those that wait for their turn as well.
func (t *tasks) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.interrupt != nil {
		t.interrupt()
		t.interrupt = nil
	}
}

// wait waits until all that was asked for by now has ended.
func (t *tasks) wait() {
	t.mu.Lock()
	last := t.last
	t.mu.Unlock()
	if last != nil {
		<-last
	}
}

// add gives a task its place: what has to end before it, what interrupts it, and
// what it closes when it has ended.
func (t *tasks) add() (before <-chan struct{}, interrupted context.Context, ended chan<- struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.interrupt == nil {
		t.ctx, t.interrupt = context.WithCancel(context.Background())
	}
	before, done := t.last, make(chan struct{})
	t.last = done
	return before, t.ctx, done
}

// inTurn makes work one of the tasks. What it returns has to be called, and waits
// for those before. The context of the work ends with the caller's, and with end.
func inTurn[T any](t *tasks, work func(context.Context) (T, error)) func(context.Context) (T, error) {
	before, interrupted, ended := t.add()
	return func(ctx context.Context) (T, error) {
		defer close(ended)
		if before != nil {
			<-before
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(interrupted, cancel)()
		if interrupted.Err() != nil { // of which AfterFunc tells only soon
			cancel()
		}
		return work(ctx)
	}
}

// nothing is what a work brings that only has to be done.
type nothing struct{}

// done makes a work that brings nothing out of one that may fail.
func done(work func(context.Context) error) func(context.Context) (nothing, error) {
	return func(ctx context.Context) (nothing, error) { return nothing{}, work(ctx) }
}
