package crawler

import (
	"net/http"
	"time"
)

// Limits of Settings.
const (
	MaxConcurrency     = 64
	DefaultConcurrency = 5
	MaxHops            = 20    // redirects in a row, as browsers allow (Fetch Standard)
	MaxURL             = 4_000 // characters of an address
)

// Product is the token by which robots.txt may address us.
const Product = "Sitewalk"

// Settings are a person's choices for one crawl. The zero value of each field
// is its default.
type Settings struct {
	Concurrency  int           `json:"concurrency"`             // requests at once, 1 to MaxConcurrency; 0 means DefaultConcurrency
	MaxPages     int           `json:"max_pages,omitempty"`     // requests for pages of the site; 0 means no limit
	MaxDepth     int           `json:"max_depth,omitempty"`     // clicks from the start; see LimitDepth
	LimitDepth   bool          `json:"limit_depth,omitempty"`   // MaxDepth holds (0 then means the start page alone)
	Timeout      time.Duration `json:"timeout,omitempty"`       // a whole exchange; 0 means 60 s
	Delay        time.Duration `json:"delay,omitempty"`         // between two requests to one host
	IgnoreRobots bool          `json:"ignore_robots,omitempty"` // for one's own site
	IgnoreTraps  bool          `json:"ignore_traps,omitempty"`  // follow what looks endless
	InsecureTLS  bool          `json:"insecure_tls,omitempty"`  // carry on with a certificate that cannot be trusted
	Subdomains   bool          `json:"subdomains,omitempty"`    // subdomains belong to the site
	Include      []string      `json:"include,omitempty"`       // patterns; when there are any, a page must match one
	Exclude      []string      `json:"exclude,omitempty"`       // patterns; a page that matches one is skipped
	NoExternal   bool          `json:"no_external,omitempty"`   // do not check links to other sites
	NoImages     bool          `json:"no_images,omitempty"`     // do not check images
	NoSitemaps   bool          `json:"no_sitemaps,omitempty"`   // do not read sitemaps
	NoText       bool          `json:"no_text,omitempty"`       // do not keep the texts of pages for searching
	UserAgent    string        `json:"user_agent,omitempty"`    // "" means Sitewalk's own
	Header       http.Header   `json:"header,omitempty"`        // added to every request to the site
	// LocalHosts are "host:port" names on this computer that may be checked
	// although they are not the site; the built-in sample site uses it.
	LocalHosts []string `json:"-"`
}
