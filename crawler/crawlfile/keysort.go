package crawlfile

import (
	"bytes"
	"cmp"
	"container/heap"
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// keySort puts numbers in the order of the bytes of their keys, any number of
// them in bounded memory: what does not fit is written to disk in sorted runs,
// which are merged in the end. SQLite's own sorter takes twice as long.
//
// A key ends at its first NUL byte, if it has one.
type keySort struct {
	conn  *conn
	text  []byte // the keys one behind the other, each with a NUL byte
	items []sortItem
	run   int64 // those on disk, in a temporary table
}

// sortItem is a number with its key.
type sortItem struct {
	piece uint64 // of the key: what is being compared
	at    uint32 // where the key begins
	id    uint32
}

// sortBytes is how many bytes of keys are sorted at a time. Tests make it small.
var sortBytes = 16 << 20

const (
	pieceBytes = 8
	runTable   = "temp.run"
	runBytes   = 1 << 15 // of the sorted keys in a row
)

// newKeySort makes room for as many numbers as are expected.
func newKeySort(c *conn, expected int64) *keySort {
	const usual = 64 // bytes of a key
	n := min(int(expected), sortBytes/usual)
	return &keySort{conn: c, text: make([]byte, 0, n*usual), items: make([]sortItem, 0, n)}
}

// add adds a number. It gives the place of its key, to change bytes there.
func (s *keySort) add(ctx context.Context, id uint32, key string) (place []byte, err error) {
	if len(s.text) > 0 && len(s.text)+len(key) > sortBytes {
		if err := s.spill(ctx); err != nil {
			return nil, err
		}
	}
	at := len(s.text)
	if need := at + len(key) + 1 + pieceBytes; need > cap(s.text) {
		s.text = slices.Grow(s.text, max(need, min(2*at, sortBytes+need-at))-at)
	}
	s.items = append(s.items, sortItem{at: uint32(at), id: id})
	s.text = append(append(s.text, key...), 0)
	return s.text[at : at+len(key)], nil
}

// change changes all keys in their places, to sort by something else. It returns
// false when they are not in memory: before they were added, and after each where
// they had to be written to disk.
func (s *keySort) change(key func([]byte)) bool {
	if s.run > 0 || len(s.items) == 0 {
		return false
	}
	for i := range s.items {
		key(s.key(i))
	}
	return true
}

// each calls do for the numbers in the order of their keys, by number where
// those are the same. The key is valid until do returns.
func (s *keySort) each(ctx context.Context, do func(id uint32, key []byte) error) error {
	if s.run > 0 {
		if err := s.spill(ctx); err != nil {
			return err
		}
		s.text, s.items = nil, nil
		return s.merge(ctx, do)
	}
	s.sort()
	for i := range s.items {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := do(s.items[i].id, s.key(i)); err != nil {
			return err
		}
	}
	return nil
}

// key is the key of an item.
func (s *keySort) key(i int) []byte {
	key := s.text[s.items[i].at:]
	return key[:bytes.IndexByte(key, 0)]
}

func (s *keySort) sort() {
	s.text = append(s.text, make([]byte, pieceBytes)...) // a piece is always read whole
	s.sortFrom(s.items, 0)
}

// sortFrom sorts items whose keys are the same before offset: by a piece of the
// key, and those that have it in common by what follows.
func (s *keySort) sortFrom(items []sortItem, offset uint32) {
	s.sortPieces(items, offset)
	for sameKeys(items) == len(items) && len(items) > 1 && items[0].piece&0xFF != 0 { // they go on alike, perhaps for long
		offset += pieceBytes
		s.sortPieces(items, offset)
	}
	for len(items) > 1 {
		n := sameKeys(items)
		switch {
		case n == 1:
		case items[0].piece&0xFF == 0: // the keys end here
			slices.SortFunc(items[:n], func(a, b sortItem) int { return cmp.Compare(a.id, b.id) })
		default:
			s.sortFrom(items[:n], offset+pieceBytes)
		}
		items = items[n:]
	}
}

// sortPieces sorts items by the piece of their keys at offset.
func (s *keySort) sortPieces(items []sortItem, offset uint32) {
	for i := range items {
		items[i].piece = keyPiece(s.text[items[i].at+offset:])
	}
	slices.SortFunc(items, func(a, b sortItem) int { return cmp.Compare(a.piece, b.piece) })
}

// sameKeys is how many items from the first on have the same piece.
func sameKeys(items []sortItem) int {
	n := min(1, len(items))
	for n < len(items) && items[n].piece == items[0].piece {
		n++
	}
	return n
}

// keyPiece is the beginning of a key as a number that sorts like its bytes; what
// is behind its end is zero.
func keyPiece(key []byte) uint64 {
	const low = 0x7F7F7F7F7F7F7F7F
	piece := binary.BigEndian.Uint64(key)
	if ends := ^(piece&low + low | piece | low); ends != 0 { // the highest bit of each byte that is zero
		piece &^= ^uint64(0) >> bits.LeadingZeros64(ends)
	}
	return piece
}

// spill writes what is in memory to disk as one more run. Of a key, a row has
// how many bytes it shares with the one before, the number of the others, these,
// and what it is the key of.
func (s *keySort) spill(ctx context.Context) error {
	if s.run == 0 {
		err := s.conn.exec(context.WithoutCancel(ctx), "DROP TABLE IF EXISTS "+runTable+
			"; CREATE TABLE "+runTable+" (run INTEGER, row INTEGER, packed BLOB NOT NULL, PRIMARY KEY (run, row)) WITHOUT ROWID")
		if err != nil {
			return err
		}
	}
	s.run++
	s.sort()
	var packed, last []byte
	row := int64(0)
	write := func() error {
		row++
		err := s.conn.exec(ctx, "INSERT INTO "+runTable+" (run, row, packed) VALUES (?, ?, ?)", s.run, row, packed)
		packed, last = packed[:0], nil
		return err
	}
	for i := range s.items {
		key := s.key(i)
		shared := sharedBytes(last, key)
		packed = binary.AppendUvarint(packed, uint64(shared))
		packed = binary.AppendUvarint(packed, uint64(len(key)-shared))
		packed = append(packed, key[shared:]...)
		packed = binary.AppendUvarint(packed, uint64(s.items[i].id))
		if last = key; len(packed) >= runBytes {
			if err := write(); err != nil {
				return err
			}
		}
	}
	s.text, s.items = s.text[:0], s.items[:0]
	if len(packed) == 0 {
		return nil
	}
	return write()
}

func sharedBytes(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// merge goes through all runs side by side.
func (s *keySort) merge(ctx context.Context, do func(id uint32, key []byte) error) error {
	var runs runHeap
	defer func() {
		for _, r := range runs {
			r.rows.close()
		}
	}()
	for n := range s.run {
		rows, err := s.conn.open(ctx, "SELECT packed FROM "+runTable+" WHERE run = ? ORDER BY row", n+1)
		if err != nil {
			return err
		}
		runs = append(runs, &sortedRun{rows: rows})
		if err := runs[n].next(); err != nil {
			return err
		}
	}
	heap.Init(&runs)
	for count := 0; len(runs) > 0; count++ {
		if count%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r := runs[0]
		if r.done {
			r.rows.close()
			heap.Pop(&runs)
			continue
		}
		if err := do(r.id, r.key); err != nil {
			return err
		}
		if err := r.next(); err != nil {
			return err
		}
		heap.Fix(&runs, 0)
	}
	s.run = 0
	return s.conn.exec(context.WithoutCancel(ctx), "DROP TABLE "+runTable)
}

// sortedRun reads a run.
type sortedRun struct {
	rows *cursor
	rest edgeReader // of the row
	key  []byte
	id   uint32
	done bool
}

// next goes on to the next number.
func (r *sortedRun) next() error {
	if len(r.rest.rest) == 0 {
		more, err := r.rows.step()
		if err != nil || !more {
			r.done = !more
			return err
		}
		r.rest.rest = append(r.rest.rest[:0], r.rows.rows.Bytes(0)...)
		r.key = r.key[:0]
	}
	shared, length := r.rest.unsigned(), r.rest.unsigned()
	if shared > uint64(len(r.key)) || length > uint64(len(r.rest.rest)) {
		return fmt.Errorf("%w: sorted keys", ErrDamaged)
	}
	r.key = append(r.key[:shared], r.rest.rest[:length]...)
	r.rest.rest = r.rest.rest[length:]
	if r.id = uint32(r.rest.unsigned()); r.rest.failed {
		return fmt.Errorf("%w: sorted keys", ErrDamaged)
	}
	return nil
}

// runHeap has the run first whose number comes next; one that has ended comes
// before all others.
type runHeap []*sortedRun

func (h runHeap) Len() int { return len(h) }
func (h runHeap) Less(i, j int) bool {
	a, b := h[i], h[j]
	if a.done != b.done {
		return a.done
	}
	return cmp.Or(bytes.Compare(a.key, b.key), cmp.Compare(a.id, b.id)) < 0
}
func (h runHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *runHeap) Push(r any)   { *h = append(*h, r.(*sortedRun)) }
func (h *runHeap) Pop() any {
	last := len(*h) - 1
	r := (*h)[last]
	*h = (*h)[:last]
	return r
}
