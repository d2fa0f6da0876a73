package crawlfile

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"runtime/debug"
)

// clearFinished empties everything that Finish makes.
const clearFinished = "DELETE FROM place; DELETE FROM inlink; DELETE FROM ordering; DELETE FROM trait; DELETE FROM tree; DELETE FROM crawl_finding; DELETE FROM found; DELETE FROM cause; DELETE FROM meta WHERE key IN ('" + metaFinished + "', '" + metaCharts + "')"

// Finish computes what only the whole link graph can tell, what the checks of
// the whole crawl find, and the orders of the list. It is called when a crawl
// ends, may be interrupted and simply runs again; progress (may be nil) is
// between 0 and 1. Every reading method works without it, Inlinks then more slowly.
//
// The depth of an address is the fewest clicks from the start, address 1. A
// link costs a click, whatever its kind; a redirect costs none. An address to
// which no way leads, such as one that only a sitemap names, has none: -1.
//
// An address was found on the page that links to it and has the smallest depth,
// then the smallest address by bytes; one that no other page links to, on the
// address that redirects to it by the same rule.
func (f *File) Finish(ctx context.Context, progress func(float64)) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	if progress == nil {
		progress = func(float64) {}
	}
	if f.finished.Load() {
		progress(1)
		return nil
	}
	if f.writer == nil || f.closed {
		return fmt.Errorf("%s: %w: it is open for reading only", f.path, ErrNoRight)
	}
	w := f.writer
	w.cache.clear() // the memory is needed, and it is unlikely that pages follow
	debug.FreeOSMemory()
	var checks checkNumbers
	err := w.conn.transaction(context.WithoutCancel(ctx), func() error {
		if err := w.conn.exec(context.WithoutCancel(ctx), clearFinished); err != nil {
			return err
		}
		g := &graph{conn: w.conn, lastAddress: w.lastAddress, lastResult: w.lastResult, lastLink: w.lastLink, checks: maps.Clone(w.checks)}
		if err := g.finish(ctx, progress); err != nil {
			return err
		}
		checks = g.checks
		return w.storeMeta(context.WithoutCancel(ctx), metaFinished, 1)
	})
	if err != nil {
		return explain(f.path, err)
	}
	w.checks = checks
	f.late.forget()
	f.finished.Store(true)
	progress(1)
	return nil
}

// Finished tells whether Finish has run since the last page was saved.
func (f *File) Finished() bool { return f.finished.Load() }

// isFinished is Finished for one state of the file.
func isFinished(ctx context.Context, tx *sql.Tx) (finished bool, err error) {
	err = scanRow(tx.QueryRowContext(ctx, finishedQuery, metaFinished), &finished)
	return finished, err
}

// finishedQuery tells whether there is the key metaFinished.
const finishedQuery = "SELECT EXISTS (SELECT 1 FROM meta WHERE key = ?)"
