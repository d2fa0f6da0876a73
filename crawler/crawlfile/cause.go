package crawlfile

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"sitewalk/crawler/page"
)

// Cause is one thing to mend that shows on one or many pages: a link of the
// menu that leads to a missing page is one Cause on 740 pages.
type Cause struct {
	Check    string
	Target   int64  // the address that is at fault, 0 when it is the page itself
	URL      string // of Target
	Text     string // of the link, "" when it is no link
	Position string // of the link on its pages: "nav", "main"; "" when it is no link
	Detail   string
	Pages    int   // with it
	Example  int64 // the page with the smallest depth, then the smallest address

	ExampleURL string // of Example
}

// Key names the cause among all of its check, in this crawl and in others of
// the site: a link by its target, text and position; a detail, such as an
// address or a header, by itself; anything else by its page.
func (c *Cause) Key() string {
	switch {
	case c.OwnPage():
		return "page\n" + c.ExampleURL
	case c.Target != 0:
		return strings.Join([]string{"link", c.URL + c.Detail, c.Position, c.Text}, "\n")
	case c.Detail != "":
		return "detail\n" + c.Detail
	}
	return "site"
}

// OwnPage tells whether the cause is a page by itself: other pages with the
// same finding are other causes.
func (c *Cause) OwnPage() bool {
	return c.Target == 0 && (isMeasure(c.Detail) || c.Detail == "" && c.Pages == 1)
}

// Causes gives what a check found grouped by cause, those on most pages first,
// at most limit. Until the crawl is Finished only what single pages tell is
// known, one cause for each page.
func (f *File) Causes(ctx context.Context, check string, limit int) ([]Cause, error) {
	defer f.readings.begin()()
	causes, err := f.causes(ctx, check, limit)
	return causes, explain(f.path, err)
}

func (f *File) causes(ctx context.Context, check string, limit int) ([]Cause, error) {
	tx, err := f.read.BeginTx(ctx, nil) // one state of the file for all queries
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	finished, err := isFinished(ctx, tx)
	if err != nil {
		return nil, err
	}
	query := liveCausesQuery
	if finished {
		query = causesQuery
	}
	rows, err := tx.QueryContext(ctx, query, check, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []Cause
	for rows.Next() {
		c := Cause{Check: check}
		var position sql.NullInt64
		if err := scanRow(rows, &c.Pages, &c.Example, &c.ExampleURL, &c.Target, &c.URL, &position, &c.Text, &c.Detail); err != nil {
			return nil, err
		}
		if position.Valid {
			if position.Int64 < 0 || position.Int64 >= int64(len(positionNames)) {
				return nil, fmt.Errorf("%w: causes of %s", ErrDamaged, check)
			}
			c.Position = positionNames[position.Int64]
		}
		all = append(all, c)
	}
	return all, rows.Err()
}

const causesQuery = `SELECT c.pages, c.example, coalesce(e.url, ''), coalesce(c.target, 0), coalesce(a.url, ''), c.position,
		coalesce(c.text, ''), coalesce(c.detail, '')
	FROM checks k JOIN cause c ON c.number = k.number LEFT JOIN address a ON a.id = c.target LEFT JOIN address e ON e.id = c.example
	WHERE k.id = ? ORDER BY c.rank LIMIT ?`

const liveCausesQuery = `SELECT 1, r.id, a.url, 0, '', NULL, '',
		coalesce((SELECT json_extract(j.value, '$[1]') FROM json_each(r.findings) j
			WHERE j.type = 'array' AND json_extract(j.value, '$[0]') = k.number LIMIT 1), '')
	FROM checks k CROSS JOIN result r JOIN address a ON a.id = r.id
	WHERE k.id = ? AND r.findings IS NOT NULL AND ` + foundFunction + `(r.findings, json_array(k.number))
	ORDER BY r.seq LIMIT ?`

// positionNames are the positions as the view links has them.
var positionNames = [...]string{
	page.Body: "body", page.Head: "head", page.Nav: "nav", page.Header: "header",
	page.Footer: "footer", page.Aside: "aside", page.Main: "main",
}

// cause is a Cause while Finish works.
type cause struct {
	pages, example, target uint32
	link                   bool
	linkAt                 // where the rest is read when all causes are known
	position               page.Position
	text, detail           string
}

// causes are those of one check that are kept: the ones on most pages.
type causes struct {
	list []cause
	full bool // the first maxCauses are sorted, and there have been more
}

// maxCauses is how many causes of a check are kept.
const maxCauses = 1000

// add keeps a cause as long as there are not enough that matter more.
func (c *causes) add(s *survey, new cause) {
	if c.full && s.byWeight(new, c.list[maxCauses-1]) >= 0 {
		return
	}
	if c.list = append(c.list, new); len(c.list) >= 2*maxCauses {
		c.trim(s)
		c.full = true
	}
}

// trim sorts the causes and drops those that matter least.
func (c *causes) trim(s *survey) {
	slices.SortFunc(c.list, s.byWeight)
	if len(c.list) > maxCauses {
		clear(c.list[maxCauses:])
		c.list = c.list[:maxCauses]
	}
}

// byWeight compares causes: those on more pages come first, then those nearer
// to the start.
func (s *survey) byWeight(a, b cause) int {
	if a.pages != b.pages {
		return cmp.Compare(b.pages, a.pages)
	}
	if a.example != b.example {
		if s.nearer(a.example, b.example) {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(s.rank[a.target], s.rank[b.target]), cmp.Compare(a.position, b.position),
		cmp.Compare(a.text, b.text), cmp.Compare(a.detail, b.detail))
}
