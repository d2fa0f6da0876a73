package crawlfile

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"

	"sitewalk/crawler"
)

// A row of table text is complete with so many pages or bytes of text.
const (
	packPages = 64
	packBytes = 1 << 19
)

// textPack makes the rows of table text. The pages of the last row are kept in
// memory until it is complete: meanwhile they are in the file in a few smaller
// rows, one for each batch, which the complete one replaces.
type textPack struct {
	conn    *conn
	encoder *zstd.Encoder

	pages  []int64 // result.seq
	texts  []byte
	grams  *grams
	rows   []int64 // text.first of the smaller rows
	saved  int     // pages in those
	upTo   int     // bytes of texts in those
	packed []byte
	list   []byte
}

func newTextPack(c *conn) (p *textPack, err error) {
	p = &textPack{conn: c, grams: newGrams(), list: []byte{}} // no list is an empty one, not NULL
	p.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true))
	return p, err
}

// remember reads the rows that are not complete.
func (p *textPack) remember(ctx context.Context) error {
	p.forget()
	decoder, err := newTextDecoder(1)
	if err != nil {
		return err
	}
	defer decoder.Close()
	return p.conn.each(ctx, "SELECT first, pages, texts FROM text WHERE grams IS NULL ORDER BY first", func(row []driver.Value) error {
		packed, _ := row[1].([]byte)
		pages, err := unpackSeqs(integer(row[0]), packed)
		if err != nil {
			return err
		}
		if len(p.pages)+len(pages) > packPages {
			return nil
		}
		packed, _ = row[2].([]byte)
		texts, err := decoder.DecodeAll(packed, nil)
		if err != nil {
			return damaged(err)
		}
		for i, text := range splitTexts(texts, len(pages)) {
			p.append(pages[i], text[0], text[1], text[2])
		}
		p.rows = append(p.rows, integer(row[0]))
		p.saved, p.upTo = len(p.pages), len(p.texts)
		return nil
	})
}

// forget drops the pages of the row that is not complete.
func (p *textPack) forget() {
	p.pages, p.texts, p.rows = p.pages[:0], p.texts[:0], p.rows[:0]
	p.saved, p.upTo = 0, 0
	p.grams.clear()
}

// searchedIn tells whether the texts of a page are to be searched. Without
// Settings.KeepText, pages have none.
func searchedIn(p *crawler.Page) bool {
	return p.Outcome == crawler.Works && p.Scope == crawler.Internal && p.Kind == crawler.PageKind &&
		p.Text != ""
}

// add adds a page, at the latest with the next flush.
func (p *textPack) add(ctx context.Context, seq int64, page *crawler.Page) error {
	p.append(seq, page.Title, page.MetaDescription, page.Text)
	if len(p.pages) < packPages && len(p.texts) < packBytes {
		return nil
	}
	return p.complete(ctx)
}

func (p *textPack) append(seq int64, parts ...string) {
	p.pages = append(p.pages, seq)
	for _, part := range parts {
		if strings.IndexByte(part, 0) >= 0 {
			part = strings.ReplaceAll(part, "\x00", " ")
		}
		p.texts = append(append(p.texts, part...), 0)
		p.grams.add(part)
	}
}

// flush writes the pages that add kept back.
func (p *textPack) flush(ctx context.Context) error {
	switch {
	case len(p.pages) >= packPages/2:
		return p.complete(ctx) // rather than to pack all of them once more for a few others
	case len(p.pages) == p.saved:
		return nil
	}
	if err := p.write(ctx, p.pages[p.saved:], p.texts[p.upTo:], nil); err != nil {
		return err
	}
	p.rows = append(p.rows, p.pages[p.saved])
	p.saved, p.upTo = len(p.pages), len(p.texts)
	return nil
}

// complete writes the row and begins another.
func (p *textPack) complete(ctx context.Context) error {
	for _, first := range p.rows {
		if err := p.conn.exec(ctx, "DELETE FROM text WHERE first = ?", first); err != nil {
			return err
		}
	}
	if err := p.write(ctx, p.pages, p.texts, p.grams.pack()); err != nil {
		return err
	}
	p.forget()
	return nil
}

func (p *textPack) write(ctx context.Context, pages []int64, texts, grams []byte) error {
	p.list = p.list[:0]
	for i, seq := range pages[1:] {
		p.list = binary.AppendUvarint(p.list, uint64(seq-pages[i]))
	}
	p.packed = p.encoder.EncodeAll(texts, p.packed[:0])
	args := []driver.Value{pages[0], p.list, nil, p.packed}
	if grams != nil {
		args[2] = grams
	}
	return p.conn.exec(ctx, "INSERT INTO text (first, pages, grams, texts) VALUES (?, ?, ?, ?)", args...)
}

// unpackSeqs gives the result.seq of the pages of a row.
func unpackSeqs(first int64, packed []byte) ([]int64, error) {
	seqs := []int64{first}
	for len(packed) > 0 {
		step, n := binary.Uvarint(packed)
		if n <= 0 {
			return nil, fmt.Errorf("%w: text %d", ErrDamaged, first)
		}
		first += int64(step)
		seqs = append(seqs, first)
		packed = packed[n:]
	}
	return seqs, nil
}

// splitTexts gives title, description and text of each page, as far as they are there.
func splitTexts(texts []byte, pages int) [][3]string {
	all := string(texts)
	list := make([][3]string, pages)
	for i := range list {
		for j := range list[i] {
			list[i][j], all, _ = strings.Cut(all, "\x00")
		}
	}
	return list
}

// newTextDecoder unpacks texts for as many goroutines as there are workers.
func newTextDecoder(workers int) (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(workers), zstd.WithDecoderMaxMemory(unpackedMost))
}
