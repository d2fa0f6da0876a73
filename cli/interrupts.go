package cli

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// patience is how long a second interrupt waits for the work to end by itself.
const patience = 2 * time.Second

// interrupts turns Ctrl-C and the signal to terminate into a way out: the first
// does what is set with first, the second cancels all work, and after patience
// or a third the program ends where it is.
type interrupts struct {
	signals chan os.Signal
	ended   chan struct{}
	waiting sync.WaitGroup
	cancel  context.CancelFunc

	mu     sync.Mutex
	gentle func() // what the first does; nil: cancel
}

func listen(cancel context.CancelFunc) *interrupts {
	i := &interrupts{signals: make(chan os.Signal, 3), ended: make(chan struct{}), cancel: cancel}
	signal.Notify(i.signals, os.Interrupt, syscall.SIGTERM)
	i.waiting.Go(i.wait)
	return i
}

// first sets what the first interrupt does; nil lets it cancel all work.
func (i *interrupts) first(do func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.gentle = do
}

// end gives the signals back to the system.
func (i *interrupts) end() {
	signal.Stop(i.signals)
	close(i.ended)
	i.waiting.Wait()
}

func (i *interrupts) wait() {
	select {
	case <-i.signals:
	case <-i.ended:
		return
	}
	if i.beGentle() {
		select {
		case <-i.signals:
		case <-i.ended:
			return
		}
		i.cancel()
	}
	select {
	case <-i.signals:
	case <-time.After(patience):
	case <-i.ended:
		return
	}
	os.Exit(exitInterrupted)
}

// beGentle does what the first interrupt is to do and tells whether the work
// may take its time to end.
func (i *interrupts) beGentle() bool {
	i.mu.Lock()
	gentle := i.gentle
	i.mu.Unlock()
	if gentle == nil {
		i.cancel()
		return false
	}
	gentle()
	return true
}
