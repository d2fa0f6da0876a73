package crawlfile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"slices"

	"sitewalk/crawler/crawlfile/sqlite"
)

// Column is something to sort by.
type Column string

// The columns.
const (
	ByFound  Column = "" // order of discovery
	ByURL    Column = "url"
	ByTitle  Column = "title"
	ByStatus Column = "status"
	ByTime   Column = "ms"
	BySize   Column = "size"
	ByDepth  Column = "depth"
)

// Sort is an order. Addresses that are equal in it are in order of discovery,
// or with Desc in the reverse of that. Without a result, an address comes before
// all others by title, status, time and size.
type Sort struct {
	By   Column
	Desc bool
}

// sortKeys are SQL expressions over a result r, a page p and an address a, and
// over an address alone.
var sortKeys = map[Column]struct{ result, other string }{
	ByFound:  {"0", "0"},
	ByURL:    {"a.url", "a.url"},
	ByTitle:  {titleKey, "''"},
	ByStatus: {"r.status", "-1"},
	ByTime:   {"r.took", "-1"},
	BySize:   {"r.size", "-1"},
	ByDepth:  {depthOfAddress, depthOfAddress},
}

// titleKey is what titles are sorted by: without regard to case.
const titleKey = "coalesce(p.title, '') COLLATE NOCASE"

// IDs gives the numbers of all addresses that the filter chooses, in order.
func (f *File) IDs(ctx context.Context, filter Filter, sort Sort) ([]int64, error) {
	defer f.readings.begin()()
	ids, err := f.ids(ctx, filter, sort)
	return ids, explain(f.path, err)
}

func (f *File) ids(ctx context.Context, filter Filter, sort Sort) (ids []int64, err error) {
	by := sort.By
	if _, known := sortKeys[by]; !known { // or it comes later
		by = ByFound
	}
	ids, finished, err := f.prepared(ctx, filter, by)
	if err == nil && !finished {
		err = f.glance(ctx, func(c *conn) error {
			ids, err = queryIDs(ctx, c, filter, by)
			if err != nil {
				return err
			}
			return areAddresses(ctx, c, ids)
		})
	}
	if err == nil && isLate(sort.By) {
		err = f.glance(ctx, func(c *conn) error {
			ids, err = f.sortLate(ctx, c, ids, sort.By, finished)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	if sort.Desc {
		slices.Reverse(ids)
	}
	return ids, nil
}

// prepared gives the numbers of a crawl that is finished.
func (f *File) prepared(ctx context.Context, filter Filter, by Column) (ids []int64, finished bool, err error) {
	tx, err := f.read.BeginTx(ctx, nil) // one state of the file for all queries
	if err != nil {
		return nil, false, err
	}
	defer tx.Rollback()
	if finished, err = isFinished(ctx, tx); err != nil || !finished {
		return nil, finished, err
	}
	ids, err = pickIDs(ctx, tx, filter, by)
	return ids, true, err
}

// pickIDs gives the numbers from what Finish has prepared.
func pickIDs(ctx context.Context, tx *sql.Tx, filter Filter, by Column) ([]int64, error) {
	chosen, err := chosenByTraits(ctx, tx, &filter)
	if err != nil {
		return nil, err
	}
	if len(filter.Findings) > 0 {
		if err := keepFound(ctx, tx, chosen, filter.Findings); err != nil {
			return nil, err
		}
	}
	if !filter.Depth.all() || !filter.MS.all() {
		if err := keepSpans(ctx, tx, chosen, &filter); err != nil {
			return nil, err
		}
	}
	n := 0
	for _, c := range chosen {
		if c {
			n++
		}
	}
	ids := make([]int64, 0, n)
	if by == ByFound {
		for id, c := range chosen {
			if c {
				ids = append(ids, int64(id))
			}
		}
		return ids, nil
	}
	err = readOrdering(ctx, tx, by, func(id uint32) {
		if int(id) < len(chosen) && chosen[id] {
			ids = append(ids, int64(id))
		}
	})
	return ids, err
}

// queryIDs gives the numbers while the crawl goes on. Numbers are sorted here,
// which is much faster than SQLite does it.
func queryIDs(ctx context.Context, c *conn, filter Filter, by Column) ([]int64, error) {
	query, args := idsQuery(filter, by)
	switch by {
	case ByURL, ByTitle:
		return c.numbers(ctx, "SELECT id FROM ("+query+") ORDER BY k, id", args...)
	case ByFound:
		ids, err := c.numbers(ctx, "SELECT id FROM ("+query+")", args...)
		slices.Sort(ids) // they nearly are
		return ids, err
	}
	var all []keyed
	err := c.scan(ctx, query, func(row *sqlite.Stmt) error {
		all = append(all, keyed{row.Int(1), uint32(row.Int(0))})
		return nil
	}, args...)
	return sortKeyed(all), err
}

// areAddresses makes sure that numbers which were read are such as an address can
// have: whoever gets them makes room by the highest.
func areAddresses(ctx context.Context, c *conn, ids []int64) error {
	last, err := c.integer(ctx, "SELECT max(id) FROM address")
	if err != nil {
		return err
	}
	for _, id := range ids {
		if id < 1 || id > last {
			return damagedAddress(id)
		}
	}
	return nil
}

// idsQuery gives the query for the numbers with k, what a column sorts them by.
// It joins no table that it does not need.
func idsQuery(filter Filter, by Column) (query string, args []driver.Value) {
	key := sortKeys[by]
	from := "result r"
	deep := by == ByDepth || !filter.Depth.all()
	if by == ByURL || deep || filter.Text != "" {
		from += " JOIN address a ON a.id = r.id"
	}
	if by == ByTitle || filter.Text != "" {
		from += " JOIN page p ON p.seq = r.seq"
	}
	place := ""
	if deep {
		place = " LEFT JOIN place l ON l.id = a.id"
	}
	where := filter.results()
	query = "SELECT r.id AS id, " + key.result + " AS k FROM " + from + place + " WHERE " + where.String()
	args = where.args
	if where, ok := filter.others(); ok {
		query += " UNION ALL SELECT a.id, " + key.other + " FROM address a" + place + " WHERE " + where.String()
		args = append(args, where.args...)
	}
	return query, args
}

// NewIDs gives those with results saved after the given mark (0: all), in the
// order they were saved, and the mark for the next call. It looks at no more than
// atMost results (0: all): when the mark has moved by so many, there may be more.
// It is how a list grows while a crawl runs, and how one of a million rows shows
// the first at once. A result that was replaced meanwhile is given again.
// Waiting and skipped addresses have no result and are never given.
func (f *File) NewIDs(ctx context.Context, filter Filter, mark, atMost int64) (ids []int64, next int64, err error) {
	defer f.readings.begin()()
	ids, next, err = f.newIDs(ctx, filter, mark, atMost)
	return ids, next, explain(f.path, err)
}

func (f *File) newIDs(ctx context.Context, filter Filter, mark, atMost int64) (ids []int64, next int64, err error) {
	next = mark
	err = f.glance(ctx, func(c *conn) error {
		last, err := c.integer(ctx, "SELECT coalesce(max(seq), 0) FROM result")
		if err != nil || last <= mark {
			return err
		}
		if atMost > 0 {
			last = min(last, mark+atMost)
		}
		where := filter.results()
		where.add("r.seq > ? AND r.seq <= ?", mark, last)
		from := "result r"
		if filter.Text != "" || !filter.Depth.all() {
			from += " JOIN address a ON a.id = r.id JOIN page p ON p.seq = r.seq LEFT JOIN place l ON l.id = r.id"
		}
		ids, err = c.numbers(ctx, "SELECT r.id FROM "+from+" WHERE "+where.String()+" ORDER BY r.seq", where.args...)
		if err == nil {
			err = areAddresses(ctx, c, ids)
		}
		if err == nil {
			next = last
		}
		return err
	})
	return ids, next, err
}
