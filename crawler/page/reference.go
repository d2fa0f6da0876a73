package page

import (
	"bytes"

	"golang.org/x/net/html"
)

// appendText appends text with its character references decoded (WHATWG HTML,
// 13.2.5.72) and NUL bytes replaced.
func appendText(dst, text []byte) []byte { return appendDecoded(dst, text, false) }

// appendValue is appendText for attribute values, where "&copy=1" stays as it is.
func appendValue(dst, value []byte) []byte { return appendDecoded(dst, value, true) }

// hasReference tells whether appendText or appendValue would change text.
func hasReference(text []byte) bool {
	return bytes.IndexByte(text, '&') >= 0 || bytes.IndexByte(text, 0) >= 0
}

func appendDecoded(dst, src []byte, attribute bool) []byte {
	src = withoutNUL(src)
	for {
		i := bytes.IndexByte(src, '&')
		if i < 0 {
			return append(dst, src...)
		}
		dst = append(dst, src[:i]...)
		src = src[i:]
		n := referenceLength(src)
		dst = appendReference(dst, src[:n], attribute && n < len(src) && src[n] == '=', attribute)
		src = src[n:]
	}
}

// withoutNUL is text as written with its NUL bytes replaced.
func withoutNUL(text []byte) []byte {
	if bytes.IndexByte(text, 0) < 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte{0}, []byte("\uFFFD"))
}

// maxReference is longer than the longest name of a character reference.
const maxReference = 40

// referenceLength is the length of "&" and of what may be a reference's name
// or number and its ";".
func referenceLength(src []byte) int {
	i := 1
	if i < len(src) && src[i] == '#' {
		i++
		for i < len(src) && class[src[i]]&isAlphanum != 0 {
			i++
		}
	} else {
		for i < len(src) && i < maxReference && class[src[i]]&isAlphanum != 0 {
			i++
		}
	}
	if i < len(src) && src[i] == ';' {
		i++
	}
	return i
}

// appendReference appends what ref ("&amp;", "&#38", "&notit") stands for.
// beforeEquals tells that a "=" follows in an attribute.
func appendReference(dst, ref []byte, beforeEquals, attribute bool) []byte {
	switch string(ref) {
	case "&amp;":
		return append(dst, '&')
	case "&nbsp;":
		return append(dst, "\u00A0"...)
	case "&quot;":
		return append(dst, '"')
	case "&#39;":
		return append(dst, '\'')
	}
	closed := ref[len(ref)-1] == ';'
	if len(ref) < 3 || beforeEquals && !closed && ref[1] != '#' {
		return append(dst, ref...)
	}
	decoded := html.UnescapeString(string(ref))
	if attribute && ref[1] != '#' && !wholeName(ref, decoded) {
		return append(dst, ref...)
	}
	return append(dst, decoded...)
}

// wholeName tells whether decoded stands for all of ref, not for a beginning
// of it: in an attribute "&notit" is not "¬it".
func wholeName(ref []byte, decoded string) bool {
	name := ref
	if ref[len(ref)-1] == ';' {
		if string(ref) == "&semi;" {
			return true
		}
		return decoded[len(decoded)-1] != ';'
	}
	return decoded == html.UnescapeString(string(name)+";")
}
