// Package robots reads the two files by which a site talks to crawlers:
// robots.txt (RFC 9309) and sitemaps (sitemaps.org). It is pure.
package robots

import "time"

// Rules is what a robots.txt tells one crawler. A nil *Rules allows everything.
type Rules struct {
	Sitemaps   []string      // as written, each still to be resolved against the robots.txt
	CrawlDelay time.Duration // 0 when none is asked for
}

// MaxSize is how much of a robots.txt is read (RFC 9309, section 2.5).
const MaxSize = 500 << 10

// Parse reads a robots.txt for the product token, which is matched without
// regard to case.
func Parse(body []byte, token string) *Rules { return &Rules{} }

// Allowed tells whether path and query of an address may be fetched.
func (r *Rules) Allowed(target string) bool { return true }

// Rule gives the line that decides about target ("Disallow: /private"), "" when none does.
func (r *Rules) Rule(target string) string { return "" }

// Entry is one address of a sitemap, as written.
type Entry struct {
	Loc     string
	LastMod string
}

// Sitemap is what one sitemap file says, read as far as possible.
type Sitemap struct {
	Pages    []Entry
	Sitemaps []Entry // further sitemaps, when the file is an index
	Err      error   // what was wrong with the file; the rest above is still good
}

// ParseSitemap reads a sitemap in any of the forms of sitemaps.org: xml, an
// index, plain text, RSS or Atom, gzipped or not.
func ParseSitemap(body []byte) Sitemap { return Sitemap{} }
