package crawlfile

import (
	"database/sql/driver"
	"slices"
	"strconv"
	"strings"

	"sitewalk/crawler"
)

// Filter chooses addresses. The zero Filter chooses all that were asked for.
type Filter struct {
	Outcomes []crawler.Outcome // any of them; none means everything but Waiting and Skipped
	Kinds    []crawler.Kind    // any of them; none means all
	Scopes   []crawler.Scope
	Findings []string // ids of checks: any of them; none means all
	Depth    Span     // clicks from the start, of pages of the site
	MS       Span     // of pages of the site that answered: how long that took, in milliseconds
	Text     string   // in title or address, without regard to case
}

// asksFor tells whether the filter chooses addresses of this outcome.
func (c *Filter) asksFor(o crawler.Outcome) bool {
	if len(c.Outcomes) == 0 {
		return o != crawler.Waiting && o != crawler.Skipped
	}
	return slices.Contains(c.Outcomes, o)
}

// conditions are the terms of a WHERE clause and their arguments.
type conditions struct {
	terms []string
	args  []driver.Value
}

func (c *conditions) add(term string, args ...driver.Value) {
	c.terms = append(c.terms, term)
	c.args = append(c.args, args...)
}

func (c *conditions) String() string {
	if len(c.terms) == 0 {
		return "1"
	}
	return strings.Join(c.terms, " AND ")
}

// results gives the conditions for addresses that have a result r, a page p, an
// address a and, when Depth is asked for, a place l.
func (c *Filter) results() (w conditions) {
	if len(c.Outcomes) > 0 {
		w.add("r.outcome IN " + list(c.Outcomes))
	}
	if len(c.Kinds) > 0 {
		w.add("r.kind IN " + list(c.Kinds))
	}
	if len(c.Scopes) > 0 {
		w.add("r.scope IN " + list(c.Scopes))
	}
	if len(c.Findings) == 1 { // SQLite passes most lists over before they are read
		w.add("instr(r.findings, (SELECT number FROM checks WHERE id = ?))", c.Findings[0])
	}
	if len(c.Findings) > 0 {
		w.add(foundFunction+"(r.findings, (SELECT json_group_array(number) FROM checks WHERE id IN (SELECT value FROM json_each(?))))",
			jsonOf(c.Findings))
	}
	if spans := c.spans(); len(spans.terms) > 0 {
		w.add(spans.String(), spans.args...)
	}
	if c.Text != "" {
		term, args := contains(c.Text, "p.title")
		w.add(term, args...)
	}
	return w
}

// others gives the conditions for addresses without a result; ok is false when
// the filter chooses none of those.
func (c *Filter) others() (w conditions, ok bool) {
	waiting, skipped := c.asksFor(crawler.Waiting), c.asksFor(crawler.Skipped)
	if len(c.Findings) > 0 || !c.Depth.all() || !c.MS.all() || !waiting && !skipped {
		return w, false
	}
	w.add("NOT EXISTS (SELECT 1 FROM result r WHERE r.id = a.id)")
	if !skipped {
		w.add("a.skipped IS NULL")
	}
	if !waiting {
		w.add("a.skipped IS NOT NULL")
	}
	if len(c.Kinds) > 0 {
		w.add("a.kind IN " + list(c.Kinds))
	}
	if len(c.Scopes) > 0 {
		w.add("a.scope IN " + list(c.Scopes))
	}
	if c.Text != "" {
		term, args := contains(c.Text, "NULL")
		w.add(term, args...)
	}
	return w, true
}

// jsonOf writes texts as a JSON array.
func jsonOf(texts []string) string {
	list := []byte{'['}
	for i, s := range texts {
		if i > 0 {
			list = append(list, ',')
		}
		list = appendString(list, strings.ToValidUTF8(s, "\uFFFD"))
	}
	return string(append(list, ']'))
}

// list writes numbers as SQL.
func list[N ~uint8](numbers []N) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(int(n))
	}
	return "(" + strings.Join(words, ", ") + ")"
}
