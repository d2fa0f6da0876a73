package crawlfile

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile/sqlite"
)

// traitRows is how many addresses share a row of table trait.
const traitRows = 1024

// traits is what the filters of the list ask of an address, in one byte as
// table trait has it; 0 when there is no such address.
type traits byte

const inUse = 1 << 7

func newTraits(o crawler.Outcome, k crawler.Kind, s crawler.Scope, noTitle bool) traits {
	t := traits(o) | traits(k)<<3 | traits(s)<<5 | inUse
	if noTitle {
		t |= 1 << 6
	}
	return t
}

func (t traits) outcome() crawler.Outcome { return crawler.Outcome(t & 7) }
func (t traits) kind() crawler.Kind       { return crawler.Kind(t >> 3 & 3) }
func (t traits) scope() crawler.Scope     { return crawler.Scope(t >> 5 & 1) }

// chosen tells for each value of a byte whether the filter chooses addresses
// with these traits; of its Text and Findings nothing is looked at, and of Depth
// and MS only that they are of pages of the site that were asked for.
func (c *Filter) chosen() (table [256]bool) {
	spans := !c.Depth.all() || !c.MS.all()
	for i := range table {
		t := traits(i)
		asked := t.outcome() != crawler.Waiting && t.outcome() != crawler.Skipped
		table[i] = t&inUse != 0 && c.asksFor(t.outcome()) &&
			(!spans || asked && t.scope() == crawler.Internal && t.kind() != crawler.ImageKind) &&
			(len(c.Kinds) == 0 || slices.Contains(c.Kinds, t.kind())) &&
			(len(c.Scopes) == 0 || slices.Contains(c.Scopes, t.scope()))
	}
	return table
}

// storeTraits writes table trait. Addresses and results are read side by side.
func (g *graph) storeTraits(ctx context.Context, progress func(float64)) (err error) {
	w, err := newTraitWriter(g.conn)
	if err != nil {
		return err
	}
	defer w.encoder.Close()
	results, err := g.conn.open(ctx, `SELECT r.id, r.outcome, r.kind, r.scope, r.no_title, p.title
		FROM result r CROSS JOIN page p ON p.seq = r.seq ORDER BY r.id`)
	if err != nil {
		return err
	}
	defer results.close()
	more, err := results.step()
	if err != nil {
		return err
	}
	result := results.rows
	err = g.conn.scan(ctx, "SELECT id, url, kind, scope, skipped FROM address ORDER BY id", func(a *sqlite.Stmt) error {
		id := a.Int(0)
		if id < w.next() || id > g.lastAddress {
			return damagedAddress(id)
		}
		if id%4096 == 0 {
			progress(float64(id) / float64(g.lastAddress))
		}
		if err := w.skipTo(id); err != nil {
			return err
		}
		if !more || result.Int(0) != id {
			outcome := crawler.Waiting
			if !a.IsNull(4) {
				outcome = crawler.Skipped
			}
			return w.add(newTraits(outcome, crawler.Kind(a.Int(2)), crawler.Scope(a.Int(3)), false), "", a.Borrow(1))
		}
		t := newTraits(crawler.Outcome(result.Int(1)), crawler.Kind(result.Int(2)), crawler.Scope(result.Int(3)), result.Int(4) != 0)
		if err := w.add(t, result.Borrow(5), a.Borrow(1)); err != nil {
			return err
		}
		more, err = results.step()
		return err
	})
	if err != nil {
		return err
	}
	return w.flush()
}

// traitWriter makes the rows of table trait.
type traitWriter struct {
	conn    *conn
	encoder *zstd.Encoder
	first   int64 // address of the row
	bits    []byte
	texts   []byte
	packed  []byte
}

func newTraitWriter(c *conn) (*traitWriter, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(1<<17))
	return &traitWriter{conn: c, encoder: encoder, first: 1}, err
}

// next is the number of the address that add takes next.
func (w *traitWriter) next() int64 { return w.first + int64(len(w.bits)) }

// skipTo passes the numbers up to id that were never given.
func (w *traitWriter) skipTo(id int64) error {
	for w.next() < id {
		if err := w.add(0, "", ""); err != nil {
			return err
		}
	}
	return nil
}

// add adds the next address.
func (w *traitWriter) add(t traits, title, url string) error {
	w.bits = append(w.bits, byte(t))
	w.texts = appendSearchLine(w.texts, title, url)
	if len(w.bits) < traitRows {
		return nil
	}
	return w.flush()
}

// flush writes the addresses that add kept back.
func (w *traitWriter) flush() error {
	if len(w.bits) == 0 {
		return nil
	}
	w.packed = w.encoder.EncodeAll(w.texts, w.packed[:0])
	err := w.conn.exec(context.Background(), "INSERT INTO trait (first, bits, texts) VALUES (?, ?, ?)", w.first, w.bits, w.packed)
	w.first += int64(len(w.bits))
	w.bits, w.texts = w.bits[:0], w.texts[:0]
	return err
}

// appendSearchLine appends what a text is searched in.
func appendSearchLine(texts []byte, title, url string) []byte {
	texts = append(texts, searchable(title)...)
	texts = append(texts, 0)
	texts = append(texts, searchable(url)...)
	if shown := readable(url); shown != url {
		texts = append(texts, 0)
		texts = append(texts, searchable(shown)...)
	}
	return append(texts, '\n')
}

// searchable is a text in small letters on one line.
func searchable(s string) string {
	if strings.ContainsAny(s, "\n\x00") {
		s = strings.NewReplacer("\n", " ", "\x00", " ").Replace(s)
	}
	return strings.ToLower(s)
}

// chosenByTraits tells for each address whether the filter chooses it.
func chosenByTraits(ctx context.Context, tx *sql.Tx, filter *Filter) (_ []bool, err error) {
	columns := "first, bits, NULL"
	var search *lineSearch
	if filter.Text != "" {
		columns = "first, bits, texts"
		if search, err = newLineSearch(filter.Text); err != nil {
			return nil, err
		}
		defer search.close()
	}
	rows, err := tx.QueryContext(ctx, "SELECT "+columns+" FROM trait ORDER BY first")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	table := filter.chosen()
	var parts [][]bool
	next := 1 // no address has number 0
	for rows.Next() {
		var first int
		var bits, texts sql.RawBytes
		if err := scanRow(rows, &first, &bits, &texts); err != nil {
			return nil, err
		}
		if first != next {
			return nil, fmt.Errorf("%w: traits of address %d", ErrDamaged, next)
		}
		part := make([]bool, len(bits))
		for i, t := range bits {
			part[i] = table[t]
		}
		if search != nil {
			search.start(part, first, bytes.Clone(texts))
		}
		parts = append(parts, part)
		next += len(bits)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if search != nil {
		if err := search.wait(); err != nil {
			return nil, err
		}
	}
	return slices.Concat(append([][]bool{{false}}, parts...)...), nil
}

// keepLines unsets those of chosen whose line does not hold needle.
func keepLines(chosen []bool, lines, needle []byte) {
	line := 0
	for line < len(chosen) {
		hit := bytes.Index(lines, needle)
		if hit < 0 {
			clear(chosen[line:])
			return
		}
		passed := bytes.Count(lines[:hit], []byte{'\n'})
		clear(chosen[line:min(line+passed, len(chosen))])
		line += passed + 1
		end := bytes.IndexByte(lines[hit:], '\n')
		if end < 0 {
			return
		}
		lines = lines[hit+end+1:]
	}
}
