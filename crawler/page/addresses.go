package page

import (
	"hash/maphash"
	"strings"

	"golang.org/x/text/encoding"

	"sitewalk/crawler/weburl"
)

// addresses remembers what the links of a site's menu lead to, as they come
// again on page after page. It holds what was resolved last in each of its
// slots, so links that come once cost little and never push out all the rest.
type addresses struct {
	root  string // scheme and host of the base address
	slots [512]remembered
}

// remembered is an address as written and as resolved. Only those are kept
// that resolving leaves as they are, so both share one string, and the page's
// encoding makes no difference.
type remembered struct {
	ref string
	url weburl.URL
}

var addressSeed = maphash.MakeSeed()

// begin forgets what another site's pages said.
func (a *addresses) begin(base weburl.URL) {
	root := base.Origin()
	if href := base.String(); !base.IsHTTP() || !strings.HasPrefix(href, root+"/") {
		root = "" // with a password in it, or none of the web
	}
	if a.root != root {
		*a = addresses{root: root}
	}
}

// resolve is base.Resolve.
func (a *addresses) resolve(base weburl.URL, ref string, query encoding.Encoding) (weburl.URL, error) {
	if a.root == "" || !independent(ref) {
		return base.Resolve(ref, query)
	}
	slot := &a.slots[maphash.String(addressSeed, ref)%uint64(len(a.slots))]
	if slot.ref == ref {
		return slot.url, nil
	}
	u, err := base.Resolve(ref, query)
	if err == nil && strings.HasSuffix(u.String(), ref) {
		href := u.String()
		*slot = remembered{ref: href[len(href)-len(ref):], url: u}
	}
	return u, err
}

// independent tells whether an address leads to the same place from all pages
// of a host.
func independent(ref string) bool {
	if len(ref) < 2 {
		return false
	}
	if ref[0] == '/' {
		return ref[1] != '/' && ref[1] != '\\'
	}
	return strings.HasPrefix(ref, "https://") || strings.HasPrefix(ref, "http://")
}
