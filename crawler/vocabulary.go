package crawler

// vocabulary remembers the pieces of text that a site's pages are made of, to
// tell pages that say something from those that only mix what was said. It is
// two Bloom filters, one of them being filled while the other is the one before
// it: so its memory is fixed, and a piece that was not met for long counts as
// new again.
type vocabulary struct {
	now, before []uint64
	held        int // pieces in now
}

const (
	vocabularyWords  = 1 << 17 // 64-bit words of a filter: 1 MB
	vocabularyPieces = 800_000 // in a filter: of a hundred thousand new pieces, about 1,500 are then taken for known
)

// add takes the pieces of a page and tells whether all were known. A page
// without text says nothing, which is not known.
func (v *vocabulary) add(pieces []uint64) (familiar bool) {
	familiar = len(pieces) > 0
	for _, piece := range pieces {
		if v.now == nil || v.held >= vocabularyPieces {
			v.now, v.before, v.held = make([]uint64, vocabularyWords), v.now, 0
		}
		known := put(v.now, piece, &v.held) || holds(v.before, piece)
		familiar = familiar && known
	}
	return familiar
}

// places gives the three bits of a piece: word and mask.
func places(piece uint64) (at [3]uint32) {
	for i := range at {
		at[i] = uint32(piece>>(20*i)) & (vocabularyWords*64 - 1)
		piece ^= piece >> 33 * 0x9E3779B97F4A7C15
	}
	return at
}

func holds(filter []uint64, piece uint64) bool {
	if filter == nil {
		return false
	}
	for _, at := range places(piece) {
		if filter[at/64]&(1<<(at%64)) == 0 {
			return false
		}
	}
	return true
}

// put adds a piece and tells whether it was there.
func put(filter []uint64, piece uint64, held *int) bool {
	known := true
	for _, at := range places(piece) {
		mask := uint64(1) << (at % 64)
		known = known && filter[at/64]&mask != 0
		filter[at/64] |= mask
	}
	if !known {
		*held++
	}
	return known
}
