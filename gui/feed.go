package gui

import (
	"context"
	"sync"
	"time"

	"fyne.io/fyne/v2"
)

// feed carries work away from the UI goroutine and brings the answers back to
// it. Every goroutine of the window belongs to a feed, and nearly every fyne.Do.
// Its methods are called on the UI goroutine.
type feed struct {
	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup
	// atOnce does all work on the caller's goroutine, without waiting: for tests.
	atOnce bool
	// spawn and post stand in for a goroutine and for fyne.Do: for tests.
	spawn func(work func())
	post  func(show func())
}

func newFeed() *feed {
	ctx, stop := context.WithCancel(context.Background())
	return &feed{ctx: ctx, stop: stop}
}

// close ends all work; answers that are still on their way are dropped.
// It does not wait: a query that ends late finds nobody listening.
func (f *feed) close() { f.stop() }

// start runs work on a goroutine of its own.
func (f *feed) start(work func()) {
	if f.atOnce {
		work()
		return
	}
	if f.spawn != nil {
		f.spawn(work)
		return
	}
	f.work.Go(work)
}

// do runs show on the UI goroutine, unless the feed was closed meanwhile.
func (f *feed) do(show func()) {
	if f.atOnce {
		show()
		return
	}
	post := fyne.Do
	if f.post != nil {
		post = f.post
	}
	post(func() {
		if f.ctx.Err() == nil {
			show()
		}
	})
}

// after runs show on the UI goroutine in a while. Where all is done at once, no
// time passes.
func (f *feed) after(d time.Duration, show func()) {
	if f.atOnce {
		return
	}
	f.start(func() {
		if f.pause(f.ctx, d) == nil {
			f.do(show)
		}
	})
}

// order has work done away from the UI goroutine that has to be done, whatever is
// asked for next, and hands what it brought to show, on the UI goroutine.
func order[T any](f *feed, work func(context.Context) (T, error), show func(T, error)) {
	f.start(func() {
		found, err := work(context.WithoutCancel(f.ctx))
		f.do(func() { show(found, err) })
	})
}

// question is something the window wants to know. Only its latest asking is
// answered; an earlier one is cancelled.
type question struct {
	asked  int
	cancel context.CancelFunc
}

// drop gives up on the answer.
func (q *question) drop() {
	q.asked++
	if q.cancel != nil {
		q.cancel()
		q.cancel = nil
	}
}

// ask has find run away from the UI goroutine and hands what it found to
// answer, on the UI goroutine, unless q was asked again or dropped meanwhile.
func ask[T any](f *feed, q *question, find func(context.Context) (T, error), answer func(T, error)) {
	q.drop()
	ctx, cancel := context.WithCancel(f.ctx)
	q.cancel = cancel
	asked := q.asked
	f.start(func() {
		found, err := find(ctx)
		f.do(func() {
			if q.asked != asked {
				return
			}
			cancel()
			answer(found, err)
		})
	})
}

// pause waits before a query that the next key press may make needless.
func (f *feed) pause(ctx context.Context, d time.Duration) error {
	if f.atOnce {
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// watch looks at something again and again until ended is closed, and once
// more after that, so that the last thing shown is the true end. look runs away
// from the UI goroutine and what it returns on it; a slow window is waited for,
// so that looks never pile up.
func (f *feed) watch(every time.Duration, ended <-chan struct{}, look func(last bool) (show func())) {
	f.start(func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for last := false; !last; {
			select {
			case <-f.ctx.Done():
				return
			case <-ended:
				last = true
			case <-ticker.C:
			}
			shown := make(chan struct{})
			show := look(last)
			f.do(func() {
				defer close(shown)
				show()
			})
			select {
			case <-f.ctx.Done():
				return
			case <-shown:
			}
		}
	})
}
