package export

import (
	"slices"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// Choice says what of a crawl is written. The zero Choice is everything.
type Choice struct {
	// Filter chooses addresses. Tables of links have the links that lead to them.
	Filter crawlfile.Filter
	// BrokenTo is where redirect rules send broken pages that Targets does not
	// name: an address, or a path of the site such as "/". "" leaves them out.
	BrokenTo string
	// Targets is where redirect rules send single pages: by address, the new one.
	Targets map[string]string
}

// everything tells whether no filter chooses among the addresses.
func (c *Choice) everything() bool { return c.Filter.IsZero() }

// skipped tells whether addresses that were left out are among those chosen.
func (c *Choice) skipped() bool {
	rest := c.Filter
	rest.Outcomes = nil
	return rest.IsZero() && (c.everything() || slices.Contains(c.Filter.Outcomes, crawler.Skipped))
}
