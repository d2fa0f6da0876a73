package crawlfile

import (
	"context"
	"fmt"
	"strings"

	"sitewalk/crawler/crawlfile/sqlite"
)

// bulk inserts rows into a table, many with one statement: a statement costs as
// much as several rows.
//
// A table whose rows are numbered one after the other leaves the numbers to
// SQLite as long as it gives the right ones: then it need not look for another row
// with the same number, nor be ready to undo a statement because of a wrong one, for
// which it would keep copies of all pages that the statement changes.
type bulk struct {
	conn      *conn
	many, one *sqlite.Stmt
	columns   int
	values    []value // of the rows not written yet
	last      string  // asks for the highest number; "" when rows are not numbered
	next      int64   // the number that SQLite would give; 0 when that is not known
}

// value is one of a row.
type value struct {
	kind   valueKind
	number int64
	text   string
	blob   []byte
}

type valueKind uint8

const (
	isNull valueKind = iota
	isNumber
	isText
	isBlob
)

// bulkRows is how many rows one statement inserts.
const bulkRows = 32

// newBulk prepares the inserts into a table. Columns are separated by commas.
func newBulk(c *conn, table, columns string) (*bulk, error) {
	return prepareBulk(c, table, columns, columns)
}

// newNumberedBulk is newBulk for a table whose first column is the number of the
// row.
func newNumberedBulk(c *conn, table, columns string) (*bulk, error) {
	number, others, _ := strings.Cut(columns, ",")
	b, err := prepareBulk(c, table, columns, others)
	if err == nil {
		b.last = "SELECT max(" + number + ") FROM " + table
	}
	return b, err
}

// prepareBulk prepares the inserts of one row, and those of many rows of which
// some columns are given.
func prepareBulk(c *conn, table, columns, given string) (b *bulk, err error) {
	b = &bulk{conn: c, columns: strings.Count(columns, ",") + 1}
	b.values = make([]value, 0, b.columns*bulkRows)
	if b.one, err = c.Prepare(insertion(table, columns, 1)); err != nil {
		return nil, err
	}
	b.many, err = c.Prepare(insertion(table, given, bulkRows))
	return b, err
}

// insertion is a statement that inserts rows. With OR FAIL, SQLite does not get
// ready to undo that statement alone when a value is refused: it is undone with its
// whole transaction.
func insertion(table, columns string, rows int) string {
	row := "(" + strings.Repeat("?,", strings.Count(columns, ",")) + "?)"
	return "INSERT OR FAIL INTO " + table + " (" + columns + ") VALUES " + strings.Repeat(row+",", rows-1) + row
}

// add inserts a row, at the latest with the next flush.
func (b *bulk) add(row ...value) error {
	if b.last != "" && row[0].number != b.next+int64(len(b.values)/b.columns) {
		if err := b.flush(); err != nil {
			return err
		}
	}
	b.values = append(b.values, row...)
	if len(b.values) < cap(b.values) {
		return nil
	}
	if b.last == "" {
		defer b.discard()
		return insert(b.many, b.values, b.columns, 0)
	}
	if b.values[0].number != b.next {
		return b.flush()
	}
	return b.insertNumbered()
}

// insertNumbered inserts as many rows as one statement can, whose numbers SQLite
// gives.
func (b *bulk) insertNumbered() error {
	defer b.discard()
	if err := insert(b.many, b.values, b.columns, 1); err != nil {
		return err
	}
	b.next += bulkRows
	if last := b.many.LastNumber(); last != b.next-1 {
		return fmt.Errorf("a row that is number %d was stored as %d", b.next-1, last)
	}
	return nil
}

// flush inserts the rows that add kept back.
func (b *bulk) flush() error {
	defer b.discard()
	for rest := b.values; len(rest) > 0; rest = rest[b.columns:] {
		if err := insert(b.one, rest[:b.columns], b.columns, 0); err != nil {
			return err
		}
		if b.last != "" {
			b.next = max(b.next, rest[0].number+1)
		}
	}
	return nil
}

// recall forgets the rows that add kept back, and reads what the next number is.
func (b *bulk) recall(ctx context.Context) error {
	b.discard()
	last, err := b.conn.integer(ctx, b.last)
	b.next = last + 1
	return err
}

// forgetNext says that rows were deleted, perhaps the last one.
func (b *bulk) forgetNext() { b.next = 0 }

// close gives the statements back, for a table that is written only now and then.
func (b *bulk) close() {
	b.many.Close()
	b.one.Close()
}

// discard forgets the rows that add kept back.
func (b *bulk) discard() {
	clear(b.values)
	b.values = b.values[:0]
}

// insert runs a statement with the values of rows, of each from one of its
// columns on.
func insert(s *sqlite.Stmt, values []value, columns, from int) error {
	bytes := 0
	for i := range values {
		bytes += len(values[i].text) + len(values[i].blob)
	}
	if err := s.Reserve(max(1, bytes)); err != nil {
		return err
	}
	parameter := 0
	for ; len(values) > 0; values = values[columns:] {
		for i := from; i < columns; i++ {
			parameter++
			if err := values[i].bind(s, parameter); err != nil {
				return err
			}
		}
	}
	return s.Run()
}

func (v *value) bind(s *sqlite.Stmt, parameter int) error {
	switch v.kind {
	case isNumber:
		return s.BindInt(parameter, v.number)
	case isText:
		if v.blob != nil {
			return s.BindTextBytes(parameter, v.blob)
		}
		return s.BindText(parameter, v.text)
	case isBlob:
		return s.BindBlob(parameter, v.blob)
	}
	return s.BindNull(parameter)
}

// whole is a number as it is stored.
func whole(n int64) value { return value{kind: isNumber, number: n} }

// number is a number, such as that of an address, as it is stored: NULL for none.
func number[T int64 | uint32](id T) value {
	if id == 0 {
		return value{}
	}
	return whole(int64(id))
}

// text is a string as it is stored: NULL for an empty one.
func text(s string) value {
	if s == "" {
		return value{}
	}
	return value{kind: isText, text: s}
}

// blob is bytes as they are stored: NULL for none. They stay as they are until
// the next flush.
func blob(b []byte) value {
	if len(b) == 0 {
		return value{}
	}
	return value{kind: isBlob, blob: b}
}

// written is text that is being made, as it is stored: NULL for none. It stays
// as it is until the next flush.
func written(b []byte) value {
	if len(b) == 0 {
		return value{}
	}
	return value{kind: isText, blob: b}
}

// flag is a truth as it is stored.
func flag(b bool) value {
	if b {
		return whole(1)
	}
	return whole(0)
}
