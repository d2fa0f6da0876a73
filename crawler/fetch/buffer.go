package fetch

import (
	"errors"
	"io"
	"sync"
)

const (
	smallBuffer = 64 << 10 // what a body begins with when nothing is known of its size
	largeBuffer = 1 << 20  // the largest first guess, and the largest buffer kept for reuse
)

var errTooLarge = errors.New("the body is larger than the limit")

// buffers holds *[]byte of smallBuffer to largeBuffer bytes.
var buffers sync.Pool

// newBuffer gives an empty buffer with room for hint bytes or more.
func newBuffer(hint int64) []byte {
	want := int(min(max(hint, smallBuffer), largeBuffer))
	if kept, ok := buffers.Get().(*[]byte); ok && cap(*kept) >= want {
		return (*kept)[:0]
	}
	return make([]byte, 0, want)
}

// recycle keeps a buffer for the next body.
func recycle(buf []byte) {
	if cap(buf) < smallBuffer || cap(buf) > largeBuffer {
		return
	}
	buf = buf[:0]
	buffers.Put(&buf)
}

// readAll appends what r holds to buf, which may move. It stops after limit
// bytes with errTooLarge. The error is nil at the end of r.
func readAll(buf []byte, r io.Reader, limit int64) ([]byte, error) {
	for idle := 0; ; idle++ {
		if len(buf) == cap(buf) {
			buf = grow(buf, limit)
		}
		end := min(int64(cap(buf)), limit+1)
		n, err := r.Read(buf[len(buf):end])
		buf = buf[:len(buf)+n]
		switch {
		case int64(len(buf)) > limit:
			return buf[:limit], errTooLarge
		case err == io.EOF:
			return buf, nil
		case err != nil:
			return buf, err
		case n > 0:
			idle = 0
		case idle > 100:
			return buf, io.ErrNoProgress
		}
	}
}

// grow doubles the room of buf, up to one byte more than limit.
func grow(buf []byte, limit int64) []byte {
	larger := make([]byte, len(buf), max(min(2*int64(cap(buf)), limit+1), int64(len(buf))+1))
	copy(larger, buf)
	recycle(buf)
	return larger
}
