package crawlfile

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"sitewalk/crawler/crawlfile/sqlite"
)

// order is the addresses in the order of a column, as table ordering keeps it,
// so that the list of a finished crawl is sorted by reading one row.
type order struct{ packed []byte }

func newOrder(addresses int64) *order { return &order{make([]byte, 0, 4*addresses)} }

func (o *order) len() int { return len(o.packed) / 4 }

func (o *order) add(id uint32) { o.packed = binary.LittleEndian.AppendUint32(o.packed, id) }

func (o *order) store(c *conn, name Column) error {
	return c.exec(context.Background(), "INSERT INTO ordering (name, ids) VALUES (?, ?)", string(name), o.packed)
}

// storeDepthOrdering stores the order by depth and drops the depths. Depths are
// few, so the addresses of each are counted to know where they stand.
func (g *graph) storeDepthOrdering(context.Context, func(float64)) error {
	at := map[uint32]int{} // by depth: where the next address stands
	for _, depth := range g.depth[1:] {
		at[depth]++
	}
	next := at[far] // those that cannot be reached come first
	at[far] = 0
	for _, depth := range slices.Sorted(maps.Keys(at)) {
		if depth != far {
			next, at[depth] = next+at[depth], next
		}
	}
	o := newOrder(g.lastAddress)
	o.packed = o.packed[:4*g.lastAddress]
	for i, depth := range g.depth[1:] {
		binary.LittleEndian.PutUint32(o.packed[4*at[depth]:], uint32(i+1))
		at[depth]++
	}
	g.depth = nil
	return o.store(g.conn, ByDepth)
}

// keyed is an address with what it is sorted by.
type keyed struct {
	key int64
	id  uint32
}

// compare sorts by key, and by order of discovery where that is the same.
func (k keyed) compare(other keyed) int {
	return cmp.Or(cmp.Compare(k.key, other.key), cmp.Compare(k.id, other.id))
}

// sortKeyed gives the addresses in the order of their keys.
func sortKeyed(all []keyed) []int64 {
	slices.SortFunc(all, keyed.compare)
	ids := make([]int64, len(all))
	for i, k := range all {
		ids[i] = int64(k.id)
	}
	return ids
}

// storeResultOrderings stores the orders by what only results have. Addresses
// that lack it come first, in order of discovery.
func (g *graph) storeResultOrderings(ctx context.Context, progress func(float64)) error {
	g.idOf = nil
	o := newOrder(g.lastAddress)
	all := make([]keyed, 0, g.lastResult)
	has := make([]bool, g.lastAddress+1)
	for i, column := range []struct {
		name Column
		key  string
	}{{ByStatus, "status"}, {ByTime, "took"}, {BySize, "size"}} {
		all = all[:0]
		err := g.conn.scan(ctx, "SELECT id, "+column.key+" FROM result", func(row *sqlite.Stmt) error {
			id := row.Int(0)
			if !g.known(id) {
				return damagedAddress(id)
			}
			has[id] = true
			all = append(all, keyed{row.Int(1), uint32(id)})
			return nil
		})
		if err != nil {
			return err
		}
		slices.SortFunc(all, keyed.compare)
		o.begin(has)
		for _, k := range all {
			o.add(k.id)
		}
		if err := o.store(g.conn, column.name); err != nil {
			return err
		}
		progress(0.2 * float64(i+1))
	}
	return g.storeTitleOrdering(ctx, o, has)
}

// storeTitleOrdering uses the memory of the orders before.
func (g *graph) storeTitleOrdering(ctx context.Context, o *order, has []bool) error {
	clear(has)
	titled := make([]uint32, 0, g.lastResult)
	err := g.conn.scan(ctx, `SELECT r.id FROM page p CROSS JOIN result r ON r.seq = p.seq WHERE p.title IS NOT NULL
		ORDER BY p.title COLLATE NOCASE, r.id`, func(row *sqlite.Stmt) error {
		id := row.Int(0)
		if !g.known(id) {
			return damagedAddress(id)
		}
		has[id] = true
		titled = append(titled, uint32(id))
		return nil
	})
	if err != nil {
		return err
	}
	o.begin(has)
	for _, id := range titled {
		o.add(id)
	}
	return o.store(g.conn, ByTitle)
}

// begin starts an order with the addresses that do not have what it is by.
func (o *order) begin(has []bool) {
	o.packed = o.packed[:0]
	for id := 1; id < len(has); id++ {
		if !has[id] {
			o.add(uint32(id))
		}
	}
}

// readOrdering calls do for each address in the order of a column.
func readOrdering(ctx context.Context, tx *sql.Tx, name Column, do func(id uint32)) (err error) {
	rows, err := tx.QueryContext(ctx, "SELECT ids FROM ordering WHERE name = ?", string(name))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return fmt.Errorf("%w: the order by %s is missing", ErrDamaged, name)
	}
	var packed sql.RawBytes // not copied: it may be megabytes
	if err := scanRow(rows, &packed); err != nil {
		return err
	}
	for ; len(packed) >= 4; packed = packed[4:] {
		do(binary.LittleEndian.Uint32(packed))
	}
	return nil
}
