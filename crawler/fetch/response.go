package fetch

import (
	"bufio"
	"net/http"
	"time"
)

// Response is what came back. It is never nil; Err tells what went wrong, and
// Status is 0 when there was no answer at all.
type Response struct {
	Status     int
	Proto      string // "HTTP/1.1", "HTTP/2.0"
	Header     http.Header
	Body       []byte        // decoded; valid until Release
	BodyRead   bool          // the body was wanted and read (perhaps only in part, see Err)
	WireSize   int64         // body bytes received before decoding
	Length     int64         // Content-Length, -1 when unknown
	Wait       time.Duration // until the headers of the answer
	Duration   time.Duration // of the whole exchange
	SetsCookie bool
	Err        *Error

	buffer *bufio.Reader // that Body is a part of, or nil
}

// Release gives the body's memory back; Body may not be used afterwards.
func (r *Response) Release() {
	if r.buffer != nil {
		giveBack(r.buffer)
		r.buffer = nil
	} else {
		recycle(r.Body)
	}
	r.Body = nil
}
