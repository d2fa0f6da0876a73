//go:build !windows

package fetch

import "syscall"

// What the system says about connections that fail.
var (
	refused     = []error{syscall.ECONNREFUSED}
	unreachable = []error{syscall.EHOSTUNREACH, syscall.ENETUNREACH, syscall.EHOSTDOWN, syscall.ENETDOWN, syscall.EADDRNOTAVAIL, syscall.EACCES, syscall.EPERM, syscall.EINVAL}
	timedOut    = []error{syscall.ETIMEDOUT}
	cut         = []error{syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNABORTED}
)
