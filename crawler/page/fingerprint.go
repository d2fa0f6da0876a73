package page

import (
	"bytes"
	"hash/maphash"
	"net/url"
	"strings"

	"sitewalk/crawler/weburl"
)

// fingerprint is a hash of the text that a document shows, and another that
// leaves out numbers and the words of the document's own address, which a page
// that is made up for any address shows as well. White space between tags does
// not count.
type fingerprint struct {
	text, words uint64
	pieces      []uint64 // hashes of what words is made of
	own         [][]byte // words of the address
	initials    [4]uint64
}

const (
	maxPieces   = 2_000 // of a document that are kept
	maxOwnWords = 64
	minOwnWord  = 3 // bytes
)

// printSeed is one for the whole process: fingerprints are compared within a
// crawl and never stored.
var printSeed = maphash.MakeSeed()

// release forgets the document and keeps the scratch space.
func (f *fingerprint) release() fingerprint {
	clear(f.own) // parts of the address
	return fingerprint{pieces: f.pieces[:0], own: f.own[:0]}
}

// leaveOut leaves out the words of an address from now on.
func (f *fingerprint) leaveOut(at weburl.URL) {
	target := at.Target()
	if plain, err := url.PathUnescape(target); err == nil {
		target = plain
	}
	for word := range strings.FieldsFuncSeq(target, func(r rune) bool { return r < 0x80 && byteClass[r] == 0 }) {
		if len(word) < minOwnWord || len(f.own) == maxOwnWords {
			continue
		}
		f.own = append(f.own, []byte(word))
		first := word[0] | 0x20
		f.initials[first/64] |= 1 << (first % 64)
	}
}

// add takes a further piece of text.
func (f *fingerprint) add(text []byte) {
	whole, size := maphash.Bytes(printSeed, text), len(text)
	f.text = mix(f.text, whole)
	for len(text) > 0 {
		n, said := f.run(text)
		switch {
		case !said:
		case n == size:
			f.say(whole)
		default:
			f.say(maphash.Bytes(printSeed, text[:n]))
		}
		text = text[n:]
		text = text[f.passed(text):]
	}
}

// say takes the hash of a run of text.
func (f *fingerprint) say(hash uint64) {
	f.words = mix(f.words, hash)
	if len(f.pieces) < maxPieces {
		f.pieces = append(f.pieces, hash)
	}
}

// run is the length of the text before the next digit or word of the address,
// and whether it has letters.
func (f *fingerprint) run(text []byte) (n int, said bool) {
	for n < len(text) {
		switch byteClass[text[n]] {
		case digitByte:
			return n, said
		case letterByte:
			if first := text[n] | 0x20; f.initials[first/64]&(1<<(first%64)) != 0 && f.ownWord(text[n:]) > 0 {
				return n, said
			}
			said = true
			for n < len(text) && byteClass[text[n]] == letterByte {
				n++
			}
		default:
			n++
		}
	}
	return n, said
}

// passed is the length of the digits and words of the address at the start of
// text.
func (f *fingerprint) passed(text []byte) (n int) {
	for n < len(text) {
		switch {
		case isDigit(text[n]):
			n++
		case f.ownWord(text[n:]) > 0:
			n += f.ownWord(text[n:])
		default:
			return n
		}
	}
	return n
}

// ownWord is the length of the word at the start of text if the address has it,
// else 0.
func (f *fingerprint) ownWord(text []byte) int {
	first := text[0] | 0x20
	if f.initials[first/64]&(1<<(first%64)) == 0 {
		return 0
	}
	for _, word := range f.own {
		if len(text) < len(word) || len(text) > len(word) && byteClass[text[len(word)]] != 0 {
			continue
		}
		if bytes.EqualFold(text[:len(word)], word) {
			return len(word)
		}
	}
	return 0
}

// byteClass tells letters, to which all that is not ASCII is counted, and
// digits from other bytes.
var byteClass = func() (class [256]byte) {
	for b := range class {
		switch {
		case b >= 0x80 || 'a' <= b|0x20 && b|0x20 <= 'z':
			class[b] = letterByte
		case '0' <= b && b <= '9':
			class[b] = digitByte
		}
	}
	return class
}()

const (
	letterByte = 1 + iota
	digitByte
)

// mix makes a hash of two that depends on their order.
func mix(a, b uint64) uint64 { return (a<<7 | a>>57) ^ b*0x9E3779B97F4A7C15 }
