package export

import (
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
func (c *Choice) everything() bool {
	f := &c.Filter
	return len(f.Outcomes) == 0 && len(f.Kinds) == 0 && len(f.Scopes) == 0 && len(f.Findings) == 0 && !f.NoTitle && f.Text == ""
}

// skipped tells whether addresses that were left out are among those chosen.
func (c *Choice) skipped() bool {
	if c.everything() {
		return true
	}
	for _, o := range c.Filter.Outcomes {
		if o == crawler.Skipped {
			return c.Filter.Text == "" && len(c.Filter.Kinds) == 0 && len(c.Filter.Scopes) == 0
		}
	}
	return false
}
