package crawlfile

import (
	"context"
	"database/sql/driver"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
)

// Hit is a page with what was searched for.
type Hit struct {
	ID         int64
	URL        string
	Title      string
	Where      Where
	Snippet    string // one line around the first place; " · " stands for a line break
	Start, End int    // of the place in Snippet, in bytes
	Count      int    // places on the page
}

// Where is the part of a page that a place is in.
type Where uint8

// The parts of a page, in the order they are searched.
const (
	InTitle Where = iota
	InDescription
	InText
)

// String is the word for files: "title", "description", "text".
func (w Where) String() string { return [...]string{"title", "description", "text"}[w] }

// Search finds a text on the pages of the site that work: in their titles, their
// descriptions and all that they show. It calls yield for each such page as soon
// as it is found, in the order the pages were saved, until yield returns an error,
// which it passes on. It ends soon after ctx is done. While a crawl runs it finds
// what was saved before. It finds nothing in a crawl with Settings.NoText.
//
// Words are found in small and capital letters, with and without accents, as
// parts of words, and several as a phrase with any white space in between. A
// text in quotes is found as it is written. A number of five digits or more is
// found with any spaces, dashes, dots, slashes and brackets between its digits.
func (f *File) Search(ctx context.Context, text string, yield func(Hit) error) error {
	q := parseQuery(text)
	if len(q.needle) == 0 {
		return nil
	}
	var stopped error
	err := f.look(ctx, func(c *conn) error {
		s, err := newSearch(c, q, func(h Hit) error {
			stopped = yield(h)
			return stopped
		})
		if err != nil {
			return err
		}
		defer s.decoder.Close()
		return s.run(ctx)
	})
	if stopped != nil {
		return stopped
	}
	return explain(f.path, err)
}

// Searchable tells whether a search for text can find anything.
func Searchable(text string) bool { return len(parseQuery(text).needle) > 0 }

// HasTexts tells whether there is anything that Search could look through: false
// with Settings.NoText, in files from before texts were kept, and before the
// first page.
func (f *File) HasTexts(ctx context.Context) (kept bool, err error) {
	err = f.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM text)").Scan(&kept)
	return kept, explain(f.path, err)
}

// search goes through the texts for one query.
type search struct {
	conn    *conn
	query   textQuery
	yield   func(Hit) error
	decoder *zstd.Decoder
	texts   []byte
	folded  []byte
}

func newSearch(c *conn, q textQuery, yield func(Hit) error) (*search, error) {
	decoder, err := newTextDecoder()
	return &search{conn: c, query: q, yield: yield, decoder: decoder}, err
}

// run opens only the rows that may hold the query.
func (s *search) run(ctx context.Context) error {
	return s.conn.each(ctx, "SELECT first, pages, grams FROM text ORDER BY first", func(row []driver.Value) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		grams, _ := row[2].([]byte)
		if !gramsHold(grams, s.query.wanted) {
			return nil
		}
		first := integer(row[0])
		packed, _ := row[1].([]byte)
		seqs, err := unpackSeqs(first, packed)
		if err != nil {
			return err
		}
		return s.open(ctx, first, seqs)
	})
}

// open searches the pages of one row.
func (s *search) open(ctx context.Context, first int64, seqs []int64) error {
	row, err := s.conn.row(ctx, "SELECT texts FROM text WHERE first = ?", first)
	if err != nil || row == nil {
		return err
	}
	packed, _ := row[0].([]byte)
	if s.texts, err = s.decoder.DecodeAll(packed, s.texts[:0]); err != nil {
		return damaged(err)
	}
	for i, parts := range splitTexts(s.texts, len(seqs)) {
		if err := s.searchPage(ctx, seqs[i], parts); err != nil {
			return err
		}
	}
	return nil
}

func (s *search) searchPage(ctx context.Context, seq int64, parts [3]string) error {
	hit := Hit{Title: parts[InTitle]}
	for where, text := range parts {
		f := s.query.folder
		s.folded = f.append(s.folded[:0], text)
		s.query.find(s.folded, func(start, end int) bool {
			if hit.Count++; hit.Count == 1 {
				hit.Where = Where(where)
				from, to := s.query.folder.span(text, start, end)
				hit.Snippet, hit.Start, hit.End = snippet(text, from, to)
			}
			return true
		})
	}
	if hit.Count == 0 {
		return nil
	}
	row, err := s.conn.row(ctx, "SELECT a.id, a.url FROM result r JOIN address a ON a.id = r.id WHERE r.seq = ?", seq)
	if err != nil || row == nil { // replaced by a later answer
		return err
	}
	hit.ID = integer(row[0])
	hit.URL, _ = row[1].(string)
	return s.yield(hit)
}

// How many bytes of a text a snippet shows before and after what was found.
const (
	snippetBefore = 60
	snippetAfter  = 120
)

// snippet gives the words around a part of a text, on one line, and where the
// part is in it.
func snippet(text string, from, to int) (line string, start, end int) {
	begin, stop := wordStart(text, from-snippetBefore, from), wordEnd(text, to, to+snippetAfter)
	before, after := "", ""
	if begin > 0 {
		before = "… "
	}
	if stop < len(text) {
		after = " …"
	}
	before += oneLine(strings.TrimLeft(text[begin:from], "\n "))
	part := oneLine(text[from:to])
	return before + part + oneLine(strings.TrimRight(text[to:stop], "\n ")) + after, len(before), len(before) + len(part)
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " · ") }

// wordStart is where the first whole word at or after i begins, at most most.
func wordStart(text string, i, most int) int {
	if i <= 0 {
		return 0
	}
	if space := strings.IndexAny(text[i:most], " \n"); space >= 0 {
		return i + space + 1
	}
	for i < most && !utf8.RuneStart(text[i]) {
		i++
	}
	return i
}

// wordEnd is where the last whole word before i ends, at least least.
func wordEnd(text string, least, i int) int {
	if i >= len(text) {
		return len(text)
	}
	if space := strings.LastIndexAny(text[least:i], " \n"); space >= 0 {
		return least + space
	}
	for i > least && !utf8.RuneStart(text[i]) {
		i--
	}
	return i
}
