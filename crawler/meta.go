package crawler

import "time"

// Meta is what a crawl says about itself.
type Meta struct {
	Typed    string // what the person typed
	Start    string // the start address as it turned out (scheme added, redirects followed); "" until it was read
	Site     string // origin of the site, "https://example.com"; "" until something answered
	Started  time.Time
	Finished time.Time // zero while it can still go on
	State    State
	Settings Settings
	Elapsed  time.Duration // running time so far
	// FailKind tells why the start address could not be crawled: a fetch.Kind,
	// or one of the constants below. "" means that it could.
	FailKind   string
	FailURL    string     // the address that failed, after redirects
	FailStatus int        // the HTTP status, where there was an answer
	FailDetail string     // the technical cause, or the rule of robots.txt
	Trap       TrapMemory `json:",omitzero"`
}

// Values of FailKind beside those of package fetch.
const (
	FailStatus            = "status"             // it answered, but with an error
	FailNotHTML           = "not-html"           // it answered with something that is no page
	FailRobots            = "robots"             // robots.txt forbids it
	FailRobotsUnreachable = "robots-unreachable" // robots.txt could not be read, so nothing may be fetched
)
