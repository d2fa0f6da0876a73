package crawler

import (
	"time"

	"sitewalk/crawler/fetch"
	"sitewalk/crawler/page"
)

// Scope tells whether an address belongs to the site.
type Scope uint8

// The scopes.
const (
	Internal Scope = iota
	External
)

// String is the word of the JSON contract.
func (s Scope) String() string { return [...]string{"internal", "external"}[s] }

// Kind tells what an address turned out to be, or is expected to be.
type Kind uint8

// The kinds of addresses.
const (
	PageKind  Kind = iota // an HTML page, or what may be one
	ImageKind             // an image
	FileKind              // anything else: PDF, archive, feed
)

// String is the word of the JSON contract.
func (k Kind) String() string { return [...]string{"page", "image", "file"}[k] }

// Outcome is the verdict about an address that was asked for.
type Outcome uint8

// The outcomes. Waiting and Skipped are not verdicts but complete the list of
// what an address can be.
const (
	Waiting   Outcome = iota
	Works             // it answers
	Moved             // it redirects
	Broken            // a visitor gets nothing useful either
	Unchecked         // a wall stopped us; a visitor may well see the page
	Skipped           // not asked for, with a Reason
)

// String is the word of the JSON contract.
func (o Outcome) String() string {
	return [...]string{"waiting", "works", "moved", "broken", "unchecked", "skipped"}[o]
}

// Reason tells why an address was skipped.
type Reason string

// The reasons.
const (
	ByRobots     Reason = "robots"    // robots.txt forbids it
	Outside      Reason = "outside"   // another site, and external links are not checked
	ByLimit      Reason = "limit"     // the page limit was reached
	TooDeep      Reason = "depth"     // deeper than the depth limit
	TooLong      Reason = "too-long"  // an address of more than 4,000 characters
	Excluded     Reason = "excluded"  // an exclude pattern, or no include pattern, matches
	TooManyHops  Reason = "redirects" // more than MaxHops redirects in a row
	Trap         Reason = "trap"      // an endless set of addresses
	ImagesOff    Reason = "images"    // images are not checked
	ThisComputer Reason = "private"   // an address of this computer or private network, which is another place for every visitor
)

// Address is an address with its number, as first discovered.
type Address struct {
	ID      int64 // from 1, in order of discovery
	URL     string
	Scope   Scope
	Kind    Kind  // what the place it was found in lets expect
	Depth   int   // clicks from the start, on the way it was discovered first
	FoundOn int64 // the page it was discovered on; 0 for the start address and for sitemaps
	Hops    int   // redirects in a row that led here
	// Skipped is empty for an address that waits to be asked for.
	Skipped Reason
	// InSitemap marks an address that a sitemap names.
	InSitemap bool
}

// Link is a reference from a page, with its target's number.
type Link struct {
	Target   int64
	Spelling string // the address as this link spells it, where that differs from the target's URL
	Fragment string
	Kind     page.LinkKind
	Position page.Position
	Text     string
	Rel      string
}

// Page is what was learnt about one address that was asked for.
type Page struct {
	ID          int64
	URL         string
	Scope       Scope
	Kind        Kind
	Outcome     Outcome
	Status      int        // HTTP status; 0 when there was no answer
	ErrorKind   fetch.Kind // "" when the page was read whole
	Error       string     // the technical cause, for "Details"
	ContentType string     // essence only: "text/html"
	Charset     string
	Size        int64 // bytes of the body after decoding; of a body that was not read, as announced
	Took        time.Duration
	At          time.Time

	Title           string
	H1              string
	FirstParagraph  string
	MetaDescription string
	Canonical       string
	MetaRobots      string // meta robots and X-Robots-Tag, joined by ", "
	Lang            string
	RedirectTo      string // absolute; "" when it is no redirect or names no usable target
	RedirectID      int64  // the target's number; 0 when there is none

	MetaKeywords string
	SecondH1     string
	H2, SecondH2 string
	LastModified string // the header, as sent
	Proto        string // "HTTP/1.1", "HTTP/2.0"; "" when there was no answer
	Words        int    // of the text that is shown
	Sentences    int
	TextBytes    int      // of the text that is shown, UTF-8
	TextHash     uint64   // of the text that is shown; the same in every crawl; 0 when there is none
	SimHash      uint64   // of its words in context: the more bits two pages share, the more text they share; 0 when there is none
	Anchors      []uint32 // page.AnchorHash of the ids that a link's fragment can lead to, sorted

	Text     string // what the page shows, as in page.Facts; "" without Settings.KeepText
	ByScript bool   // it shows next to nothing unless scripts run; a Store need not keep it

	Findings []Finding
	Links    []Link // document order, images among them; a Store that keeps them copies them
}
