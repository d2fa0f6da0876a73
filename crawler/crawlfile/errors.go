package crawlfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	lib "modernc.org/sqlite/lib"
)

// The reasons why a crawl file cannot be used. Test with errors.Is.
var (
	ErrDamaged = errors.New("the crawl file is damaged")
	ErrNotOurs = errors.New("the file is no crawl file")
	ErrNewer   = errors.New("the crawl file was written by a newer version")
	ErrInUse   = errors.New("the crawl file is in use by another running Sitewalk")
	ErrExists  = errors.New("the file exists already")
	ErrNoSpace = errors.New("the disk is full")
	ErrNoRight = errors.New("no permission")
	ErrClosed  = errors.New("the crawl file was closed")
)

// ErrUnknown is wrapped when an address's number is in no row.
var ErrUnknown = errors.New("no such address in the crawl file")

// Error tells which crawl file had what trouble.
type Error struct {
	Path string
	Err  error // wraps one of the reasons above, where one is known
}

func (e *Error) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap gives the trouble.
func (e *Error) Unwrap() error { return e.Err }

// explain makes err an *Error with the reason that stands behind it.
func explain(path string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if reason := reasonOf(err); reason != nil && !errors.Is(err, reason) {
		err = fmt.Errorf("%w: %w", reason, err)
	}
	return &Error{path, err}
}

// damaged is the error for content that no version has ever written.
func damaged(err error) error { return fmt.Errorf("%w: %w", ErrDamaged, err) }

// coded is an error of SQLite, with its extended result code.
type coded interface {
	error
	Code() int
}

// reasonOf gives the reason behind an error of SQLite or the file system; nil
// when it is none of ours.
func reasonOf(err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return ErrNoRight
	}
	if errors.Is(err, errPoolClosed()) {
		return ErrClosed
	}
	var failure coded
	if !errors.As(err, &failure) {
		return nil
	}
	switch failure.Code() {
	case lib.SQLITE_IOERR_CORRUPTFS:
		return ErrDamaged
	case lib.SQLITE_IOERR_SHMSIZE: // the index of the log cannot grow
		return ErrNoSpace
	}
	switch failure.Code() & 0xff { // the rest of an extended code is detail
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return ErrDamaged
	case lib.SQLITE_ERROR, lib.SQLITE_CONSTRAINT, lib.SQLITE_MISMATCH, lib.SQLITE_TOOBIG:
		// The statements are ours and fit the tables: it is what is in these, such
		// as a list that is no JSON or a number that is there twice.
		return ErrDamaged
	case lib.SQLITE_FULL:
		return ErrNoSpace
	case lib.SQLITE_PERM, lib.SQLITE_READONLY, lib.SQLITE_AUTH, lib.SQLITE_CANTOPEN:
		return ErrNoRight
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return ErrInUse
	}
	return nil
}

// isCode tells whether err is SQLite's error with this primary code.
func isCode(err error, code int) bool {
	var failure coded
	return errors.As(err, &failure) && failure.Code()&0xff == code
}
