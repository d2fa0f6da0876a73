package crawlfile

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"slices"
)

// keyed is an address with what it is sorted by.
type keyed struct {
	key int64
	id  uint32
}

// noKey is the key of an address without a result: it comes before all others.
const noKey = -1

// storeOrderings writes table ordering: all addresses in the order of each
// column, so that the list of a finished crawl is sorted by reading one row.
func (g *graph) storeOrderings(ctx context.Context, progress func(float64)) error {
	if err := g.storeOrdering(ByURL, g.byURL); err != nil {
		return err
	}
	all := make([]keyed, 0, len(g.byURL))
	for id := int64(1); id <= g.lastAddress; id++ {
		key := int64(g.depth[id])
		if key == far {
			key = noKey
		}
		all = append(all, keyed{key, uint32(id)})
	}
	if err := g.storeSorted(ByDepth, all); err != nil {
		return err
	}
	progress(0.1)
	for i, column := range []struct {
		name Column
		key  string
	}{{ByStatus, "status"}, {ByTime, "took"}, {BySize, "size"}} {
		all = all[:g.lastAddress]
		for i := range all {
			all[i] = keyed{noKey, uint32(i + 1)}
		}
		err := g.conn.each(ctx, "SELECT id, "+column.key+" FROM result", func(row []driver.Value) error {
			all[integer(row[0])-1].key = integer(row[1])
			return nil
		})
		if err != nil {
			return err
		}
		if err := g.storeSorted(column.name, all); err != nil {
			return err
		}
		progress(0.2 + 0.1*float64(i))
	}
	ids := make([]uint32, 0, g.lastAddress)
	err := g.conn.each(ctx, `SELECT a.id FROM address a LEFT JOIN result r ON r.id = a.id LEFT JOIN page p ON p.seq = r.seq
		ORDER BY `+titleKey+`, a.id`, func(row []driver.Value) error {
		ids = append(ids, uint32(integer(row[0])))
		return nil
	})
	if err != nil {
		return err
	}
	return g.storeOrdering(ByTitle, ids)
}

// storeSorted sorts addresses, which are in order of discovery, and stores the order.
func (g *graph) storeSorted(name Column, all []keyed) error {
	slices.SortFunc(all, func(a, b keyed) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id))
	})
	ids := make([]uint32, len(all))
	for i, k := range all {
		ids[i] = k.id
	}
	return g.storeOrdering(name, ids)
}

func (g *graph) storeOrdering(name Column, ids []uint32) error {
	packed := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		packed = binary.LittleEndian.AppendUint32(packed, id)
	}
	return g.conn.exec(context.Background(), "INSERT INTO ordering (name, ids) VALUES (?, ?)", string(name), packed)
}

// readOrdering calls do for each address in the order of a column. ok is false
// when the file holds no such order.
func readOrdering(ctx context.Context, tx *sql.Tx, name Column, do func(id uint32)) (ok bool, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT ids FROM ordering WHERE name = ?", string(name))
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if !rows.Next() {
		return false, rows.Err()
	}
	var packed sql.RawBytes // not copied: it may be megabytes
	if err := rows.Scan(&packed); err != nil {
		return false, err
	}
	for ; len(packed) >= 4; packed = packed[4:] {
		do(binary.LittleEndian.Uint32(packed))
	}
	return true, nil
}
