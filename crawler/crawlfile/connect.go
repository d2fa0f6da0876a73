package crawlfile

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"net/url"
	"path/filepath"
	"strings"
	"sync"

	driver "modernc.org/sqlite"

	"sitewalk/crawler/crawlfile/sqlite"
)

// driverName is the name under which database/sql knows sqliteDriver.
const driverName = "sitewalk"

// sqliteDriver is a driver of our own, so that our SQL functions are in our
// connections and in nobody else's.
var sqliteDriver = new(driver.Driver)

func init() {
	register(containsFunction, 3, sqlContains)
	register(foundFunction, 2, sqlFound)
	sql.Register(driverName, sqliteDriver)
}

// errPoolClosed is what database/sql says once a pool was closed. It gives that
// no name, so it is asked for.
var errPoolClosed = sync.OnceValue(func() error {
	pool, err := sql.Open(driverName, "")
	if err != nil {
		return err
	}
	_ = pool.Close()
	return pool.Ping()
})

// register gives the driver one of the functions of openLooker.
func register(name string, parameters int32, holds func([]string) (bool, error)) {
	err := sqliteDriver.RegisterDeterministicScalarFunction(name, parameters, func(_ *driver.FunctionContext, args []sqldriver.Value) (sqldriver.Value, error) {
		texts := make([]string, len(args))
		for i, arg := range args {
			texts[i], _ = arg.(string)
		}
		return holds(texts)
	})
	if err != nil {
		panic("crawlfile: " + err.Error())
	}
}

// The sizes that keep memory flat, whatever the size of the file.
const (
	pageSize     = "page_size(16384)"             // rows of 1 to 3 KB: 4096 would waste a third
	writerCache  = "cache_size(-4096)"            // KiB
	readerCache  = "cache_size(-1024)"            // KiB, for each of the readers
	readers      = 4                              // connections that read
	lookerCache  = "cache_size(-16384)"           // KiB, for one that may jump to and fro in all of the file
	noMapping    = "mmap_size(0)"                 // a mapped file counts as resident
	logLimit     = "journal_size_limit(67108864)" // bytes that a log may keep when it is reused
	foldInterval = "wal_autocheckpoint(2000)"     // pages of log that are folded in at a time
	patience     = "busy_timeout(5000)"           // milliseconds
)

// openWriter opens the one connection that writes. Nothing is written until beginLog.
func openWriter(path string) (*conn, error) {
	return openConn(path, sqlite.ReadWrite, patience, pageSize, writerCache, noMapping, logLimit, foldInterval,
		"synchronous(normal)")
}

// beginLog puts the file into WAL mode, which settles the page size of a new one.
// SQLite opens the log with the first read, and only one that was opened is
// removed in the end.
func (c *conn) beginLog(ctx context.Context) error {
	if err := c.exec(ctx, "PRAGMA journal_mode = wal"); err != nil {
		return err
	}
	return c.exec(ctx, "SELECT 1 FROM sqlite_schema LIMIT 1")
}

// openConn opens a connection that one goroutine uses at a time.
func openConn(path string, mode sqlite.Mode, pragmas ...string) (*conn, error) {
	c, err := sqlite.Open(path, mode, pragmas...)
	if err != nil {
		return nil, err
	}
	return &conn{c}, nil
}

// openReaders opens the pool of connections that only read.
func openReaders(path string) (*sql.DB, error) {
	db, err := sql.Open(driverName, dsn(path, patience, readerCache, noMapping))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(readers)
	db.SetMaxIdleConns(readers)
	return db, nil
}

// dsn names a file to the driver, for reading only; the pragmas hold for every
// connection.
func dsn(path string, pragmas ...string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // file:///C:/crawls/example.sitewalk
	}
	query := url.Values{"mode": {"ro"}, "_pragma": pragmas, "_error_rc": {"1"}}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}).String()
}
