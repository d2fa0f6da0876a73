package weburl

import "strings"

// Key is the identity of an address: two addresses with one key are one page.
// It drops the fragment, decodes escapes of unreserved characters and writes
// the remaining escapes in capitals (RFC 3986, section 6.2.2). Queries keep
// their order and "//" stays. Key returns the address itself, without
// allocating, when there is nothing to fold.
func (u URL) Key() string {
	address := u.href[:u.fragStart]
	if !u.IsHTTP() {
		return address
	}
	escape := strings.IndexByte(address[u.pathStart:], '%')
	if escape < 0 {
		return address
	}
	for i := int(u.pathStart) + escape; i < len(address); i++ {
		if address[i] == '%' && folds(address[i:]) {
			return foldEscapes(address, int(u.pathStart))
		}
	}
	return address
}

// folds tells whether text begins with an escape that Key writes otherwise.
func folds(text string) bool {
	b, ok := unescapeByte(text)
	return ok && (isUnreserved(b) || isSmall(text[1]) || isSmall(text[2]))
}

func isSmall(c byte) bool { return 'a' <= c && c <= 'z' }

// isUnreserved is the set of that name in RFC 3986, section 2.3.
func isUnreserved(b byte) bool {
	return isAlpha(b) || isDigit(b) || b == '-' || b == '.' || b == '_' || b == '~'
}

// foldEscapes writes the escapes of text from start on in one way.
func foldEscapes(text string, start int) string {
	var out strings.Builder
	out.Grow(len(text))
	out.WriteString(text[:start])
	stray := -3 // where a "%" that begins no escape was last written
	for i := start; i < len(text); i++ {
		b, ok := unescapeByte(text[i:])
		switch {
		case !ok:
			if text[i] == '%' {
				stray = out.Len()
			}
			out.WriteByte(text[i])
			continue
		case isUnreserved(b) && out.Len()-stray > 2:
			out.WriteByte(b)
		default:
			// Behind a stray "%" a decoded digit could make an escape that the
			// address does not have.
			out.WriteByte('%')
			out.WriteByte(capitalHex[b>>4])
			out.WriteByte(capitalHex[b&15])
		}
		i += 2
	}
	return out.String()
}
