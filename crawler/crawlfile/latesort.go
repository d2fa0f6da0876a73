package crawlfile

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"slices"
	"sync"

	"sitewalk/crawler/crawlfile/sqlite"
	"sitewalk/crawler/page"
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
	ByLinksTo     Column = "links_to" // FullRow.In
	ByLinksOn     Column = "links_on" // FullRow.Out
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

// lateCounts count for each address, or for those with a result, what a column
// shows; from and args are where results come from.
var lateCounts = map[Column]func(ctx context.Context, c *conn, from string, args []driver.Value) ([]keyed, error){
	ByProblems: countProblems,
	ByLinksTo:  countLinksTo,
	ByLinksOn:  countLinksOn,
}

// isLate tells whether the order by a column is made when it is asked for.
func isLate(by Column) bool {
	_, late := lateKeys[by]
	return late || lateCounts[by] != nil
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

// forget drops all orders.
func (l *lateOrders) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.made = nil
}

// PrepareSort makes the order by a column, for IDs to have it at hand. For some
// columns of a large crawl that takes a second; for others, and while the crawl
// runs, there is nothing to prepare.
func (f *File) PrepareSort(ctx context.Context, by Column) error {
	defer f.readings.begin()()
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
	case by == ByLinksTo: // nobody knows them yet
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
	if count := lateCounts[by]; count != nil {
		all, err := count(ctx, c, from, args)
		return sortKeyed(all), err
	}
	late := lateKeys[by]
	return c.numbers(ctx, "SELECT r.id FROM "+from+" CROSS JOIN page p ON p.seq = r.seq"+late.joins+
		" WHERE "+late.key+" IS NOT NULL ORDER BY "+late.key+", r.id", args...)
}

// countProblems counts the checks that found something about a result.
func countProblems(ctx context.Context, c *conn, from string, args []driver.Value) (all []keyed, err error) {
	var seen []uint32
	see := func(item foundItem) error {
		if !slices.Contains(seen, item.number) {
			seen = append(seen, item.number)
		}
		return nil
	}
	err = c.scan(ctx, `SELECT r.id, r.findings, c.findings
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
	return all, err
}

// countLinksTo counts the links and redirects to each address of a finished crawl.
func countLinksTo(ctx context.Context, c *conn, _ string, _ []driver.Value) (all []keyed, err error) {
	err = c.scan(ctx, `SELECT a.id, (SELECT count(*) FROM result m WHERE m.redirect = a.id) + coalesce(i.total, `+onlyLink+`)
		FROM address a
		LEFT JOIN inlink i ON i.target = a.id
		LEFT JOIN place l ON l.id = a.id
		LEFT JOIN result r ON r.id = CASE WHEN l.id IS NULL THEN a.found_on ELSE l.found_on END`, func(row *sqlite.Stmt) error {
		all = append(all, keyed{row.Int(1), uint32(row.Int(0))})
		return nil
	})
	return all, err
}

// countLinksOn counts the links on the pages of results, images left out.
func countLinksOn(ctx context.Context, c *conn, from string, args []driver.Value) (all []keyed, err error) {
	var images chosenSet // rows of table link
	last, err := c.integer(ctx, "SELECT max(id) FROM link")
	if err != nil {
		return nil, err
	}
	err = c.scan(ctx, "SELECT id FROM link WHERE kind = ?", func(row *sqlite.Stmt) error {
		id := row.Int(0)
		if id < 1 || id > last {
			return damagedLink(id)
		}
		images.add(id)
		return nil
	}, int64(page.Image))
	if err != nil {
		return nil, err
	}
	err = c.scan(ctx, "SELECT r.id, p.links FROM "+from+" CROSS JOIN page p ON p.seq = r.seq", func(row *sqlite.Stmt) error {
		count := int64(0)
		for l, err := range linkList(row.Borrow(1)) {
			if err != nil {
				return err
			}
			if l.row == 0 && l.link.Kind != page.Image || l.row != 0 && !images.isChosen(l.row) {
				count++
			}
		}
		all = append(all, keyed{count, uint32(row.Int(0))})
		return nil
	}, args...)
	return all, err
}
