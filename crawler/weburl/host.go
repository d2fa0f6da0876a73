package weburl

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// host is the host parser of the WHATWG URL Standard (section 3.5).
func (w *writer) host(text string) bool {
	if strings.HasPrefix(text, "[") {
		if !strings.HasSuffix(text, "]") {
			return false
		}
		address, ok := parseIPv6(text[1 : len(text)-1])
		if ok {
			w.buf = append(w.buf, '[')
			w.buf = address.appendTo(w.buf)
			w.buf = append(w.buf, ']')
		}
		return ok
	}
	if !w.special {
		return w.opaqueHost(text)
	}
	domain, ok := domainToASCII(unescape(text))
	if !ok || domain == "" || strings.IndexFunc(domain, forbiddenInDomain) >= 0 {
		return false
	}
	if !endsInNumber(domain) {
		w.buf = append(w.buf, domain...)
		return true
	}
	address, ok := parseIPv4(domain)
	if ok {
		w.buf = address.appendTo(w.buf)
	}
	return ok
}

func (w *writer) opaqueHost(text string) bool {
	if strings.IndexFunc(text, forbiddenInHost) >= 0 {
		return false
	}
	w.buf = appendEncoded(w.buf, text, controlSet)
	return true
}

func forbiddenInHost(r rune) bool {
	return r < utf8.RuneSelf && strings.IndexByte("\x00\t\n\r #/:<>?@[\\]^|", byte(r)) >= 0
}

func forbiddenInDomain(r rune) bool {
	return r <= 0x1f || r == '%' || r == 0x7f || forbiddenInHost(r)
}

// unescape decodes every valid escape of text.
func unescape(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if b, ok := unescapeByte(text[i:]); ok {
			out = append(out, b)
			i += 2
			continue
		}
		out = append(out, text[i])
	}
	return string(out)
}

// browserIDNA is Unicode TS 46 with the choices of the WHATWG URL Standard
// (section 3.3, "domain to ASCII", not strict).
var browserIDNA = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.StrictDomainName(false),
	idna.CheckHyphens(false),
	idna.CheckJoiners(true),
	idna.BidiRule(),
	idna.VerifyDNSLength(false),
)

// domainToASCII is the algorithm of that name. The capital ẞ is mapped here, to
// ß as since Unicode 15.1, because older tables make it "ss".
func domainToASCII(domain string) (string, bool) {
	if isASCII(domain) && !hasPunycode(domain) {
		return strings.ToLower(domain), true
	}
	if !utf8.ValidString(domain) || hasBadPunycode(domain) {
		return "", false
	}
	ascii, err := browserIDNA.ToASCII(strings.ReplaceAll(domain, "ẞ", "ß"))
	if err != nil {
		return "", false
	}
	// What is written must be read back: a label of thousands of letters gets
	// a form that cannot be decoded again.
	again, err := browserIDNA.ToASCII(ascii)
	return ascii, err == nil && again == ascii
}

// hasPunycode tells whether a label of domain begins with "xn--".
func hasPunycode(domain string) bool {
	for {
		if len(domain) >= 4 && strings.EqualFold(domain[:4], "xn--") {
			return true
		}
		_, rest, found := strings.Cut(domain, ".")
		if !found {
			return false
		}
		domain = rest
	}
}

// hasBadPunycode tells whether a label that begins with "xn--" goes on with
// nothing or with more than ASCII, which Unicode TS 46 forbids (section 4) and
// the idna package lets pass.
func hasBadPunycode(domain string) bool {
	for label := range strings.FieldsFuncSeq(domain, isLabelSeparator) {
		label = strings.ReplaceAll(label, "\u00ad", "") // the soft hyphen is mapped to nothing
		if hasPunycode(label) && (len(label) == len("xn--") || !isASCII(label)) {
			return true
		}
	}
	return false
}

// isLabelSeparator knows the full stops of Unicode TS 46, section 2.3.
func isLabelSeparator(r rune) bool {
	return r == '.' || r == '\u3002' || r == '\uff0e' || r == '\uff61'
}
