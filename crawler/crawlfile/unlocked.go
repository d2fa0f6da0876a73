package crawlfile

import (
	"database/sql/driver"
	"reflect"
	"unsafe"

	sqlite3 "modernc.org/sqlite/lib"
)

// dropMutex makes a connection one that was opened with SQLITE_OPEN_NOMUTEX
// (SQLite, "Using SQLite In Multi-Threaded Applications"), which the driver has
// no way to ask for: a connection without a mutex is just that, and one goroutine
// uses ours at a time. Taking the mutex for every value that is read or written
// is a fifth of the work. It tells whether it succeeded; where the
// driver is another inside, the mutex stays and costs what it costs.
func dropMutex(c driver.Conn) bool {
	v := reflect.ValueOf(c)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return false
	}
	field := v.Elem().FieldByName("db")
	if field.Kind() != reflect.Uintptr || field.Uint() == 0 {
		return false
	}
	handle := uintptr(field.Uint())
	db := *(**sqlite3.Tsqlite3)(unsafe.Pointer(&handle))
	db.Fmutex = 0 // its few bytes are never freed: that takes the driver's own state
	return true
}
