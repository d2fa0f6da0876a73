package crawlfile

import (
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folder writes text in the form in which it is searched: small letters without
// accents, plain dashes and quotes, each run of white space as one space, and
// nothing of what cannot be seen. It goes through the text character by
// character, so that what is found in the folded text is found in the text.
type folder struct {
	exact bool // letters, dashes and quotes stay as they are
	lines bool // line breaks stay
	space bool // the last byte was white space
}

// append appends folded text. The text may be given in pieces of whole characters.
func (f *folder) append(dst []byte, text string) []byte {
	folds, plain := foldTable(), f.plain()
	for i := 0; i < len(text); {
		if plain[text[i]] != 0 {
			n := 0
			dst, n = f.appendPlain(dst, text[i:], plain)
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n' || isSpaceRune(r):
			dst = f.appendSpace(dst, r)
		case isUnseen(r):
		case f.exact:
			f.space = false
			dst = append(dst, text[i:i+size]...)
		default:
			before := len(dst)
			dst = appendFold(dst, r, folds)
			f.space = f.space && len(dst) == before
		}
		i += size
	}
	return dst
}

// plainTable tells what the bytes of ASCII are folded to, white space to a space;
// 0 for all that appendPlain leaves alone.
type plainTable [256]byte

func newPlainTable(exact, lines bool) *plainTable {
	var table plainTable
	for c := range byte(utf8.RuneSelf) {
		switch {
		case lines && c == '\n':
		case c <= ' ':
			table[c] = ' '
		case exact:
			table[c] = c
		default:
			table[c] = foldASCII(c)
		}
	}
	return &table
}

var (
	foldsPlain      = newPlainTable(false, false)
	foldsPlainLines = newPlainTable(false, true)
	exactPlain      = newPlainTable(true, false)
	exactPlainLines = newPlainTable(true, true)
)

func (f *folder) plain() *plainTable {
	switch {
	case f.exact && f.lines:
		return exactPlainLines
	case f.exact:
		return exactPlain
	case f.lines:
		return foldsPlainLines
	}
	return foldsPlain
}

// appendPlain appends what a text begins with that is in the table, and gives how
// many bytes of it that is. It is where a search spends most of its time, and
// has no branch that depends on whether a byte is white space.
func (f *folder) appendPlain(dst []byte, text string, table *plainTable) ([]byte, int) {
	dst = slices.Grow(dst, len(text))
	room := dst[len(dst) : len(dst)+len(text)]
	n, wrote, before := 0, 0, 0
	if f.space {
		before = 1
	}
	for n < len(text) {
		c := table[text[n]]
		if c == 0 {
			break
		}
		room[wrote] = c
		white := 0
		if c == ' ' {
			white = 1
		}
		wrote += 1 - white&before // a space after another is written over
		before = white
		n++
	}
	f.space = before == 1
	return dst[:len(dst)+wrote], n
}

func (f *folder) appendSpace(dst []byte, r rune) []byte {
	switch {
	case f.lines && r == '\n':
		f.space = true
		return append(dst, '\n')
	case f.space:
		return dst
	}
	f.space = true
	return append(dst, ' ')
}

// span gives the part of text that the bytes from start to end of the folded
// text come from.
func (f folder) span(text string, start, end int) (from, to int) {
	var scratch [16]byte
	folded, found := 0, false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		n := len(f.append(scratch[:0], text[i:i+size]))
		if folded >= end && (n > 0 || r <= ' ' || isSpaceRune(r)) {
			break // what gives nothing else is an accent or the like of the last character
		}
		folded += n
		if !found && folded > start {
			from, found = i, true
		}
		i += size
		to = i
	}
	return from, to
}

// foldRune appends the folded first character of a text that is not ASCII, and
// gives its size.
func foldRune(dst []byte, text string) ([]byte, int) {
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case isSpaceRune(r):
		return append(dst, ' '), size
	case isUnseen(r):
		return dst, size
	}
	return appendFold(dst, r, foldTable()), size
}

func isSpaceRune(r rune) bool {
	return r == '\u0085' || r == '\u00A0' || r == '\u1680' || '\u2000' <= r && r <= '\u200A' ||
		r == '\u2028' || r == '\u2029' || r == '\u202F' || r == '\u205F' || r == '\u3000'
}

// isUnseen tells of the characters that only say where a word may be parted and
// how it is written.
func isUnseen(r rune) bool {
	switch r {
	case '\u00AD', '\u200B', '\u200C', '\u200D', '\u200E', '\u200F', '\u2060', '\uFE0E', '\uFE0F', '\uFEFF':
		return true
	}
	return false
}

// foldEnd is the first character that has no place in the table of folds.
const foldEnd = 0x2000

// foldTable gives for each character below foldEnd what it is folded to.
var foldTable = sync.OnceValue(func() *[foldEnd]string {
	var table [foldEnd]string
	for r := rune(utf8.RuneSelf); r < foldEnd; r++ {
		table[r] = fold(r)
	}
	return &table
})

// oddFolds are letters that no decomposition makes plain.
var oddFolds = map[rune]string{
	'ß': "ss", 'ẞ': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ħ': "h", 'ς': "σ",
	'´': "'", '«': `"`, '»': `"`,
}

// fold is what one character is folded to: its letter without accents.
func fold(r rune) string {
	var folded []byte
	for _, part := range norm.NFD.String(string(r)) {
		part = unicode.ToLower(part)
		if isAccent(part) {
			continue
		}
		if odd, ok := oddFolds[part]; ok {
			folded = append(folded, odd...)
			continue
		}
		folded = utf8.AppendRune(folded, part)
	}
	return string(folded)
}

// isAccent tells of the marks without which a word can be read as well: accents,
// the points of Hebrew, the vowels of Arabic.
func isAccent(r rune) bool {
	return '\u0300' <= r && r <= '\u036F' || '\u0591' <= r && r <= '\u05BD' || '\u064B' <= r && r <= '\u065F'
}

func appendFold(dst []byte, r rune, folds *[foldEnd]string) []byte {
	switch {
	case r < foldEnd:
		return append(dst, folds[r]...)
	case '\u2010' <= r && r <= '\u2015', r == '\u2212':
		return append(dst, '-')
	case '\u2018' <= r && r <= '\u201B', r == '\u2032':
		return append(dst, '\'')
	case '\u201C' <= r && r <= '\u201F', r == '\u2033':
		return append(dst, '"')
	case '\uFF01' <= r && r <= '\uFF5E': // full width, as in Japanese
		return append(dst, foldASCII(byte(r-'\uFF01'+'!')))
	}
	return utf8.AppendRune(dst, unicode.ToLower(r))
}

func foldASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
