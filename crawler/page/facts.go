package page

import "sitewalk/crawler/weburl"

// Facts is what one HTML document says. All strings are valid UTF-8; text has
// its white space collapsed to single spaces and is cut at 10,000 characters.
type Facts struct {
	Charset         string     // WHATWG name of the encoding used, such as "utf-8" or "windows-1251"
	Base            weburl.URL // what relative addresses are resolved against
	Title           string     // of the first title element that is not an svg's
	H1              string     // the first
	FirstParagraph  string     // first non-empty p inside main, else the first of the page
	MetaDescription string
	MetaRobots      string   // content of meta robots, several joined by ", "
	Canonical       string   // resolved; "" when there is none
	Lang            string   // lang of the html element
	Links           []Link   // document order, repeats kept, Images among them
	BadLinks        []string // href values that are no address, at most 100
	RefreshAfter    int      // seconds until the meta refresh, when Links hold a Refresh
	Truncated       bool     // more than MaxLinks links: the rest was left out
	// TextHash and WordHash are of the text that is shown, with and without
	// its numbers. They compare within one run of the program only.
	TextHash, WordHash uint64
	// Text is what the page shows where scripts run: its white space collapsed,
	// a line break where a browser begins another line, cut at MaxShown bytes.
	Text string
}
