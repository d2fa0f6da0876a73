package page

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
