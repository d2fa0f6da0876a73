package crawler

import (
	"bytes"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// crewSize counts the goroutines of a crew: those that the runtime and other tests
// have for a moment are none of them.
func crewSize() int {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	return bytes.Count(stacks, []byte("\ncreated by golang.org/x/sync/errgroup."))
}

// TestCrew lets jobs pass through a gate of three: all are done, three at once,
// by goroutines that stay.
func TestCrew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const jobs, slots = 100, 3
		g := newGate(slots)
		var inside, done, most atomic.Int64
		w := newCrew(func(j job) {
			most.Store(max(most.Load(), inside.Add(1)))
			time.Sleep(time.Duration(1+j.attempt%7) * time.Millisecond)
			inside.Add(-1)
			done.Add(int64(j.attempt))
		}, g.leave)
		want := 0
		for i := range jobs {
			g.enter(t.Context(), nil)
			w.start(job{attempt: i})
			want += i
			if n := crewSize(); n > slots {
				t.Fatalf("%d goroutines for %d slots", n, slots)
			}
		}
		if n := crewSize(); n != slots {
			t.Errorf("%d goroutines stayed, not %d", n, slots)
		}
		w.dismiss()
		if got := done.Load(); got != int64(want) || most.Load() != slots {
			t.Errorf("the jobs that were done add up to %d, not %d; %d at once, not %d", got, want, most.Load(), slots)
		}
	})
}
