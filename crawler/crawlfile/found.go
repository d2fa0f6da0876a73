package crawlfile

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// hits are the results about which a check found something, by rising seq,
// each with what it found: an address, a number, or nothing (0). They are
// packed as varints, the seq as the difference to the one before.
type hits struct {
	last   uint32 // seq
	packed []byte
}

// add notes a result. The same seq may come several times in a row.
func (h *hits) add(seq, evidence uint32) {
	h.packed = binary.AppendUvarint(h.packed, uint64(seq-h.last))
	h.packed = binary.AppendUvarint(h.packed, uint64(evidence))
	h.last = seq
}

// hitReader goes through hits.
type hitReader struct {
	rest          []byte
	seq, evidence uint32
}

// next goes to the next hit; false at the end.
func (r *hitReader) next() bool {
	if len(r.rest) == 0 {
		return false
	}
	step, n := binary.Uvarint(r.rest)
	evidence, m := binary.Uvarint(r.rest[n:])
	r.rest = r.rest[n+m:]
	r.seq += uint32(step)
	r.evidence = uint32(evidence)
	return true
}

// storeFound writes the rows of table found for checks by their numbers.
func (g *graph) storeFound(all map[uint32]*hits) error {
	set := make(bitset, g.lastAddress/64+1)
	var packed []byte
	for _, number := range slices.Sorted(maps.Keys(all)) {
		clear(set)
		for r := (hitReader{rest: all[number].packed}); r.next(); {
			set.add(g.idOf[r.seq])
		}
		total, last := 0, uint32(0)
		packed = packed[:0]
		set.each(func(id uint32) {
			packed = binary.AppendUvarint(packed, uint64(id-last))
			total, last = total+1, id
		})
		err := g.conn.exec(context.Background(), "INSERT INTO found (number, total, ids) VALUES (?, ?, ?)", int64(number), int64(total), packed)
		if err != nil {
			return err
		}
	}
	return nil
}

// bitset is a set of small numbers.
type bitset []uint64

func (s bitset) add(n uint32) { s[n/64] |= 1 << (n % 64) }

// each calls do for every number of the set, rising.
func (s bitset) each(do func(uint32)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			do(uint32(64*i + bits.TrailingZeros64(word)))
		}
	}
}

// keepFound unsets those of chosen about which none of the checks found anything.
func keepFound(ctx context.Context, tx *sql.Tx, chosen []bool, checks []string) error {
	rows, err := tx.QueryContext(ctx, `SELECT f.ids FROM checks k JOIN found f ON f.number = k.number
		WHERE k.id IN (SELECT value FROM json_each(?))`, jsonOf(checks))
	if err != nil {
		return err
	}
	defer rows.Close()
	found := make([]bool, len(chosen))
	for rows.Next() {
		var packed sql.RawBytes // not copied: it may be megabytes
		if err := scanRow(rows, &packed); err != nil {
			return err
		}
		for id := uint64(0); len(packed) > 0; {
			step, n := binary.Uvarint(packed)
			if id += step; n <= 0 || id >= uint64(len(found)) {
				return fmt.Errorf("%w: the list of what a check found", ErrDamaged)
			}
			packed = packed[n:]
			found[id] = true
		}
	}
	for id, f := range found {
		chosen[id] = chosen[id] && f
	}
	return rows.Err()
}
