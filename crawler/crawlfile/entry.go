package crawlfile

import (
	"cmp"
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/fetch"
	"sitewalk/crawler/page"
)

// Entry is everything about one address.
type Entry struct {
	crawler.Page        // without Links, Anchors and Text
	Depth        int    // clicks from the start; -1 when no way leads there
	FoundOn      string // address of the page; "" for the start
	FoundOnID    int64
	Skipped      crawler.Reason
	InSitemap    bool
	Outgoing     []string // http and https links of a and area, document order, no repeats
	Images       []string // image addresses, document order, no repeats
	Next, Prev   string   // the first addresses that the page names with rel="next" and rel="prev"
}

// entryColumns are what scanEntry reads.
const entryColumns = `a.id, a.url, coalesce(r.scope, a.scope), coalesce(r.kind, a.kind),
	` + outcomeOfAddress + `,
	coalesce(r.status, 0), coalesce(p.error_kind, ''), coalesce(p.error, ''), coalesce(p.content_type, ''),
	coalesce(p.charset, ''), coalesce(r.size, 0), coalesce(r.took, 0), p.at,
	coalesce(p.title, ''), coalesce(p.h1, ''), coalesce(p.first_paragraph, ''), coalesce(p.meta_description, ''),
	CASE WHEN p.canonical = 1 THEN a.url ELSE coalesce(p.canonical, '') END,
	coalesce(p.meta_robots, ''), coalesce(p.lang, ''), coalesce(p.redirect_to, ''), coalesce(r.redirect, 0),
	CASE WHEN l.id IS NULL THEN a.depth ELSE coalesce(l.depth, -1) END,
	coalesce(f.url, ''), coalesce(f.id, 0),
	CASE WHEN r.seq IS NULL THEN coalesce(a.skipped, '') ELSE '' END, a.in_sitemap, coalesce(p.links, ''),
	coalesce(p.meta_keywords, ''), coalesce(p.second_h1, ''), coalesce(p.h2, ''), coalesce(p.second_h2, ''),
	coalesce(p.last_modified, ''), p.protocol, p.words, p.sentences, p.text_bytes, p.text_hash, p.sim_hash,
	coalesce(r.findings, ''), coalesce(c.findings, '')`

// entryJoins hang the other tables on address a.
const entryJoins = `
	LEFT JOIN result r ON r.id = a.id
	LEFT JOIN page p ON p.seq = r.seq
	LEFT JOIN crawl_finding c ON c.seq = r.seq
	LEFT JOIN place l ON l.id = a.id
	LEFT JOIN address f ON f.id = CASE WHEN l.id IS NULL THEN a.found_on ELSE l.found_on END`

// Entry reads everything about one address.
func (f *File) Entry(ctx context.Context, id int64) (Entry, error) {
	defer f.readings.begin()()
	var e Entry
	err := f.look(ctx, func(c *conn) error {
		return eachEntry(ctx, c, newLinkReader(c), func(found *Entry) error {
			e = *found
			return nil
		}, "SELECT "+entryColumns+" FROM address a"+entryJoins+" WHERE a.id = ?", id)
	})
	if err == nil && e.ID == 0 {
		err = fmt.Errorf("address %d: %w", id, ErrUnknown)
	}
	return e, explain(f.path, err)
}

// Entries calls yield for every address that was asked for, sorted by the
// bytes of its address, until yield returns an error, which it passes on. It
// holds a few hundred entries at a time.
func (f *File) Entries(ctx context.Context, yield func(*Entry) error) error {
	return f.View(ctx, func(v *View) error { return v.Entries(ctx, yield) })
}

// allEntries calls yield for every address that was asked for.
func allEntries(ctx context.Context, c *conn, yield func(*Entry) error) error {
	links := newLinkReader(c)
	if err := links.preload(ctx); err != nil {
		return err
	}
	return eachEntry(ctx, c, links, yield, "SELECT "+entryColumns+` FROM
		(SELECT a.id AS id, a.url AS url FROM result r JOIN address a ON a.id = r.id ORDER BY a.url LIMIT -1) o
		CROSS JOIN address a ON a.id = o.id`+entryJoins)
}

// entryBatch is how many entries, and entryBytes how many bytes of their links,
// are read before the addresses these lead to are looked up together. Tests make
// them small.
var (
	entryBatch = 256
	entryBytes = 1 << 20
)

// eachEntry reads entries with their links.
func eachEntry(ctx context.Context, c *conn, links *linkReader, yield func(*Entry) error, query string, args ...driver.Value) (err error) {
	rows, err := c.open(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.close()
	checks, err := readCheckNumbers(ctx, c)
	if err != nil {
		return err
	}
	names := checks.ids()
	type unread struct {
		entry *Entry
		links int
		found string // by checks that need the whole crawl
	}
	var batch []unread
	var destinations []destination
	bytes := 0
	flush := func() error {
		if err := links.read(ctx); err != nil {
			return err
		}
		rest := destinations
		for _, u := range batch {
			u.entry.fill(links, rest[:u.links])
			if err := u.entry.addFindings(u.found, names, links.url); err != nil {
				return err
			}
			rest = rest[u.links:]
			if err := yield(u.entry); err != nil {
				return err
			}
		}
		clear(batch)
		clear(destinations)
		batch, destinations, bytes = batch[:0], destinations[:0], 0
		links.forget()
		return nil
	}
	for {
		row, err := rows.next()
		if err != nil {
			return err
		}
		if row == nil {
			return flush()
		}
		e, list, found, foundLater := scanEntry(row)
		if !areFacts(e.Outcome, e.Scope, e.Kind) {
			return damagedAddress(e.ID)
		}
		if err := e.addFindings(found, names, nil); err != nil {
			return err
		}
		if err := eachFinding(foundLater, func(item foundItem) error {
			links.wantURL(item.address)
			return nil
		}); err != nil {
			return err
		}
		before := len(destinations)
		if destinations, err = links.want(destinations, list); err != nil {
			return err
		}
		batch = append(batch, unread{e, len(destinations) - before, foundLater})
		if bytes += len(list); len(batch) < entryBatch && bytes < entryBytes {
			continue
		}
		if err := flush(); err != nil {
			return err
		}
	}
}

// scanEntry reads the entryColumns.
func scanEntry(row []driver.Value) (e *Entry, list, found, foundLater string) {
	number := func() int64 {
		n := integer(row[0])
		row = row[1:]
		return n
	}
	byteNumber := func() uint8 {
		n := small(row[0])
		row = row[1:]
		return n
	}
	text := func() string {
		s, _ := row[0].(string)
		row = row[1:]
		return s
	}
	e = new(Entry)
	e.ID, e.URL = number(), text()
	e.Scope, e.Kind, e.Outcome, e.Status = crawler.Scope(byteNumber()), crawler.Kind(byteNumber()), crawler.Outcome(byteNumber()), int(number())
	e.ErrorKind, e.Error, e.ContentType, e.Charset = fetch.Kind(text()), text(), text(), text()
	e.Size, e.Took = number(), time.Duration(number())*time.Microsecond
	if asked := row[0] != nil; asked {
		e.At = time.UnixMilli(integer(row[0])).UTC()
	}
	row = row[1:]
	e.Title, e.H1, e.FirstParagraph, e.MetaDescription, e.Canonical = text(), text(), text(), text(), text()
	e.MetaRobots, e.Lang, e.RedirectTo, e.RedirectID = text(), text(), text(), number()
	e.Depth, e.FoundOn, e.FoundOnID = int(number()), text(), number()
	e.Skipped, e.InSitemap = crawler.Reason(text()), number() != 0
	list = text()
	e.MetaKeywords, e.SecondH1, e.H2, e.SecondH2, e.LastModified = text(), text(), text(), text(), text()
	if n := integer(row[0]); n > 0 && n < int64(len(protocols)) {
		e.Proto = protocols[n]
	} else {
		e.Proto, _ = row[0].(string)
	}
	row = row[1:]
	e.Words, e.Sentences, e.TextBytes = int(number()), int(number()), int(number())
	e.TextHash, e.SimHash = uint64(number()), uint64(number())
	return e, list, text(), text()
}

// addFindings adds a list of findings. url gives the address for a number.
func (e *Entry) addFindings(list string, names map[uint32]string, url func(uint32) string) error {
	return eachFinding(list, func(item foundItem) error {
		name, known := names[item.number]
		if !known {
			return fmt.Errorf("%w: check %d is missing", ErrDamaged, item.number)
		}
		if item.address != 0 && url != nil {
			item.detail = url(item.address)
		}
		e.Findings = append(e.Findings, crawler.Finding{Check: name, Detail: item.detail})
		return nil
	})
}

// fill fills what the links of the page tell.
func (e *Entry) fill(links *linkReader, all []destination) {
	clear(links.seen)
	clear(links.seenImages)
	for i := range all {
		switch l := links.aim(&all[i]); l.kind {
		case page.Anchor:
			url, _, _ := strings.Cut(l.url, "#")
			if e.Outgoing == nil {
				e.Outgoing = make([]string, 0, len(all)-i)
			}
			e.Outgoing = appendNew(e.Outgoing, links.seen, url)
		case page.Image:
			e.Images = appendNew(e.Images, links.seenImages, l.url)
		case page.Next:
			e.Next = cmp.Or(e.Next, l.url)
		case page.Prev:
			e.Prev = cmp.Or(e.Prev, l.url)
		}
	}
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
	return f.View(ctx, func(v *View) error { return v.SkippedEntries(ctx, yield) })
}

func skippedEntries(ctx context.Context, c *conn, yield func(SkippedEntry) error) error {
	return c.each(ctx, `SELECT a.url, a.skipped, coalesce(f.url, '') FROM address a
		LEFT JOIN place l ON l.id = a.id
		LEFT JOIN address f ON f.id = CASE WHEN l.id IS NULL THEN a.found_on ELSE l.found_on END
		WHERE a.skipped IS NOT NULL AND NOT EXISTS (SELECT 1 FROM result r WHERE r.id = a.id)
		ORDER BY a.url`, func(row []driver.Value) error {
		var texts [3]string
		for i := range texts {
			text, is := row[i].(string)
			if !is {
				return fmt.Errorf("%w: a skipped address", ErrDamaged)
			}
			texts[i] = text
		}
		return yield(SkippedEntry{URL: texts[0], Reason: crawler.Reason(texts[1]), FoundOn: texts[2]})
	})
}
