package crawlfile

import (
	"fmt"
	"runtime"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"
)

// lineSearch looks for a text in the packed lines of table trait, on all
// processors: unpacking those of a million addresses takes one 150 ms.
type lineSearch struct {
	needle  []byte
	decoder *zstd.Decoder
	work    errgroup.Group
	lines   chan []byte // memory to unpack into, one for each that works
}

func newLineSearch(text string) (*lineSearch, error) {
	workers := runtime.GOMAXPROCS(0)
	decoder, err := newTextDecoder(workers)
	if err != nil {
		return nil, err
	}
	s := &lineSearch{needle: []byte(searchable(text)), decoder: decoder, lines: make(chan []byte, workers)}
	s.work.SetLimit(workers)
	for range workers {
		s.lines <- nil
	}
	return s, nil
}

// start unsets those of chosen, the first of which is address number first,
// whose line does not hold the text. It waits while all processors are busy.
// chosen belongs to the search until wait returns.
func (s *lineSearch) start(chosen []bool, first int, packed []byte) {
	s.work.Go(func() error {
		lines, err := s.decoder.DecodeAll(packed, (<-s.lines)[:0])
		if err != nil {
			err = fmt.Errorf("%w: texts of address %d: %w", ErrDamaged, first, err)
		} else {
			keepLines(chosen, lines, s.needle)
		}
		s.lines <- lines
		return err
	})
}

// wait returns when everything was looked at, with the first failure.
func (s *lineSearch) wait() error { return s.work.Wait() }

// close ends the search, after what was started.
func (s *lineSearch) close() {
	_ = s.work.Wait()
	s.decoder.Close()
}
