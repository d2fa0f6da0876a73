package crawlfile

import (
	"context"
	"encoding/binary"
	"fmt"

	"sitewalk/crawler/crawlfile/sqlite"
)

// edges keeps on disk where the links of each page lead, packed: a page takes a
// tenth of what its list of links takes, and a pass over all pages is nearly
// free. The table is a temporary one of the connection that writes.
//
// A row has many pages. A page is its seq, as the difference to the one before,
// how many links it has, and their targets, each as the difference to the one
// before.
type edges struct {
	conn    *conn
	table   string
	lastSeq uint32
	packed  []byte   // of the row that is being made
	targets []uint32 // of the page that is being read
}

// edgeBytes is about how long a row is.
const edgeBytes = 1 << 16

// newEdges makes an empty table of a name that no other has.
func newEdges(ctx context.Context, c *conn, name string) (*edges, error) {
	e := &edges{conn: c, table: "temp." + name}
	if err := e.drop(); err != nil {
		return nil, err
	}
	return e, c.exec(context.WithoutCancel(ctx), "CREATE TABLE "+e.table+" (row INTEGER PRIMARY KEY, packed BLOB NOT NULL)")
}

// add notes the targets of a page's links. Pages come in order of their seq.
func (e *edges) add(seq uint32, targets []uint32) error {
	e.packed = binary.AppendUvarint(e.packed, uint64(seq-e.lastSeq))
	e.packed = binary.AppendUvarint(e.packed, uint64(len(targets)))
	last := int64(0)
	for _, target := range targets {
		e.packed = binary.AppendVarint(e.packed, int64(target)-last)
		last = int64(target)
	}
	e.lastSeq = seq
	if len(e.packed) < edgeBytes {
		return nil
	}
	return e.flush()
}

// flush writes the pages that add kept back.
func (e *edges) flush() error {
	if len(e.packed) == 0 {
		return nil
	}
	err := e.conn.exec(context.Background(), "INSERT INTO "+e.table+" (packed) VALUES (?)", e.packed)
	e.packed = e.packed[:0]
	return err
}

// each goes through the pages in order of their seq. The targets are valid until
// do returns.
func (e *edges) each(ctx context.Context, progress func(float64), do func(seq uint32, targets []uint32) error) error {
	var seq uint32
	return e.conn.scan(ctx, "SELECT packed FROM "+e.table+" ORDER BY row", func(row *sqlite.Stmt) error {
		if err := ctx.Err(); err != nil { // a row is a lot of work
			return err
		}
		packed := row.Bytes(0)
		for r := (edgeReader{rest: packed}); len(r.rest) > 0; {
			seq += uint32(r.unsigned())
			e.targets = r.page(e.targets[:0])
			if r.failed {
				return fmt.Errorf("%w: the links before page %d", ErrDamaged, seq)
			}
			if err := do(seq, e.targets); err != nil {
				return err
			}
		}
		progress(float64(seq) / float64(max(e.lastSeq, 1)))
		return nil
	})
}

// drop deletes the table.
func (e *edges) drop() error {
	return e.conn.exec(context.Background(), "DROP TABLE IF EXISTS "+e.table)
}

// edgeReader reads the pages of a row.
type edgeReader struct {
	rest   []byte
	failed bool
}

// page appends the targets of a page.
func (r *edgeReader) page(targets []uint32) []uint32 {
	last := int64(0)
	for n := r.unsigned(); n > 0 && !r.failed; n-- {
		zigzag := r.unsigned()
		last += int64(zigzag>>1) ^ -int64(zigzag&1)
		targets = append(targets, uint32(last))
	}
	return targets
}

func (r *edgeReader) unsigned() uint64 {
	if len(r.rest) > 0 && r.rest[0] < 0x80 {
		n := r.rest[0]
		r.rest = r.rest[1:]
		return uint64(n)
	}
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.rest, r.failed = nil, true
		return 0
	}
	r.rest = r.rest[size:]
	return n
}
