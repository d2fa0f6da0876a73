package crawler

import "time"

// Meta is what a crawl says about itself.
type Meta struct {
	Typed    string // what the person typed
	Start    string // the start address as it turned out
	Site     string // origin of the site, "https://example.com"
	Started  time.Time
	Finished time.Time // zero while it can still go on
	State    State
	Settings Settings
	Elapsed  time.Duration // running time so far
	// FailKind and FailDetail tell why the crawl failed: a fetch.Kind, or
	// "status", "not-html", "robots", "robots-unreachable".
	FailKind   string
	FailStatus int
	FailDetail string
}
