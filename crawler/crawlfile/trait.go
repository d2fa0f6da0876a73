package crawlfile

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"sitewalk/crawler"
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
func (t traits) noTitle() bool            { return t&(1<<6) != 0 }

// chosen tells for each value of a byte whether the filter chooses addresses
// with these traits; its Text is not looked at.
func (c *Filter) chosen() (table [256]bool) {
	for i := range table {
		t := traits(i)
		table[i] = t&inUse != 0 && c.asksFor(t.outcome()) && (!c.NoTitle || t.noTitle()) &&
			(len(c.Kinds) == 0 || slices.Contains(c.Kinds, t.kind())) &&
			(len(c.Scopes) == 0 || slices.Contains(c.Scopes, t.scope()))
	}
	return table
}

// storeTraits writes table trait.
func (g *graph) storeTraits(ctx context.Context, progress func(float64)) error {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(1<<17))
	if err != nil {
		return err
	}
	defer encoder.Close()
	var first int64 = 1
	bits := make([]byte, 0, traitRows)
	var texts, packed []byte
	flush := func() error {
		packed = encoder.EncodeAll(texts, packed[:0])
		err := g.conn.exec(context.Background(), "INSERT INTO trait (first, bits, texts) VALUES (?, ?, ?)", first, bits, packed)
		progress(float64(first) / float64(g.lastAddress))
		first += int64(len(bits))
		bits, texts = bits[:0], texts[:0]
		return err
	}
	add := func(t traits, title, url string) error {
		bits = append(bits, byte(t))
		texts = appendSearchLine(texts, title, url)
		if len(bits) < traitRows {
			return nil
		}
		return flush()
	}
	err = g.conn.each(ctx, `SELECT a.id, a.url, p.title, `+outcomeOfAddress+`, coalesce(r.kind, a.kind), coalesce(r.scope, a.scope), r.no_title
		FROM address a LEFT JOIN result r ON r.id = a.id LEFT JOIN page p ON p.seq = r.seq ORDER BY a.id`, func(row []driver.Value) error {
		for first+int64(len(bits)) < integer(row[0]) { // numbers that were never given
			if err := add(0, "", ""); err != nil {
				return err
			}
		}
		url, _ := row[1].(string)
		title, _ := row[2].(string)
		return add(newTraits(crawler.Outcome(integer(row[3])), crawler.Kind(integer(row[4])), crawler.Scope(integer(row[5])), integer(row[6]) != 0), title, url)
	})
	if err != nil || len(bits) == 0 {
		return err
	}
	return flush()
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
func chosenByTraits(ctx context.Context, tx *sql.Tx, filter *Filter) ([]bool, error) {
	columns, needle := "first, bits, NULL", []byte(nil)
	if filter.Text != "" {
		columns, needle = "first, bits, texts", []byte(searchable(filter.Text))
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<28))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	rows, err := tx.QueryContext(ctx, "SELECT "+columns+" FROM trait ORDER BY first")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	table := filter.chosen()
	chosen := []bool{false} // no address has number 0
	var lines []byte
	for rows.Next() {
		var first int
		var bits, texts sql.RawBytes
		if err := rows.Scan(&first, &bits, &texts); err != nil {
			return nil, err
		}
		if first != len(chosen) {
			return nil, fmt.Errorf("%w: traits of address %d", ErrDamaged, len(chosen))
		}
		for _, t := range bits {
			chosen = append(chosen, table[t])
		}
		if needle == nil {
			continue
		}
		if lines, err = decoder.DecodeAll(texts, lines[:0]); err != nil {
			return nil, fmt.Errorf("%w: texts of address %d: %w", ErrDamaged, first, err)
		}
		keepLines(chosen[first:], lines, needle)
	}
	return chosen, rows.Err()
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
