package sqlite

import (
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// function is how SQLite calls a function of an SQL statement.
type function func(tls *libc.TLS, context uintptr, n int32, values uintptr)

// Predicate makes an SQL function that tells whether something holds of texts
// ("" for NULL), which are valid until it returns. It must always tell the same
// of the same texts.
func (c *Conn) Predicate(name string, parameters int, holds func(texts []string) (bool, error)) error {
	texts := make([]string, parameters)
	call := function(func(tls *libc.TLS, context uintptr, n int32, values uintptr) {
		for i := range texts {
			texts[i] = textOf(tls, *(*uintptr)(pointer(values + uintptr(i)*unsafe.Sizeof(values))))
		}
		yes, err := holds(texts)
		switch {
		case err != nil:
			message := err.Error()
			lib.Xsqlite3_result_error(tls, context, c.temporary(message), int32(len(message)))
		case yes:
			lib.Xsqlite3_result_int(tls, context, 1)
		default:
			lib.Xsqlite3_result_int(tls, context, 0)
		}
	})
	c.functions = append(c.functions, call) // SQLite's pointer to it does not count for Go
	text, err := libc.CString(name)
	if err != nil {
		return err
	}
	defer libc.Xfree(c.tls, text)
	const flags = lib.SQLITE_UTF8 | lib.SQLITE_DETERMINISTIC
	code := lib.Xsqlite3_create_function_v2(c.tls, c.handle, text, int32(parameters), flags, 0, functionPointer(call), 0, 0, 0)
	if code != lib.SQLITE_OK {
		return c.failure(code)
	}
	return nil
}

// functionPointer is f as translated C code knows it.
func functionPointer(f function) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }

// textOf gives a value's text.
func textOf(tls *libc.TLS, value uintptr) string {
	at := lib.Xsqlite3_value_text(tls, value)
	if at == 0 {
		return ""
	}
	return unsafe.String((*byte)(pointer(at)), int(lib.Xsqlite3_value_bytes(tls, value)))
}

// temporary copies a text to SQLite's side, until the next such text.
func (c *Conn) temporary(text string) uintptr {
	libc.Xfree(c.tls, c.note)
	c.note = libc.Xmalloc(c.tls, libc.Tsize_t(max(1, len(text))))
	if c.note != 0 {
		copy(unsafe.Slice((*byte)(pointer(c.note)), len(text)), text)
	}
	return c.note
}
