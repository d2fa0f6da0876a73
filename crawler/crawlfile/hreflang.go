package crawlfile

import (
	"context"
	"slices"
)

// hreflang is which pages name which as their versions in other languages. The
// versions of a page that all name each other, as they should, have the same
// set of names, so that comparing a hash of it settles nearly everything.
type hreflang struct {
	links *edges
	sets  []uint64 // by address: a hash of what the page names; 0 for nothing
	names []uint32 // of the page that is read
}

func newHreflang(ctx context.Context, g *graph) (*hreflang, error) {
	links, err := newEdges(ctx, g.conn, "version")
	return &hreflang{links: links}, err
}

// begin starts a page.
func (h *hreflang) begin() { h.names = h.names[:0] }

// add notes an address that the page names.
func (h *hreflang) add(target uint32) { h.names = append(h.names, target) }

// namesVersions notes what the page named.
func (s *survey) namesVersions(seq, from uint32) error {
	h := s.hreflang
	if len(h.names) == 0 {
		return nil
	}
	if h.sets == nil {
		h.sets = make([]uint64, s.lastAddress+1)
	}
	slices.Sort(h.names)
	h.names = slices.Compact(h.names)
	for _, name := range h.names {
		mixed := (uint64(name) + 1) * 0x9E3779B97F4A7C15
		h.sets[from] ^= (mixed ^ mixed>>29) * 0xD6E8FEB86659FD93
	}
	return h.links.add(seq, h.names)
}

// pairsHeld is how many pairs of pages are compared at a time, and noReturnsKept
// how many without a way back are kept. Tests make them small.
var (
	pairsHeld     = 1 << 20
	noReturnsKept = 1 << 21
)

// checkHreflang looks at the versions that pages name.
func (s *survey) checkHreflang(ctx context.Context) error {
	h := s.hreflang
	if h.sets == nil {
		return h.links.drop()
	}
	unsettled := 0
	err := s.eachVersion(ctx, func(seq, from, to uint32) {
		st := s.states[to]
		switch {
		case st.is(hidden):
			s.found(hreflangToNoindex, seq, to)
		case st.is(secondary):
			s.found(hreflangToNonCanonical, seq, to)
		}
		if h.sets[from] != h.sets[to] {
			unsettled++
		}
	})
	if err != nil {
		return err
	}
	var missing []hit
	parts := uint32(unsettled/pairsHeld + 1)
	for part := uint32(0); part < parts && unsettled > 0; part++ {
		var pairs []uint64
		err := s.eachVersion(ctx, func(_, from, to uint32) {
			if h.sets[from] != h.sets[to] && (from^to)%parts == part { // the same part for the way back
				pairs = append(pairs, uint64(from)<<32|uint64(to))
			}
		})
		if err != nil {
			return err
		}
		slices.Sort(pairs)
		for _, pair := range pairs {
			from, to := uint32(pair>>32), uint32(pair)
			if _, returns := slices.BinarySearch(pairs, uint64(to)<<32|uint64(from)); !returns && len(missing) < noReturnsKept {
				missing = append(missing, hit{s.seqOf[from], to})
			}
		}
	}
	s.foundAll(hreflangNoReturn, missing)
	h.sets = nil
	return h.links.drop()
}

// eachVersion goes through the pages of the site that others name as versions.
func (s *survey) eachVersion(ctx context.Context, do func(seq, from, to uint32)) error {
	return s.hreflang.links.each(ctx, func(float64) {}, func(seq uint32, targets []uint32) error {
		from := s.idOf[seq]
		for _, to := range targets {
			if to != from && s.states[to].is(htmlPage) {
				do(seq, from, to)
			}
		}
		return nil
	})
}
