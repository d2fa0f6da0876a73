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
	all := min(len(pieces), 1)
	for _, piece := range pieces {
		if v.now == nil || v.held >= vocabularyPieces {
			v.now, v.before, v.held = make([]uint64, vocabularyWords), v.now, 0
		}
		known := put(v.now, piece)
		v.held += 1 - known
		if v.before != nil {
			known |= holds(v.before, piece)
		}
		all &= known
	}
	return all == 1
}

// lineWords is how many words a processor reads from memory at once. The bits
// of a piece are in one such line: looking them up is all that a filter costs.
const lineWords = 8

// places gives the line of a piece and its three bits in it.
func places(filter []uint64, piece uint64) (line *[lineWords]uint64, at [3]uint32) {
	piece = (piece ^ piece>>32) * 0x9E3779B97F4A7C15
	first := int(piece>>40) % (vocabularyWords / lineWords) * lineWords
	for i := range at {
		at[i] = uint32(piece>>(9*i+9)) % (lineWords * 64)
	}
	return (*[lineWords]uint64)(filter[first:]), at
}

// holds tells whether a piece is there, 1 or 0. Nothing here branches on what is
// read, so that the processor need not wait for it before it reads the next line.
func holds(filter []uint64, piece uint64) int {
	line, bits := places(filter, piece)
	known := uint64(1)
	for _, at := range bits {
		known &= line[at/64] >> (at % 64)
	}
	return int(known)
}

// put adds a piece and tells whether it was there, 1 or 0.
func put(filter []uint64, piece uint64) int {
	line, bits := places(filter, piece)
	known := uint64(1)
	for _, at := range bits {
		known &= line[at/64] >> (at % 64)
		line[at/64] |= 1 << (at % 64)
	}
	return int(known)
}
