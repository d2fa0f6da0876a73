package robots

import (
	"cmp"
	"strings"
)

// rule is one allow or disallow line. Its path is compared in a normal form, in
// which every character has one spelling.
type rule struct {
	allow   bool
	written string   // the path as it stands in the file
	pieces  []string // the normal form between the wildcards; the first stands at the start
	toEnd   bool     // the last piece stands at the end ("$")
	octets  int      // length of the normal form
}

// appendRule appends a rule for the path written. Allowing an index page allows
// the folder that shows it as well, as Google's parser has it.
func appendRule(rules []rule, allow bool, written string) []rule {
	rules = append(rules, newRule(allow, written))
	if folder, isIndex := strings.CutSuffix(strings.TrimSuffix(written, "l"), "/index.htm"); allow && isIndex {
		index := newRule(allow, folder+"/$")
		index.written = written
		rules = append(rules, index)
	}
	return rules
}

func newRule(allow bool, written string) rule {
	path, toEnd := strings.CutSuffix(written, "$")
	pieces := strings.Split(path, "*")
	octets := len(pieces) - 1
	for i, piece := range pieces {
		pieces[i] = normal(piece)
		octets += len(pieces[i])
	}
	if toEnd {
		octets++
	}
	return rule{allow: allow, written: written, pieces: dropRepeated(pieces), toEnd: toEnd, octets: octets}
}

// dropRepeated removes the empty pieces between wildcards that stand together.
func dropRepeated(pieces []string) []string {
	kept := pieces[:1]
	for i, piece := range pieces[1:] {
		if last := i == len(pieces)-2; piece != "" || last {
			kept = append(kept, piece)
		}
	}
	return kept
}

// moreDecisive orders rules as RFC 9309, section 2.2.2, weighs them: the most
// octets first, and of equal ones an allow.
func moreDecisive(a, b rule) int {
	if a.octets != b.octets {
		return cmp.Compare(b.octets, a.octets)
	}
	switch {
	case a.allow == b.allow:
		return 0
	case a.allow:
		return -1
	}
	return 1
}

// matches tells whether the rule is about target, which is in normal form. Each
// piece is looked for once, behind the piece before it, so that the time is
// bounded by the product of both lengths.
func (r *rule) matches(target string) bool {
	first := r.pieces[0]
	if !strings.HasPrefix(target, first) {
		return false
	}
	rest := target[len(first):]
	if len(r.pieces) == 1 {
		return !r.toEnd || rest == ""
	}
	last := len(r.pieces) - 1
	for _, piece := range r.pieces[1:last] {
		at := strings.Index(rest, piece)
		if at < 0 {
			return false
		}
		rest = rest[at+len(piece):]
	}
	if r.toEnd {
		return strings.HasSuffix(rest, r.pieces[last])
	}
	return strings.Contains(rest, r.pieces[last])
}

func (r *rule) line() string {
	if r.allow {
		return "Allow: " + r.written
	}
	return "Disallow: " + r.written
}

// normalTarget is the normal form of path and query. In an address, "*" and "$"
// are ordinary characters.
func normalTarget(target string) string {
	for i := 0; i < len(target); i++ {
		if !settled[target[i]] {
			return normal(target)
		}
	}
	return target
}

// normal writes the escapes of unreserved characters as these characters, other
// escapes in capitals, and everything that is no URI character as an escape
// (RFC 9309, section 2.2.2; RFC 3986, section 6.2.2).
func normal(text string) string {
	var out strings.Builder
	out.Grow(len(text) + 8)
	stray := -3 // where a "%" that begins no escape was last written
	for i := 0; i < len(text); i++ {
		b := text[i]
		if b == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]) {
			b = fromHex(text[i+1])<<4 | fromHex(text[i+2])
			i += 2
			// Behind a stray "%" a decoded digit could make an escape that the
			// text does not have.
			if isUnreserved(b) && out.Len()-stray > 2 {
				out.WriteByte(b)
			} else {
				writeEscape(&out, b)
			}
			continue
		}
		if b == '%' {
			stray = out.Len()
		}
		if settled[b] || b == '%' {
			out.WriteByte(b)
		} else {
			writeEscape(&out, b)
		}
	}
	return out.String()
}

// settled are the bytes that are their own normal form: the URI characters, of
// which "*" and "$" are no wildcards where they are left.
var settled = func() (set [256]bool) {
	for b := range set {
		set[b] = isUnreserved(byte(b)) || b != 0 && strings.IndexByte(":/?#[]@!&()+,;=", byte(b)) >= 0
	}
	return set
}()

// isUnreserved adds the apostrophe to the set of RFC 3986, section 2.3: browsers
// escape it in queries, so both spellings are one address.
func isUnreserved(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || strings.IndexByte("-._~'", b) >= 0
}

func isHex(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'f'
}

func fromHex(b byte) byte {
	if b <= '9' {
		return b - '0'
	}
	return b | 0x20 - 'a' + 10
}

func writeEscape(out *strings.Builder, b byte) {
	const digits = "0123456789ABCDEF"
	out.WriteByte('%')
	out.WriteByte(digits[b>>4])
	out.WriteByte(digits[b&15])
}
