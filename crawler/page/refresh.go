package page

import "bytes"

// refreshAddress reads the content of a meta refresh (WHATWG HTML, "shared
// declarative refresh steps"): after how many seconds, and where to. ok tells
// whether it refreshes at all; the address is empty when the page is only
// loaded again.
func refreshAddress(content []byte) (seconds int, address []byte, ok bool) {
	rest := trimLeft(content)
	digits := 0
	for digits < len(rest) && isDigit(rest[digits]) {
		digits++
	}
	if digits == 0 && !bytes.HasPrefix(rest, []byte(".")) {
		return 0, nil, false
	}
	seconds = number(rest[:digits])
	for digits < len(rest) && (isDigit(rest[digits]) || rest[digits] == '.') {
		digits++
	}
	rest = rest[digits:]
	if len(rest) == 0 {
		return seconds, nil, true
	}
	if c := rest[0]; c != ';' && c != ',' && class[c]&isSpace == 0 {
		return 0, nil, false
	}
	rest = trimLeft(rest)
	if len(rest) > 0 && (rest[0] == ';' || rest[0] == ',') {
		rest = trimLeft(rest[1:])
	}
	return seconds, unquoted(withoutURL(rest)), true
}

// number reads digits; what is too large for a wait becomes a day.
func number(digits []byte) int {
	const day = 24 * 60 * 60
	n := 0
	for _, c := range digits {
		if n = n*10 + int(c-'0'); n > day {
			return day
		}
	}
	return n
}

// withoutURL drops "url =" from the beginning of an address.
func withoutURL(rest []byte) []byte {
	if len(rest) < 3 || !equalFold(rest[:3], "url") {
		return rest
	}
	after := trimLeft(rest[3:])
	if len(after) == 0 || after[0] != '=' {
		return rest
	}
	return trimLeft(after[1:])
}

// unquoted is an address up to its closing quote, if it begins with one.
func unquoted(address []byte) []byte {
	if len(address) == 0 || address[0] != '"' && address[0] != '\'' {
		return address
	}
	quote := address[0]
	address = address[1:]
	if i := bytes.IndexByte(address, quote); i >= 0 {
		return address[:i]
	}
	return address
}

func trimLeft(text []byte) []byte { return text[skipSpace(text, 0):] }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
