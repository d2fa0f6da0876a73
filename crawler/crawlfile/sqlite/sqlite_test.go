package sqlite

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	lib "modernc.org/sqlite/lib"
)

func openTest(t *testing.T, pragmas ...string) *Conn {
	t.Helper()
	c, err := Open(filepath.Join(t.TempDir(), "ä ö.db"), Create, pragmas...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// rows gives all that a query gives.
func rows(t *testing.T, c *Conn, query string, values ...any) (all [][]any) {
	t.Helper()
	err := c.Query(query, func(row *Stmt) error {
		var one []any
		for i := range row.Columns() {
			one = append(one, row.Value(i))
		}
		all = append(all, one)
		return nil
	}, values...)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestValues(t *testing.T) {
	c := openTest(t)
	if err := c.Exec("CREATE TABLE t (a, b, c, d, e, f); -- a comment\n PRAGMA user_version = 7;"); err != nil {
		t.Fatal(err)
	}
	in := []any{nil, int64(-1 << 63), "ä\x00ö", "", []byte{0, 255}, []byte{}}
	for range 3 { // the statement is compiled once
		if err := c.Exec("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)", in...); err != nil {
			t.Fatal(err)
		}
	}
	if got := rows(t, c, "SELECT * FROM t"); !reflect.DeepEqual(got, [][]any{in, in, in}) {
		t.Errorf("%v, want three times %v", got, in)
	}
	if got := rows(t, c, "SELECT 1.5, typeof(d), typeof(f) FROM t WHERE c = ? LIMIT 1", "ä\x00ö"); !reflect.DeepEqual(got, [][]any{{1.5, "text", "blob"}}) {
		t.Error(got)
	}
	if got := rows(t, c, "PRAGMA user_version"); got[0][0] != int64(7) {
		t.Error("the second statement was not run:", got)
	}
	if err := c.Exec("INSERT INTO t (a) VALUES (?)", 7); err == nil || !strings.Contains(err.Error(), "int") {
		t.Errorf("a value of another type: %v", err)
	}
	if err := c.Exec(" -- nothing\n"); err != nil {
		t.Error(err)
	}
}

// TestNested runs one query while rows of the same are being read.
func TestNested(t *testing.T) {
	c := openTest(t)
	if err := c.Exec("CREATE TABLE t (n); INSERT INTO t VALUES (1), (2), (3)"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		var pairs []string
		err := c.Query("SELECT n FROM t WHERE n >= ?", func(outer *Stmt) error {
			return c.Query("SELECT n FROM t WHERE n >= ?", func(inner *Stmt) error {
				pairs = append(pairs, fmt.Sprint(outer.Int(0), inner.Int(0)))
				return nil
			}, outer.Int(0))
		}, int64(2))
		if want := []string{"2 2", "2 3", "3 3"}; err != nil || !reflect.DeepEqual(pairs, want) {
			t.Errorf("%v, want %v; %v", pairs, want, err)
		}
	}
	stop := errors.New("stop")
	if err := c.Query("SELECT n FROM t", func(*Stmt) error { return stop }); err != stop {
		t.Error(err)
	}
	if got := rows(t, c, "SELECT n FROM t"); len(got) != 3 {
		t.Errorf("after a query that was ended, %v", got)
	}
}

// TestManyStatements fails when the statements that are kept grow without bounds.
func TestManyStatements(t *testing.T) {
	c := openTest(t)
	for i := range 3 * maxIdle {
		rows(t, c, fmt.Sprintf("SELECT %d", i))
	}
	if len(c.open) > maxIdle {
		t.Errorf("%d statements are kept", len(c.open))
	}
}

func TestBorrow(t *testing.T) {
	c := openTest(t)
	long := strings.Repeat("long ", 300_000)
	if err := c.Exec("CREATE TABLE t (n INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (2, NULL)"); err != nil {
		t.Fatal(err)
	}
	if err := c.Exec("INSERT INTO t VALUES (1, ?)", long); err != nil {
		t.Fatal(err)
	}
	var copies []string
	err := c.Query("SELECT a FROM t ORDER BY n", func(row *Stmt) error {
		if row.Borrow(0) != row.Text(0) || string(row.Bytes(0)) != row.Text(0) || row.IsNull(0) != (row.Text(0) == "") {
			t.Errorf("%.20q, %.20q, %.20q", row.Borrow(0), row.Text(0), row.Bytes(0))
		}
		copies = append(copies, row.Text(0))
		return nil
	})
	if err != nil || len(copies) != 2 || copies[0] != long || copies[1] != "" {
		t.Errorf("%d rows, %v", len(copies), err)
	}
}

func TestPrepared(t *testing.T) {
	c := openTest(t)
	if err := c.Exec("CREATE TABLE t (n UNIQUE, a)"); err != nil {
		t.Fatal(err)
	}
	s, err := c.Prepare("INSERT OR FAIL INTO t VALUES (?, ?), (?, ?)")
	if err != nil {
		t.Fatal(err)
	}
	insert := func(first, second int64, a, b string) error {
		if err := s.Reserve(len(a) + len(b)); err != nil {
			return err
		}
		return errors.Join(s.BindInt(1, first), s.BindText(2, a), s.BindInt(3, second), s.BindTextBytes(4, []byte(b)), s.Run())
	}
	for i := range int64(100) {
		if err := insert(2*i, 2*i+1, strings.Repeat("a", int(i)), "b"); err != nil {
			t.Fatal(err)
		}
	}
	var failure *Error
	if err := insert(1, 1000, "", ""); !errors.As(err, &failure) || failure.Code() != lib.SQLITE_CONSTRAINT_UNIQUE {
		t.Errorf("a value that is there already: %v", err)
	}
	if err := insert(1000, 1001, "", "b"); err != nil {
		t.Errorf("after a failure: %v", err)
	}
	got := rows(t, c, "SELECT count(*), sum(length(a)) FROM t")
	if want := int64(100*99/2 + 100 + 1); got[0][0] != int64(202) || got[0][1] != want {
		t.Errorf("%v, want 202 and %d", got, want)
	}
	if err := s.Reserve(3); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.BindText(2, "ab"), s.BindText(4, strings.Repeat("too long ", 100))); err == nil {
		t.Error("more text than room was made for is taken")
	}
}

func TestFailures(t *testing.T) {
	dir := t.TempDir()
	for name, open := range map[string]func() (*Conn, error){
		"no file":       func() (*Conn, error) { return Open(filepath.Join(dir, "none.db"), ReadOnly) },
		"a folder":      func() (*Conn, error) { return Open(dir, ReadWrite) },
		"a bad PRAGMA":  func() (*Conn, error) { return Open(filepath.Join(dir, "a.db"), Create, "cache_size(") },
		"a name with 0": func() (*Conn, error) { return Open("a\x00b", ReadOnly) },
	} {
		if c, err := open(); err == nil {
			t.Errorf("%s: no error", name)
			c.Close()
		}
	}
	c := openTest(t)
	var failure *Error
	if err := c.Exec("SELECT * FROM missing"); !errors.As(err, &failure) || failure.Code() != lib.SQLITE_ERROR || !strings.Contains(err.Error(), "missing") {
		t.Errorf("a table that is not there: %v", err)
	}
	if err := c.Exec("SELECT 1; SELEC 2"); err == nil || !strings.Contains(err.Error(), "SELEC") {
		t.Errorf("a second statement that is wrong: %v", err)
	}
}

// TestTwoConnections sees what SQLite says when another writes.
func TestTwoConnections(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	a, err := Open(path, Create, "journal_mode(wal)")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	b, err := Open(path, ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := a.Exec("CREATE TABLE t (n); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	var failure *Error
	if err := b.Exec("BEGIN IMMEDIATE"); !errors.As(err, &failure) || failure.Code()&0xff != lib.SQLITE_BUSY {
		t.Errorf("writing beside another: %v", err)
	}
	if got := rows(t, b, "SELECT count(*) FROM t"); got[0][0] != int64(0) {
		t.Errorf("%v rows before they are committed", got)
	}
	if err := a.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	if got := rows(t, b, "SELECT count(*) FROM t"); got[0][0] != int64(1) {
		t.Errorf("%v rows after they are committed", got)
	}
}

func BenchmarkInsert(b *testing.B) {
	c, err := Open(filepath.Join(b.TempDir(), "a.db"), Create, "journal_mode(wal)", "synchronous(normal)")
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	if err := c.Exec("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, a TEXT); BEGIN"); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := c.Exec("INSERT INTO t (n, a) VALUES (?, ?)", int64(7), "https://example.com/a/page"); err != nil {
			b.Fatal(err)
		}
	}
}
func TestPredicate(t *testing.T) {
	c := openTest(t)
	err := c.Predicate("holds", 2, func(texts []string) (bool, error) {
		if texts[1] == "bad" {
			return false, errors.New("that is bad")
		}
		return strings.Contains(texts[0], texts[1]), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 { // Go's collector must not take the function away
		got := rows(t, c, "SELECT holds('täglich', 'äg'), holds('a', 'b'), holds(NULL, ''), holds(NULL, 'a'), holds(?, '3')", int64(1234))
		if !reflect.DeepEqual(got, [][]any{{int64(1), int64(0), int64(1), int64(0), int64(1)}}) {
			t.Fatal(got)
		}
		if i%100 == 0 {
			runtime.GC()
		}
	}
	for range 2 {
		if err := c.Exec("SELECT holds('a', 'bad')"); err == nil || !strings.Contains(err.Error(), "that is bad") {
			t.Errorf("a function that fails: %v", err)
		}
	}
	if err := c.Exec("SELECT holds('a')"); err == nil {
		t.Error("a text less is taken")
	}
}
