package crawlfile

import (
	"context"
	"database/sql/driver"
	"strings"
)

// bulk inserts rows into a table, many with one statement: a statement costs as
// much as a dozen rows.
type bulk struct {
	many, one driver.StmtExecContext
	columns   int
	args      []driver.NamedValue // of the rows not written yet
}

// bulkRows is how many rows one statement inserts.
const bulkRows = 32

// newBulk prepares the inserts into a table. Columns are separated by commas.
func newBulk(c *conn, table, columns string) (*bulk, error) {
	n := strings.Count(columns, ",") + 1
	row := "(" + strings.Repeat("?,", n-1) + "?)"
	head := "INSERT INTO " + table + " (" + columns + ") VALUES "
	many, err := c.prepare(head + strings.Repeat(row+",", bulkRows-1) + row)
	if err != nil {
		return nil, err
	}
	one, err := c.prepare(head + row)
	if err != nil {
		return nil, err
	}
	return &bulk{many: many, one: one, columns: n, args: make([]driver.NamedValue, 0, n*bulkRows)}, nil
}

// add inserts a row, at the latest with the next flush. The values are those
// the driver takes: nil, int64, string, []byte.
func (b *bulk) add(ctx context.Context, values ...driver.Value) error {
	for _, v := range values {
		b.args = append(b.args, driver.NamedValue{Ordinal: len(b.args) + 1, Value: v})
	}
	if len(b.args) < cap(b.args) {
		return nil
	}
	_, err := b.many.ExecContext(ctx, b.args)
	b.discard()
	return err
}

// flush inserts the rows that add kept back.
func (b *bulk) flush(ctx context.Context) error {
	defer b.discard()
	for i := 0; i < len(b.args); i += b.columns {
		row := b.args[i : i+b.columns]
		for j := range row {
			row[j].Ordinal = j + 1
		}
		if _, err := b.one.ExecContext(ctx, row); err != nil {
			return err
		}
	}
	return nil
}

// discard forgets the rows that add kept back.
func (b *bulk) discard() {
	clear(b.args)
	b.args = b.args[:0]
}

// text is a string as it is stored: NULL for an empty one.
func text(s string) driver.Value {
	if s == "" {
		return nil
	}
	return s
}

// number is a number, such as that of an address, as it is stored: NULL for none.
func number(id int64) driver.Value {
	if id == 0 {
		return nil
	}
	return id
}

// flag is a truth as it is stored.
func flag(b bool) driver.Value {
	if b {
		return int64(1)
	}
	return int64(0)
}
