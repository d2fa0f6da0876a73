package crawlfile

import (
	"context"
	"database/sql/driver"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// Reference is a link with both its ends.
type Reference struct {
	crawler.Link
	PageID int64
	Page   string // address of the page that the link is on
	Number int    // its place among all links of the page, from 0
	URL    string // as the link spells it, fragment included
	Aim    *Aim   // shared between references; not to be changed
}

// Aim is what became of an address that links lead to.
type Aim struct {
	URL         string
	Outcome     crawler.Outcome
	Scope       crawler.Scope
	Kind        crawler.Kind
	Status      int
	ErrorKind   string
	ContentType string
	Size        int64
	Took        time.Duration
	Title       string
	MetaRobots  string
	Canonical   string
	RedirectTo  string
	Skipped     crawler.Reason
}

// References calls yield for the links of all pages that lead to an address
// the filter chooses, until yield returns an error, which it passes on. The
// zero Filter chooses all links, whatever became of their targets. Pages come
// in the order of their addresses' bytes, their links in document order. What
// yield is given is valid until it returns. progress (may be nil) is between 0 and 1.
func (f *File) References(ctx context.Context, filter Filter, progress func(float64), yield func(*Reference) error) error {
	defer f.readings.begin()()
	if progress == nil {
		progress = func(float64) {}
	}
	r := &referenceReader{yield: yield, progress: progress}
	if !filter.IsZero() {
		ids, err := f.IDs(ctx, filter, Sort{})
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return nil
		}
		r.chosen = make([]bool, ids[len(ids)-1]+1) // rising
		for _, id := range ids {
			r.chosen[id] = true
		}
	}
	err := f.look(ctx, func(c *conn) error { return r.read(ctx, c) })
	if r.stopped != nil {
		return r.stopped
	}
	return explain(f.path, err)
}

// referenceReader reads the links of all pages, a batch of pages at a time.
type referenceReader struct {
	chosen   []bool // by target; nil for all
	yield    func(*Reference) error
	progress func(float64)
	stopped  error // by yield

	rows lookup[crawler.Link] // links that have a row
	aims lookup[*Aim]

	pages []listedPage
	links []listed // of all pages, one behind the other
}

// listedPage is a page whose links are known as far as its list tells.
type listedPage struct {
	id    int64
	url   string
	links int
}

// Bounds of a batch, and of what is kept for the next one.
const (
	referencePages = 256
	referenceLinks = 20_000
	keptRows       = 100_000
)

const aimQuery = `SELECT a.id, a.url, ` + outcomeOfAddress + `, coalesce(r.scope, a.scope), coalesce(r.kind, a.kind),
	coalesce(r.status, 0), coalesce(p.error_kind, ''), coalesce(p.content_type, ''), coalesce(r.size, 0), coalesce(r.took, 0),
	coalesce(p.title, ''), coalesce(p.meta_robots, ''), CASE WHEN p.canonical = 1 THEN a.url ELSE coalesce(p.canonical, '') END,
	coalesce(p.redirect_to, ''), CASE WHEN r.seq IS NULL THEN coalesce(a.skipped, '') ELSE '' END
	FROM json_each(?) j CROSS JOIN address a ON a.id = j.value
	LEFT JOIN result r ON r.id = a.id LEFT JOIN page p ON p.seq = r.seq`

func (r *referenceReader) read(ctx context.Context, c *conn) (err error) {
	r.rows = lookup[crawler.Link]{conn: c, query: `SELECT k.id, k.target, k.kind, k.position, k.text, k.rel, k.fragment, k.spelling
		FROM json_each(?) j CROSS JOIN link k ON k.id = j.value`, value: scanLink}
	r.aims = lookup[*Aim]{conn: c, query: aimQuery, value: scanAim}
	total, err := c.integer(ctx, "SELECT count(*) FROM result")
	if err != nil {
		return err
	}
	pages, err := c.open(ctx, `SELECT r.id, o.url, p.links FROM
		(SELECT a.id AS id, a.url AS url FROM result r JOIN address a ON a.id = r.id ORDER BY a.url LIMIT -1) o
		CROSS JOIN result r ON r.id = o.id CROSS JOIN page p ON p.seq = r.seq`)
	if err != nil {
		return err
	}
	defer pages.close()
	for seen := int64(1); ; seen++ {
		row, err := pages.next()
		if err != nil {
			return err
		}
		if row == nil {
			return r.flush(ctx)
		}
		list, _ := row[2].(string)
		if list == "" {
			continue
		}
		url, _ := row[1].(string)
		if err := r.add(integer(row[0]), url, list); err != nil {
			return err
		}
		if len(r.pages) < referencePages && len(r.links) < referenceLinks {
			continue
		}
		if err := r.flush(ctx); err != nil {
			return err
		}
		r.progress(float64(seen) / float64(max(total, 1)))
	}
}

// add notes a page, and which rows its links need.
func (r *referenceReader) add(id int64, url, list string) error {
	before := len(r.links)
	for l, err := range linkList(list) {
		if err != nil {
			return err
		}
		if _, known := r.rows.known[l.row]; l.row != 0 && !known {
			r.rows.want(l.row)
		}
		r.links = append(r.links, l)
	}
	r.pages = append(r.pages, listedPage{id, url, len(r.links) - before})
	return nil
}

// flush looks up what the batch needs and yields its links.
func (r *referenceReader) flush(ctx context.Context) error {
	if err := r.rows.more(ctx); err != nil {
		return err
	}
	for i := range r.links {
		l := &r.links[i]
		if l.row != 0 {
			l.link = r.rows.known[l.row]
		}
		if _, known := r.aims.known[l.link.Target]; !known && r.wants(l.link.Target) {
			r.aims.want(l.link.Target)
		}
	}
	if err := r.aims.more(ctx); err != nil {
		return err
	}
	rest := r.links
	for _, page := range r.pages {
		if err := r.give(page, rest[:page.links]); err != nil {
			return err
		}
		rest = rest[page.links:]
	}
	clear(r.links)
	clear(r.pages)
	r.links, r.pages = r.links[:0], r.pages[:0]
	r.rows.trim(keptRows)
	r.aims.trim(keptRows)
	return nil
}

func (r *referenceReader) wants(target int64) bool {
	return r.chosen == nil || target >= 0 && target < int64(len(r.chosen)) && r.chosen[target]
}

// give yields the links of a page.
func (r *referenceReader) give(page listedPage, links []listed) error {
	for i := range links {
		l := &links[i].link
		if !r.wants(l.Target) {
			continue
		}
		aim := r.aims.known[l.Target]
		ref := Reference{Link: *l, PageID: page.id, Page: page.url, Number: i, URL: spelled(l, aim.URL), Aim: aim}
		if r.stopped = r.yield(&ref); r.stopped != nil {
			return r.stopped
		}
	}
	return nil
}

func scanLink(row []driver.Value) (crawler.Link, error) {
	l := crawler.Link{Target: integer(row[1]), Kind: page.LinkKind(small(row[2])), Position: page.Position(small(row[3]))}
	if !isLink(l.Kind, l.Position) {
		return l, damagedLink(integer(row[0]))
	}
	l.Text, _ = row[4].(string)
	l.Rel, _ = row[5].(string)
	l.Fragment, _ = row[6].(string)
	l.Spelling, _ = row[7].(string)
	return l, nil
}

func scanAim(row []driver.Value) (*Aim, error) {
	text := func(i int) string {
		s, _ := row[i].(string)
		return s
	}
	a := &Aim{
		URL: text(1), Outcome: crawler.Outcome(small(row[2])), Scope: crawler.Scope(small(row[3])), Kind: crawler.Kind(small(row[4])),
		Status: int(integer(row[5])), ErrorKind: text(6), ContentType: text(7), Size: integer(row[8]),
		Took: time.Duration(integer(row[9])) * time.Microsecond, Title: text(10), MetaRobots: text(11), Canonical: text(12),
		RedirectTo: text(13), Skipped: crawler.Reason(text(14)),
	}
	if !areFacts(a.Outcome, a.Scope, a.Kind) {
		return nil, damagedAddress(integer(row[0]))
	}
	return a, nil
}
