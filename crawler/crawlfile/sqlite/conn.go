// Package sqlite is a connection to an SQLite database for one goroutine at a
// time. It calls SQLite's C interface, translated to Go, directly: going through
// database/sql or its driver costs an allocation for every value and a copy for
// every text, which for a crawl of millions of rows is more than SQLite's own
// work, and a mutex that one goroutine does not need.
package sqlite

import (
	"errors"
	"fmt"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Conn is an open database.
type Conn struct {
	tls    *libc.TLS
	handle uintptr
	out    uintptr            // room for two pointers, which SQLite fills in
	idle   map[string][]*Stmt // compiled for Exec and Query, by their text
	open   map[*Stmt]bool     // all that are compiled

	functions []function // that SQLite may call
	note      uintptr    // the last message of theirs
}

// maxIdle is how many statements a connection keeps for the next time.
const maxIdle = 64

// Mode is how a database is opened.
type Mode int32

const (
	ReadOnly  Mode = lib.SQLITE_OPEN_READONLY
	ReadWrite Mode = lib.SQLITE_OPEN_READWRITE
	Create    Mode = lib.SQLITE_OPEN_READWRITE | lib.SQLITE_OPEN_CREATE // where there is none
)

// Open opens the database at path and runs the given PRAGMAs ("cache_size = 10").
func Open(path string, mode Mode, pragmas ...string) (_ *Conn, err error) {
	c := &Conn{tls: libc.NewTLS(), idle: map[string][]*Stmt{}, open: map[*Stmt]bool{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	name, err := libc.CString(path)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	defer libc.Xfree(c.tls, name)
	if c.out = libc.Xmalloc(c.tls, 2*libc.Tsize_t(unsafe.Sizeof(uintptr(0)))); c.out == 0 {
		return nil, errNoMemory
	}
	flags := int32(mode) | lib.SQLITE_OPEN_NOMUTEX | lib.SQLITE_OPEN_EXRESCODE
	code := lib.Xsqlite3_open_v2(c.tls, name, c.out, flags, 0)
	c.handle = c.result(0)
	if code != lib.SQLITE_OK {
		return nil, c.failure(code)
	}
	for _, pragma := range pragmas {
		if err := c.Exec("PRAGMA " + pragma); err != nil {
			return nil, fmt.Errorf("PRAGMA %s: %w", pragma, err)
		}
	}
	return c, nil
}

// Close ends the connection and all its statements. Closing twice does nothing.
func (c *Conn) Close() error {
	if c.tls == nil {
		return nil
	}
	for s := range c.open {
		s.Close()
	}
	var err error
	if c.handle != 0 {
		if code := lib.Xsqlite3_close(c.tls, c.handle); code != lib.SQLITE_OK {
			err = c.failure(code)
		}
		c.handle = 0
	}
	libc.Xfree(c.tls, c.out) // of nothing, too
	libc.Xfree(c.tls, c.note)
	c.out, c.note = 0, 0
	c.tls.Close()
	c.tls = nil
	return err
}

// Exec runs one statement or more, separated by semicolons, and drops the rows
// they give. Only the first takes values: nil, int64, string or []byte.
func (c *Conn) Exec(query string, values ...any) error {
	s, err := c.take(query)
	for s != nil {
		if err = s.Bind(values...); err == nil {
			err = s.Run()
		}
		rest := s.rest
		c.giveBack(s)
		if err != nil || rest == "" {
			return err
		}
		s, err = c.take(rest)
		values = nil
	}
	return err
}

// Query calls do for each row that a statement gives, until it gives an error.
// The statement is the row and is valid until do returns.
func (c *Conn) Query(query string, do func(row *Stmt) error, values ...any) error {
	s, err := c.take(query)
	if err != nil || s == nil {
		return err
	}
	defer c.giveBack(s)
	if err := s.Bind(values...); err != nil {
		return err
	}
	for {
		more, err := s.Step()
		if !more || err != nil {
			return err
		}
		if err := do(s); err != nil {
			return err
		}
	}
}

// take gives a compiled statement; nil for a text without one.
func (c *Conn) take(query string) (*Stmt, error) {
	if kept := c.idle[query]; len(kept) > 0 {
		c.idle[query] = kept[:len(kept)-1]
		return kept[len(kept)-1], nil
	}
	return c.Prepare(query)
}

// giveBack keeps a statement for the next time.
func (c *Conn) giveBack(s *Stmt) {
	s.Reset()
	if len(c.idle) >= maxIdle && len(c.idle[s.query]) == 0 || len(s.query) > 4096 {
		s.Close()
		return
	}
	c.idle[s.query] = append(c.idle[s.query], s)
}

// Prepare compiles the first statement of a text; nil when there is none.
func (c *Conn) Prepare(query string) (*Stmt, error) {
	text, err := libc.CString(query)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(c.tls, text)
	tail := c.out + unsafe.Sizeof(uintptr(0))
	code := lib.Xsqlite3_prepare_v2(c.tls, c.handle, text, int32(len(query)+1), c.out, tail)
	if code != lib.SQLITE_OK {
		return nil, c.failure(code)
	}
	handle, rest := c.result(0), query[c.result(1)-text:]
	if handle == 0 {
		return nil, nil // white space or a comment
	}
	s := &Stmt{conn: c, handle: handle, query: query, rest: rest}
	c.open[s] = true
	return s, nil
}

// result is one of the pointers that SQLite filled in.
func (c *Conn) result(i uintptr) uintptr {
	return *(*uintptr)(pointer(c.out + i*unsafe.Sizeof(uintptr(0))))
}

// pointer is an address outside Go's memory.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }
