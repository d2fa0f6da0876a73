package weburl

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Display is the address for a person: escapes decoded to letters where that
// is unambiguous and safe to show, internationalised hosts in letters.
func (u URL) Display() string {
	rest := readable(u.href[u.pathStart:])
	host := readableHost(u.Hostname())
	if host == u.Hostname() {
		return u.href[:u.pathStart] + rest
	}
	return u.href[:u.hostStart] + host + u.href[u.hostEnd:u.pathStart] + rest
}

// DisplayPath is Display without scheme and host.
func (u URL) DisplayPath() string { return readable(u.href[u.pathStart:]) }

// DisplayPart is DisplayPath for a part of what follows a host, such as the name
// of a folder.
func DisplayPart(part string) string { return readable(part) }

// readable decodes the escapes of text that stand for characters which can be
// shown without being taken for another address.
func readable(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	out := make([]byte, 0, len(text))
	stray := -3 // where a "%" that begins no escape was last written
	joined := false
	for i := 0; i < len(text); {
		b, ok := unescapeByte(text[i:])
		switch {
		case !ok:
			if text[i] == '%' {
				stray = len(out)
			}
			joined = text[i] >= utf8.RuneSelf || isAlpha(text[i])
			out = append(out, text[i])
			i++
		case b < utf8.RuneSelf:
			if joined = isAlpha(b); isUnreserved(b) && len(out)-stray > 2 {
				out = append(out, b)
			} else {
				out = append(out, text[i:i+3]...)
				joined = false
			}
			i += 3
		default:
			r, escapes := unescapeRune(text[i:])
			if joined = isReadable(r, joined); joined {
				out = utf8.AppendRune(out, r)
			} else {
				out = append(out, text[i:i+3*escapes]...)
			}
			i += 3 * escapes
		}
	}
	return string(out)
}

// unescapeRune reads the escapes at the start of text, of which the first is
// there and no ASCII, as one UTF-8 character; utf8.RuneError is none.
func unescapeRune(text string) (r rune, escapes int) {
	var bytes [utf8.UTFMax]byte
	n := 0
	for n < len(bytes) {
		b, ok := unescapeByte(text[3*n:])
		if !ok {
			break
		}
		bytes[n] = b
		n++
	}
	r, size := utf8.DecodeRune(bytes[:n])
	return r, size
}

// isReadable tells whether r can be shown in an address. A mark needs a letter
// or another such character before it (joined).
func isReadable(r rune, joined bool) bool {
	switch {
	case r == utf8.RuneError || isLookalike(r):
		return false
	case unicode.IsMark(r):
		return joined && !unicode.Is(unicode.Variation_Selector, r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) &&
		!unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// isLookalike tells whether r looks like a character that divides addresses,
// or like nothing at all.
func isLookalike(r rune) bool {
	switch {
	case 0xff00 <= r && r <= 0xff0f, 0xff1a <= r && r <= 0xff20, 0xff3b <= r && r <= 0xff40, 0xff5b <= r && r <= 0xff65:
		return true // full width ASCII punctuation
	case 0xfe10 <= r && r <= 0xfe19, 0xfe30 <= r && r <= 0xfe6f:
		return true // its vertical and small forms
	}
	return strings.ContainsRune("\u01c3\u02d0\u02f8\u0338\u0589\u05c3\u060a\u066a\u2024\u2025\u2026\u2044\u2047\u2048\u2049\u204e\u2052\u2215\u2216\u2236\u2571\u2572\u27cb\u27cd\u2800\u29f5\u29f6\u29f8\u29f9\u2afb\u2afd\u3002\u3014\u3015\u3033\u30fb\ua789\ufffc\ufffd", r)
}
