//go:build !windows

package fetch

import (
	"syscall"
	"time"
)

// processTime is the processor time that this process used so far.
func processTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
