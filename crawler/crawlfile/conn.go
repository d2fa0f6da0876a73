package crawlfile

import (
	"context"
	"database/sql/driver"
	"errors"

	"sitewalk/crawler/crawlfile/sqlite"
)

// conn is a connection without database/sql in between, which would double the
// price of storing a row. One goroutine uses it at a time.
type conn struct{ *sqlite.Conn }

// exec runs one or more statements, and drops the rows they give.
func (c *conn) exec(ctx context.Context, query string, args ...driver.Value) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return c.Exec(query, anyOf(args)...)
}

// row reads the first row that a query gives; nil when it gives none.
func (c *conn) row(ctx context.Context, query string, args ...driver.Value) (values []driver.Value, err error) {
	err = c.scan(ctx, query, func(row *sqlite.Stmt) error {
		values = make([]driver.Value, row.Columns())
		fill(values, row)
		return errEnough
	}, args...)
	if err == errEnough {
		err = nil
	}
	return values, err
}

// errEnough ends a query before its last row.
var errEnough = errors.New("no further row is wanted")

// each calls do for every row that a query gives. The slice is valid until do
// returns, the values for good. It ends with ctx.
func (c *conn) each(ctx context.Context, query string, do func([]driver.Value) error, args ...driver.Value) error {
	var values []driver.Value
	return c.scan(ctx, query, func(row *sqlite.Stmt) error {
		if values == nil {
			values = make([]driver.Value, row.Columns())
		}
		fill(values, row)
		return do(values)
	}, args...)
}

// scan is each for many rows: do reads only the values that it wants.
func (c *conn) scan(ctx context.Context, query string, do func(row *sqlite.Stmt) error, args ...driver.Value) error {
	count := 0
	return c.Query(query, func(row *sqlite.Stmt) error {
		if count%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		count++
		return do(row)
	}, anyOf(args)...)
}

// fill copies the values of a row.
func fill(values []driver.Value, row *sqlite.Stmt) {
	for i := range values {
		values[i] = row.Value(i)
	}
}

func anyOf(args []driver.Value) []any {
	all := make([]any, len(args))
	for i, v := range args {
		all[i] = v
	}
	return all
}

// cursor goes through the rows of a query.
type cursor struct {
	ctx    context.Context
	rows   *sqlite.Stmt
	values []driver.Value
	count  int
}

// open starts a query. Its rows end with ctx.
func (c *conn) open(ctx context.Context, query string, args ...driver.Value) (*cursor, error) {
	rows, err := c.Prepare(query)
	if err != nil {
		return nil, err
	}
	if err := rows.Bind(anyOf(args)...); err != nil {
		rows.Close()
		return nil, err
	}
	return &cursor{ctx: ctx, rows: rows, values: make([]driver.Value, rows.Columns())}, nil
}

// step goes on to the next row.
func (c *cursor) step() (more bool, err error) {
	if c.count%1024 == 0 && c.ctx.Err() != nil {
		return false, c.ctx.Err()
	}
	c.count++
	return c.rows.Step()
}

// next gives the next row, in a slice that is valid until the following call;
// nil at the end.
func (c *cursor) next() ([]driver.Value, error) {
	more, err := c.step()
	if !more || err != nil {
		return nil, err
	}
	fill(c.values, c.rows)
	return c.values, nil
}

func (c *cursor) close() { c.rows.Close() }

// integer reads one number; 0 when there is none.
func (c *conn) integer(ctx context.Context, query string, args ...driver.Value) (int64, error) {
	values, err := c.row(ctx, query, args...)
	if err != nil || len(values) == 0 {
		return 0, err
	}
	n, _ := values[0].(int64)
	return n, nil
}

// text reads one text; "" when there is none.
func (c *conn) text(ctx context.Context, query string, args ...driver.Value) (string, error) {
	values, err := c.row(ctx, query, args...)
	if err != nil || len(values) == 0 {
		return "", err
	}
	s, _ := values[0].(string)
	return s, nil
}

// numbers reads a column of numbers.
func (c *conn) numbers(ctx context.Context, query string, args ...driver.Value) ([]int64, error) {
	var numbers []int64
	err := c.scan(ctx, query, func(row *sqlite.Stmt) error {
		numbers = append(numbers, row.Int(0))
		return nil
	}, args...)
	return numbers, err
}

// transaction runs do between BEGIN and COMMIT, or undoes it.
func (c *conn) transaction(ctx context.Context, do func() error) error {
	if err := c.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do()
	if err == nil {
		err = c.exec(ctx, "COMMIT")
	}
	if err != nil {
		// SQLite has rolled back by itself after some failures and says so here.
		_ = c.exec(context.WithoutCancel(ctx), "ROLLBACK")
	}
	return err
}
