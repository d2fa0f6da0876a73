package crawler

import (
	"context"
	"sync"
)

// gate is a semaphore whose size can change while it is in use: the speed
// slider, pausing (size 0) and going on are all one resize. errgroup.SetLimit
// panics when changed while active and semaphore.Weighted cannot be resized.
type gate struct {
	mu    sync.Mutex
	limit int
	held  int
	moved chan struct{} // closed and replaced when a slot may have become free
}

func newGate(limit int) *gate {
	return &gate{limit: limit, moved: make(chan struct{})}
}

// enter waits for a slot. It returns false, holding none, when ctx ends or done
// is closed first.
func (g *gate) enter(ctx context.Context, done <-chan struct{}) bool {
	for {
		g.mu.Lock()
		if ctx.Err() == nil && g.held < g.limit {
			g.held++
			g.mu.Unlock()
			return true
		}
		moved := g.moved
		g.mu.Unlock()
		select {
		case <-moved:
		case <-done:
			return false
		case <-ctx.Done():
			return false
		}
	}
}

// leave gives a slot back.
func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.held--
	g.wake()
}

// resize changes how many slots there are. Slots in use beyond a smaller limit
// are not taken away: they are not given again.
func (g *gate) resize(limit int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.limit = limit
	g.wake()
}

// wake lets all waiters look again. The lock is held.
func (g *gate) wake() {
	close(g.moved)
	g.moved = make(chan struct{})
}
