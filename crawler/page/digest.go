package page

import (
	"encoding/binary"
	"math/bits"
)

// digest is what is learnt from the words that a document shows: fingerprints
// and measures. It is the same in every run and on every machine.
type digest struct {
	text, rest uint64 // of all words, and of what is left of them, see ownWords
	ownWords
	sim  simhash
	last [2]uint64 // the last two words outside menus

	words  int // all
	own    int // outside menus, header and footer
	bytes  int
	open   int // words of the sentence that has not ended
	ends   int // sentences
	ideo   int // Chinese and Japanese characters, of which two are counted as a word
	prose  Prose
	piece  uint64 // of what is left of the words of one text
	pieces []uint64
	dummy  bool   // "lorem ipsum" was met
	before uint64 // the word before
}

// The first pieces of a document are kept, and one in sixteen of the others,
// which are the same ones on every page.
const (
	allPieces = 32
	maxPieces = 500
)

// maxProse is how many words of running text are measured: enough to judge it.
const maxProse = 200

// Prose measures the beginning of a document's running text, which is that of
// its p elements.
type Prose struct {
	Words, Sentences int
	Syllables        int // groups of vowels of the Latin alphabet
	FinalE           int // words of several syllables that end in an e after a consonant, which is often silent
}

// place tells a digest where a text stands.
type place uint8

const (
	aside   place = iota // title, menu, header, footer
	own                  // what the page is about
	running              // of that, a paragraph
)

// Classes of the bytes of texts.
const (
	isVowel  = 1 << iota // a, e, i, o, u, y, and the second bytes of à to ü
	inWord               // letters, digits and most bytes beyond ASCII
	isNumber             // 0 to 9
	isStop               // . ! ?
	isLead               // begins a character that stands for itself or between words
	isMark               // & of a character reference
)

var glyph = func() (c [256]uint8) {
	for b := range c {
		switch {
		case b >= 0x80, b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z':
			c[b] = inWord
		case b >= '0' && b <= '9':
			c[b] = inWord | isNumber
		}
	}
	for _, b := range "aeiouyAEIOUY" {
		c[b] |= isVowel
	}
	for _, part := range [][2]int{{0x80, 0x86}, {0x88, 0x8F}, {0x92, 0x96}, {0x99, 0x9C}} {
		for b := part[0]; b <= part[1]; b++ {
			c[b] |= isVowel      // À to Ü
			c[b+0x20] |= isVowel // à to ü
		}
	}
	c['.'], c['!'], c['?'] = isStop, isStop, isStop
	c['&'] = isMark
	c[0xC2], c[0xE2] = isLead, isLead // signs of Latin-1; dashes, quotes, arrows
	for b := 0xE3; b <= 0xE9; b++ {
		c[b] = isLead // kana and Chinese characters
	}
	return c
}()

// add takes a further piece of text, its references not decoded.
func (d *digest) add(text []byte, where place) {
	d.bytes += len(trim(text))
	defer d.endPiece()
	for i := 0; i < len(text); {
		c := glyph[text[i]]
		switch {
		case c&inWord != 0:
			if next := d.plainWords(text, i, where); next > i {
				i = next
				continue
			}
			i = d.word(text, i, where)
		case c == 0:
			i++
		case c == isStop:
			i++
			if i == len(text) || glyph[text[i]]&inWord == 0 {
				d.stop(where)
			}
		case c == isMark:
			i = d.reference(text, i, where)
		default:
			i = d.sign(text, i, where)
		}
	}
}

// addTitle takes a piece of the title, which the page itself does not show.
func (d *digest) addTitle(text []byte) {
	measured := *d
	d.add(text, aside)
	d.words, d.own, d.bytes, d.open, d.ends, d.ideo, d.prose = measured.words, measured.own, measured.bytes, measured.open, measured.ends, measured.ideo, measured.prose
}

// word takes the word at i and returns where it ends.
func (d *digest) word(text []byte, i int, where place) int {
	hash, end := d.anyWord(text, i)
	if isIpsum(hash) && isLorem(d.before) {
		d.dummy = true
	}
	d.take(hash, where)
	d.words++
	d.open++
	if where == running && d.prose.Words < maxProse {
		d.prose.take(text[i:end])
	}
	return end
}

// plainWords takes the words from i on that consist of ASCII letters alone, as
// most do, and returns where the last of them ends. It does what word does, and
// is most of the work of reading a page.
func (d *digest) plainWords(text []byte, i int, where place) int {
	all, rest, piece := d.text, d.rest, d.piece
	before, last := d.before, d.last
	words, end := 0, i
	for i < len(text) {
		hash, next, ok := plainWord(text, i)
		if !ok {
			break
		}
		all = mix(all, hash)
		if !d.isOwn(hash) {
			rest, piece = mix(rest, hash), mix(piece, hash)
		}
		if next-i == len("ipsum") && isIpsum(hash) && isLorem(before) {
			d.dummy = true
		}
		before = hash
		if where != aside {
			if last[0] != 0 {
				d.sim.add(shingle(last, hash))
			}
			last[0], last[1] = last[1], hash
			if where == running && d.prose.Words < maxProse {
				d.prose.take(text[i:next])
			}
		}
		words++
		end = next
		for i = next; i < len(text) && glyph[text[i]] == 0; i++ {
		}
	}
	d.text, d.rest, d.piece, d.before, d.last = all, rest, piece, before, last
	d.words += words
	d.open += words
	if where != aside {
		d.own += words
	}
	return end
}

// plainWord is the hash of the word at i and where it ends, if it consists of
// less than sixteen ASCII letters, as most do. It looks at sixteen bytes at
// once, which may be more than text has: the rest of the document follows.
// Processors guess badly how long the next word is, so nothing depends on that.
func plainWord(text []byte, i int) (hash uint64, end int, ok bool) {
	whole := text[:cap(text)]
	if i+hashBlock > len(whole) {
		return 0, 0, false
	}
	block := whole[i : i+hashBlock]
	low, high := binary.LittleEndian.Uint64(block), binary.LittleEndian.Uint64(block[8:])
	n := lettersIn(low)
	n = min(n+lettersIn(high)&-(n>>3), len(text)-i)
	end = i + n
	if n == hashBlock || n == 0 || end < len(text) && glyph[text[end]]&inWord != 0 {
		return 0, 0, false
	}
	low &= 1<<(8*n) - 1
	high &= 1<<(8*max(n-8, 0)) - 1
	return hashEnd(hashPair(hashSeed, low, high), n), end, true
}

// lettersIn is how many of eight bytes, from the lowest on, are ASCII letters.
func lettersIn(eight uint64) int {
	const each = 0x0101010101010101
	low := eight&(0x7F*each) | 0x20*each
	letter := (low + (0x80-'a')*each) &^ (low + (0x7F-'z')*each) &^ eight & (0x80 * each)
	return bits.TrailingZeros64(letter^(0x80*each)) / 8
}

// anyWord is plainWord for words with digits and letters beyond ASCII.
func (d *digest) anyWord(text []byte, i int) (hash uint64, end int) {
	start := i
	var all uint8
	for i < len(text) && glyph[text[i]]&inWord != 0 {
		all |= glyph[text[i]]
		i++
	}
	word := text[start:i]
	hash = hashBytes(word)
	switch {
	case all&isNumber == 0:
		d.say(hash)
	case !d.isOwn(hash):
		d.withoutNumbers(word)
	}
	return hash, i
}

// say takes a word that is no number, unless it is one of the address.
func (d *digest) say(word uint64) {
	if d.isOwn(word) {
		return
	}
	d.rest = mix(d.rest, word)
	d.piece = mix(d.piece, word)
}

// endPiece ends a piece of text.
func (d *digest) endPiece() {
	if d.piece == 0 {
		return
	}
	if n := len(d.pieces); n < allPieces || n < maxPieces && d.piece>>60 == 0 {
		d.pieces = append(d.pieces, d.piece)
	}
	d.piece = 0
}

// release forgets the document and keeps the scratch space.
func (d *digest) release() digest {
	return digest{pieces: keep(d.pieces, maxPieces), ownWords: ownWords{hashes: d.hashes[:0]}}
}

// take measures a further word.
func (p *Prose) take(word []byte) {
	p.Words++
	var syllables, before uint8
	for _, b := range word {
		vowel := glyph[b] & isVowel
		syllables += vowel &^ before
		before = vowel
	}
	p.Syllables += int(max(syllables, 1))
	if n := len(word); n > 1 && word[n-1] == 'e' && syllables > 1 && glyph[word[n-2]]&isVowel == 0 {
		p.FinalE++
	}
}

// withoutNumbers takes what is left of a word when its digits are taken out.
func (d *digest) withoutNumbers(word []byte) {
	for i := 0; i < len(word); {
		start := i
		for i < len(word) && glyph[word[i]]&isNumber == 0 {
			i++
		}
		if i > start {
			d.say(hashBytes(word[start:i]))
		}
		for i < len(word) && glyph[word[i]]&isNumber != 0 {
			i++
		}
	}
}

// take mixes a word into the fingerprints.
func (d *digest) take(word uint64, where place) {
	d.before = word
	d.text = mix(d.text, word)
	if where == aside {
		return
	}
	d.own++
	if d.last[0] != 0 {
		d.sim.add(shingle(d.last, word))
	}
	d.last[0], d.last[1] = d.last[1], word
}

// sign takes a character of three bytes, or two, that is no part of a word:
// punctuation, or a Chinese or Japanese character, which is like a word.
func (d *digest) sign(text []byte, i int, where place) int {
	if text[i] == 0xC2 {
		return min(i+2, len(text))
	}
	end := min(i+3, len(text))
	sign := text[i:end]
	if text[i] == 0xE2 || len(sign) == 3 && sign[0] == 0xE3 && sign[1] == 0x80 {
		switch string(sign) {
		case "…", "。":
			d.stop(where)
		}
		return end
	}
	word := hashBytes(sign)
	d.take(word, where)
	d.say(word)
	d.open++
	if d.ideo++; d.ideo%2 == 0 {
		d.words++
	} else if where != aside {
		d.own--
	}
	return end
}

// reference takes a character reference: one for a letter begins a word,
// others stand between words.
func (d *digest) reference(text []byte, i int, where place) int {
	end := i + referenceLength(text[i:])
	if end-i < 3 || !isLetterReference(text[i+1:end]) {
		return max(end, i+1)
	}
	word := hashBytes(text[i:end])
	d.text = mix(d.text, word)
	d.say(word)
	return end
}

// isLetterReference tells whether what follows "&" names a letter with an
// accent, such as "eacute;", "#233;" or "szlig;".
func isLetterReference(name []byte) bool {
	if name[len(name)-1] == ';' {
		name = name[:len(name)-1]
	}
	switch string(name) {
	case "", "nbsp", "amp", "quot", "lt", "gt", "mdash", "ndash", "hellip", "rsquo", "lsquo", "copy", "raquo", "laquo":
		return false // most that there are
	}
	if name[0] == '#' {
		return len(name) > 3
	}
	for _, end := range [...]string{"acute", "grave", "circ", "uml", "tilde", "cedil", "ring", "slash", "lig", "caron"} {
		if len(name) > len(end) && len(name) <= len(end)+2 && string(name[len(name)-len(end):]) == end {
			return true
		}
	}
	return false
}

// stop ends a sentence.
func (d *digest) stop(where place) {
	if d.open == 0 {
		return
	}
	d.open = 0
	d.ends++
	if where == running && d.prose.Words < maxProse {
		d.prose.Sentences++
	}
}

// shingle is the hash of three words in a row.
func shingle(last [2]uint64, word uint64) uint64 {
	hash := (bits.RotateLeft64(last[0], 13) + bits.RotateLeft64(last[1], 29) ^ word) * hashLast
	return hash ^ hash>>32
}

// mix makes a hash of two that depends on their order.
func mix(a, b uint64) uint64 { return (a<<7|a>>57)*0x9E3779B97F4A7C15 ^ b }

// Constants of the hash: odd numbers whose bits look random.
const (
	hashSeed  = 0x9E3779B97F4A7C15
	hashFirst = 0xD6E8FEB86659FD93
	hashLast  = 0xC2B2AE3D27D4EB4F
)

// hashBlock is how many bytes the hash takes at once.
const hashBlock = 16

// hashBytes is a hash that is the same in every run and on every machine. It is
// quick for words, and not meant to withstand anybody who aims for collisions.
// What is left at the end is filled up with zeros.
func hashBytes(b []byte) uint64 {
	hash, length := uint64(hashSeed), len(b)
	for ; len(b) > hashBlock; b = b[hashBlock:] {
		hash = hashPair(hash, binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]))
	}
	var last [hashBlock]byte
	copy(last[:], b)
	hash = hashPair(hash, binary.LittleEndian.Uint64(last[:]), binary.LittleEndian.Uint64(last[8:]))
	return hashEnd(hash, length)
}

func hashPair(hash, low, high uint64) uint64 {
	hash = (hash ^ low) * hashFirst
	hash ^= hash>>32 ^ high
	hash *= hashSeed
	return hash ^ hash>>32
}

func hashEnd(hash uint64, length int) uint64 {
	hash = (hash ^ uint64(length)) * hashLast
	return hash ^ hash>>29
}

var (
	loremHashes = [...]uint64{hashBytes([]byte("Lorem")), hashBytes([]byte("lorem")), hashBytes([]byte("LOREM"))}
	ipsumHashes = [...]uint64{hashBytes([]byte("Ipsum")), hashBytes([]byte("ipsum")), hashBytes([]byte("IPSUM"))}
)

func isIpsum(word uint64) bool {
	return word == ipsumHashes[1] || word == ipsumHashes[0] || word == ipsumHashes[2]
}

func isLorem(word uint64) bool {
	return word == loremHashes[0] || word == loremHashes[1] || word == loremHashes[2]
}
