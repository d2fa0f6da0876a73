package crawlfile

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"slices"
	"sync"

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

// lateOrders keeps the orders that were made last, of a crawl that is finished.
type lateOrders struct {
	mu   sync.Mutex
	upTo int64 // the last result.seq there is in them
	made []lateOrder
}

// lateOrder is the addresses that have what a column shows, sorted by it.
type lateOrder struct {
	by  Column
	ids []int64
}

// keptOrders is how many orders are kept.
const keptOrders = 6

// get gives an order of all results up to one, if it is kept.
func (l *lateOrders) get(by Column, upTo int64) (ids []int64, kept bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.made, func(o lateOrder) bool { return o.by == by })
	if i < 0 || l.upTo != upTo {
		return nil, false
	}
	return l.made[i].ids, true
}

// keep keeps an order of all results up to one.
func (l *lateOrders) keep(by Column, upTo int64, ids []int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.upTo != upTo || len(l.made) >= keptOrders {
		l.upTo, l.made = upTo, nil
	}
	l.made = append(l.made, lateOrder{by, ids})
}

// PrepareSort makes the order by a column, for IDs to have it at hand. For some
// columns of a large crawl that takes a second; for others, and while the crawl
// runs, there is nothing to prepare.
func (f *File) PrepareSort(ctx context.Context, by Column) error {
	if !isLate(by) {
		return nil
	}
	return explain(f.path, f.glance(ctx, func(c *conn) error {
		finished, err := c.integer(ctx, finishedQuery, metaFinished)
		if err != nil || finished == 0 {
			return err
		}
		_, err = f.keptOrder(ctx, c, by)
		return err
	}))
}

// keptOrder gives the order of all results of a finished crawl.
func (f *File) keptOrder(ctx context.Context, c *conn, by Column) ([]int64, error) {
	upTo, err := c.integer(ctx, "SELECT max(seq) FROM result")
	if err != nil {
		return nil, err
	}
	if order, kept := f.late.get(by, upTo); kept {
		return order, nil
	}
	order, err := readLateOrder(ctx, c, by, "result r")
	if err != nil {
		return nil, err
	}
	f.late.keep(by, upTo, order)
	return order, nil
}

// sortLate puts addresses, given in order of discovery, in the order of a column.
func (f *File) sortLate(ctx context.Context, c *conn, ids []int64, by Column, finished bool) (sorted []int64, err error) {
	var order []int64
	switch {
	case finished:
		order, err = f.keptOrder(ctx, c, by)
	case len(ids) <= fewAddresses:
		var wanted []byte
		if wanted, err = json.Marshal(ids); err == nil {
			order, err = readLateOrder(ctx, c, by, "json_each(?) w CROSS JOIN result r ON r.id = w.value", string(wanted))
		}
	default:
		order, err = readLateOrder(ctx, c, by, "result r")
	}
	if err != nil {
		return nil, err
	}
	return arrangeBy(order, ids), nil
}

// arrangeBy puts addresses in an order; those that are not in it come first.
func arrangeBy(order, ids []int64) []int64 {
	var chosen, has chosenSet
	for _, id := range ids {
		chosen.add(id)
	}
	later := make([]int64, 0, len(ids))
	for _, id := range order {
		if chosen.isChosen(id) {
			later = append(later, id)
			has.add(id)
		}
	}
	ids = slices.DeleteFunc(ids, has.isChosen)
	return append(ids, later...)
}

// readLateOrder reads the addresses among some results that have what a column
// shows, sorted by it.
func readLateOrder(ctx context.Context, c *conn, by Column, from string, args ...driver.Value) ([]int64, error) {
	if by == ByProblems {
		return orderByProblems(ctx, c, from, args)
	}
	late := lateKeys[by]
	return c.numbers(ctx, "SELECT r.id FROM "+from+" CROSS JOIN page p ON p.seq = r.seq"+late.joins+
		" WHERE "+late.key+" IS NOT NULL ORDER BY "+late.key+", r.id", args...)
}

// orderByProblems is readLateOrder by the number of checks that found something.
func orderByProblems(ctx context.Context, c *conn, from string, args []driver.Value) ([]int64, error) {
	var all []keyed
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
		all = append(all, keyed{int64(len(seen)), uint32(row.Int(0))})
		return nil
	}, args...)
	return sortKeyed(all), err
}
