package crawlfile

import (
	"context"
	"errors"
	"sync"

	"sitewalk/crawler/crawlfile/sqlite"
)

// lookers are connections that read, kept for the next time.
type lookers struct {
	mu     sync.Mutex
	idle   []*conn
	closed bool
}

// take gives a connection to the file at path.
func (l *lookers) take(path string) (*conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, ErrClosed
	}
	if n := len(l.idle); n > 0 {
		c := l.idle[n-1]
		l.idle = l.idle[:n-1]
		return c, nil
	}
	return openLooker(path)
}

// openLooker opens a connection for look.
func openLooker(path string) (*conn, error) {
	c, err := openConn(path, sqlite.ReadOnly, patience, readerCache, noMapping)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(c.Predicate(containsFunction, 3, sqlContains), c.Predicate(foundFunction, 2, sqlFound)); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// giveBack keeps a connection, unless there are enough.
func (l *lookers) giveBack(c *conn) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || len(l.idle) >= readers {
		return c.Close()
	}
	l.idle = append(l.idle, c)
	return nil
}

// close ends the connections; those in use end when they are given back.
func (l *lookers) close() (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for _, c := range l.idle {
		err = errors.Join(err, c.Close())
	}
	l.idle = nil
	return err
}

// glance reads one state of the file.
func (f *File) glance(ctx context.Context, do func(*conn) error) error {
	c, err := f.lookers.take(f.path)
	if err != nil {
		return err
	}
	if err := c.exec(ctx, "BEGIN"); err != nil {
		return errors.Join(err, f.lookers.giveBack(c))
	}
	err = errors.Join(do(c), c.Exec("ROLLBACK"))
	return errors.Join(err, f.lookers.giveBack(c))
}

// look is glance with more cache than usual: it may jump to and fro in all of
// the file.
func (f *File) look(ctx context.Context, do func(*conn) error) error {
	return f.glance(ctx, func(c *conn) error {
		if err := c.Exec("PRAGMA " + lookerCache); err != nil {
			return err
		}
		return errors.Join(do(c), c.Exec("PRAGMA "+readerCache))
	})
}
