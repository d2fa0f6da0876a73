// Package page reads HTML: bytes in, facts out. It is pure, reads in one pass
// over the tokens and builds no tree.
package page

import (
	"sitewalk/crawler/weburl"
)

// LinkKind tells which element a link came from.
type LinkKind uint8

// The kinds of links.
const (
	Anchor    LinkKind = iota // a, area: what a person clicks
	Frame                     // iframe, frame
	Canonical                 // link rel=canonical
	Next                      // link rel=next
	Prev                      // link rel=prev
	Alternate                 // link rel=alternate with hreflang
	Refresh                   // meta refresh
	Image                     // img, picture source, srcset and their lazy-loading siblings, input type=image, video poster
)

// Position is where on the page a link stands, as far as the landmarks tell.
type Position uint8

// The positions.
const (
	Body   Position = iota
	Head            // the head element
	Nav             // nav, or role=navigation
	Header          // header, or role=banner
	Footer          // footer, or role=contentinfo
	Aside           // aside, or role=complementary
	Main            // main, or role=main
)

// Link is one reference from the page to an http or https address.
type Link struct {
	URL      weburl.URL // resolved, fragment included
	Kind     LinkKind
	Position Position
	Text     string // what a person reads: text and images' alt, white space collapsed; alt for an Image
	Rel      string // the rel attribute, or hreflang for an Alternate
}

// Facts is what one HTML document says. All strings are valid UTF-8; text has
// its white space collapsed to single spaces.
type Facts struct {
	Charset         string // WHATWG name of the encoding used, such as "utf-8" or "windows-1251"
	Base            weburl.URL
	Title           string
	H1              string // the first
	FirstParagraph  string // first non-empty p inside main, else the first of the page
	MetaDescription string
	MetaRobots      string   // content of meta robots, several joined by ", "
	Canonical       string   // resolved; "" when there is none
	Lang            string   // lang of the html element
	Links           []Link   // document order, repeats kept, Images among them
	BadLinks        []string // href values that are no address, at most 100
	Truncated       bool     // more than MaxLinks links: the rest was left out
}

// MaxLinks is how many links of one page are kept.
const MaxLinks = 50_000

// Parse reads an HTML document. charset is the Content-Type's parameter, or "".
// at is the address that the document came from.
func Parse(body []byte, charset string, at weburl.URL) *Facts { return &Facts{} }
