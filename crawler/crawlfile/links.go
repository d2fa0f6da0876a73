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

// linkReader reads links by their numbers and keeps those it has read, as far
// as memory allows: pages share most of their links.
type linkReader struct {
	query *sql.Stmt
	links map[int64]storedLink
}

// storedLink is a row of table link with the address it leads to.
type storedLink struct {
	crawler.Link
	url string
}

// keptLinks bounds the memory of a linkReader to about 20 MB.
const keptLinks = 1 << 16

func newLinkReader(ctx context.Context, db *sql.DB) (*linkReader, error) {
	query, err := db.PrepareContext(ctx, `SELECT k.target, k.kind, k.position, coalesce(k.text, ''), coalesce(k.rel, ''),
			coalesce(k.fragment, ''), coalesce(k.spelling, ''), a.url
		FROM link k JOIN address a ON a.id = k.target WHERE k.id = ?`)
	if err != nil {
		return nil, err
	}
	return &linkReader{query: query, links: make(map[int64]storedLink)}, nil
}

func (r *linkReader) close() error { return r.query.Close() }

// each calls do for every link of a page's list, in document order.
func (r *linkReader) each(ctx context.Context, list string, do func(*storedLink)) error {
	for id, err := range linkIDs(list) {
		if err != nil {
			return err
		}
		l, known := r.links[id]
		if !known {
			if err := r.query.QueryRowContext(ctx, id).Scan(&l.Target, &l.Kind, &l.Position, &l.Text, &l.Rel,
				&l.Fragment, &l.Spelling, &l.url); err != nil {
				return fmt.Errorf("link %d: %w", id, err)
			}
			if len(r.links) >= keptLinks {
				clear(r.links)
			}
			r.links[id] = l
		}
		do(&l)
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
