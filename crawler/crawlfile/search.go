package crawlfile

import (
	"context"
	"database/sql/driver"
	"runtime"
	"strings"
	"sync"
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
// what was saved before. It finds nothing in a crawl without Settings.KeepText.
//
// Words are found in small and capital letters, with and without accents, as
// parts of words, and several as a phrase with any white space in between. A
// text in quotes is found as it is written. A number of five digits or more is
// found with any spaces, dashes, dots, slashes and brackets between its digits.
func (f *File) Search(ctx context.Context, text string, yield func(Hit) error) error {
	defer f.readings.begin()()
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
		defer s.close()
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
// without Settings.KeepText, in files from before texts were kept, and before the
// first page.
func (f *File) HasTexts(ctx context.Context) (kept bool, err error) {
	defer f.readings.begin()()
	err = scanRow(f.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM text)"), &kept)
	return kept, explain(f.path, err)
}

// search goes through the texts for one query. It reads the rows that may hold
// the query one after the other, others unpack them and look on all processors,
// and it tells what they find in the order of the rows.
type search struct {
	conn    *conn
	query   textQuery
	yield   func(Hit) error
	decoder *zstd.Decoder
	desks   chan *desk   // one for each that may look
	pages   []*textPages // that are being looked at, in the order of the file
	looking sync.WaitGroup
}

// desk is memory to look at a row with.
type desk struct{ texts, folded []byte }

// textPages is a row of table text that is being looked at.
type textPages struct {
	seqs   []int64
	packed []byte
	done   chan struct{} // closed when hits and err are there
	hits   []pageHit
	err    error
}

// pageHit is a hit of which the address is not known yet.
type pageHit struct {
	Hit
	seq int64
}

func newSearch(c *conn, q textQuery, yield func(Hit) error) (*search, error) {
	workers := runtime.GOMAXPROCS(0)
	decoder, err := newTextDecoder(workers)
	if err != nil {
		return nil, err
	}
	s := &search{conn: c, query: q, yield: yield, decoder: decoder, desks: make(chan *desk, workers)}
	for range workers {
		s.desks <- &desk{}
	}
	return s, nil
}

// close ends the search, after what was begun.
func (s *search) close() {
	s.looking.Wait()
	s.decoder.Close()
}

// run opens only the rows that may hold the query.
func (s *search) run(ctx context.Context) error {
	err := s.conn.each(ctx, "SELECT first, pages, grams FROM text ORDER BY first", func(row []driver.Value) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		grams, _ := row[2].([]byte)
		if gramsHold(grams, s.query.wanted) {
			packed, _ := row[1].([]byte)
			if err := s.open(ctx, integer(row[0]), packed); err != nil {
				return err
			}
		}
		return s.tell(ctx, 2*cap(s.desks))
	})
	if err != nil {
		return err
	}
	return s.tell(ctx, 0)
}

// open has somebody look at a row.
func (s *search) open(ctx context.Context, first int64, pages []byte) error {
	seqs, err := unpackSeqs(first, pages)
	if err != nil {
		return err
	}
	row, err := s.conn.row(ctx, "SELECT texts FROM text WHERE first = ?", first)
	if err != nil || row == nil {
		return err
	}
	packed, _ := row[0].([]byte)
	p := &textPages{seqs: seqs, packed: packed, done: make(chan struct{})}
	s.pages = append(s.pages, p)
	s.looking.Go(func() {
		defer close(p.done)
		d := <-s.desks
		s.look(p, d)
		s.desks <- d
	})
	return nil
}

// look finds what a row holds.
func (s *search) look(p *textPages, d *desk) {
	if d.texts, p.err = s.decoder.DecodeAll(p.packed, d.texts[:0]); p.err != nil {
		p.err = damaged(p.err)
		return
	}
	p.packed = nil
	for i, parts := range splitTexts(d.texts, len(p.seqs)) {
		if hit := s.lookAtPage(parts, d); hit.Count > 0 {
			p.hits = append(p.hits, pageHit{hit, p.seqs[i]})
		}
	}
}

// lookAtPage finds the query in the parts of a page; Count is 0 when it is nowhere.
func (s *search) lookAtPage(parts [3]string, d *desk) Hit {
	hit := Hit{Title: parts[InTitle]}
	for where, text := range parts {
		if !s.query.mayHold(text) {
			continue
		}
		f := s.query.folder
		d.folded = f.append(d.folded[:0], text)
		s.query.find(d.folded, func(start, end int) bool {
			if hit.Count++; hit.Count == 1 {
				hit.Where = Where(where)
				from, to := s.query.folder.span(text, start, end)
				hit.Snippet, hit.Start, hit.End = snippet(text, from, to)
			}
			return true
		})
	}
	return hit
}

// tell tells what was found in the first of the rows that are being looked at,
// as far as they are ready. It waits until no more than atMost are left.
func (s *search) tell(ctx context.Context, atMost int) error {
	for len(s.pages) > 0 {
		p := s.pages[0]
		if len(s.pages) <= atMost {
			select {
			case <-p.done:
			default:
				return nil
			}
		}
		<-p.done
		s.pages = s.pages[1:]
		if p.err != nil {
			return p.err
		}
		for _, hit := range p.hits {
			if err := s.tellHit(ctx, hit); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *search) tellHit(ctx context.Context, hit pageHit) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	row, err := s.conn.row(ctx, "SELECT a.id, a.url FROM result r JOIN address a ON a.id = r.id WHERE r.seq = ?", hit.seq)
	if err != nil || row == nil { // replaced by a later answer
		return err
	}
	hit.ID = integer(row[0])
	hit.URL, _ = row[1].(string)
	return s.yield(hit.Hit)
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
