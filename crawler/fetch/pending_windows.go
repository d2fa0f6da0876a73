package fetch

import (
	"syscall"
	"unsafe"
)

var wsaPoll = syscall.NewLazyDLL("ws2_32.dll").NewProc("WSAPoll")

// pollFd is WSAPOLLFD.
type pollFd struct {
	socket          uintptr
	events, revents int16
}

const pollIn = 0x0100 // POLLRDNORM; an end comes with POLLHUP, which is always told

// pending tells whether something waits to be read from a socket, be it its end.
// It takes nothing away and does not wait.
func pending(socket syscall.RawConn) (waits bool) {
	err := socket.Control(func(fd uintptr) {
		one := pollFd{socket: fd, events: pollIn}
		n, _, _ := wsaPoll.Call(uintptr(unsafe.Pointer(&one)), 1, 0)
		waits = n != 0 // something waits, or the question failed
	})
	return waits || err != nil
}
