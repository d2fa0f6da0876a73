package crawler

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestGateResizesWhileInUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(2)
		ctx, cancel := context.WithCancel(t.Context())
		var inside atomic.Int64
		var wait sync.WaitGroup
		for range 50 {
			wait.Go(func() {
				for g.enter(ctx, nil) {
					inside.Add(1)
					time.Sleep(time.Second)
					inside.Add(-1)
					g.leave()
				}
			})
		}
		for _, size := range []int{2, 20, 3, 0, 1} {
			g.resize(size)
			time.Sleep(1500 * time.Millisecond) // all that were inside before have left
			synctest.Wait()
			if got := inside.Load(); got != int64(size) {
				t.Errorf("after resize(%d): %d inside", size, got)
			}
		}
		cancel()
		wait.Wait()
	})
}

func TestGateGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := make(chan struct{})
		g := newGate(0)
		entered := make(chan bool, 1)
		go func() { entered <- g.enter(t.Context(), done) }()
		time.Sleep(time.Minute)
		close(done)
		if <-entered {
			t.Error("entered a gate of size 0")
		}
	})
}
