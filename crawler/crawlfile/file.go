package crawlfile

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	lib "modernc.org/sqlite/lib"

	"sitewalk/crawler"
)

// File is an open crawl file. It is a crawler.Store; reading and writing may go
// on at the same time and reading never waits for the writer.
type File struct {
	path     string
	read     *sql.DB
	lookers  lookers
	readings readings
	late     lateOrders
	// Writer and lock are nil in a file that is open for reading only.
	writer *writer
	lock   *lock

	writing  sync.Mutex // held by Save, Finish and Close
	finished atomic.Bool
	closed   bool

	queues sync.Mutex
	queue  [2]queue // by lane
}

// Create makes a new crawl file at path, which must not exist, and locks it.
func Create(path string, meta crawler.Meta) (*File, error) {
	f, err := create(path, meta)
	return f, explain(path, err)
}

func create(path string, meta crawler.Meta) (_ *File, err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	held, err := acquire(path)
	if err != nil {
		return nil, err
	}
	if err := draft(path, meta); err != nil {
		return nil, errors.Join(err, held.release())
	}
	f, err := openLocked(path, held)
	if err != nil {
		removeFiles(path)
		return nil, err
	}
	return f, nil
}

// draft makes a crawl file under another name and gives it its own when it is
// whole, so that a program that is killed meanwhile leaves no half of one there.
func draft(path string, meta crawler.Meta) error {
	if _, err := os.Lstat(path); err == nil {
		return ErrExists
	}
	name := path + draftSuffix
	removeFiles(name) // of a killed program
	defer removeFiles(name)
	made, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
	if err != nil {
		return err
	}
	if err := made.Close(); err != nil {
		return err
	}
	f, err := openLocked(name, nil)
	if err != nil {
		return err
	}
	f.path = path // for its errors
	if err := errors.Join(f.Save(crawler.Batch{Meta: &meta}), f.Close()); err != nil {
		return err
	}
	err = os.Link(name, path) // unlike Rename, it never replaces a file
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: %w", ErrExists, err)
	}
	if err != nil { // a file system without links
		return os.Rename(name, path)
	}
	return nil
}

// Open opens a crawl file for reading and for carrying on, and locks it. A file
// that a killed program left behind is repaired. Where there is no right to
// write, the file is opened for reading only and Save gives ErrNoRight.
func Open(path string) (*File, error) {
	f, err := open(path)
	return f, explain(path, err)
}

func open(path string) (*File, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if _, err := probe(path); err != nil {
		return nil, err
	}
	held, err := acquire(path)
	if reasonOf(err) == ErrNoRight {
		return openReadOnly(path)
	}
	if err != nil {
		return nil, err
	}
	f, err := openLocked(path, held)
	if reasonOf(err) == ErrNoRight {
		return openReadOnly(path)
	}
	return f, err
}

// OpenReadOnly opens a crawl file for reading only, also while another program writes to it.
func OpenReadOnly(path string) (*File, error) {
	f, err := openReadOnly(path)
	return f, explain(path, err)
}

func openReadOnly(path string) (*File, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	version, err := probe(path)
	if err != nil {
		return nil, err
	}
	if version < len(migrations) {
		if err := upgrade(path); err != nil {
			return nil, err
		}
	}
	f := &File{path: path}
	if f.read, err = openReaders(path); err != nil {
		return nil, err
	}
	if err := f.begin(); err != nil {
		return nil, errors.Join(err, f.read.Close())
	}
	return f, nil
}

// upgrade brings a file of an older version to the newest.
func upgrade(path string) error {
	held, err := acquire(path)
	if err != nil {
		return err
	}
	f, err := openLocked(path, held)
	if err != nil {
		return err
	}
	return f.Close()
}

// openLocked opens a file whose lock is held, and lets go of it on failure.
func openLocked(path string, held *lock) (_ *File, err error) {
	f := &File{path: path, lock: held}
	defer func() {
		if err != nil {
			_ = f.Close()
		}
	}()
	c, err := openWriter(path)
	if err != nil {
		return nil, err
	}
	if f.writer, err = newWriter(c); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	if f.read, err = openReaders(path); err != nil {
		return nil, err
	}
	if err = f.begin(); err != nil {
		return nil, err
	}
	return f, nil
}

// begin reads what an open file remembers.
func (f *File) begin() error {
	ctx := context.Background()
	finished, err := readMeta(ctx, f.read, metaFinished)
	f.finished.Store(finished != "")
	if err != nil {
		return err
	}
	return checkSizes(ctx, f.read)
}

// probe tells whether the file at path is ours and which version it has,
// without changing a byte of it.
func probe(path string) (version int, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if info.IsDir() {
		return 0, ErrNotOurs
	}
	db, err := openReaders(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var id int64
	err = db.QueryRow("PRAGMA application_id").Scan(&id)
	if isCode(err, lib.SQLITE_NOTADB) {
		return 0, fmt.Errorf("%w: %w", ErrNotOurs, err)
	}
	readable := !isCode(err, lib.SQLITE_READONLY)
	if !readable {
		// A killed program left a journal that only a writer can undo.
		id, version, err = readHeader(path)
	} else if err == nil {
		err = db.QueryRow("PRAGMA user_version").Scan(&version)
	}
	if err != nil {
		return 0, err
	}
	if id != applicationID {
		return 0, ErrNotOurs
	}
	if version > len(migrations) {
		return 0, fmt.Errorf("%w: version %d, known are 1 to %d", ErrNewer, version, len(migrations))
	}
	if !readable {
		return version, nil // begin looks once more
	}
	return version, checkSizes(context.Background(), db)
}

// readHeader reads what probe asks for from the file's own bytes (SQLite
// Database File Format, section 1.3).
func readHeader(path string) (id int64, version int, err error) {
	const versionAt, idAt, size = 60, 68, 100
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	var header [size]byte
	if _, err := io.ReadFull(f, header[:]); err != nil {
		return 0, 0, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return int64(binary.BigEndian.Uint32(header[idAt:])), int(binary.BigEndian.Uint32(header[versionAt:])), nil
}

// Path is where the file is.
func (f *File) Path() string { return f.path }

// Writable tells whether Save works: false after OpenReadOnly, and after Open
// of a file that may not be written to.
func (f *File) Writable() bool { return f.writer != nil }

// grace is how long Close waits for those who read. Tests make it short.
var grace = 5 * time.Second

// Close writes what is left, folds the write-ahead log into the file and unlocks
// it. It waits some seconds for whoever still reads; what is read later gives
// ErrClosed. Closing twice does nothing.
func (f *File) Close() error {
	f.writing.Lock()
	defer f.writing.Unlock()
	if f.closed {
		return nil
	}
	f.readings.wait(grace)
	f.closed = true
	var failures []error
	if f.read != nil {
		failures = append(failures, f.read.Close(), f.lookers.close())
	}
	if f.writer != nil {
		failures = append(failures, f.writer.close())
	}
	failures = append(failures, f.lock.release())
	return explain(f.path, errors.Join(failures...))
}

// Remove deletes the crawl file at path with everything that belongs to it. It
// gives ErrInUse, and deletes nothing, while a program writes to it.
func Remove(path string) error {
	return explain(path, remove(path))
}

func remove(path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	held, err := acquire(path)
	if err != nil {
		return err
	}
	_ = removeFiles(path + draftSuffix) // there is hardly ever one
	return errors.Join(removeFiles(path), held.release())
}

// draftSuffix is what the name of a crawl file in the making has after its own.
const draftSuffix = "-new"

// removeFiles deletes a database and what SQLite may have left beside it.
func removeFiles(path string) error {
	err := os.Remove(path)
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		if side := os.Remove(path + suffix); side != nil && !errors.Is(side, fs.ErrNotExist) {
			err = errors.Join(err, side)
		}
	}
	return err
}

// The keys of table meta.
const (
	metaCrawl    = "crawl"
	metaCounts   = "counts"
	metaFinished = "finished"
	metaCharts   = "charts"
)

// metaQuery asks for the value of a key.
const metaQuery = "SELECT value FROM meta WHERE key = ?"

// readMeta gives the value of a key, "" when there is none.
func readMeta(ctx context.Context, db *sql.DB, key string) (value string, err error) {
	err = scanRow(db.QueryRowContext(ctx, metaQuery, key), &value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return value, err
}

// Meta reads what the crawl says about itself.
func (f *File) Meta(ctx context.Context) (meta crawler.Meta, err error) {
	defer f.readings.begin()()
	err = f.glance(ctx, func(c *conn) error {
		meta, err = readCrawl(ctx, c)
		return err
	})
	return meta, explain(f.path, err)
}

// readCrawl reads what the crawl says about itself; every file has that from its
// beginning.
func readCrawl(ctx context.Context, c *conn) (meta crawler.Meta, err error) {
	value, err := c.text(ctx, metaQuery, metaCrawl)
	if err != nil {
		return meta, err
	}
	if err := json.Unmarshal([]byte(value), &meta); err != nil {
		return meta, damaged(err)
	}
	return meta, nil
}
