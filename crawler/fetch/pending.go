//go:build !windows

package fetch

import "syscall"

// pending tells whether something waits to be read from a socket, be it its end.
// It takes nothing away and does not wait.
func pending(socket syscall.RawConn) (waits bool) {
	var one [1]byte
	err := socket.Control(func(fd uintptr) {
		for {
			_, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK)
			if err != syscall.EINTR {
				waits = err != syscall.EAGAIN
				return
			}
		}
	})
	return waits || err != nil
}
