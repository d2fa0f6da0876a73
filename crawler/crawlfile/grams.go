package crawlfile

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// grams is which groups of neighbouring letters occur in some texts: a bit for
// the hash of each three and each four bytes within a word of the folded text,
// and of each five digits of a number, whatever parts its digits. A text can
// only hold a query all of whose groups occur.
type grams struct {
	set   *[gramBits / 64]uint64
	lines *[1 << 12]uint64 // hashes of lines that were added
	buf   []byte
}

// gramBits is how many bits there are while texts are added.
const gramBits = 1 << 18

func newGrams() *grams {
	return &grams{set: new([gramBits / 64]uint64), lines: new([1 << 12]uint64)}
}

// lineSeed is for hashes that are never stored.
var lineSeed = maphash.MakeSeed()

// add adds a text. Lines that were added lately cost next to nothing.
func (g *grams) add(text string) {
	for len(text) > 0 {
		line := text
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = ""
		}
		if len(line) < 2 { // two bytes may fold to three, as those of Ⱥ
			continue
		}
		hash := maphash.String(lineSeed, line)
		if at := &g.lines[hash%uint64(len(g.lines))]; *at != hash {
			*at = hash
			g.addLine(line)
		}
	}
}

// addLine is eachGram and eachNumberGram over a folded line, of which it folds
// only what is not ASCII.
func (g *grams) addLine(line string) {
	var last uint32
	length, digits := 0, 0
	for i := 0; i < len(line); {
		c := line[i]
		if c >= utf8.RuneSelf {
			size := 0
			g.buf, size = foldRune(g.buf[:0], line[i:])
			i += size
			for _, c := range g.buf {
				last, length = g.letter(last, length, wordLetter[c])
				if c <= '9' {
					digits++ // those of full width, and a few other signs
				}
			}
			continue
		}
		i++
		w := wordLetter[c]
		if w == 0 {
			length = 0
			continue
		}
		if w <= '9' {
			digits++
		}
		last = last<<8 | uint32(w)
		if length++; length >= 3 {
			g.mark(gramBit(last & 0xFFFFFF))
			if length >= 4 {
				g.mark(gramBit(last))
			}
		}
	}
	if digits >= numberGram {
		g.buf = (&folder{}).append(g.buf[:0], line)
		eachNumberGram(g.buf, g.mark)
	}
}

// letter marks what ends with a further sign, 0 for one that is in no word.
func (g *grams) letter(last uint32, length int, w byte) (uint32, int) {
	if w == 0 {
		return last, 0
	}
	last = last<<8 | uint32(w)
	if length++; length >= 3 {
		g.mark(gramBit(last & 0xFFFFFF))
		if length >= 4 {
			g.mark(gramBit(last))
		}
	}
	return last, length
}

func (g *grams) mark(bit uint32) { g.set[bit/64%uint32(len(g.set))] |= 1 << (bit % 64) }

func (g *grams) clear() {
	clear(g.set[:])
	clear(g.lines[:])
}

// pack gives the bits as they are stored: as few as are a sixth full at most.
func (g *grams) pack() []byte {
	ones := 0
	for _, word := range g.set {
		ones += bits.OnesCount64(word)
	}
	set := append([]uint64(nil), g.set[:]...)
	for len(set) > 1 && ones*6 <= len(set)*32 {
		half := len(set) / 2
		for i := range half {
			set[i] |= set[half+i]
		}
		set = set[:half]
	}
	packed := make([]byte, 0, 8*len(set))
	for _, word := range set {
		packed = binary.LittleEndian.AppendUint64(packed, word)
	}
	return packed
}

// gramsHold tells whether all bits are set in a packed set. One that no version
// of this program has made holds all.
func gramsHold(packed []byte, wanted []uint32) bool {
	size := uint32(len(packed)) * 8
	if size == 0 || size > gramBits || size&(size-1) != 0 {
		return true
	}
	for _, bit := range wanted {
		bit &= size - 1
		if packed[bit/8]&(1<<(bit%8)) == 0 {
			return false
		}
	}
	return true
}

// eachGram gives the bits of the groups of letters in a folded text.
func eachGram(folded []byte, do func(bit uint32)) {
	var last uint32 // the last four bytes
	length := 0     // of the word so far
	for _, c := range folded {
		if !inWord[c] {
			length = 0
			continue
		}
		last = last<<8 | uint32(c)
		if length++; length >= 3 {
			do(gramBit(last & 0xFFFFFF))
			if length >= 4 {
				do(gramBit(last))
			}
		}
	}
}

// eachNumberGram gives the bits of the groups of digits in a folded text.
func eachNumberGram(folded []byte, do func(bit uint32)) {
	digits, apart := 0, 0
	var last uint32
	for _, c := range folded {
		switch {
		case '0' <= c && c <= '9':
			last = last<<4&0xFFFFF | uint32(c-'0') | 1<<30
			apart = 0
			if digits++; digits >= numberGram {
				do(gramBit(last))
			}
		case digits > 0 && partsDigits[c] && apart < maxApart:
			apart++
		default:
			digits, apart = 0, 0
		}
	}
}

const (
	numberGram = 5 // digits of a group
	maxApart   = 3 // signs that may stand between two digits of a number
)

// wordLetter gives the folded form of the signs that inWord counts, 0 for others.
var wordLetter = func() (table [256]byte) {
	for c := range table {
		if folded := foldASCII(byte(c)); inWord[folded] {
			table[c] = folded
		}
	}
	return table
}()

var inWord = func() (table [256]bool) {
	for c := range table {
		table[c] = c >= 0x80 || 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
	}
	return table
}()

// partsDigits are the signs that phone numbers and the like are written with.
var partsDigits = func() (table [256]bool) {
	for _, c := range " -./()+" {
		table[c] = true
	}
	return table
}()

// gramBit is a multiplicative hash (Knuth, The Art of Computer Programming, 6.4).
func gramBit(gram uint32) uint32 { return gram * 2654435769 >> (32 - 18) }
