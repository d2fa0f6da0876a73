package crawlfile

import (
	"sync"
	"time"
)

// readings counts who reads a file, so that closing it can wait for them.
type readings struct {
	mu   sync.Mutex
	n    int
	none chan struct{} // closed when nobody reads any more; nil while nobody waits for that
}

// begin is called before something is read, and end after.
func (r *readings) begin() (end func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
	return r.end
}

func (r *readings) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n--
	if r.n == 0 && r.none != nil {
		close(r.none)
		r.none = nil
	}
}

// wait waits until nobody reads, but no longer than atMost.
func (r *readings) wait(atMost time.Duration) {
	r.mu.Lock()
	if r.n == 0 {
		r.mu.Unlock()
		return
	}
	none := make(chan struct{})
	r.none = none
	r.mu.Unlock()
	select {
	case <-none:
	case <-time.After(atMost):
	}
}
