package fetch

import (
	"bytes"
	"net/http"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// mimeSniffLength is how many bytes of a body browsers look at (WHATWG MIME
// Sniffing, section 5.2).
const mimeSniffLength = 1445

const mimeSpace = "\t\n\r "

// apacheBug are the types that old Apache servers sent with everything they
// did not know (WHATWG MIME Sniffing, section 5.1).
var apacheBug = map[string]bool{
	"text/plain":                     true,
	"text/plain; charset=ISO-8859-1": true,
	"text/plain; charset=iso-8859-1": true,
	"text/plain; charset=UTF-8":      true,
}

// ContentType gives the essence of a response's type ("text/html"), in small
// letters, from the header, or sniffed from the body where the header is
// missing or one that browsers distrust (WHATWG MIME Sniffing), and the
// charset parameter of the header.
func ContentType(h http.Header, body []byte) (essence, charset string) {
	values := h["Content-Type"]
	if len(values) == 1 {
		if quick, ok := usualTypes[values[0]]; ok {
			return quick.essence, quick.charset
		}
	}
	supplied := extractType(values)
	body = body[:min(len(body), mimeSniffLength)]
	switch supplied.essence {
	case "", "unknown/unknown", "application/unknown":
		return sniffUnknown(body, noSniff(h)), supplied.charset
	case "text/plain":
		if !noSniff(h) && apacheBug[values[len(values)-1]] {
			return sniffTextOrBinary(body), supplied.charset
		}
	}
	return supplied.essence, supplied.charset
}

// mimeType is what is needed of a MIME type.
type mimeType struct{ essence, charset string }

// usualTypes saves the work for what nearly every page says.
var usualTypes = map[string]mimeType{
	"text/html":                {"text/html", ""},
	"text/html; charset=utf-8": {"text/html", "utf-8"},
	"text/html; charset=UTF-8": {"text/html", "UTF-8"},
	"text/html;charset=utf-8":  {"text/html", "utf-8"},
	"text/html;charset=UTF-8":  {"text/html", "UTF-8"},
}

// extractType reads all Content-Type fields as one list: the last valid type
// counts, and it inherits the charset of one like it before (WHATWG Fetch,
// "extract a MIME type").
func extractType(values []string) mimeType {
	var found mimeType
	for _, part := range splitQuoted(strings.Join(values, ","), ',') {
		t, ok := parseType(part)
		if !ok || t.essence == "*/*" {
			continue
		}
		if t.essence == found.essence && t.charset == "" {
			t.charset = found.charset
		}
		found = t
	}
	return found
}

// parseType reads one MIME type (WHATWG MIME Sniffing, section 4.4). Of several
// charset parameters the first that is well formed counts, also when it is empty.
func parseType(s string) (mimeType, bool) {
	name, rest, _ := strings.Cut(s, ";")
	name = strings.Trim(name, mimeSpace)
	major, minor, found := strings.Cut(name, "/")
	if !found || !httpguts.ValidHeaderFieldName(major) || !httpguts.ValidHeaderFieldName(minor) {
		return mimeType{}, false
	}
	t := mimeType{essence: strings.ToLower(name)}
	for rest != "" {
		var key, value string
		var ok bool
		if key, value, ok, rest = nextParameter(rest); ok && strings.EqualFold(key, "charset") {
			t.charset = value
			break
		}
	}
	return t, true
}

// nextParameter reads the parameter at the start of s and gives what follows
// its semicolon. ok is false for one that is to be ignored.
func nextParameter(s string) (key, value string, ok bool, rest string) {
	s = strings.TrimLeft(s, mimeSpace)
	end := strings.IndexAny(s, ";=")
	if end < 0 || s[end] == ';' {
		_, rest, _ = strings.Cut(s, ";")
		return "", "", false, rest
	}
	key, s = s[:end], s[end+1:]
	if strings.HasPrefix(s, `"`) {
		value, rest = quotedValue(s)
		_, rest, _ = strings.Cut(rest, ";")
		return key, value, isQuotedText(value), rest
	}
	value, rest, _ = strings.Cut(s, ";")
	value = strings.TrimRight(value, mimeSpace)
	return key, value, value != "" && isQuotedText(value), rest
}

// quotedValue reads a quoted string at the start of s, without its quotes; one
// that is never closed reaches to the end.
func quotedValue(s string) (value, rest string) {
	var b strings.Builder
	i := 1
	for ; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), s[min(i+1, len(s)):]
}

// isQuotedText tells whether s has only characters that a quoted string may
// hold (WHATWG MIME Sniffing, "HTTP quoted-string token code point").
func isQuotedText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '\t' && (c < ' ' || c == 0x7f) {
			return false
		}
	}
	return true
}

// splitQuoted splits at separators outside quoted strings; a quote that is
// never closed reaches to the end.
func splitQuoted(s string, separator byte) []string {
	var parts []string
	start, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case quoted && s[i] == '\\':
			i++
		case s[i] == separator && !quoted:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

func noSniff(h http.Header) bool {
	first, _, _ := strings.Cut(strings.Join(h["X-Content-Type-Options"], ","), ",")
	return strings.EqualFold(strings.Trim(first, mimeSpace), "nosniff")
}

// sniffUnknown tells the type of a body about which nothing is known (WHATWG
// MIME Sniffing, section 7.1). net/http knows the standard's signatures; the
// white space before a page may be longer than what it looks at.
func sniffUnknown(body []byte, plainOnly bool) string {
	essence := detect(bytes.TrimLeft(body, "\t\n\f\r "))
	switch essence {
	case "text/html", "text/xml", "application/pdf":
		if plainOnly {
			return sniffBinary(body)
		}
		return essence
	case "text/plain", "application/octet-stream":
		if other := detect(body); other != "text/plain" {
			return other
		}
		return sniffBinary(body)
	}
	return detect(body)
}

// sniffTextOrBinary keeps apart text and what is not (section 7.2). It never
// finds a type that can hold scripts.
func sniffTextOrBinary(body []byte) string {
	if sniffBinary(body) == "text/plain" {
		return "text/plain"
	}
	switch essence := detect(body); essence {
	case "text/html", "text/xml", "application/pdf", "text/plain":
		return "application/octet-stream"
	default:
		return essence
	}
}

// sniffBinary tells text from what holds binary data bytes (section 3).
func sniffBinary(body []byte) string {
	for _, mark := range []string{"\xfe\xff", "\xff\xfe", "\xef\xbb\xbf"} {
		if bytes.HasPrefix(body, []byte(mark)) {
			return "text/plain"
		}
	}
	for _, b := range body {
		if b <= 0x08 || b == 0x0b || 0x0e <= b && b <= 0x1a || 0x1c <= b && b <= 0x1f {
			return "application/octet-stream"
		}
	}
	return "text/plain"
}

// detect is the essence of what net/http detects.
func detect(body []byte) string {
	essence, _, _ := strings.Cut(http.DetectContentType(body), ";")
	return essence
}

// IsHTML tells whether the essence of a content type is that of a document.
func IsHTML(essence string) bool {
	return essence == "text/html" || essence == "application/xhtml+xml"
}
