package crawler

import (
	"net/http"

	"sitewalk/crawler/page"
)

// Finding is something that a check found on one page, or about one address.
type Finding struct {
	Check  string // id of the check: "title-missing"
	Detail string // what exactly it found, such as an address or a number; "" when the check says all
}

// Sight is what is known of a page while it is looked at, and not kept.
type Sight struct {
	Header http.Header // of the answer
	Proto  string      // "HTTP/1.1", "HTTP/2.0"
	Wire   int64       // bytes of the body as they came, before decoding
	Facts  *page.Facts // nil unless the answer is an HTML page of the site
}

// Inspector looks at a page before it is stored and adds to its Findings. It
// is called from many goroutines at once and keeps nothing of what it is given.
type Inspector func(*Page, Sight)
