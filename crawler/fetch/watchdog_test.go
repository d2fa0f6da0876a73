package fetch

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// TestWatchdogAfterAStandstill is about a program that did not run for a while:
// what has come meanwhile is read before an exchange is ended.
func TestWatchdogAfterAStandstill(t *testing.T) {
	for name, test := range map[string]struct {
		then func(context.Context, *watchdog) // once the program runs again
		ends time.Duration                    // after that
	}{
		"nothing came":          {func(context.Context, *watchdog) {}, standstill},
		"the rest came":         {func(_ context.Context, w *watchdog) { w.stop() }, 0},
		"it stands still again": {standStill, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var w watchdog
				ctx := w.watch(t.Context(), time.Now(), 2*time.Second, 10*time.Second)
				defer w.stop()
				standStill(ctx, &w)
				if ctx.Err() != nil {
					t.Fatal("it ended at once")
				}
				runs := time.Now()
				test.then(ctx, &w)
				<-ctx.Done()
				if took := time.Since(runs); took != test.ends {
					t.Errorf("it ended %v after the standstill, not %v: %v", took, test.ends, context.Cause(ctx))
				}
			})
		})
	}
}

// What has come is progress: an exchange whose time is not over goes on.
func TestWatchdogGoesOnAfterAStandstill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w watchdog
		ctx := w.watch(t.Context(), time.Now(), 30*time.Second, 3*time.Minute)
		defer w.stop()
		standStill(ctx, &w)
		w.progress()
		<-ctx.Done()
		if after := time.Since(w.start); after != 90*time.Second {
			t.Errorf("it ended after %v: %v", after, context.Cause(ctx))
		}
	})
}

// It is known for how long the program did not run, whether the watchdog woke
// meanwhile or not.
func TestHowLongItStoodStill(t *testing.T) {
	for name, test := range map[string]struct {
		then  func(context.Context, *watchdog)
		stood time.Duration
	}{
		"not at all":               {func(context.Context, *watchdog) {}, 0},
		"woken":                    {standStill, 58 * time.Second},
		"not woken":                {func(_ context.Context, w *watchdog) { w.timer.Stop(); time.Sleep(time.Minute) }, 58 * time.Second},
		"woken, and progress made": {func(ctx context.Context, w *watchdog) { standStill(ctx, w); w.progress() }, 58 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var w watchdog
				ctx := w.watch(t.Context(), time.Now(), 2*time.Second, 10*time.Second)
				defer w.stop()
				test.then(ctx, &w)
				if stood := w.stoodStill(); stood != test.stood {
					t.Errorf("%v", stood)
				}
			})
		})
	}
}

// standStill lets a minute pass in which the watchdog cannot wake, but when it ends.
func standStill(ctx context.Context, w *watchdog) {
	w.timer.Stop()
	time.Sleep(time.Minute)
	w.check(ctx)
}
