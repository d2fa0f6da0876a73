package crawlfile

import (
	"bytes"
	"strings"
)

// textQuery is what a person searches for in texts.
//
// Words are found in small and capital letters, with and without accents, also
// as a part of longer words; several are found one after the other, whatever
// white space is between them. In quotes, a text is found as it is written. A
// query of five digits or more and nothing but what parts them, such as a phone
// number, is found with any spaces, dashes, dots and brackets in between.
type textQuery struct {
	folder folder
	needle []byte // folded
	digits bool   // needle is digits that may be parted
	number string // the longest number in the needle, unless its digits may be parted
	wanted []uint32
}

// parseQuery reads a query; its needle is empty when there is nothing to search for.
func parseQuery(typed string) textQuery {
	var q textQuery
	typed = strings.TrimSpace(typed)
	if inner, quoted := unquote(typed); quoted {
		q.folder.exact = true
		typed = inner
	}
	f := q.folder
	q.needle = bytes.TrimSpace(f.append(nil, typed))
	folded := bytes.TrimSpace(new(folder).append(nil, typed))
	if digits, ok := phoneDigits(folded); ok && !q.folder.exact {
		q.digits, q.folder.lines, q.needle = true, true, digits
		eachNumberGram(digits, func(bit uint32) { q.wanted = append(q.wanted, bit) })
		return q
	}
	q.number = longestNumber(q.needle)
	eachGram(folded, func(bit uint32) { q.wanted = append(q.wanted, bit) })
	return q
}

// longestNumber gives the most digits in a row; "" where there are no two.
func longestNumber(folded []byte) string {
	longest := ""
	for _, number := range bytes.FieldsFunc(folded, func(r rune) bool { return r < '0' || r > '9' }) {
		if len(number) > max(len(longest), 1) {
			longest = string(number)
		}
	}
	return longest
}

// mayHold tells whether it is worth the while to fold a text: digits are folded
// to themselves, so one without the query's number, such as an old price, has
// them only where it hides them.
func (q *textQuery) mayHold(text string) bool {
	return q.number == "" || strings.Contains(text, q.number) || hidesDigits(text)
}

// hidesDigits tells whether a text may have digits that fold alone brings to
// light: those of full width, and those with something between them that cannot
// be seen, or an accent. It tells so of all texts with Hebrew or Arabic vowels.
func hidesDigits(text string) bool {
	for _, lead := range []byte("\xCC\xCD\xD6\xD7\xD9\xEF") { // of UTF-8
		if strings.IndexByte(text, lead) >= 0 {
			return true
		}
	}
	for _, unseen := range [...]string{"\u00AD", "\u200B", "\u200C", "\u200D", "\u200E", "\u200F", "\u2060"} {
		if strings.Contains(text, unseen) {
			return true
		}
	}
	return false
}

// unquote takes the quotes off a text, those that some keyboards make included.
func unquote(s string) (inner string, quoted bool) {
	for _, pair := range [][2]string{{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"„", "”"}, {"«", "»"}, {"»", "«"}} {
		if rest, ok := strings.CutPrefix(s, pair[0]); ok {
			if inner, ok := strings.CutSuffix(rest, pair[1]); ok && strings.TrimSpace(inner) != "" {
				return inner, true
			}
		}
	}
	return s, false
}

// phoneDigits gives the digits of a query that is a number of five or more.
func phoneDigits(folded []byte) (digits []byte, ok bool) {
	for _, c := range folded {
		switch {
		case '0' <= c && c <= '9':
			digits = append(digits, c)
		case !partsDigits[c]:
			return nil, false
		}
	}
	return digits, len(digits) >= numberGram
}

// find gives the places in a folded text where the query is, one after the other,
// until do returns false.
func (q *textQuery) find(folded []byte, do func(start, end int) bool) {
	if len(q.needle) == 0 {
		return
	}
	for from := 0; ; {
		start, end := q.next(folded, from)
		if start < 0 || !do(start, end) {
			return
		}
		from = end
	}
}

// next gives the next place from a byte on; start is -1 when there is none.
func (q *textQuery) next(folded []byte, from int) (start, end int) {
	if !q.digits {
		i := bytes.Index(folded[from:], q.needle)
		if i < 0 {
			return -1, 0
		}
		return from + i, from + i + len(q.needle)
	}
	for {
		i := bytes.IndexByte(folded[from:], q.needle[0])
		if i < 0 {
			return -1, 0
		}
		start = from + i
		if end := q.numberAt(folded, start); end > 0 {
			return start, end
		}
		from = start + 1
	}
}

// numberAt is where the digits that begin at i end, 0 when they are others.
func (q *textQuery) numberAt(folded []byte, i int) (end int) {
	for n, digit := range q.needle {
		for apart := 0; n > 0 && i < len(folded) && partsDigits[folded[i]] && apart < maxApart; apart++ {
			i++
		}
		if i == len(folded) || folded[i] != digit {
			return 0
		}
		i++
	}
	return i
}
