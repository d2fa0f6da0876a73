package fetch

import (
	"net/url"
	"strings"

	"sitewalk/crawler/weburl"
)

// plainURL turns an address into what net/http takes, so that the request line
// holds the address's target byte for byte. exact is false when net/http has no
// way to write that target.
func plainURL(u weburl.URL) (plain *url.URL, exact bool) {
	target := u.Target()
	path, query, hasQuery := strings.Cut(target, "?")
	plain = &url.URL{Scheme: u.Scheme(), Host: u.Host(), Path: path}
	if !strings.HasPrefix(target, "//") {
		plain.Opaque = target // is sent as it is; Path then serves cookies only
		return plain, true
	}
	// An opaque part with two slashes would be sent with the scheme before it.
	plain.RawQuery, plain.ForceQuery = query, hasQuery && query == ""
	if decoded, err := url.PathUnescape(path); err == nil {
		plain.Path, plain.RawPath = decoded, path
	}
	return plain, plain.RequestURI() == target
}

// forProxy makes net/http write the whole address into the request line, as
// proxies ask for plain http (RFC 9112, section 3.2.2), and that exactly too.
func forProxy(plain *url.URL, u weburl.URL) {
	plain.Opaque = "//" + plain.Host + u.Target()
	plain.RawQuery, plain.ForceQuery = "", false
}
