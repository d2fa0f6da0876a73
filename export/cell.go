package export

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// cellKind is what a cell of a table holds.
type cellKind uint8

const (
	textCell    cellKind = iota
	addressCell          // a text that is an address, to be followed
	numberCell
	dateCell
	emptyCell
)

// cell is one value of a table.
type cell struct {
	kind   cellKind
	text   string
	number int64
	date   time.Time // UTC
}

func text(s string) cell { return cell{kind: textCell, text: s} }

func address(s string) cell { return cell{kind: addressCell, text: s} }

func number[N int | int64](n N) cell { return cell{kind: numberCell, number: int64(n)} }

// number0 is a number that is unknown when it is 0 or less.
func number0[N int | int64](n N) cell {
	if n <= 0 {
		return cell{kind: emptyCell}
	}
	return number(n)
}

func date(t time.Time) cell {
	if t.IsZero() {
		return cell{kind: emptyCell}
	}
	return cell{kind: dateCell, date: t.UTC()}
}

// String is the cell as a text: dates as in RFC 3339.
func (c cell) String() string {
	switch c.kind {
	case numberCell:
		return strconv.FormatInt(c.number, 10)
	case dateCell:
		return c.date.Format(time.RFC3339)
	case emptyCell:
		return ""
	}
	return c.text
}

// clean replaces by U+FFFD what cannot be in XML 1.0 (section 2.2) and is no
// text: control characters other than tab and line ends, and bytes that are no
// UTF-8. Programs that read tables stumble over the same.
func clean(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s { // gives U+FFFD for what is no UTF-8
		if isControl(r) {
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isClean(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, isControl) < 0
}

func isControl(r rune) bool {
	switch {
	case r == '\t', r == '\n', r == '\r':
		return false
	case r < ' ', r == 0xFFFE, r == 0xFFFF:
		return true
	}
	return false
}
