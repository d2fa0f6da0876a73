package weburl

import (
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// A set of bytes that are written as escapes: the percent-encode sets of the
// WHATWG URL Standard, section 1.3.
type encodeSet uint8

const (
	controlSet encodeSet = 1 << iota
	fragmentSet
	querySet
	specialQuerySet
	pathSet
	userinfoSet
)

// escaped holds for each byte the sets it belongs to.
var escaped = func() (sets [256]encodeSet) {
	all := controlSet | fragmentSet | querySet | specialQuerySet | pathSet | userinfoSet
	add := func(set encodeSet, bytes string) {
		for _, b := range []byte(bytes) {
			sets[b] |= set
		}
	}
	for b := range sets {
		if b <= 0x1f || b > 0x7e {
			sets[b] = all
		}
	}
	add(fragmentSet, " \"<>`")
	add(querySet|specialQuerySet|pathSet|userinfoSet, " \"#<>")
	add(specialQuerySet, "'")
	add(pathSet|userinfoSet, "?^`{}")
	add(userinfoSet, "/:;=@[\\]|")
	return sets
}()

const capitalHex = "0123456789ABCDEF"

func appendEscape(dst []byte, b byte) []byte {
	return append(dst, '%', capitalHex[b>>4], capitalHex[b&15])
}

// appendEncoded appends text as UTF-8 with the bytes of set escaped. What is
// not valid UTF-8 becomes U+FFFD, as when a browser decodes it.
func appendEncoded(dst []byte, text string, set encodeSet) []byte {
	for i := 0; i < len(text); i++ {
		b := text[i]
		switch {
		case escaped[b]&set == 0:
			dst = append(dst, b)
		case b < utf8.RuneSelf:
			dst = appendEscape(dst, b)
		default:
			r, size := utf8.DecodeRuneInString(text[i:])
			if r == utf8.RuneError && size == 1 {
				dst = append(dst, "%EF%BF%BD"...)
				continue
			}
			for _, b := range []byte(text[i : i+size]) {
				dst = appendEscape(dst, b)
			}
			i += size - 1
		}
	}
	return dst
}

// appendQuery appends a query in the encoding of the page it was found on
// (WHATWG URL Standard, section 1.3, "percent-encode after encoding").
func appendQuery(dst []byte, text string, set encodeSet, enc encoding.Encoding) []byte {
	if enc == nil || isASCII(text) || !startsFromASCII(enc) {
		return appendEncoded(dst, text, set)
	}
	for len(text) > 0 {
		n := 0
		for n < len(text) && text[n] < utf8.RuneSelf {
			n++
		}
		dst = appendEncoded(dst, text[:n], set)
		text = text[n:]
		for n = 0; n < len(text) && text[n] >= utf8.RuneSelf; {
			n++
		}
		dst = appendForeign(dst, text[:n], set, enc)
		text = text[n:]
	}
	return dst
}

// appendForeign appends text, which holds no ASCII, in another encoding than
// UTF-8; characters the encoding lacks become escaped character references.
func appendForeign(dst []byte, text string, set encodeSet, enc encoding.Encoding) []byte {
	if encoded, err := enc.NewEncoder().String(text); err == nil && utf8.ValidString(text) {
		return appendBytes(dst, encoded, set)
	}
	for _, r := range text {
		encoded, err := enc.NewEncoder().String(string(r))
		if err != nil {
			dst = append(dst, "%26%23"...)
			dst = strconv.AppendInt(dst, int64(r), 10)
			dst = append(dst, "%3B"...)
			continue
		}
		dst = appendBytes(dst, encoded, set)
	}
	return dst
}

func appendBytes(dst []byte, bytes string, set encodeSet) []byte {
	for i := 0; i < len(bytes); i++ {
		if escaped[bytes[i]]&set != 0 {
			dst = appendEscape(dst, bytes[i])
		} else {
			dst = append(dst, bytes[i])
		}
	}
	return dst
}

// startsFromASCII is false for UTF-16 and the like, for which addresses use
// UTF-8 instead (WHATWG Encoding Standard, "get an output encoding").
func startsFromASCII(enc encoding.Encoding) bool {
	a, err := enc.NewEncoder().String("a")
	return err == nil && a == "a"
}

func isASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// unescapeByte reads the escape at the start of text.
func unescapeByte(text string) (b byte, ok bool) {
	if len(text) < 3 || text[0] != '%' {
		return 0, false
	}
	high, low := hexValue[text[1]], hexValue[text[2]]
	return high<<4 | low&15, high < 16 && low < 16
}

// hexValue is the value of each hexadecimal digit, and 255 for other bytes.
var hexValue = func() (values [256]byte) {
	for c := range values {
		switch c := byte(c); {
		case isDigit(c):
			values[c] = c - '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			values[c] = c | 0x20 - 'a' + 10
		default:
			values[c] = 255
		}
	}
	return values
}()
