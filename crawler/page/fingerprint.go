package page

import "hash/maphash"

// fingerprint is a hash of the text that a document shows, with and without
// its numbers. White space between tags does not count.
type fingerprint struct {
	text, words uint64
}

// printSeed is one for the whole process: fingerprints are compared within a
// crawl and never stored.
var printSeed = maphash.MakeSeed()

// add takes a further piece of text.
func (f *fingerprint) add(text []byte) {
	f.text = mix(f.text, maphash.Bytes(printSeed, text))
	for len(text) > 0 {
		n := 0
		for n < len(text) && !isDigit(text[n]) {
			n++
		}
		if n > 0 {
			f.words = mix(f.words, maphash.Bytes(printSeed, text[:n]))
		}
		for n < len(text) && isDigit(text[n]) {
			n++
		}
		text = text[n:]
	}
}

// mix makes a hash of two that depends on their order.
func mix(a, b uint64) uint64 { return (a<<7 | a>>57) ^ b*0x9E3779B97F4A7C15 }
