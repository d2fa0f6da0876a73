package crawlfile

import (
	"context"
	"slices"
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

// Sort is an order. Addresses that are equal in it are in order of discovery.
type Sort struct {
	By   Column
	Desc bool
}

// sortKeys are SQL expressions over a result r, a page p and an address a, and
// over an address alone.
var sortKeys = map[Column]struct{ result, other string }{
	ByFound:  {"0", "0"},
	ByURL:    {"a.url", "a.url"},
	ByTitle:  {"coalesce(p.title, '') COLLATE NOCASE", "''"},
	ByStatus: {"r.status", "-1"},
	ByTime:   {"r.took", "-1"},
	BySize:   {"r.size", "-1"},
	ByDepth: {"CASE WHEN l.id IS NULL THEN a.depth ELSE coalesce(l.depth, -1) END",
		"CASE WHEN l.id IS NULL THEN a.depth ELSE coalesce(l.depth, -1) END"},
}

// IDs gives the numbers of all addresses that the filter chooses, in order.
func (f *File) IDs(ctx context.Context, filter Filter, sort Sort) ([]int64, error) {
	ids, err := f.ids(ctx, filter, sort)
	return ids, explain(f.path, err)
}

func (f *File) ids(ctx context.Context, filter Filter, sort Sort) ([]int64, error) {
	query, args := idsQuery(filter, sort.By)
	ids, err := f.column(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	if sort.By == ByFound {
		slices.Sort(ids) // much faster than SQLite sorts, and they nearly are
	}
	if sort.Desc {
		slices.Reverse(ids)
	}
	return ids, nil
}

// idsQuery gives the query for the numbers in rising order of a column;
// ByFound is left to the caller. It joins no table that it does not need.
func idsQuery(filter Filter, by Column) (query string, args []any) {
	key, known := sortKeys[by]
	if !known {
		by, key = ByFound, sortKeys[ByFound]
	}
	from := "result r"
	if by == ByURL || by == ByDepth || filter.Text != "" {
		from += " JOIN address a ON a.id = r.id"
	}
	if by == ByTitle || filter.Text != "" {
		from += " JOIN page p ON p.seq = r.seq"
	}
	place := ""
	if by == ByDepth {
		place = " LEFT JOIN place l ON l.id = a.id"
	}
	where := filter.results()
	query = "SELECT r.id AS id, " + key.result + " AS k FROM " + from + place + " WHERE " + where.String()
	args = where.args
	if where, ok := filter.others(); ok {
		query += " UNION ALL SELECT a.id, " + key.other + " FROM address a" + place + " WHERE " + where.String()
		args = append(args, where.args...)
	}
	if by == ByFound {
		return "SELECT id FROM (" + query + ")", args
	}
	return "SELECT id FROM (" + query + ") ORDER BY k, id", args
}

// column reads a column of numbers.
func (f *File) column(ctx context.Context, query string, args ...any) ([]int64, error) {
	rows, err := f.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var numbers []int64
	for rows.Next() {
		var n int64
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, rows.Err()
}

// NewIDs gives those with results saved after the given mark (0: all), in the
// order they were saved, and the mark for the next call. It is how a list
// grows while a crawl runs. A result that was replaced meanwhile is given again.
// Waiting and skipped addresses have no result and are never given.
func (f *File) NewIDs(ctx context.Context, filter Filter, mark int64) (ids []int64, next int64, err error) {
	ids, next, err = f.newIDs(ctx, filter, mark)
	return ids, next, explain(f.path, err)
}

func (f *File) newIDs(ctx context.Context, filter Filter, mark int64) ([]int64, int64, error) {
	tx, err := f.read.BeginTx(ctx, nil) // one state of the file for both queries
	if err != nil {
		return nil, mark, err
	}
	defer tx.Rollback()
	next := mark
	if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(seq), 0) FROM result").Scan(&next); err != nil || next <= mark {
		return nil, mark, err
	}
	where := filter.results()
	where.add("r.seq > ?", mark)
	from := "result r"
	if filter.Text != "" {
		from += " JOIN address a ON a.id = r.id JOIN page p ON p.seq = r.seq"
	}
	rows, err := tx.QueryContext(ctx, "SELECT r.id FROM "+from+" WHERE "+where.String()+" ORDER BY r.seq", where.args...)
	if err != nil {
		return nil, mark, err
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, mark, err
		}
		ids = append(ids, id)
	}
	return ids, next, rows.Err()
}
