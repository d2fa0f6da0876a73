package crawlfile

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
)

// conn is a connection of the driver without database/sql in between, which
// would double the price of storing a row. One goroutine uses it at a time.
type conn struct {
	driver.Conn
	statements []driver.Stmt // all that were prepared
}

func openConn(source string) (*conn, error) {
	c, err := sqliteDriver.Open(source)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c}, nil
}

// prepare compiles a statement, which lives as long as the connection.
func (c *conn) prepare(query string) (driver.StmtExecContext, error) {
	s, err := c.Prepare(query)
	if err != nil {
		return nil, err
	}
	c.statements = append(c.statements, s)
	return s.(driver.StmtExecContext), nil
}

// Close ends the connection. Its statements go first: SQLite keeps a connection,
// and its locks, as long as one of them lives.
func (c *conn) Close() error {
	var failures []error
	for _, s := range c.statements {
		failures = append(failures, s.Close())
	}
	return errors.Join(append(failures, c.Conn.Close())...)
}

// exec runs one or more statements that give no rows.
func (c *conn) exec(ctx context.Context, query string, args ...driver.Value) error {
	_, err := c.Conn.(driver.ExecerContext).ExecContext(ctx, query, named(args))
	return err
}

// row reads the first row that a query gives; nil when it gives none.
func (c *conn) row(ctx context.Context, query string, args ...driver.Value) (_ []driver.Value, err error) {
	rows, err := c.Conn.(driver.QueryerContext).QueryContext(ctx, query, named(args))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	values := make([]driver.Value, len(rows.Columns()))
	if err := rows.Next(values); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return values, nil
}

// each calls do for every row that a query gives. The values are valid until do
// returns. It ends with ctx.
func (c *conn) each(ctx context.Context, query string, do func([]driver.Value) error, args ...driver.Value) (err error) {
	rows, err := c.open(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.close()) }()
	for {
		row, err := rows.next()
		if row == nil || err != nil {
			return err
		}
		if err := do(row); err != nil {
			return err
		}
	}
}

// cursor goes through the rows of a query.
type cursor struct {
	ctx    context.Context
	rows   driver.Rows
	values []driver.Value
	count  int
}

// open starts a query. Its rows end with ctx.
func (c *conn) open(ctx context.Context, query string, args ...driver.Value) (*cursor, error) {
	rows, err := c.Conn.(driver.QueryerContext).QueryContext(context.WithoutCancel(ctx), query, named(args))
	if err != nil {
		return nil, err
	}
	return &cursor{ctx: ctx, rows: rows, values: make([]driver.Value, len(rows.Columns()))}, nil
}

// next gives a row, which is valid until the following call; nil at the end.
func (c *cursor) next() ([]driver.Value, error) {
	if c.count%1024 == 0 && c.ctx.Err() != nil {
		return nil, c.ctx.Err()
	}
	c.count++
	if err := c.rows.Next(c.values); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return c.values, nil
}

func (c *cursor) close() error { return c.rows.Close() }

// integer reads one number; 0 when there is none.
func (c *conn) integer(ctx context.Context, query string, args ...driver.Value) (int64, error) {
	values, err := c.row(ctx, query, args...)
	if err != nil || len(values) == 0 {
		return 0, err
	}
	n, _ := values[0].(int64)
	return n, nil
}

// numbers reads a column of numbers.
func (c *conn) numbers(ctx context.Context, query string, args ...driver.Value) ([]int64, error) {
	var numbers []int64
	err := c.each(ctx, query, func(row []driver.Value) error {
		numbers = append(numbers, integer(row[0]))
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

func named(args []driver.Value) []driver.NamedValue {
	values := make([]driver.NamedValue, len(args))
	for i, v := range args {
		values[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	return values
}
