package crawlfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// Entry is everything about one address.
type Entry struct {
	crawler.Page        // without Links
	Depth        int    // clicks from the start; -1 when no way leads there
	FoundOn      string // address of the page; "" for the start
	FoundOnID    int64
	Skipped      crawler.Reason
	InSitemap    bool
	Outgoing     []string // http and https links of a and area, document order, no repeats
	Images       []string // image addresses, document order, no repeats
}

// entryColumns are what entryReader.scan reads.
const entryColumns = `a.id, a.url, coalesce(r.scope, a.scope), coalesce(r.kind, a.kind),
	` + outcomeOfAddress + `,
	coalesce(r.status, 0), coalesce(p.error_kind, ''), coalesce(p.error, ''), coalesce(p.content_type, ''),
	coalesce(p.charset, ''), coalesce(r.size, 0), coalesce(r.took, 0), p.at,
	coalesce(p.title, ''), coalesce(p.h1, ''), coalesce(p.first_paragraph, ''), coalesce(p.meta_description, ''),
	CASE WHEN p.canonical = 1 THEN a.url ELSE coalesce(p.canonical, '') END,
	coalesce(p.meta_robots, ''), coalesce(p.lang, ''), coalesce(p.redirect_to, ''), coalesce(r.redirect, 0),
	CASE WHEN l.id IS NULL THEN a.depth ELSE coalesce(l.depth, -1) END,
	coalesce(f.url, ''), coalesce(f.id, 0),
	CASE WHEN r.seq IS NULL THEN coalesce(a.skipped, '') ELSE '' END, a.in_sitemap, coalesce(p.links, '')`

// entryJoins hang the other tables on address a.
const entryJoins = `
	LEFT JOIN result r ON r.id = a.id
	LEFT JOIN page p ON p.seq = r.seq
	LEFT JOIN place l ON l.id = a.id
	LEFT JOIN address f ON f.id = CASE WHEN l.id IS NULL THEN a.found_on ELSE l.found_on END`

// Entry reads everything about one address.
func (f *File) Entry(ctx context.Context, id int64) (Entry, error) {
	var e Entry
	err := f.entries(ctx, "SELECT "+entryColumns+" FROM address a"+entryJoins+" WHERE a.id = ?", func(found *Entry) error {
		e = *found
		return nil
	}, id)
	if err == nil && e.ID == 0 {
		err = fmt.Errorf("address %d: %w", id, ErrUnknown)
	}
	return e, explain(f.path, err)
}

// Entries calls yield for every address that was asked for, sorted by the
// bytes of its address, until yield returns an error, which it passes on. It
// holds one entry at a time.
func (f *File) Entries(ctx context.Context, yield func(*Entry) error) error {
	var stopped error
	err := f.entries(ctx, "SELECT "+entryColumns+` FROM
		(SELECT a.id AS id, a.url AS url FROM result r JOIN address a ON a.id = r.id ORDER BY a.url LIMIT -1) o
		CROSS JOIN address a ON a.id = o.id`+entryJoins, func(e *Entry) error {
		stopped = yield(e)
		return stopped
	})
	if stopped != nil {
		return stopped
	}
	return explain(f.path, err)
}

// entries reads entries with their links.
func (f *File) entries(ctx context.Context, query string, yield func(*Entry) error, args ...any) error {
	return f.look(ctx, func(tx *sql.Tx) error {
		links, err := newLinkReader(ctx, tx)
		if err != nil {
			return err
		}
		defer links.close()
		rows, err := tx.QueryContext(ctx, query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			e, list, err := scanEntry(rows)
			if err != nil {
				return err
			}
			if err := e.readLinks(ctx, links, list); err != nil {
				return err
			}
			if err := yield(e); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// look reads one state of the file, with more cache than usual: it may jump to
// and fro in all of the file.
func (f *File) look(ctx context.Context, do func(*sql.Tx) error) error {
	c, err := f.read.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.ExecContext(ctx, "PRAGMA cache_size = -32768"); err != nil {
		return err
	}
	defer c.ExecContext(context.WithoutCancel(ctx), "PRAGMA "+readerCache)
	tx, err := c.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return do(tx)
}

// scanEntry reads the entryColumns.
func scanEntry(rows *sql.Rows) (e *Entry, list string, err error) {
	var took int64
	var at sql.NullInt64
	e = new(Entry)
	err = rows.Scan(&e.ID, &e.URL, &e.Scope, &e.Kind, &e.Outcome, &e.Status, &e.ErrorKind, &e.Error, &e.ContentType,
		&e.Charset, &e.Size, &took, &at, &e.Title, &e.H1, &e.FirstParagraph, &e.MetaDescription, &e.Canonical,
		&e.MetaRobots, &e.Lang, &e.RedirectTo, &e.RedirectID, &e.Depth, &e.FoundOn, &e.FoundOnID, &e.Skipped, &e.InSitemap, &list)
	if err != nil {
		return nil, "", damaged(err)
	}
	if e.Scope > crawler.External || e.Kind > crawler.FileKind || e.Outcome > crawler.Skipped {
		return nil, "", damaged(fmt.Errorf("address %d has scope %d, kind %d, outcome %d", e.ID, e.Scope, e.Kind, e.Outcome))
	}
	e.Took = time.Duration(took) * time.Microsecond
	if at.Valid {
		e.At = time.UnixMilli(at.Int64).UTC()
	}
	return e, list, nil
}

// readLinks fills Outgoing and Images.
func (e *Entry) readLinks(ctx context.Context, links *linkReader, list string) error {
	clear(links.seen)
	clear(links.seenImages)
	return links.each(ctx, list, func(l aim) {
		switch l.kind {
		case page.Anchor:
			url, _, _ := strings.Cut(l.url, "#")
			e.Outgoing = appendNew(e.Outgoing, links.seen, url)
		case page.Image:
			e.Images = appendNew(e.Images, links.seenImages, l.url)
		}
	})
}

// appendNew appends s unless it was seen before.
func appendNew(list []string, seen map[string]bool, s string) []string {
	if seen[s] {
		return list
	}
	seen[s] = true
	return append(list, s)
}

// SkippedEntry is an address that was left out.
type SkippedEntry struct {
	URL     string
	Reason  crawler.Reason
	FoundOn string
}

// SkippedEntries is Entries for the addresses that were skipped.
func (f *File) SkippedEntries(ctx context.Context, yield func(SkippedEntry) error) error {
	stopped, err := f.skippedEntries(ctx, yield)
	return errors.Join(stopped, explain(f.path, err))
}

func (f *File) skippedEntries(ctx context.Context, yield func(SkippedEntry) error) (stopped, err error) {
	rows, err := f.read.QueryContext(ctx, `SELECT a.url, a.skipped, coalesce(f.url, '') FROM address a
		LEFT JOIN place l ON l.id = a.id
		LEFT JOIN address f ON f.id = CASE WHEN l.id IS NULL THEN a.found_on ELSE l.found_on END
		WHERE a.skipped IS NOT NULL AND NOT EXISTS (SELECT 1 FROM result r WHERE r.id = a.id)
		ORDER BY a.url`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e SkippedEntry
		if err := rows.Scan(&e.URL, &e.Reason, &e.FoundOn); err != nil {
			return nil, err
		}
		if err := yield(e); err != nil {
			return err, nil
		}
	}
	return nil, rows.Err()
}
