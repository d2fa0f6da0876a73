package crawlfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// Ref is a link seen from one of its ends.
type Ref struct {
	ID      int64  // of the page at the other end
	URL     string // as the link spells it, fragment included
	Title   string
	Text    string
	Rel     string
	Link    crawler.Link
	Outcome crawler.Outcome
	Status  int
}

// Outlinks gives the links of a page in document order, images left out.
func (f *File) Outlinks(ctx context.Context, id int64) ([]Ref, error) {
	refs, err := f.refs(ctx, id, func(k page.LinkKind) bool { return k != page.Image })
	return refs, explain(f.path, err)
}

// Images gives the images of a page in document order.
func (f *File) Images(ctx context.Context, id int64) ([]Ref, error) {
	refs, err := f.refs(ctx, id, func(k page.LinkKind) bool { return k == page.Image })
	return refs, explain(f.path, err)
}

// refs gives the links of a page whose kinds are wanted.
func (f *File) refs(ctx context.Context, id int64, wanted func(page.LinkKind) bool) ([]Ref, error) {
	var list sql.NullString
	err := f.read.QueryRowContext(ctx, "SELECT p.links FROM result r JOIN page p ON p.seq = r.seq WHERE r.id = ?", id).Scan(&list)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !list.Valid {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rows, err := f.read.QueryContext(ctx, `SELECT `+linkColumns+`, a.url, coalesce(p.title, ''),
			`+outcomeOfAddress+`, coalesce(r.status, 0)
		FROM json_each(?) j
		LEFT JOIN link k ON j.type = 'integer' AND k.id = j.value
		JOIN address a ON a.id = `+linkTarget+`
		LEFT JOIN result r ON r.id = a.id
		LEFT JOIN page p ON p.seq = r.seq
		ORDER BY j.key`, list.String)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var refs []Ref
	for rows.Next() {
		var r Ref
		var c linkScan
		var url string
		if err := rows.Scan(c.into(&r.Link, &url, &r.Title, &r.Outcome, &r.Status)...); err != nil {
			return nil, err
		}
		if err := c.done(&r.Link); err != nil {
			return nil, err
		}
		if l := &r.Link; wanted(l.Kind) {
			r.ID, r.URL, r.Text, r.Rel = l.Target, spelled(l, url), l.Text, l.Rel
			refs = append(refs, r)
		}
	}
	return refs, rows.Err()
}

// linkColumns give a link of a page's list: j is its element of json_each, k the
// row of table link if it has one. A linkScan reads them.
const linkColumns = `CASE j.type WHEN 'integer' THEN NULL ELSE j.value END,
	coalesce(k.target, 0), coalesce(k.kind, 0), coalesce(k.position, 0),
	coalesce(k.text, ''), coalesce(k.rel, ''), coalesce(k.fragment, ''), coalesce(k.spelling, '')`

// linkTarget is the address that such a link leads to.
const linkTarget = "CASE j.type WHEN 'integer' THEN k.target ELSE json_extract(j.value, '$[0]') END"

// linkScan reads linkColumns.
type linkScan struct{ written sql.NullString }

// into gives what to scan into, with further columns behind.
func (c *linkScan) into(l *crawler.Link, further ...any) []any {
	return append([]any{&c.written, &l.Target, &l.Kind, &l.Position, &l.Text, &l.Rel, &l.Fragment, &l.Spelling}, further...)
}

// done reads a link that is written out in the list.
func (c *linkScan) done(l *crawler.Link) error {
	if !c.written.Valid {
		return nil
	}
	r := listReader{rest: c.written.String}
	found, ok := r.next()
	if !ok || found.row != 0 {
		return r.damage()
	}
	*l = found.link
	return nil
}

// spelled is a link's address as the page spells it, fragment included; url is
// the address it leads to.
func spelled(l *crawler.Link, url string) string {
	if l.Spelling != "" {
		url = l.Spelling
	}
	if l.Fragment == "" || strings.Contains(url, "#") {
		return url
	}
	return url + "#" + l.Fragment
}

// linkReader reads where links lead and keeps what it has read, as far as memory
// allows: pages share most of their links.
type linkReader struct {
	rows      reader[aim]    // links that have a row
	addresses reader[string] // targets of the others
	// What Entry.readLinks has seen on a page.
	seen, seenImages map[string]bool
}

// aim is where a link leads, as it spells that.
type aim struct {
	kind page.LinkKind
	url  string
}

func newLinkReader(ctx context.Context, tx *sql.Tx) (*linkReader, error) {
	r := &linkReader{seen: map[string]bool{}, seenImages: map[string]bool{}}
	err := r.rows.prepare(ctx, tx, `SELECT k.id, k.kind, coalesce(k.spelling, a.url)
		FROM json_each(?) j CROSS JOIN link k ON k.id = j.value CROSS JOIN address a ON a.id = k.target`,
		func(a *aim) []any { return []any{&a.kind, &a.url} })
	if err != nil {
		return nil, err
	}
	err = r.addresses.prepare(ctx, tx, "SELECT a.id, a.url FROM json_each(?) j CROSS JOIN address a ON a.id = j.value",
		func(url *string) []any { return []any{url} })
	if err != nil {
		r.rows.query.Close()
		return nil, err
	}
	return r, nil
}

func (r *linkReader) close() error {
	return errors.Join(r.rows.query.Close(), r.addresses.query.Close())
}

// each calls do for every link of a page's list, in document order.
func (r *linkReader) each(ctx context.Context, list string, do func(aim)) error {
	for l, err := range linkList(list) {
		switch {
		case err != nil:
			return err
		case l.row != 0:
			r.rows.want(l.row)
		case l.link.Spelling == "":
			r.addresses.want(l.link.Target)
		}
	}
	if err := errors.Join(r.rows.read(ctx), r.addresses.read(ctx)); err != nil {
		return err
	}
	for l := range linkList(list) {
		switch {
		case l.row != 0:
			do(r.rows.known[l.row])
		case l.link.Spelling != "":
			do(aim{l.link.Kind, l.link.Spelling})
		default:
			do(aim{l.link.Kind, r.addresses.known[l.link.Target]})
		}
	}
	return nil
}

// reader reads rows by number, those of a page with one query, and keeps them.
type reader[T any] struct {
	query   *sql.Stmt
	fields  func(*T) []any
	known   map[int64]T
	missing []byte // numbers to be read, as JSON
	count   int    // how many those are
}

// keptRows bounds the memory of a reader to about 10 MB.
const keptRows = 1 << 16

// prepare sets the query, whose first column is the number and whose argument
// is the JSON array of those wanted, and what the other columns are read into.
func (r *reader[T]) prepare(ctx context.Context, tx *sql.Tx, query string, fields func(*T) []any) (err error) {
	r.known, r.fields = map[int64]T{}, fields
	r.query, err = tx.PrepareContext(ctx, query)
	return err
}

// want makes the next read read a row, unless it is known.
func (r *reader[T]) want(id int64) {
	if _, known := r.known[id]; known {
		return
	}
	if r.count == 0 {
		r.missing = append(r.missing[:0], '[')
		if len(r.known) >= keptRows {
			clear(r.known)
		}
	}
	r.missing = append(strconv.AppendInt(r.missing, id, 10), ',')
	r.count++
	var nothing T
	r.known[id] = nothing
}

// read reads the rows that are wanted.
func (r *reader[T]) read(ctx context.Context) error {
	if r.count == 0 {
		return nil
	}
	missing := r.count
	r.count = 0
	r.missing[len(r.missing)-1] = ']'
	rows, err := r.query.QueryContext(ctx, string(r.missing))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var row T
		if err := rows.Scan(append([]any{&id}, r.fields(&row)...)...); err != nil {
			return err
		}
		r.known[id] = row
		missing--
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if missing > 0 {
		return fmt.Errorf("%w: %d rows of links are missing", ErrDamaged, missing)
	}
	return nil
}
