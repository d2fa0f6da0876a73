package crawlfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
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
	rows, err := f.read.QueryContext(ctx, `SELECT k.target, k.kind, k.position, coalesce(k.text, ''), coalesce(k.rel, ''),
			coalesce(k.fragment, ''), coalesce(k.spelling, ''), a.url, coalesce(p.title, ''),
			`+outcomeOfAddress+`, coalesce(r.status, 0)
		FROM json_each(?) j
		JOIN link k ON k.id = j.value
		JOIN address a ON a.id = k.target
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
		var url string
		l := &r.Link
		if err := rows.Scan(&l.Target, &l.Kind, &l.Position, &l.Text, &l.Rel, &l.Fragment, &l.Spelling,
			&url, &r.Title, &r.Outcome, &r.Status); err != nil {
			return nil, err
		}
		if !wanted(l.Kind) {
			continue
		}
		r.ID, r.URL, r.Text, r.Rel = l.Target, spelled(l, url), l.Text, l.Rel
		refs = append(refs, r)
	}
	return refs, rows.Err()
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
	query   *sql.Stmt
	links   map[int64]aim
	missing []byte // of a page, as JSON
	// What Entry.readLinks has seen on a page.
	seen, seenImages map[string]bool
}

// aim is where a link leads, as it spells that.
type aim struct {
	kind page.LinkKind
	url  string
}

// keptLinks bounds the memory of a linkReader to about 20 MB.
const keptLinks = 1 << 17

func newLinkReader(ctx context.Context, tx *sql.Tx) (*linkReader, error) {
	query, err := tx.PrepareContext(ctx, `SELECT k.id, k.kind, coalesce(k.spelling, a.url)
		FROM json_each(?) j CROSS JOIN link k ON k.id = j.value CROSS JOIN address a ON a.id = k.target`)
	if err != nil {
		return nil, err
	}
	return &linkReader{query: query, links: map[int64]aim{}, seen: map[string]bool{}, seenImages: map[string]bool{}}, nil
}

func (r *linkReader) close() error { return r.query.Close() }

// each calls do for every link of a page's list, in document order.
func (r *linkReader) each(ctx context.Context, list string, do func(aim)) error {
	if len(r.links) >= keptLinks {
		clear(r.links)
	}
	if err := r.read(ctx, list); err != nil {
		return err
	}
	for id := range linkIDs(list) {
		do(r.links[id])
	}
	return nil
}

// read makes sure that all links of a list are known.
func (r *linkReader) read(ctx context.Context, list string) error {
	missing := append(r.missing[:0], '[')
	n := 0
	for id, err := range linkIDs(list) {
		if err != nil {
			return err
		}
		if _, known := r.links[id]; !known {
			missing = append(strconv.AppendInt(missing, id, 10), ',')
			r.links[id] = aim{}
			n++
		}
	}
	r.missing = missing
	if n == 0 {
		return nil
	}
	missing[len(missing)-1] = ']'
	rows, err := r.query.QueryContext(ctx, string(missing))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var a aim
		if err := rows.Scan(&id, &a.kind, &a.url); err != nil {
			return err
		}
		r.links[id] = a
		n--
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if n > 0 {
		return fmt.Errorf("%w: %d links are missing", ErrDamaged, n)
	}
	return nil
}

// linkIDs goes through the numbers of a page's list of links: "[1,2,3]" or "".
// After an error it ends.
func linkIDs(list string) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		if list == "" {
			return
		}
		if len(list) < 2 || list[0] != '[' || list[len(list)-1] != ']' {
			yield(0, fmt.Errorf("%w: a list of links is cut", ErrDamaged))
			return
		}
		rest, more := list[1:len(list)-1], true
		for more {
			var word string
			word, rest, more = strings.Cut(rest, ",")
			id, err := strconv.ParseUint(word, 10, 32)
			if err != nil {
				yield(0, fmt.Errorf("%w: a list of links holds %q", ErrDamaged, word))
				return
			}
			if !yield(int64(id), nil) {
				return
			}
		}
	}
}
