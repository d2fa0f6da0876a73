package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Error is a failure that SQLite reports.
type Error struct {
	code    int
	message string
}

// Code is the extended result code (SQLite, "Result and Error Codes").
func (e *Error) Code() int { return e.code }

func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.message, e.code) }

var errNoMemory = errors.New("there is no memory left for the database")

// failure is the error of a call that gave code.
func (c *Conn) failure(code int32) error {
	message := libc.GoString(lib.Xsqlite3_errstr(c.tls, code))
	if c.handle != 0 && lib.Xsqlite3_extended_errcode(c.tls, c.handle) == code {
		message = libc.GoString(lib.Xsqlite3_errmsg(c.tls, c.handle))
	}
	return &Error{int(code), message}
}
