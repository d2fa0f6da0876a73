package fetch

import (
	"fmt"
	"net/http"
	"strings"

	"sitewalk/crawler/weburl"
)

// Location resolves the Location header of a redirect as browsers do: raw
// UTF-8 and Latin-1 bytes, spaces, relative and scheme-relative forms. The
// first one that is not empty counts. ok is false when there is none or it is
// no http or https address.
func Location(base weburl.URL, h http.Header) (target weburl.URL, ok bool) {
	for _, raw := range h["Location"] {
		if strings.Trim(raw, "\t\n\f\r ") == "" {
			continue
		}
		target, err := base.Resolve(escapeBytes(raw), nil)
		if err != nil || !target.IsHTTP() {
			return weburl.URL{}, false
		}
		return target, true
	}
	return weburl.URL{}, false
}

// escapeBytes writes each byte beyond ASCII as %XX, whatever the encoding of
// the header was meant to be.
func escapeBytes(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if s[i] < 0x80 {
			b.WriteByte(s[i])
			continue
		}
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}
