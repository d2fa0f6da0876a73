package fetch

import "io"

// wire is a body as it arrives: counted, bounded and watched.
type wire struct {
	body  io.Reader
	dog   *watchdog
	limit int64
	size  int64 // bytes received
	// untilClose marks a body that lasts as long as its connection. Many
	// servers end one over TLS without saying so, which browsers forgive.
	untilClose bool
}

// wireError is a failure of the connection under a body.
type wireError struct{ cause error }

func (w *wireError) Error() string { return w.cause.Error() }
func (w *wireError) Unwrap() error { return w.cause }

func (w *wire) Read(p []byte) (int, error) {
	n, err := w.body.Read(p)
	if n > 0 {
		w.size += int64(n)
		w.dog.progress()
	}
	switch {
	case w.size > w.limit && (err == nil || err == io.EOF):
		// More is never needed: decoding makes bodies larger, hardly smaller.
		return n, errTooLarge
	case err == nil, err == io.EOF:
		return n, err
	case w.untilClose && err == io.ErrUnexpectedEOF:
		return n, io.EOF
	}
	return n, &wireError{err}
}
