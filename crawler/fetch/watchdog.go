package fetch

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"time"
)

// standstill is how late a watchdog wakes when the program did not run for a
// while: it was stopped, or the computer had no time for it. What has come
// meanwhile is there, but not read. So it looks once more, after as long again.
const standstill = 500 * time.Millisecond

// longStandstill is one in which a server or a router may have given up a
// connection: the failure that follows tells nothing about the address.
const longStandstill = 5 * time.Second

// watchdog ends an exchange that makes no progress or takes too long.
type watchdog struct {
	cancel context.CancelCauseFunc
	start  time.Time
	idle   atomic.Int64 // longest time without progress; a time.Duration
	whole  time.Duration
	last   atomic.Int64 // the last progress, as time.Duration since start
	timer  *time.Timer
	due    atomic.Int64 // when it wakes, as time.Duration since start
	again  atomic.Bool  // it looks once more
	late   atomic.Int64 // how late it woke at worst; a time.Duration
}

// overdue is the cause of a context that a watchdog ended.
type overdue struct {
	idle  bool
	limit time.Duration
}

func (o *overdue) Error() string {
	if o.idle {
		return fmt.Sprintf("timeout: nothing was received for %v", o.limit)
	}
	return fmt.Sprintf("timeout: not finished within %v", o.limit)
}

// watch gives a context that is cancelled with an *overdue as its cause when a
// limit is passed. The caller must call stop.
func (w *watchdog) watch(parent context.Context, start time.Time, idle, whole time.Duration) context.Context {
	ctx, cancel := context.WithCancelCause(parent)
	w.cancel, w.start, w.whole = cancel, start, whole
	w.idle.Store(int64(idle))
	w.timer = time.AfterFunc(math.MaxInt64, func() { w.check(ctx) })
	w.sleep(min(idle, whole)) // only now, when check finds the timer in its place
	return ctx
}

// progress says that something was received.
func (w *watchdog) progress() { w.last.Store(int64(time.Since(w.start))) }

// hurry replaces the idle limit by a shorter one.
func (w *watchdog) hurry(idle time.Duration) {
	w.progress()
	w.idle.Store(int64(idle))
	w.sleep(idle)
}

// sleep lets it wake after a while.
func (w *watchdog) sleep(t time.Duration) {
	w.due.Store(int64(time.Since(w.start) + t))
	w.timer.Reset(t)
}

func (w *watchdog) stop() {
	w.cancel(nil)
	w.timer.Stop()
}

// check ends the exchange if it is overdue and else sleeps until it may be.
func (w *watchdog) check(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	now := time.Since(w.start)
	late := now - time.Duration(w.due.Load())
	w.late.Store(max(w.late.Load(), int64(late)))
	if again := w.again.Swap(late >= standstill); late >= standstill && !again {
		w.sleep(standstill)
		return
	}
	idle := time.Duration(w.idle.Load())
	untilIdle := time.Duration(w.last.Load()) + idle - now
	switch left := w.whole - now; {
	case left <= 0:
		w.cancel(&overdue{limit: w.whole})
	case untilIdle <= 0:
		w.cancel(&overdue{idle: true, limit: idle})
	default:
		w.sleep(min(left, untilIdle))
	}
}

// stoodStill is for how long the program did not run since the start, as far as
// can be told: it was stopped, or asleep together with the computer.
func (w *watchdog) stoodStill() time.Duration {
	now := time.Now()
	late := max(time.Duration(w.late.Load()), now.Sub(w.start)-time.Duration(w.due.Load()))
	return max(late, slept(w.start, now))
}

// slept is for how long the computer slept between two readings of the clock. The
// time of day goes on meanwhile, and on most systems the clock that runs beside it
// in a time.Time does not.
func slept(from, to time.Time) time.Duration {
	return to.Round(0).Sub(from.Round(0)) - to.Sub(from)
}
