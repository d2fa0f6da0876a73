package page

import "encoding/binary"

// digest is what is learnt from the words that a document shows: fingerprints
// and measures. It is the same in every run and on every machine.
type digest struct {
	text, rest uint64 // of all words, and of what is left of them without numbers
	sim        simhash
	last       [2]uint64 // the last two words outside menus

	words  int // all
	own    int // outside menus, header and footer
	bytes  int
	open   int // words of the sentence that has not ended
	ends   int // sentences
	ideo   int // Chinese and Japanese characters, of which two are counted as a word
	prose  Prose
	dummy  bool   // "lorem ipsum" was met
	before uint64 // the word before
}

// Prose measures the running text of a document, which is that of its p elements.
type Prose struct {
	Words, Sentences int
	Syllables        int // groups of vowels of the Latin alphabet
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
	for i := 0; i < len(text); {
		c := glyph[text[i]]
		switch {
		case c&inWord != 0:
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
	d.words, d.own, d.bytes, d.open, d.ends, d.prose = measured.words, measured.own, measured.bytes, measured.open, measured.ends, measured.prose
}

// word takes the word at i and returns where it ends.
func (d *digest) word(text []byte, i int, where place) int {
	start := i
	var all, syllables, before uint8
	for ; i < len(text); i++ {
		c := glyph[text[i]]
		if c&inWord == 0 {
			break
		}
		all |= c
		vowel := c & isVowel
		syllables += vowel &^ before
		before = vowel
	}
	word := text[start:i]
	d.take(hashBytes(word), where)
	if all&isNumber == 0 {
		d.rest = mix(d.rest, d.before)
	} else {
		d.withoutNumbers(word)
	}
	d.words++
	d.open++
	if where == running {
		d.prose.Words++
		d.prose.Syllables += int(max(syllables, 1))
	}
	return i
}

// withoutNumbers takes what is left of a word when its digits are taken out.
func (d *digest) withoutNumbers(word []byte) {
	for i := 0; i < len(word); {
		start := i
		for i < len(word) && glyph[word[i]]&isNumber == 0 {
			i++
		}
		if i > start {
			d.rest = mix(d.rest, hashBytes(word[start:i]))
		}
		for i < len(word) && glyph[word[i]]&isNumber != 0 {
			i++
		}
	}
}

// take mixes a word into the fingerprints.
func (d *digest) take(word uint64, where place) {
	if isIpsum(word) && isLorem(d.before) {
		d.dummy = true
	}
	d.before = word
	d.text = mix(d.text, word)
	if where == aside {
		return
	}
	d.own++
	if d.last[0] != 0 {
		d.sim.add(mix(mix(d.last[0], d.last[1]), word))
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
	d.rest = mix(d.rest, word)
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
	d.text, d.rest = mix(d.text, word), mix(d.rest, word)
	return end
}

// isLetterReference tells whether what follows "&" names a letter with an
// accent, such as "eacute;", "#233;" or "szlig;".
func isLetterReference(name []byte) bool {
	if name[len(name)-1] == ';' {
		name = name[:len(name)-1]
	}
	switch {
	case len(name) == 0:
		return false
	case name[0] == '#':
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
	if where == running {
		d.prose.Sentences++
	}
}

// mix makes a hash of two that depends on their order.
func mix(a, b uint64) uint64 { return (a<<7|a>>57)*0x9E3779B97F4A7C15 ^ b }

// hashBytes is a hash that is the same in every run and on every machine. It is
// quick for words, and not meant to withstand anybody who aims for collisions.
func hashBytes(b []byte) uint64 {
	h := uint64(len(b)) * 0x9E3779B97F4A7C15
	for len(b) >= 8 {
		h = (h ^ binary.LittleEndian.Uint64(b)) * 0xD6E8FEB86659FD93
		h ^= h >> 32
		b = b[8:]
	}
	switch n := len(b); {
	case n >= 4:
		h ^= uint64(binary.LittleEndian.Uint32(b)) | uint64(binary.LittleEndian.Uint32(b[n-4:]))<<32
	case n > 0:
		h ^= uint64(b[0]) | uint64(b[n/2])<<8 | uint64(b[n-1])<<16
	}
	h *= 0xD6E8FEB86659FD93
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	return h ^ h>>32
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
