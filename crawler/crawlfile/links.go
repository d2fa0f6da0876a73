package crawlfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
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
	defer f.readings.begin()()
	refs, err := f.refs(ctx, id, func(k page.LinkKind) bool { return k != page.Image })
	return refs, explain(f.path, err)
}

// Images gives the images of a page in document order.
func (f *File) Images(ctx context.Context, id int64) ([]Ref, error) {
	defer f.readings.begin()()
	refs, err := f.refs(ctx, id, func(k page.LinkKind) bool { return k == page.Image })
	return refs, explain(f.path, err)
}

// refs gives the links of a page whose kinds are wanted.
func (f *File) refs(ctx context.Context, id int64, wanted func(page.LinkKind) bool) ([]Ref, error) {
	var list sql.NullString
	err := scanRow(f.read.QueryRowContext(ctx, "SELECT p.links FROM result r JOIN page p ON p.seq = r.seq WHERE r.id = ?", id), &list)
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
		if err := scanRow(rows, c.into(&r.Link, &url, &r.Title, &r.Outcome, &r.Status)...); err != nil {
			return nil, err
		}
		if err := c.done(&r.Link); err != nil {
			return nil, err
		}
		if !areFacts(r.Outcome, 0, 0) {
			return nil, damagedAddress(r.Link.Target)
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
		if !isLink(l.Kind, l.Position) {
			return fmt.Errorf("%w: a link to address %d", ErrDamaged, l.Target)
		}
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
