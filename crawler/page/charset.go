package page

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// charset is the encoding of a document.
type charset struct {
	name     string            // WHATWG name in small letters
	encoding encoding.Encoding // nil for UTF-8
	query    encoding.Encoding // of queries in the document's addresses, nil for UTF-8
}

var charsetUTF8 = charset{name: "utf-8"}

// decode finds the encoding of a document and returns the document as valid
// UTF-8: body itself where it is that already. header is the charset parameter
// of the Content-Type (WHATWG HTML, 13.2.3).
func decode(body []byte, header string) (charset, []byte) {
	cs, body := sniff(body, header)
	if cs.encoding == nil {
		return cs, validUTF8(body)
	}
	text, err := cs.encoding.NewDecoder().Bytes(body)
	if err != nil {
		// The decoders of the standard's encodings replace what they can't read.
		return cs, validUTF8(body)
	}
	return cs, validUTF8(text)
}

// sniff finds the encoding of a document and drops its byte order mark.
func sniff(body []byte, header string) (charset, []byte) {
	for _, bom := range []struct{ mark, label string }{
		{"\xEF\xBB\xBF", "utf-8"}, {"\xFE\xFF", "utf-16be"}, {"\xFF\xFE", "utf-16le"},
	} {
		if bytes.HasPrefix(body, []byte(bom.mark)) {
			cs, _ := labelled(bom.label)
			return cs, body[len(bom.mark):]
		}
	}
	if cs, ok := labelled(header); ok {
		return cs, body
	}
	if cs, ok := prescan(body[:min(len(body), prescanLength)]); ok {
		return cs, body
	}
	if cs, ok := lateMeta(body); ok {
		return cs, body
	}
	return detect(body), body
}

// newLabels are labels of UTF-8 that the standard lists and htmlindex lacks.
var newLabels = map[string]string{
	"unicode11utf8":   "utf-8",
	"unicode20utf8":   "utf-8",
	"x-unicode20utf8": "utf-8",
}

// labelled is the encoding that a label names (WHATWG Encoding, 4.2).
func labelled(label string) (charset, bool) {
	label = strings.ToLower(strings.Trim(label, " \t\n\f\r"))
	switch label {
	case "":
		return charset{}, false
	case "utf-8", "utf8":
		return charsetUTF8, true
	}
	if name, ok := newLabels[label]; ok {
		label = name
	}
	enc, err := htmlindex.Get(label)
	if err != nil {
		return charset{}, false
	}
	name, err := htmlindex.Name(enc)
	if err != nil {
		return charset{}, false
	}
	switch name {
	case "utf-8":
		return charsetUTF8, true
	case "utf-16be":
		return charset{name: name, encoding: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)}, true
	case "utf-16le":
		return charset{name: name, encoding: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}, true
	case "replacement":
		return charset{name: name, encoding: enc}, true
	}
	return charset{name: name, encoding: enc, query: enc}, true
}

// declared is the encoding that a label inside a document names: the document
// was read as ASCII so far, so it can't be UTF-16.
func declared(label string) (charset, bool) {
	cs, ok := labelled(label)
	switch cs.name {
	case "utf-16be", "utf-16le":
		return charsetUTF8, true
	case "x-user-defined":
		return labelled("windows-1252")
	}
	return cs, ok
}

// lateMeta finds a declaration that stands where prescan doesn't look.
func lateMeta(body []byte) (charset, bool) {
	if len(body) <= prescanLength {
		return charset{}, false
	}
	s := scanner{src: body}
	for s.next() {
		if s.kind != startTag || s.tag != atom.Meta {
			continue
		}
		if label, ok := s.attr("charset"); ok {
			if cs, ok := declared(string(label)); ok {
				return cs, true
			}
			continue
		}
		pragma, _ := s.attr("http-equiv")
		content, _ := s.attr("content")
		if equalFold(pragma, "content-type") {
			if cs, ok := declared(contentCharset(content)); ok {
				return cs, true
			}
		}
	}
	return charset{}, false
}

// validUTF8 replaces what is not UTF-8 by U+FFFD, one for each longest
// beginning of a character (WHATWG Encoding, 8.1.1).
func validUTF8(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	valid := make([]byte, 0, len(text)+len(text)/8)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r != utf8.RuneError || n > 1 {
			valid, text = append(valid, text[:n]...), text[n:]
			continue
		}
		valid, text = append(valid, "\uFFFD"...), text[brokenLength(text):]
	}
	return valid
}

// brokenLength is the length of the beginning of a character that text, which
// does not begin with a whole one, begins with.
func brokenLength(text []byte) int {
	want, low, high := 0, byte(0x80), byte(0xBF)
	switch c := text[0]; {
	case 0xC2 <= c && c <= 0xDF:
		want = 1
	case 0xE0 <= c && c <= 0xEF:
		want = 2
		if c == 0xE0 {
			low = 0xA0
		} else if c == 0xED {
			high = 0x9F
		}
	case 0xF0 <= c && c <= 0xF4:
		want = 3
		if c == 0xF0 {
			low = 0x90
		} else if c == 0xF4 {
			high = 0x8F
		}
	}
	n := 1
	for n <= want && n < len(text) && low <= text[n] && text[n] <= high {
		n++
		low, high = 0x80, 0xBF
	}
	return n
}
