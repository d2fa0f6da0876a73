package crawlfile

import (
	"strings"

	"sitewalk/crawler"
)

// state is what the checks of the whole crawl know of an address: its outcome
// in the lowest three bits, and these.
type state uint16

const (
	asPage      state = 1 << (iota + 3) // a page, or what may be one
	external                            // of another site
	listedState                         // named by a sitemap
	blocked                             // robots.txt forbids it
	htmlPage                            // an HTML page of the site that works
	hidden                              // noindex
	secondary                           // names another address as the main copy
)

func (s state) outcome() crawler.Outcome { return crawler.Outcome(s & 7) }
func (s state) is(all state) bool        { return s&all == all }

// indexable tells whether search engines may show the page.
func (s state) indexable() bool { return s&(htmlPage|hidden|secondary) == htmlPage }

// inward is what the links to an address have in common.
type inward uint8

const (
	followed    inward = 1 << iota // a link without nofollow
	unfollowed                     // a link with nofollow
	fromVisible                    // a link on a page that is not noindex
	fromMany                       // links on two pages or more
	redirected                     // a redirect
)

// hides tells whether meta robots and X-Robots-Tag keep a page out of search engines.
func hides(robots string) bool {
	return orders(robots, "noindex")
}

// unfollows tells whether they forbid to follow the links of a page.
func unfollows(robots string) bool {
	return orders(robots, "nofollow")
}

// orders tells whether a directive, or none, which means both, is given. What
// is said to one search engine counts (Google Search Central, "Robots meta tag").
func orders(robots, directive string) bool {
	for robots != "" {
		var part string
		part, robots, _ = strings.Cut(strings.ToLower(robots), ",")
		name, value, valued := strings.Cut(part, ":")
		if name = strings.TrimSpace(name); valued {
			if strings.HasPrefix(name, "max-") || name == "unavailable_after" {
				continue
			}
			name = strings.TrimSpace(value)
		}
		if name == directive || name == "none" {
			return true
		}
	}
	return false
}
