package crawlfile

import (
	"cmp"
	"context"
	"database/sql/driver"
	"encoding/json"
	"slices"

	"sitewalk/crawler/crawlfile/sqlite"
)

// The columns whose orders are made when they are asked for: nobody sorts by most
// of them, and each that Finish prepared would cost every crawl time and room.
// Addresses that lack what it is sorted by come first.
const (
	ByOutcome     Column = "outcome"
	ByProblems    Column = "problems" // checks that found something
	ByType        Column = "type"
	ByMoved       Column = "moved" // the address of a redirect
	ByChecked     Column = "checked"
	ByH1          Column = "h1"
	ByDescription Column = "description"
	ByWords       Column = "words"
	ByLang        Column = "lang"
	ByCanonical   Column = "canonical"
	ByRobots      Column = "robots"
	ByFoundOn     Column = "found_on"
)

// lateKeys are SQL expressions over a result r, a page p, an address a and the
// page f where that was found. NULL is for those that lack it.
var lateKeys = map[Column]struct{ key, joins string }{
	ByOutcome:     {key: "r.outcome"},
	ByType:        {key: "p.content_type COLLATE NOCASE"},
	ByMoved:       {key: "p.redirect_to"},
	ByChecked:     {key: "p.at"},
	ByH1:          {key: "p.h1 COLLATE NOCASE"},
	ByDescription: {key: "p.meta_description COLLATE NOCASE"},
	ByWords:       {key: "nullif(p.words, 0)"},
	ByLang:        {key: "p.lang COLLATE NOCASE"},
	ByCanonical:   {key: "CASE WHEN p.canonical = 1 THEN a.url ELSE p.canonical END", joins: " CROSS JOIN address a ON a.id = r.id"},
	ByRobots:      {key: "p.meta_robots COLLATE NOCASE"},
	ByFoundOn: {key: "f.url", joins: ` CROSS JOIN address a ON a.id = r.id LEFT JOIN place l ON l.id = a.id
		CROSS JOIN address f ON f.id = CASE WHEN l.id IS NULL THEN a.found_on ELSE l.found_on END`},
}

// isLate tells whether the order by a column is made when it is asked for.
func isLate(by Column) bool {
	_, late := lateKeys[by]
	return late || by == ByProblems
}

// fewAddresses is up to how many addresses are read one by one to be sorted,
// instead of all there are.
const fewAddresses = 20_000

// sortLate puts addresses, given in order of discovery, in the order of a column.
func sortLate(ctx context.Context, c *conn, ids []int64, by Column) ([]int64, error) {
	from, args := "result r", []driver.Value(nil)
	if len(ids) <= fewAddresses {
		wanted, err := json.Marshal(ids)
		if err != nil {
			return nil, err
		}
		from, args = "json_each(?) w CROSS JOIN result r ON r.id = w.value", []driver.Value{string(wanted)}
	}
	if by == ByProblems {
		return sortByProblems(ctx, c, ids, from, args)
	}
	late := lateKeys[by]
	keyed, err := c.numbers(ctx, "SELECT r.id FROM "+from+" CROSS JOIN page p ON p.seq = r.seq"+late.joins+
		" WHERE "+late.key+" IS NOT NULL ORDER BY "+late.key+", r.id", args...)
	if err != nil {
		return nil, err
	}
	var chosen, has chosenSet
	for _, id := range ids {
		chosen.add(id)
	}
	keyed = slices.DeleteFunc(keyed, func(id int64) bool { return !chosen.isChosen(id) })
	for _, id := range keyed {
		has.add(id)
	}
	ids = slices.DeleteFunc(ids, has.isChosen)
	return append(ids, keyed...), nil
}

// sortByProblems is sortLate by the number of checks that found something.
func sortByProblems(ctx context.Context, c *conn, ids []int64, from string, args []driver.Value) ([]int64, error) {
	problems := map[int64]int{} // one more, so that those that were not asked for are first
	var seen []uint32
	see := func(item foundItem) error {
		if !slices.Contains(seen, item.number) {
			seen = append(seen, item.number)
		}
		return nil
	}
	err := c.scan(ctx, `SELECT r.id, r.findings, c.findings
		FROM `+from+` LEFT JOIN crawl_finding c ON c.seq = r.seq`, func(row *sqlite.Stmt) error {
		seen = seen[:0]
		for column := 1; column <= 2; column++ {
			if err := eachFinding(row.Borrow(column), see); err != nil {
				return err
			}
		}
		problems[row.Int(0)] = 1 + len(seen)
		return nil
	}, args...)
	slices.SortStableFunc(ids, func(a, b int64) int { return cmp.Compare(problems[a], problems[b]) })
	return ids, err
}
