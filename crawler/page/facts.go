package page

import "sitewalk/crawler/weburl"

// Facts is what one HTML document says. All strings are valid UTF-8; text has
// its white space collapsed to single spaces and is cut at 10,000 characters.
type Facts struct {
	Charset         string     // WHATWG name of the encoding used, such as "utf-8" or "windows-1251"
	Base            weburl.URL // what relative addresses are resolved against
	Title           string     // of the first title element that is not an svg's
	H1, SecondH1    string     // the first two
	H2, SecondH2    string     // the first two
	FirstParagraph  string     // first non-empty p inside main, else the first of the page
	MetaDescription string
	MetaKeywords    string
	MetaRobots      string   // content of meta robots, several joined by ", "
	Canonical       string   // resolved; "" when there is none
	Lang            string   // lang of the html element
	Links           []Link   // document order, repeats kept, Images among them
	BadLinks        []string // href values that are no address, at most 100
	RefreshAfter    int      // seconds until the meta refresh, when Links hold a Refresh
	Truncated       bool     // more than MaxLinks links: the rest was left out

	// TextHash is of the words that are shown, the title among them. WordHash
	// leaves out numbers and the words of the document's own address. Pieces are
	// the same of single texts: of the first ones, and of some of the others,
	// chosen by their hash, so that every document keeps the same of them.
	// SimHash is of all groups of three words outside menus, header and footer:
	// the more bits two pages share, the more text they share. They are the same
	// everywhere and always, and 0 or nil where there is nothing to hash.
	TextHash, WordHash, SimHash uint64
	Pieces                      []uint64

	// Measures of the text that is shown. In Chinese and Japanese, two
	// characters count as a word.
	Words     int // all, without the title
	OwnWords  int // of those, the words outside menus, header and footer
	Sentences int // what ends in a full stop, or with a heading, paragraph or item
	TextBytes int // UTF-8, without the title and the white space around tags
	Prose     Prose

	Elements    int // start tags
	ScriptBytes int // of scripts within the page
	StyleBytes  int // of styles within the page

	Anchors []uint32 // AnchorHash of all ids and names of anchors, sorted, none twice

	marks    [markCount]uint16
	examples []example

	// Text is what the page shows where scripts run: its white space collapsed,
	// a line break where a browser begins another line, cut at MaxShown bytes; ""
	// unless ParseText read the document.
	Text string

	MadeByScripts bool // it shows next to nothing unless scripts run
}

// AnchorHash is the hash by which Facts.Anchors knows an id, the part of a
// link after "#". It is the same everywhere and always.
func AnchorHash(id string) uint32 { return uint32(hashBytes([]byte(id))) }

// HasAnchor tells whether the document has an element that a link's fragment
// leads to. Two ids in four thousand million have the same hash.
func (f *Facts) HasAnchor(id string) bool { return hasAnchor(f.Anchors, AnchorHash(id)) }
