package crawlfile

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"sort"
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

// spanKeys are what the orders that Finish has prepared are by, of an address
// that is given by its number.
var spanKeys = map[Column]string{
	ByDepth:  "SELECT " + depthOfAddress + " FROM address a LEFT JOIN place l ON l.id = a.id WHERE a.id = ?",
	ByTime:   "SELECT took / 1000 FROM result WHERE id = ?",
	ByStatus: "SELECT status FROM result WHERE id = ?",
}

// keepSpans leaves those chosen whose depth and time the filter has. It needs
// those only that are pages of the site with a result.
func keepSpans(ctx context.Context, tx *sql.Tx, chosen []bool, filter *Filter) error {
	if !filter.Depth.all() {
		if err := keepSpan(ctx, tx, chosen, ByDepth, filter.Depth); err != nil {
			return err
		}
	}
	if filter.MS.all() {
		return nil
	}
	if err := keepSpan(ctx, tx, chosen, ByTime, filter.MS); err != nil {
		return err
	}
	return keepSpan(ctx, tx, chosen, ByStatus, AtLeast(1))
}

// keepSpan leaves those chosen that stand in a part of an order: where it begins
// and ends is found by halving.
func keepSpan(ctx context.Context, tx *sql.Tx, chosen []bool, by Column, span Span) error {
	order := make([]uint32, 0, len(chosen))
	if err := readOrdering(ctx, tx, by, func(id uint32) { order = append(order, id) }); err != nil {
		return err
	}
	from, err := findInOrder(ctx, tx, order, by, span.From)
	if err != nil {
		return err
	}
	to, err := findInOrder(ctx, tx, order, by, span.To)
	if err != nil {
		return err
	}
	kept := make([]bool, len(chosen))
	for _, id := range order[from:max(from, to)] {
		if int(id) < len(kept) {
			kept[id] = chosen[id]
		}
	}
	copy(chosen, kept)
	return nil
}

// findInOrder gives the first place in an order with a key of at least least.
// Addresses without such a key have -1.
func findInOrder(ctx context.Context, tx *sql.Tx, order []uint32, by Column, least int64) (int, error) {
	query, err := tx.PrepareContext(ctx, spanKeys[by])
	if err != nil {
		return 0, err
	}
	defer query.Close()
	var failed error
	at := sort.Search(len(order), func(i int) bool {
		key := int64(-1)
		if err := scanRow(query.QueryRowContext(ctx, order[i]), &key); err != nil && !errors.Is(err, sql.ErrNoRows) {
			failed = err
		}
		return key >= least
	})
	return at, failed
}
