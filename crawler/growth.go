package crawler

// The numbers of growth.
const (
	growthStale   = 10_000  // limit of growth.stale, from staleDepth on
	growthShallow = 60_000  // the same nearer to the start
	growthDeep    = 10_000  // limit of growth.deep
	growthAny     = 150_000 // limit of growth.any
	staleDepth    = 5       // clicks from the start
	deepDepth     = 8       // clicks from the start from which on growth.deep counts
	leastDepth    = 3       // clicks within which nothing that was found is given up

	leafWorth = 2    // pages that a page which leads to nothing new makes up for
	metWorth  = 20   // the same for a page that leads to one found elsewhere
	metApart  = 1000 // how many numbers it is away at least: nearer ones may be siblings
)

// TrapMemory is what a crawl that is carried on must know about the growth of
// the site, so that each new beginning does not give an endless one new credit.
type TrapMemory struct {
	Pages            int           // read
	Stale, Deep, Any int           // see growth
	Counting, Loops  int           // stale pages that count pages or days; that lead round among few shapes
	Same             bool          // many pages said exactly the same
	Seed             uint64        // of the hashes of shapes
	Shapes           []ShapeMemory // whose pages say the same, at most 1,000
}

// ShapeMemory is a shape of addresses with the number of its pages that were
// read, and of those that said the same.
type ShapeMemory struct {
	Key           uint64
	Pages, Copies int
}

// growth counts pages that led to new ones of a kind that leads on, on a site
// that shows no sign of an end. Two things are such signs: pages that lead to
// nothing new, for all finite sites are made of many of them and few lists; and
// pages that lead to pages which were found in another place, for on a finite
// site these become frequent. (Of n pages at random among N, n²/2N were met
// twice; so even with ten million, the first 20,000 show 20 of them.) An endless
// set of addresses shows neither.
//
// When a count reaches its limit, which is a quarter of all pages that were read
// at least, pages of that sort add no more. When they carry on to twice the
// limit, what was found by them is not asked for either.
type growth struct {
	pages int             // read
	stale int             // pages that say nothing new
	deep  int             // pages far from the start
	any   int             // all pages
	kinds map[uint32]kind // by outline
	part  int             // the limits are divided by it: 1, but for tests
}

func newGrowth() growth { return growth{kinds: make(map[uint32]kind), part: 1} }

// kind is what was learnt about addresses of one outline.
type kind struct{ fertile, barren int }

const (
	maxKinds    = 10_000
	provenPages = 8 // of a kind that lead on, before it is known to do so
)

// leadsOn tells whether pages of this outline are known to lead to new ones. On
// a site with very many outlines all do.
func (g *growth) leadsOn(outline uint32) bool {
	k, ok := g.kinds[outline]
	if !ok {
		return len(g.kinds) >= maxKinds
	}
	return k.fertile >= provenPages && k.fertile*2 >= k.barren
}

// learn notes whether a page of this outline led to new ones.
func (g *growth) learn(outline uint32, fertile bool) {
	k, ok := g.kinds[outline]
	if !ok && len(g.kinds) >= maxKinds {
		return
	}
	if fertile {
		k.fertile++
	} else {
		k.barren++
	}
	g.kinds[outline] = k
}

// sign is what a page says about the growth of the site.
type sign struct {
	fertile bool // leads to pages that were not known
	grows   bool // one of them of a kind that leads on
	single  bool // to one of them, as in a pager: such growth is slow, and runs of stale pages are watched as well
	stale   bool // says nothing new
	met     bool // leads to pages found elsewhere, and is the second to do so
	mixed   bool // its address is a combination of many values: such lead to each other in many ways, and say nothing about an end
	depth   int  // clicks from the start
}

// saw counts a page.
func (g *growth) saw(s sign) {
	g.pages++
	step := 0
	switch {
	case s.grows:
		step++
	case !s.fertile:
		step -= leafWorth
	}
	if s.met {
		step -= metWorth
	}
	g.any = max(0, g.any+step)
	if s.single {
		return
	}
	if s.depth >= deepDepth {
		g.deep = max(0, g.deep+step)
	}
	switch {
	case s.stale && s.mixed && s.grows:
		g.stale++
	case s.stale && !s.mixed:
		g.stale = max(0, g.stale+step)
	}
}

// limit is a limit on a site of this size.
func (g *growth) limit(n int) int { return max(n/g.part, g.pages/4) }

// staleLimit is the limit of stale for a page: one level of a big shop may be
// many lists that say little.
func (g *growth) staleLimit(s sign) int {
	if s.mixed || s.depth >= staleDepth {
		return g.limit(growthStale)
	}
	return g.limit(growthShallow)
}

// isOver tells whether a page of this sort adds no more.
func (g *growth) isOver(s sign) bool { return g.reaches(1, s) }

// isHopeless tells whether anything that waits may have to be given up.
func (g *growth) isHopeless() bool {
	return g.reaches(2, sign{stale: true, mixed: true, depth: deepDepth})
}

// givesUp tells whether a waiting page is not asked for; stale in its sign is
// that of the page that it was found on.
func (g *growth) givesUp(s sign) bool {
	return (s.mixed || s.depth >= leastDepth) && g.reaches(2, s)
}

// reaches tells whether a count that a page belongs to is so many times its
// limit.
func (g *growth) reaches(times int, s sign) bool {
	return s.stale && g.stale >= times*g.staleLimit(s) ||
		s.depth >= deepDepth && g.deep >= times*g.limit(growthDeep) ||
		g.any >= times*g.limit(growthAny)
}
