package crawler

import (
	"net/http"
	"strings"

	"sitewalk/crawler/fetch"
)

// Judge decides what an answer means for a visitor. It is the one place where
// "broken" is said: only for what a visitor with a browser would not get
// either. A wall that stops programs is never called broken.
func Judge(status int, kind fetch.Kind, redirects bool, header http.Header) Outcome {
	switch kind {
	case fetch.DNS, fetch.Refused, fetch.TLSExpired, fetch.TLSSelfSigned, fetch.TLSWrongHost,
		fetch.BadRedirect, fetch.TooManyHops, fetch.BadEncoding:
		return Broken
	}
	if status == 0 {
		return Unchecked // timeouts, resets and the like may pass, or be meant for programs only
	}
	switch {
	case redirects:
		return Moved
	case status >= 200 && status < 300, status == http.StatusNotModified:
		return Works
	case isWall(status, header):
		return Unchecked
	}
	return Broken
}

// isWall tells whether an answer keeps out programs, or people who have not
// logged in, rather than being a fault of the page.
func isWall(status int, header http.Header) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired,
		http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests,
		http.StatusUnavailableForLegalReasons, 999:
		return true
	case http.StatusServiceUnavailable, http.StatusNotAcceptable, http.StatusMethodNotAllowed:
		return isChallenge(header)
	}
	return false
}

// isChallenge looks for the marks by which protection services tell that they
// answered instead of the site.
func isChallenge(header http.Header) bool {
	for _, name := range []string{"Cf-Mitigated", "X-Datadome", "X-Sucuri-Block", "X-Px-Block", "X-Amzn-Waf-Action", "X-Iinfo"} {
		if header.Get(name) != "" {
			return true
		}
	}
	server := strings.ToLower(header.Get("Server"))
	for _, name := range []string{"cloudflare", "ddos-guard", "akamaighost", "sucuri", "imperva"} {
		if strings.Contains(server, name) {
			return true
		}
	}
	return false
}
