package crawler

// The numbers of growth.
const (
	growthStale = 10_000  // see growth.stale
	growthDeep  = 10_000  // see growth.deep
	growthAny   = 150_000 // see growth.any
	growthDepth = 8       // clicks from the start from which on growth.deep counts
	growthLeast = 3       // clicks within which nothing that was found is given up

	leafWorth  = 2    // pages that a page which leads to nothing new makes up for
	aheadWorth = 20   // the same for a page that leads to one found elsewhere
	aheadBy    = 1000 // how much later such a page was found, at least: nearer ones may be siblings
)

// TrapMemory is what a crawl that is carried on must know about the growth of
// the site, so that each new beginning does not give an endless one new credit.
type TrapMemory struct {
	Stale, Deep, Any int // see growth
	Counting, Loops  int // stale pages that count pages or days; that lead round in a circle
}

// growth counts pages that led to new ones, on a site that shows no sign of an
// end. Two things are such signs: pages that lead to nothing new, for all
// finite sites are made of many of them and few lists; and pages that lead to
// pages which were found long before in another place, for on a finite site
// these become frequent. (Of n pages at random among N, n²/2N were met twice; so
// even with ten million, the first 20,000 show 20 of them.) An endless set of
// addresses shows neither.
//
// When a count reaches its limit, pages of that sort add no more. When they
// carry on to twice the limit, what was found by them is not asked for either.
type growth struct {
	stale int // pages that say nothing new
	deep  int // pages far from the start
	any   int // all pages
}

// sign is what a page says about the growth of the site.
type sign struct {
	fertile bool // leads to pages that were not known
	stale   bool // says nothing new
	ahead   bool // leads to pages found long before elsewhere
	mixed   bool // its address is a combination of many values: such lead to each other in many ways, and say nothing about an end
	depth   int  // clicks from the start
}

// saw counts a page.
func (g *growth) saw(s sign) {
	step := 0
	if s.fertile {
		step++
	} else {
		step -= leafWorth
	}
	if s.ahead {
		step -= aheadWorth
	}
	g.any = max(0, g.any+step)
	if s.depth >= growthDepth {
		g.deep = max(0, g.deep+step)
	}
	switch {
	case s.stale && s.mixed && s.fertile:
		g.stale++
	case s.stale && !s.mixed:
		g.stale = max(0, g.stale+step)
	}
}

// isOver tells whether a page of this sort adds no more.
func (g *growth) isOver(s sign) bool {
	return s.stale && g.stale >= growthStale || s.depth >= growthDepth && g.deep >= growthDeep || g.any >= growthAny
}

// isHopeless tells whether anything that waits may have to be given up.
func (g *growth) isHopeless() bool {
	return g.stale >= 2*growthStale || g.deep >= 2*growthDeep || g.any >= 2*growthAny
}

// givesUp tells whether a waiting page is not asked for. stale: the page that it
// was found on says nothing new.
func (g *growth) givesUp(depth int, stale bool) bool {
	return stale && g.stale >= 2*growthStale ||
		depth >= growthDepth && g.deep >= 2*growthDeep ||
		depth >= growthLeast && g.any >= 2*growthAny
}
