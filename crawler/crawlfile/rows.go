package crawlfile

import (
	"context"
	"database/sql"
	"encoding/json"

	"sitewalk/crawler"
)

// Row is what a list shows of an address.
type Row struct {
	ID        int64
	URL       string
	Title     string
	Outcome   crawler.Outcome
	Scope     crawler.Scope
	Kind      crawler.Kind
	Status    int
	ErrorKind string
	MS        int64
	Size      int64
	Depth     int // -1 when no way leads there from the start
	Skipped   crawler.Reason
}

// outcomeOfAddress is the outcome of an address a, which may have a result r.
const outcomeOfAddress = "CASE WHEN r.seq IS NOT NULL THEN r.outcome WHEN a.skipped IS NULL THEN 0 ELSE 5 END"

const rowsQuery = `SELECT a.id, a.url, coalesce(p.title, ''),
	` + outcomeOfAddress + `,
	coalesce(r.scope, a.scope), coalesce(r.kind, a.kind), coalesce(r.status, 0), coalesce(p.error_kind, ''),
	coalesce(r.took, 0) / 1000, coalesce(r.size, 0),
	CASE WHEN l.id IS NULL THEN a.depth ELSE coalesce(l.depth, -1) END,
	CASE WHEN r.seq IS NULL THEN coalesce(a.skipped, '') ELSE '' END
FROM json_each(?) j
JOIN address a ON a.id = j.value` + rowJoins + `
ORDER BY j.key`

// Rows reads rows by their numbers, in the order of ids. A number that is in no
// row of the file is left out.
func (f *File) Rows(ctx context.Context, ids []int64) ([]Row, error) {
	defer f.readings.begin()()
	rows, err := f.rows(ctx, ids)
	return rows, explain(f.path, err)
}

func (f *File) rows(ctx context.Context, ids []int64) (rows []Row, err error) {
	err = f.readWanted(ctx, ids, func(tx *sql.Tx, wanted string) (err error) {
		rows, err = rowsOf(ctx, tx, wanted)
		return err
	})
	return rows, err
}

// readWanted reads something about addresses, all of one state of the file.
// wanted is the JSON array of their numbers; without any, nothing is read.
func (f *File) readWanted(ctx context.Context, ids []int64, read func(tx *sql.Tx, wanted string) error) error {
	if len(ids) == 0 {
		return nil
	}
	wanted, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	tx, err := f.read.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return read(tx, string(wanted))
}

// rowsOf reads the rows of a JSON array of numbers.
func rowsOf(ctx context.Context, tx *sql.Tx, wanted string) ([]Row, error) {
	rows, err := tx.QueryContext(ctx, rowsQuery, wanted)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []Row
	for rows.Next() {
		var r Row
		if err := scanRow(rows, &r.ID, &r.URL, &r.Title, &r.Outcome, &r.Scope, &r.Kind, &r.Status, &r.ErrorKind,
			&r.MS, &r.Size, &r.Depth, &r.Skipped); err != nil {
			return nil, err
		}
		if !areFacts(r.Outcome, r.Scope, r.Kind) {
			return nil, damagedAddress(r.ID)
		}
		found = append(found, r)
	}
	return found, rows.Err()
}
