package crawlfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"

	"sitewalk/crawler/crawlfile/sqlite"
)

// lockSuffix is what the name of a lock has after the name of its crawl file.
const lockSuffix = "-lock"

// lock keeps a second program from writing to a crawl file. It is SQLite's own
// exclusive lock on an empty database beside the file, so it is the operating
// system's business on every system that SQLite knows: it cannot outlive the
// process. The empty file may outlive a killed process and means nothing.
type lock struct {
	conn *conn
	path string
}

// locking makes taking a lock one step within this process, see tryLock.
var locking sync.Mutex

// acquire takes the lock of the crawl file at path. It never waits.
func acquire(path string) (*lock, error) {
	path += lockSuffix
	locking.Lock()
	defer locking.Unlock()
	for {
		l, err := tryLock(path)
		if err != nil || l != nil {
			return l, err
		}
	}
}

// tryLock gives nil without an error when the file was removed by its earlier
// owner just before the lock was taken: the lock then is on a file that nobody
// else will ever see.
func tryLock(path string) (*lock, error) {
	// A new file is made here and not by SQLite so that a missing right is told
	// as such. An existing one must not be opened: closing it again would end
	// the locks that this process holds on it.
	made, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
	switch {
	case err == nil:
		if err := made.Close(); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrExist):
		return nil, err
	}
	before, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c, err := openConn(path, sqlite.ReadWrite, "locking_mode(exclusive)", "journal_mode(memory)")
	if err != nil {
		return nil, err
	}
	if err := c.exec(context.Background(), "BEGIN EXCLUSIVE"); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) {
		return nil, c.Close()
	}
	return &lock{conn: c, path: path}, nil
}

// release removes the lock. The file goes first, while nobody else can hold it;
// where an open file cannot be removed it goes second, and stays if another
// program has taken it meanwhile.
func (l *lock) release() error {
	if l == nil {
		return nil
	}
	removed := os.Remove(l.path) == nil
	err := l.conn.Close()
	if !removed {
		_ = os.Remove(l.path)
	}
	return err
}
