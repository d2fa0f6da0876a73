package crawlfile

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"sitewalk/crawler"
)

// Inlinks gives the links that lead to an address, redirects among them, at
// most limit (0: all), and how many there are in all. Redirects come first,
// links in the order in which their pages were read.
func (f *File) Inlinks(ctx context.Context, id int64, limit int) (refs []Ref, total int, err error) {
	defer f.readings.begin()()
	refs, total, err = f.inlinks(ctx, id, limit)
	return refs, total, explain(f.path, err)
}

func (f *File) inlinks(ctx context.Context, id int64, limit int) (refs []Ref, total int, err error) {
	tx, err := f.read.BeginTx(ctx, nil) // one state of the file for all queries
	if err != nil {
		return nil, 0, err
	}
	defer tx.Rollback()
	refs, total, err = redirectsTo(ctx, tx, id, limit)
	if err != nil {
		return nil, 0, err
	}
	room := func() int { return limit - len(refs) }
	pages, links, err := pagesTo(ctx, tx, id, limit)
	if err != nil {
		return nil, 0, err
	}
	for len(pages) > 0 && (limit == 0 || room() > 0) {
		n := min(len(pages), pagesAtOnce)
		if limit > 0 {
			n = min(n, room())
		}
		refs, err = linksTo(ctx, tx, id, pages[:n], refs)
		if err != nil {
			return nil, 0, err
		}
		pages = pages[n:]
	}
	if limit > 0 && len(refs) > limit {
		refs = refs[:limit]
	}
	return refs, total + links, nil
}

// pagesAtOnce is how many pages' links one query reads.
const pagesAtOnce = 1000

// redirectsTo gives the redirects that lead to an address.
func redirectsTo(ctx context.Context, tx *sql.Tx, id int64, limit int) (refs []Ref, total int, err error) {
	if err := scanRow(tx.QueryRowContext(ctx, "SELECT count(*) FROM result WHERE redirect = ?", id), &total); err != nil {
		return nil, 0, err
	}
	if limit == 0 {
		limit = -1
	}
	rows, err := tx.QueryContext(ctx, `SELECT r.id, a.url, r.outcome, r.status
		FROM result r JOIN address a ON a.id = r.id WHERE r.redirect = ? ORDER BY r.seq LIMIT ?`, id, limit)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		r := Ref{Link: crawler.Link{Target: id}}
		if err := scanRow(rows, &r.ID, &r.URL, &r.Outcome, &r.Status); err != nil {
			return nil, 0, err
		}
		if !areFacts(r.Outcome, 0, 0) {
			return nil, 0, damagedAddress(r.ID)
		}
		refs = append(refs, r)
	}
	return refs, total, rows.Err()
}

// linksTo appends the links to an address that are on the given pages.
func linksTo(ctx context.Context, tx *sql.Tx, id int64, pages []int64, refs []Ref) ([]Ref, error) {
	list, err := json.Marshal(pages)
	if err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT r.id, a.url, coalesce(p.title, ''), r.outcome, r.status,
			`+linkColumns+`
		FROM json_each(?) s
		CROSS JOIN page p ON p.seq = s.value
		CROSS JOIN json_each(p.links) j
		LEFT JOIN link k ON j.type = 'integer' AND k.id = j.value
		CROSS JOIN result r ON r.seq = p.seq
		CROSS JOIN address a ON a.id = r.id
		WHERE `+linkTarget+` = ?
		ORDER BY s.key, j.key`, string(list), id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r Ref
		var c linkScan
		if err := scanRow(rows, append([]any{&r.ID, &r.URL, &r.Title, &r.Outcome, &r.Status}, c.into(&r.Link)...)...); err != nil {
			return nil, err
		}
		if err := c.done(&r.Link); err != nil {
			return nil, err
		}
		if !areFacts(r.Outcome, 0, 0) {
			return nil, damagedAddress(r.ID)
		}
		r.Text, r.Rel = r.Link.Text, r.Link.Rel
		refs = append(refs, r)
	}
	return refs, rows.Err()
}

// pagesTo gives the seqs of the pages that link to an address, limit of them
// at the least, and how many links there are in all.
func pagesTo(ctx context.Context, tx *sql.Tx, id int64, limit int) (pages []int64, links int, err error) {
	finished, err := isFinished(ctx, tx)
	if err != nil {
		return nil, 0, err
	}
	if !finished {
		return searchPagesTo(ctx, tx, id, limit)
	}
	var list []byte
	err = scanRow(tx.QueryRowContext(ctx, "SELECT total, pages FROM inlink WHERE target = ?", id), &links, &list)
	if errors.Is(err, sql.ErrNoRows) {
		return onlyPageTo(ctx, tx, id)
	}
	if err != nil {
		return nil, 0, err
	}
	var seq uint64
	for len(list) > 0 && (limit == 0 || len(pages) < limit) {
		step, n := binary.Uvarint(list)
		if n <= 0 {
			return nil, 0, fmt.Errorf("%w: the list of links to address %d", ErrDamaged, id)
		}
		list = list[n:]
		seq += step
		pages = append(pages, int64(seq))
	}
	return pages, links, nil
}

// onlyPageTo is pagesTo for an address without a row in table inlink: when one
// link leads there, it is on the page where the address was found.
func onlyPageTo(ctx context.Context, tx *sql.Tx, id int64) (pages []int64, links int, err error) {
	var seq int64
	var list string
	err = scanRow(tx.QueryRowContext(ctx, `SELECT p.seq, p.links FROM address a LEFT JOIN place l ON l.id = a.id
		JOIN result r ON r.id = CASE WHEN l.id IS NULL THEN a.found_on ELSE l.found_on END
		JOIN page p ON p.seq = r.seq AND p.links IS NOT NULL
		WHERE a.id = ?`, id), &seq, &list)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if links, err = countTargets(list, id, nil); err != nil {
		return nil, 0, err
	}
	if links == 0 { // now and then the link has a row, which other pages do not use any more
		wanted, err := linksWithTarget(ctx, tx, id)
		if err != nil {
			return nil, 0, err
		}
		if links, err = countTargets(list, id, wanted); err != nil || links == 0 {
			return nil, 0, err
		}
	}
	return []int64{seq}, links, nil
}

// countTargets counts the links of a list that lead to an address, directly or
// as one of the wanted rows.
func countTargets(list string, id int64, wanted map[int64]bool) (n int, err error) {
	err = eachTarget(list, func(row, target uint32) error {
		if int64(target) == id || wanted[int64(row)] {
			n++
		}
		return nil
	})
	return n, err
}

// searchPagesTo is pagesTo for a crawl that is not finished: it goes through
// all pages.
func searchPagesTo(ctx context.Context, tx *sql.Tx, id int64, limit int) (pages []int64, links int, err error) {
	wanted, err := linksWithTarget(ctx, tx, id)
	if err != nil {
		return nil, 0, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT seq, links FROM page WHERE links IS NOT NULL")
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		var list string
		if err := scanRow(rows, &seq, &list); err != nil {
			return nil, 0, err
		}
		n, err := countTargets(list, id, wanted)
		if err != nil {
			return nil, 0, err
		}
		links += n
		if n > 0 && (limit == 0 || len(pages) < limit) {
			pages = append(pages, seq)
		}
	}
	return pages, links, rows.Err()
}

func linksWithTarget(ctx context.Context, tx *sql.Tx, id int64) (map[int64]bool, error) {
	rows, err := tx.QueryContext(ctx, "SELECT id FROM link WHERE target = ?", id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	links := map[int64]bool{}
	for rows.Next() {
		var link int64
		if err := scanRow(rows, &link); err != nil {
			return nil, err
		}
		links[link] = true
	}
	return links, rows.Err()
}
