package crawlfile

import (
	"context"
	"database/sql"
	"math"
)

// Span is a range of numbers: From and above, and below To. The zero Span has
// all numbers.
type Span struct{ From, To int64 }

// Exactly has one number.
func Exactly(n int64) Span { return Span{n, n + 1} }

// AtLeast has a number and all above it.
func AtLeast(n int64) Span { return Span{n, math.MaxInt64} }

func (s Span) all() bool { return s == Span{} }

// depthOfAddress is how many clicks an address a is away from the start, l
// being its place; -1 when no way leads there.
const depthOfAddress = "CASE WHEN l.id IS NULL THEN a.depth ELSE coalesce(l.depth, -1) END"

// spans gives the conditions on depth and time, for a result r. A depth needs
// the page's address a and place l.
func (c *Filter) spans() (w conditions) {
	if !c.Depth.all() {
		w.add("r.scope = 0 AND r.kind <> 1 AND "+depthOfAddress+" >= ? AND "+depthOfAddress+" < ?", c.Depth.From, c.Depth.To)
	}
	if !c.MS.all() {
		w.add("r.scope = 0 AND r.kind <> 1 AND r.status > 0 AND r.took / 1000 >= ? AND r.took / 1000 < ?", c.MS.From, c.MS.To)
	}
	return w
}

// keepSpans leaves those chosen whose depth and time the filter has.
func keepSpans(ctx context.Context, tx *sql.Tx, chosen []bool, filter *Filter) error {
	where := filter.spans()
	from := "result r"
	if !filter.Depth.all() {
		from += " JOIN address a ON a.id = r.id LEFT JOIN place l ON l.id = r.id"
	}
	ids, err := column(ctx, tx, "SELECT r.id FROM "+from+" WHERE "+where.String(), where.args...)
	if err != nil {
		return err
	}
	kept := make([]bool, len(chosen))
	for _, id := range ids {
		if int(id) < len(kept) {
			kept[id] = chosen[id]
		}
	}
	copy(chosen, kept)
	return nil
}
