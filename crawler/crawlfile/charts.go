package crawlfile

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Charts are the numbers of small charts about the pages of the site that work.
type Charts struct {
	Depths  []int                    // pages by clicks from the start
	NoDepth int                      // pages to which no way leads
	Times   [len(TimeBounds) + 1]int // pages by how long the answer took: below the first bound, below the second, …, the rest
}

// TimeBounds are where the bins of Charts.Times end.
var TimeBounds = [...]time.Duration{
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
}

// timeBin gives the bin for a time in microseconds.
func timeBin(took int64) int {
	for i, bound := range TimeBounds {
		if took < bound.Microseconds() {
			return i
		}
	}
	return len(TimeBounds)
}

// depthsShown is how many depths are told apart; a site that is deeper has its
// deepest pages in the last.
const depthsShown = 100

// addDepth counts n pages.
func (c *Charts) addDepth(depth uint32, n int) {
	if depth == far {
		c.NoDepth += n
		return
	}
	depth = min(depth, depthsShown-1)
	for len(c.Depths) <= int(depth) {
		c.Depths = append(c.Depths, 0)
	}
	c.Depths[depth] += n
}

// odd tells whether there are counts that nobody can have counted.
func (c *Charts) odd() bool {
	negative := func(n int) bool { return n < 0 }
	return len(c.Depths) > depthsShown || c.NoDepth < 0 || slices.ContainsFunc(c.Depths, negative) || slices.ContainsFunc(c.Times[:], negative)
}

func (s *survey) storeCharts() error {
	encoded, err := json.Marshal(s.charts)
	if err != nil {
		return err
	}
	return s.conn.exec(context.Background(), "INSERT INTO meta (key, value) VALUES (?, ?)", metaCharts, string(encoded))
}

// Charts counts the pages for small charts. Until the crawl is Finished, it goes
// through all results and depths are those of the ways found first.
func (f *File) Charts(ctx context.Context) (Charts, error) {
	defer f.readings.begin()()
	stored, err := readMeta(ctx, f.read, metaCharts)
	var charts Charts
	switch {
	case err != nil:
	case stored != "":
		if err = json.Unmarshal([]byte(stored), &charts); err != nil {
			err = damaged(err)
		} else if charts.odd() {
			err = fmt.Errorf("%w: charts", ErrDamaged)
		}
	default:
		charts, err = f.countCharts(ctx)
	}
	return charts, explain(f.path, err)
}

func (f *File) countCharts(ctx context.Context) (charts Charts, err error) {
	rows, err := f.read.QueryContext(ctx, `SELECT a.depth, r.took FROM result r JOIN address a ON a.id = r.id
		WHERE r.outcome = 1 AND r.kind = 0 AND r.scope = 0`)
	if err != nil {
		return charts, err
	}
	defer rows.Close()
	for rows.Next() {
		var depth, took int64
		if err := scanRow(rows, &depth, &took); err != nil {
			return charts, err
		}
		if depth < 0 { // only a sitemap names it
			depth = int64(far)
		}
		charts.addDepth(uint32(depth), 1)
		charts.Times[timeBin(took)]++
	}
	return charts, rows.Err()
}
