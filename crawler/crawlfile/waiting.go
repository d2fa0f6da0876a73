package crawlfile

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"sitewalk/crawler"
)

// queue remembers how far a lane was looked through, so that the rows of the
// other lane and those that are done are passed once and not with each call.
type queue struct {
	// No address of the lane waits that is above after and not above seen.
	after, seen int64
}

// The addresses of the lanes.
var laneCondition = [...]string{
	crawler.PageLane: "a.scope = 0 AND a.kind <> 1",
	crawler.LeafLane: "NOT (a.scope = 0 AND a.kind <> 1)",
}

// addressColumns are what scanAddress reads.
const addressColumns = "a.id, a.url, a.scope, a.kind, a.depth, coalesce(a.found_on, 0), a.hops, a.in_sitemap, coalesce(a.skipped, '')"

// Next gives up to n waiting addresses of a lane with numbers above after, in
// order of their numbers. It sees everything saved before.
func (f *File) Next(lane crawler.Lane, after int64, n int) ([]crawler.Address, error) {
	defer f.readings.begin()()
	f.queues.Lock()
	defer f.queues.Unlock()
	q := &f.queue[lane]
	from := after
	if q.after <= after && after < q.seen {
		from = q.seen
	}
	found, last, err := f.waiting(lane, from, n)
	if err != nil {
		return nil, explain(f.path, err)
	}
	if len(found) > 0 {
		after = found[len(found)-1].ID
	}
	*q = queue{after: after, seen: after}
	if len(found) < n {
		q.seen = max(after, last)
	}
	return found, nil
}

// waiting reads waiting addresses above from, and the last number of all that
// were there to be looked at.
func (f *File) waiting(lane crawler.Lane, from int64, n int) (found []crawler.Address, last int64, err error) {
	ctx := context.Background()
	tx, err := f.read.BeginTx(ctx, nil) // one state of the file for both queries
	if err != nil {
		return nil, 0, err
	}
	defer tx.Rollback()
	if err := scanRow(tx.QueryRow("SELECT coalesce(max(id), 0) FROM address"), &last); err != nil || last <= from {
		return nil, last, err
	}
	rows, err := tx.Query("SELECT "+addressColumns+" FROM address a WHERE a.id > ? AND a.skipped IS NULL AND "+laneCondition[lane]+
		" AND NOT EXISTS (SELECT 1 FROM result r WHERE r.id = a.id) ORDER BY a.id LIMIT ?", from, n)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var a crawler.Address
		if err := scanRow(rows, &a.ID, &a.URL, &a.Scope, &a.Kind, &a.Depth, &a.FoundOn, &a.Hops, &a.InSitemap, &a.Skipped); err != nil {
			return nil, 0, err
		}
		if a.ID <= from || a.ID > last || !areFacts(0, a.Scope, a.Kind) {
			return nil, 0, damagedAddress(a.ID)
		}
		from = a.ID // they rise: who asks goes on behind the last one
		found = append(found, a)
	}
	return found, last, rows.Err()
}

// requeue makes Next look again at what it has passed.
func (f *File) requeue() {
	f.queues.Lock()
	defer f.queues.Unlock()
	f.queue = [2]queue{}
}

// Known calls yield for every address of the file in order of the numbers, with
// what became of it.
func (f *File) Known(yield func(crawler.Address, crawler.Verdict) bool) error {
	defer f.readings.begin()()
	return explain(f.path, f.known(yield))
}

func (f *File) known(yield func(crawler.Address, crawler.Verdict) bool) error {
	tx, err := f.read.BeginTx(context.Background(), nil) // one state of the file for both queries
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var before, last int64
	if err := scanRow(tx.QueryRow("SELECT coalesce(max(id), 0) FROM address"), &last); err != nil {
		return err
	}
	rows, err := tx.Query("SELECT " + addressColumns + `, coalesce(r.outcome, 0), coalesce(r.kind, a.kind), coalesce(r.status, 0)
		FROM address a LEFT JOIN result r ON r.id = a.id ORDER BY a.id`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var a crawler.Address
		var v crawler.Verdict
		if err := scanRow(rows, &a.ID, &a.URL, &a.Scope, &a.Kind, &a.Depth, &a.FoundOn, &a.Hops, &a.InSitemap, &a.Skipped,
			&v.Outcome, &v.Kind, &v.Status); err != nil {
			return err
		}
		if a.ID <= before || a.ID > last || !areFacts(v.Outcome, a.Scope, a.Kind) || !areFacts(v.Outcome, a.Scope, v.Kind) {
			return damagedAddress(a.ID)
		}
		before = a.ID
		if v.Outcome == crawler.Waiting && a.Skipped != "" {
			v.Outcome = crawler.Skipped
		}
		if !yield(a, v) {
			return nil
		}
	}
	return rows.Err()
}

// Resume makes a crawler that carries on. What a person typed was looked at when
// the crawl began, so that what is no address or no pattern now is damaged.
func (f *File) Resume(meta crawler.Meta) (*crawler.Crawler, error) {
	c, err := crawler.Resume(meta, f)
	var told *Error
	if err == nil || errors.As(err, &told) {
		return c, err
	}
	return nil, explain(f.path, damaged(err))
}

// Reopen works out the true depth of every address, as Finish does, and lets
// those wait again that were skipped as too deep although their depth is
// maxDepth or less. It tells how many those are.
func (f *File) Reopen(maxDepth int) (int, error) {
	f.writing.Lock()
	defer f.writing.Unlock()
	if f.writer == nil || f.closed {
		return 0, fmt.Errorf("%s: %w: it is open for reading only", f.path, ErrNoRight)
	}
	n, err := f.writer.reopen(uint32(maxDepth))
	if n > 0 {
		f.requeue()
	}
	return n, explain(f.path, err)
}

func (w *writer) reopen(maxDepth uint32) (int, error) {
	ctx := context.Background()
	g := &graph{conn: w.conn, lastAddress: w.lastAddress, lastResult: w.lastResult, lastLink: w.lastLink}
	quiet := func(float64) {}
	if err := g.load(ctx, quiet); err != nil {
		return 0, err
	}
	if err := g.measureDepths(ctx, quiet); err != nil {
		return 0, err
	}
	var ids []int64
	err := w.conn.each(ctx, "SELECT id FROM address WHERE skipped = '"+string(crawler.TooDeep)+"'", func(row []driver.Value) error {
		if id := integer(row[0]); g.known(id) && g.depth[id] <= maxDepth {
			ids = append(ids, id)
		}
		return nil
	})
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return len(ids), w.conn.transaction(ctx, func() error {
		for _, id := range ids {
			if err := w.conn.exec(ctx, fmt.Sprintf("UPDATE address SET skipped = NULL, depth = %d WHERE id = %d", g.depth[id], id)); err != nil {
				return err
			}
			w.counts.reconsider(crawler.TooDeep, "")
		}
		return w.storeMeta(ctx, metaCounts, &w.counts)
	})
}
