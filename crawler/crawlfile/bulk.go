package crawlfile

import (
	"strings"

	"sitewalk/crawler/crawlfile/sqlite"
)

// bulk inserts rows into a table, many with one statement: a statement costs as
// much as several rows.
type bulk struct {
	many, one *sqlite.Stmt
	columns   int
	values    []value // of the rows not written yet
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
	n := strings.Count(columns, ",") + 1
	row := "(" + strings.Repeat("?,", n-1) + "?)"
	// OR FAIL: a statement that fails is undone with its whole transaction, so
	// SQLite need not keep copies of the pages that it changes.
	head := "INSERT OR FAIL INTO " + table + " (" + columns + ") VALUES "
	many, err := c.Prepare(head + strings.Repeat(row+",", bulkRows-1) + row)
	if err != nil {
		return nil, err
	}
	one, err := c.Prepare(head + row)
	if err != nil {
		return nil, err
	}
	return &bulk{many: many, one: one, columns: n, values: make([]value, 0, n*bulkRows)}, nil
}

// add inserts a row, at the latest with the next flush.
func (b *bulk) add(row ...value) error {
	b.values = append(b.values, row...)
	if len(b.values) < cap(b.values) {
		return nil
	}
	defer b.discard()
	return insert(b.many, b.values)
}

// flush inserts the rows that add kept back.
func (b *bulk) flush() error {
	defer b.discard()
	for rest := b.values; len(rest) > 0; rest = rest[b.columns:] {
		if err := insert(b.one, rest[:b.columns]); err != nil {
			return err
		}
	}
	return nil
}

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

// insert runs a statement with these values.
func insert(s *sqlite.Stmt, values []value) error {
	bytes := 0
	for i := range values {
		bytes += len(values[i].text) + len(values[i].blob)
	}
	if err := s.Reserve(max(1, bytes)); err != nil {
		return err
	}
	for i := range values {
		if err := values[i].bind(s, i+1); err != nil {
			return err
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
