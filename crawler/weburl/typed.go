package weburl

import (
	"strings"
	"unicode"
)

// Typed reads what a person typed into an address field. It returns the
// addresses to try, in order: a missing scheme gives https first, then http.
// Other schemes than these two, and words that can be no host, are errors.
func Typed(text string) ([]URL, error) {
	typed := strings.TrimFunc(text, isBlank)
	if strings.ContainsAny(typed, "\t\n\r\v\f") {
		return nil, notAddress(text)
	}
	scheme, rest, found := cutScheme(typed)
	if found && !startsWithPort(rest) {
		return typedWithScheme(text, scheme, typed)
	}
	if found && isKnownScheme(scheme) {
		return nil, notAddress(text)
	}
	typed = strings.TrimPrefix(typed, "//")
	host := typed[:hostEnd(typed)]
	if host == "" || strings.Contains(host, "@") || strings.EqualFold(host, "http") || strings.EqualFold(host, "https") {
		return nil, notAddress(text) // no host, an e-mail address, or a scheme without its colon
	}
	var candidates []URL
	for _, scheme := range []string{"https://", "http://"} {
		u, err := Parse(scheme + typed)
		if err != nil || !u.hasPlausibleHost() || u.isIPv4() && !strings.HasPrefix(typed, u.Hostname()) {
			return nil, notAddress(text)
		}
		candidates = append(candidates, u)
	}
	return candidates, nil
}

func typedWithScheme(text, scheme, typed string) ([]URL, error) {
	if !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return nil, notAddress(text)
	}
	u, err := Parse(typed)
	if err != nil || !u.hasPlausibleHost() {
		return nil, notAddress(text)
	}
	return []URL{u}, nil
}

// isBlank tells whether r is white space or invisible, as what comes along when
// an address is copied from a document.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// startsWithPort tells whether the text behind a colon is a port, so that what
// stands before it is a host and no scheme.
func startsWithPort(rest string) bool {
	port := rest[:hostEnd(rest)]
	return port != "" && strings.Trim(port, "0123456789") == ""
}

// isKnownScheme tells schemes whose addresses may look like host and port.
func isKnownScheme(scheme string) bool {
	switch strings.ToLower(scheme) {
	case "http", "https", "tel", "sms", "fax", "callto", "sip", "sips", "mailto", "skype", "whatsapp", "urn", "geo", "data", "javascript", "about", "file", "ftp":
		return true
	}
	return false
}

// hostEnd is where the host and port at the start of text end.
func hostEnd(text string) int {
	if end := strings.IndexAny(text, `/\?#`); end >= 0 {
		return end
	}
	return len(text)
}

// hasPlausibleHost tells whether the host is an address literal or a name that
// could be looked up (RFC 1123, section 2.1, and the "_" that is in use).
func (u URL) hasPlausibleHost() bool {
	if _, isIP := u.ip(); isIP {
		return true
	}
	const mostName, mostLabel = 253, 63
	name := strings.TrimSuffix(u.Hostname(), ".")
	if name == "" || len(name) > mostName {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > mostLabel || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := 0; i < len(label); i++ {
			if plain[label[i]]&plainHost == 0 {
				return false
			}
		}
	}
	return true
}

func (u URL) isIPv4() bool {
	ip, ok := u.ip()
	return ok && ip.Is4() && u.href[u.hostStart] != '['
}
