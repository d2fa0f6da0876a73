package gui

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is the time of the processor that the thread of the caller has
// taken. The UI goroutine has a thread to itself.
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
