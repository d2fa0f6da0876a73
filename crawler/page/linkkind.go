package page

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
