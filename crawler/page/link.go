package page

import "sitewalk/crawler/weburl"

// Link is one reference from the page to an http or https address.
type Link struct {
	URL      weburl.URL // resolved, fragment included
	Kind     LinkKind
	Position Position
	Text     string // what a person reads: the text, else images' alt, else aria-label, else title, at most 1,000 characters; alt for an Image
	Rel      string // the rel attribute in small letters, or hreflang for an Alternate
}
