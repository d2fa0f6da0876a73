package crawlfile

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"sitewalk/crawler/page"
)

// Extras say what is wanted of addresses besides a Row. Each costs a query.
type Extras uint8

// The extras, to be combined.
const (
	WithTexts    Extras = 1 << iota // what an answer says of itself
	WithInLinks                     // FullRow.In
	WithOutLinks                    // FullRow.Out
	WithProblems                    // FullRow.Problems
)

// FullRow is a Row with extras. What is not asked for, or not known, is empty
// or -1.
type FullRow struct {
	Row
	Description string
	H1          string
	ContentType string
	Canonical   string
	MetaRobots  string
	Lang        string
	RedirectTo  string
	FoundOn     string
	Words       int       // of the text that is shown
	At          time.Time // of the answer, or of giving up

	In       int // links and redirects that lead there; -1 until the crawl was looked at as a whole
	Out      int // links on the page, images left out; -1 when it was not asked for
	Problems int // checks that found something; -1 when it was not asked for
}

// FullRows is Rows with extras, all of one state of the file.
func (f *File) FullRows(ctx context.Context, ids []int64, want Extras) ([]FullRow, error) {
	defer f.readings.begin()()
	rows, err := f.fullRows(ctx, ids, want)
	return rows, explain(f.path, err)
}

func (f *File) fullRows(ctx context.Context, ids []int64, want Extras) (full []FullRow, err error) {
	err = f.readWanted(ctx, ids, func(tx *sql.Tx, wanted string) (err error) {
		full, err = fullRowsOf(ctx, tx, wanted, want)
		return err
	})
	return full, err
}

// fullRowsOf reads the rows of a JSON array of numbers with extras.
func fullRowsOf(ctx context.Context, tx *sql.Tx, wanted string, want Extras) ([]FullRow, error) {
	plain, err := rowsOf(ctx, tx, wanted)
	if err != nil {
		return nil, err
	}
	full := make([]FullRow, len(plain))
	at := make(map[int64]*FullRow, len(plain))
	for i := range plain {
		full[i] = FullRow{Row: plain[i], In: -1, Out: -1, Problems: -1}
		at[plain[i].ID] = &full[i]
	}
	x := extras{tx: tx, wanted: wanted, at: at}
	for _, part := range []struct {
		asked Extras
		read  func(context.Context) error
	}{{WithTexts, x.texts}, {WithInLinks, x.inLinks}, {WithOutLinks, x.outLinks}, {WithProblems, x.problems}} {
		if want&part.asked == 0 {
			continue
		}
		if err := part.read(ctx); err != nil {
			return nil, err
		}
	}
	return full, nil
}

// extras reads extras into rows.
type extras struct {
	tx     *sql.Tx
	wanted string // JSON array of the numbers
	at     map[int64]*FullRow
}

// each calls scan for each row of a query over the wanted numbers.
func (x *extras) each(ctx context.Context, query string, scan func(*sql.Rows) error, args ...any) error {
	rows, err := x.tx.QueryContext(ctx, query, append([]any{x.wanted}, args...)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// numbers reads one number for each address.
func (x *extras) numbers(ctx context.Context, query string, into func(*FullRow, int)) error {
	return x.each(ctx, query, func(rows *sql.Rows) error {
		var id int64
		var n int
		if err := scanRow(rows, &id, &n); err != nil {
			return err
		}
		if r := x.at[id]; r != nil {
			into(r, n)
		}
		return nil
	})
}

func (x *extras) texts(ctx context.Context) error {
	const query = `SELECT a.id, coalesce(p.meta_description, ''), coalesce(p.h1, ''), coalesce(p.content_type, ''),
	CASE WHEN p.canonical = 1 THEN a.url ELSE coalesce(p.canonical, '') END, coalesce(p.meta_robots, ''),
	coalesce(p.lang, ''), coalesce(p.redirect_to, ''), coalesce(f.url, ''), coalesce(p.words, 0), coalesce(p.at, 0)
FROM json_each(?) j JOIN address a ON a.id = j.value` + rowJoins + `
LEFT JOIN address f ON f.id = CASE WHEN l.id IS NULL THEN a.found_on ELSE l.found_on END`
	return x.each(ctx, query, func(rows *sql.Rows) error {
		var t FullRow
		var at int64
		if err := scanRow(rows, &t.ID, &t.Description, &t.H1, &t.ContentType, &t.Canonical, &t.MetaRobots,
			&t.Lang, &t.RedirectTo, &t.FoundOn, &t.Words, &at); err != nil {
			return err
		}
		r := x.at[t.ID]
		if r == nil {
			return nil
		}
		r.Description, r.H1, r.ContentType, r.Canonical, r.MetaRobots = t.Description, t.H1, t.ContentType, t.Canonical, t.MetaRobots
		r.Lang, r.RedirectTo, r.FoundOn, r.Words = t.Lang, t.RedirectTo, t.FoundOn, t.Words
		if at != 0 {
			r.At = time.UnixMilli(at).UTC()
		}
		return nil
	})
}

// rowJoins hang result, page and place on address a.
const rowJoins = `
LEFT JOIN result r ON r.id = a.id
LEFT JOIN page p ON p.seq = r.seq
LEFT JOIN place l ON l.id = a.id`

// listedLinks goes through the links of page p as j, with their rows k.
const listedLinks = "json_each(p.links) j LEFT JOIN link k ON j.type = 'integer' AND k.id = j.value"

// onlyLink counts the links to address a of a finished crawl that has no row in
// table inlink: one, on the page r where it was found; none, when a redirect led
// there. Only a page that redirects and has links as well must be read to know;
// others are not, since they may have 100,000 links.
const onlyLink = `CASE
	WHEN r.seq IS NULL THEN 0
	WHEN r.redirect IS NOT a.id THEN 1
	ELSE (SELECT count(*) FROM page p JOIN ` + listedLinks + ` WHERE p.seq = r.seq AND ` + linkTarget + ` = a.id) END`

// inLinks counts as Inlinks does, as far as Finish has prepared it.
func (x *extras) inLinks(ctx context.Context) error {
	finished, err := isFinished(ctx, x.tx)
	if err != nil || !finished {
		return err
	}
	return x.numbers(ctx, `SELECT a.id, (SELECT count(*) FROM result WHERE redirect = a.id) +
	coalesce(i.total, `+onlyLink+`)
FROM json_each(?) w JOIN address a ON a.id = w.value
LEFT JOIN inlink i ON i.target = a.id
LEFT JOIN place l ON l.id = a.id
LEFT JOIN result r ON r.id = CASE WHEN l.id IS NULL THEN a.found_on ELSE l.found_on END`, func(r *FullRow, n int) { r.In = n })
}

// outLinks counts what Outlinks gives.
func (x *extras) outLinks(ctx context.Context) error {
	query := fmt.Sprintf(`SELECT r.id, (SELECT count(*) FROM %s
	WHERE CASE j.type WHEN 'integer' THEN k.kind ELSE json_extract(j.value, '$[1]') / 8 END <> %d)
FROM json_each(?) w JOIN result r ON r.id = w.value JOIN page p ON p.seq = r.seq`, listedLinks, page.Image)
	return x.numbers(ctx, query, func(r *FullRow, n int) { r.Out = n })
}

// problems counts the checks that found something.
func (x *extras) problems(ctx context.Context) error {
	return x.numbers(ctx, `SELECT r.id, (SELECT count(DISTINCT CASE f.type WHEN 'integer' THEN f.value ELSE json_extract(f.value, '$[0]') END)
	FROM (SELECT type, value FROM json_each(r.findings) UNION ALL SELECT type, value FROM json_each(c.findings)) f)
FROM json_each(?) w JOIN result r ON r.id = w.value LEFT JOIN crawl_finding c ON c.seq = r.seq`, func(r *FullRow, n int) { r.Problems = n })
}
