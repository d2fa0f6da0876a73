package fetch

import (
	"syscall"
	"unsafe"
)

// fionread asks how many bytes can be read from a socket without waiting.
const fionread = 0x4004667f

// pending tells whether something waits to be read from a socket. Its end is not
// seen.
func pending(socket syscall.RawConn) (waits bool) {
	err := socket.Control(func(fd uintptr) {
		var bytes, size uint32
		err := syscall.WSAIoctl(syscall.Handle(fd), fionread, nil, 0, (*byte)(unsafe.Pointer(&bytes)), uint32(unsafe.Sizeof(bytes)), &size, nil, 0)
		waits = err != nil || bytes > 0
	})
	return waits || err != nil
}
