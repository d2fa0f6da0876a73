package sqlite

import (
	"fmt"
	"math"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Stmt is a compiled statement and, after Step, the row it stands on.
// Parameters are counted from 1 and columns from 0, as in SQLite.
type Stmt struct {
	conn   *Conn
	handle uintptr
	query  string
	rest   string // of the text, behind this statement

	texts uintptr // room for the texts that are bound
	room  int     // of it in bytes
	used  int
}

// Reserve makes room for texts of so many bytes in all. It comes before they are bound.
func (s *Stmt) Reserve(bytes int) error {
	s.used = 0
	if bytes <= s.room {
		return nil
	}
	s.free()
	if s.texts = libc.Xmalloc(s.conn.tls, libc.Tsize_t(bytes)); s.texts == 0 {
		return errNoMemory
	}
	s.room = bytes
	return nil
}

func (s *Stmt) free() {
	if s.texts != 0 {
		libc.Xfree(s.conn.tls, s.texts)
		s.texts, s.room = 0, 0
	}
}

// BindInt gives a parameter a number.
func (s *Stmt) BindInt(parameter int, n int64) error {
	return s.check(lib.Xsqlite3_bind_int64(s.conn.tls, s.handle, int32(parameter), n))
}

// BindNull gives a parameter no value.
func (s *Stmt) BindNull(parameter int) error {
	return s.check(lib.Xsqlite3_bind_null(s.conn.tls, s.handle, int32(parameter)))
}

// BindText gives a parameter a text, for which Reserve has made room. The text
// counts as UTF-8.
func (s *Stmt) BindText(parameter int, text string) error {
	at, err := s.keep(text)
	if err != nil {
		return err
	}
	return s.check(lib.Xsqlite3_bind_text(s.conn.tls, s.handle, int32(parameter), at, int32(len(text)), lib.SQLITE_STATIC))
}

// BindTextBytes is BindText for a text in bytes.
func (s *Stmt) BindTextBytes(parameter int, text []byte) error {
	return s.BindText(parameter, unsafe.String(unsafe.SliceData(text), len(text)))
}

// BindBlob gives a parameter bytes, for which Reserve has made room. No bytes
// are an empty value, not NULL.
func (s *Stmt) BindBlob(parameter int, bytes []byte) error {
	if len(bytes) == 0 {
		return s.check(lib.Xsqlite3_bind_zeroblob(s.conn.tls, s.handle, int32(parameter), 0))
	}
	at, err := s.keep(unsafe.String(unsafe.SliceData(bytes), len(bytes)))
	if err != nil {
		return err
	}
	return s.check(lib.Xsqlite3_bind_blob(s.conn.tls, s.handle, int32(parameter), at, int32(len(bytes)), lib.SQLITE_STATIC))
}

// keep copies a text to where SQLite may read it. An empty one has an address as well.
func (s *Stmt) keep(text string) (uintptr, error) {
	if s.texts == 0 || s.used+len(text) > s.room {
		if s.used > 0 || s.texts != 0 && len(text) <= s.room {
			return 0, fmt.Errorf("%d bytes of text where room was made for %d", s.used+len(text), s.room)
		}
		if err := s.Reserve(max(1, len(text))); err != nil {
			return 0, err
		}
	}
	at := s.texts + uintptr(s.used)
	copy(unsafe.Slice((*byte)(pointer(at)), len(text)), text)
	s.used += len(text)
	return at, nil
}

// Bind gives the parameters their values: nil, int64, string or []byte.
func (s *Stmt) Bind(values ...any) error {
	bytes := 0
	for _, v := range values {
		switch v := v.(type) {
		case string:
			bytes += len(v)
		case []byte:
			bytes += len(v)
		}
	}
	if bytes > math.MaxInt32 {
		return fmt.Errorf("%d bytes are more than a statement takes", bytes)
	}
	if err := s.Reserve(max(1, bytes)); err != nil {
		return err
	}
	for i, v := range values {
		var err error
		switch v := v.(type) {
		case nil:
			err = s.BindNull(i + 1)
		case int64:
			err = s.BindInt(i+1, v)
		case string:
			err = s.BindText(i+1, v)
		case []byte:
			err = s.BindBlob(i+1, v)
		default:
			err = fmt.Errorf("a value of type %T", v)
		}
		if err != nil {
			return fmt.Errorf("parameter %d: %w", i+1, err)
		}
	}
	return nil
}

// Run executes the statement to its end, drops the rows it gives and makes it
// ready for the next time. The values stay bound.
func (s *Stmt) Run() error {
	for {
		more, err := s.Step()
		if err != nil || !more {
			s.Reset()
			return err
		}
	}
}

// Step goes on to the next row; more is false when there is none.
func (s *Stmt) Step() (more bool, err error) {
	switch code := lib.Xsqlite3_step(s.conn.tls, s.handle); code {
	case lib.SQLITE_ROW:
		return true, nil
	case lib.SQLITE_DONE:
		return false, nil
	default:
		return false, s.conn.failure(code)
	}
}

// Reset makes the statement ready to be executed again.
func (s *Stmt) Reset() {
	lib.Xsqlite3_reset(s.conn.tls, s.handle) // it repeats the failure of the last Step
	const much = 1 << 20
	if s.room > much {
		lib.Xsqlite3_clear_bindings(s.conn.tls, s.handle)
		s.free()
	}
}

// Close forgets the statement.
func (s *Stmt) Close() {
	lib.Xsqlite3_finalize(s.conn.tls, s.handle)
	s.free()
	delete(s.conn.open, s)
}

// Columns is how many values a row has.
func (s *Stmt) Columns() int { return int(lib.Xsqlite3_column_count(s.conn.tls, s.handle)) }

// Int gives a number of the row; 0 for NULL.
func (s *Stmt) Int(column int) int64 {
	return lib.Xsqlite3_column_int64(s.conn.tls, s.handle, int32(column))
}

// IsNull tells whether the row has no value there.
func (s *Stmt) IsNull(column int) bool {
	return lib.Xsqlite3_column_type(s.conn.tls, s.handle, int32(column)) == lib.SQLITE_NULL
}

// Text gives a copy of a text of the row; "" for NULL.
func (s *Stmt) Text(column int) string { return string(s.Bytes(column)) }

// Bytes gives a text or a blob of the row; nil for NULL. It is SQLite's own
// memory: valid until the next Step or Reset, and not to be changed.
func (s *Stmt) Bytes(column int) []byte {
	at := lib.Xsqlite3_column_blob(s.conn.tls, s.handle, int32(column))
	if at == 0 {
		return nil
	}
	n := lib.Xsqlite3_column_bytes(s.conn.tls, s.handle, int32(column))
	return unsafe.Slice((*byte)(pointer(at)), n)
}

// LastNumber gives the number (rowid) of the row that was inserted last by its
// connection.
func (s *Stmt) LastNumber() int64 {
	return lib.Xsqlite3_last_insert_rowid(s.conn.tls, s.conn.handle)
}

// Borrow is Bytes as a text.
func (s *Stmt) Borrow(column int) string {
	b := s.Bytes(column)
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Value gives a copy of a value of the row: nil, int64, float64, string or []byte.
func (s *Stmt) Value(column int) any {
	switch lib.Xsqlite3_column_type(s.conn.tls, s.handle, int32(column)) {
	case lib.SQLITE_INTEGER:
		return s.Int(column)
	case lib.SQLITE_FLOAT:
		return lib.Xsqlite3_column_double(s.conn.tls, s.handle, int32(column))
	case lib.SQLITE_TEXT:
		return s.Text(column)
	case lib.SQLITE_BLOB:
		return append([]byte{}, s.Bytes(column)...)
	}
	return nil
}

func (s *Stmt) check(code int32) error {
	if code == lib.SQLITE_OK {
		return nil
	}
	return s.conn.failure(code)
}
