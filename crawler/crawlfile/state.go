package crawlfile

import "sitewalk/crawler"

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
