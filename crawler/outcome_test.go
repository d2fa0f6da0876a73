package crawler

import (
	"net/http"
	"testing"

	"sitewalk/crawler/fetch"
)

func TestJudge(t *testing.T) {
	cloudflare := http.Header{"Server": {"cloudflare"}}
	for _, c := range []struct {
		name      string
		status    int
		kind      fetch.Kind
		redirects bool
		header    http.Header
		want      Outcome
	}{
		{"ok", 200, "", false, nil, Works},
		{"no content", 204, "", false, nil, Works},
		{"not modified", 304, "", false, nil, Works},
		{"cut short, but a visitor sees it", 200, fetch.Truncated, false, nil, Works},
		{"larger than our limit", 200, fetch.TooLarge, false, nil, Works},
		{"noise for a visitor too", 200, fetch.BadEncoding, false, nil, Broken},
		{"redirect", 301, "", true, nil, Moved},
		{"redirect to nowhere", 302, fetch.BadRedirect, false, nil, Broken},
		{"redirect loop", 302, fetch.BadRedirect, true, nil, Broken},
		{"endless redirects", 302, fetch.TooManyHops, true, nil, Broken},
		{"gone", 410, "", false, nil, Broken},
		{"not found", 404, "", false, nil, Broken},
		{"teapot", 418, "", false, nil, Broken},
		{"server error", 500, "", false, nil, Broken},
		{"bad gateway", 502, "", false, nil, Broken},
		{"overloaded", 503, "", false, nil, Broken},
		{"challenge page", 503, "", false, cloudflare, Unchecked},
		{"login", 401, "", false, nil, Unchecked},
		{"forbidden", 403, "", false, nil, Unchecked},
		{"too many requests", 429, "", false, nil, Unchecked},
		{"legal reasons", 451, "", false, nil, Unchecked},
		{"wall of a network", 999, "", false, nil, Unchecked},
		{"no such host", 0, fetch.DNS, false, nil, Broken},
		{"nothing listens", 0, fetch.Refused, false, nil, Broken},
		{"certificate out of date", 0, fetch.TLSExpired, false, nil, Broken},
		{"certificate of another host", 0, fetch.TLSWrongHost, false, nil, Broken},
		{"other TLS trouble", 0, fetch.TLS, false, nil, Unchecked},
		{"no answer in time", 0, fetch.Timeout, false, nil, Unchecked},
		{"cut off", 0, fetch.Reset, false, nil, Unchecked},
		{"our network is down", 0, fetch.Unreachable, false, nil, Unchecked},
	} {
		if got := Judge(c.status, c.kind, c.redirects, c.header); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
