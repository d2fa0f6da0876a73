package gui

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2/test"
)

// syncFeed does everything at once, as panes are tested.
func syncFeed() *feed {
	f := newFeed()
	f.atOnce = true
	return f
}

func TestOnlyTheLatestAskingIsAnswered(t *testing.T) {
	test.NewTempApp(t)
	f := newFeed()
	var q question
	first := make(chan struct{})
	var cancelled atomic.Bool
	ask(f, &q, func(ctx context.Context) (int, error) {
		<-first
		cancelled.Store(ctx.Err() != nil)
		return 1, nil
	}, func(int, error) { t.Error("a stale answer arrived") })
	q.drop()
	close(first)
	f.work.Wait()
	if !cancelled.Load() {
		t.Error("the question that was dropped was not cancelled")
	}
	answered := 0
	f.atOnce = true
	ask(f, &q, func(context.Context) (int, error) { return 2, nil }, func(n int, err error) { answered = n })
	if answered != 2 {
		t.Errorf("the answer is %d, not 2", answered)
	}
}

func TestAClosedFeedAnswersNothing(t *testing.T) {
	test.NewTempApp(t)
	f := newFeed()
	var q question
	go f.close()
	ask(f, &q, func(ctx context.Context) (int, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	}, func(int, error) { t.Error("an answer arrived after the end") })
	f.work.Wait()
}

func TestWatchEndsWithALastLook(t *testing.T) {
	test.NewTempApp(t)
	synctest.Test(t, func(t *testing.T) {
		f := newFeed()
		ended := make(chan struct{})
		var looks []bool
		f.watch(time.Second, ended, func(last bool) func() {
			return func() { looks = append(looks, last) }
		})
		time.Sleep(2500 * time.Millisecond)
		close(ended)
		f.work.Wait()
		if len(looks) != 3 || looks[0] || looks[1] || !looks[2] {
			t.Errorf("the looks were %v: not two and a last one", looks)
		}
	})
}

func TestPauseEndsEarlyWhenNobodyWaitsAnyMore(t *testing.T) {
	f := newFeed()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := f.pause(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("the pause ended with %v", err)
	}
}
