package crawlfile

import (
	"context"
	"hash/maphash"
	"slices"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile/sqlite"
	"sitewalk/crawler/fetch"
	"sitewalk/crawler/page"
	"sitewalk/crawler/robots"
)

// survey applies the checks that need the whole crawl. It goes through the pages
// and links once and through the results twice, with a few numbers in memory for
// each address, and its rules look no further than from an address to those it names.
type survey struct {
	*graph
	hits   [crawlChecks]hits
	seqOf  []uint32 // by address: its result
	states []state  // by address
	in     []inward // by address
	inFrom []uint32 // by address: the first page that links there
	mainOf []uint32 // by address: what it names as the main copy; 0 for itself

	texts      [textKinds][]uint64 // by seq: hashes of what pages should not share; 0 for none
	sims       []uint64            // by seq
	twins      []twin
	next, prev map[uint32]uint32 // by address: what it names as the next page, and the one before
	hreflang   *hreflang
	causeRows  *bulk
	faults     *linkFaults
	mapped     bool // a sitemap names something
	charts     Charts
	pages      uint32 // HTML pages of the site that work
}

// The texts that are compared.
const (
	titles = iota
	descriptions
	headings
	contents

	textKinds
)

// withSurvey is false in a benchmark, which tells what the survey costs.
var withSurvey = true

// survey is the step that applies the checks.
func (g *graph) survey(ctx context.Context, progress func(float64)) error {
	if !withSurvey {
		return nil
	}
	s := &survey{graph: g, next: map[uint32]uint32{}, prev: map[uint32]uint32{}}
	for _, step := range []func(context.Context) error{
		s.loadResults, s.loadAddresses, s.loadLinks,
		func(ctx context.Context) error { return s.readPages(ctx, progress) },
		s.checkFragments, s.compareTexts, s.compareAddresses, s.checkAll, s.checkHreflang, s.store,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// found notes what a check found about a result.
func (s *survey) found(check crawlCheck, seq, evidence uint32) { s.hits[check].add(seq, evidence) }

// loadResults reads what became of each address.
func (s *survey) loadResults(ctx context.Context) error {
	s.seqOf = s.byAddress()
	s.states = make([]state, s.lastAddress+1)
	s.in = make([]inward, s.lastAddress+1)
	s.inFrom = s.byAddress()
	s.mainOf = s.byAddress()
	for _, target := range s.redirectTo {
		s.in[target] |= redirected
	}
	return s.conn.scan(ctx, "SELECT seq, outcome, kind, scope, took FROM result ORDER BY seq", func(row *sqlite.Stmt) error {
		if !s.isResult(row.Int(0)) {
			return damagedResult(row.Int(0))
		}
		seq := uint32(row.Int(0))
		id := s.idOf[seq]
		s.seqOf[id] = seq
		st := state(row.Int(1)) & 7
		if crawler.Kind(row.Int(2)) == crawler.PageKind {
			st |= asPage
		}
		if row.Int(3) != 0 {
			st |= external
		}
		s.states[id] = st
		if st.outcome() == crawler.Works && st.is(asPage) && !st.is(external) {
			s.charts.Times[timeBin(row.Int(4))]++
		}
		return nil
	})
}

// loadAddresses reads what an address itself tells.
func (s *survey) loadAddresses(ctx context.Context) error {
	return s.conn.scan(ctx, "SELECT id, url, in_sitemap, skipped, scope FROM address", func(row *sqlite.Stmt) error {
		if !s.known(row.Int(0)) {
			return damagedAddress(row.Int(0))
		}
		id := uint32(row.Int(0))
		st := &s.states[id]
		if row.Int(2) != 0 {
			*st |= listedState
			s.mapped = true
		}
		if s.seqOf[id] == 0 {
			if row.Borrow(3) == string(crawler.ByRobots) {
				*st |= blocked
			}
			if row.Int(4) != 0 {
				*st |= external
			}
		}
		if st.outcome() == crawler.Works && st.is(asPage) && !st.is(external) {
			s.twins = append(s.twins, newTwin(id, row.Text(1)))
		}
		return nil
	})
}

// pageColumns are what readPages reads of a page.
const pageColumns = "seq, links, meta_robots, content_type, title, meta_description, h1, text_hash, sim_hash, words"

// readPages goes through the pages and their links.
func (s *survey) readPages(ctx context.Context, progress func(float64)) error {
	for i := range s.texts {
		s.texts[i] = make([]uint64, s.lastResult+1)
	}
	s.sims = make([]uint64, s.lastResult+1)
	seed := maphash.MakeSeed()
	var err error
	if s.hreflang, err = newHreflang(ctx, s.graph); err != nil {
		return err
	}
	before := uint32(0)
	err = s.conn.scan(ctx, "SELECT "+pageColumns+" FROM page", func(row *sqlite.Stmt) error {
		seq := uint32(row.Int(0))
		if seq <= before || !s.isResult(row.Int(0)) {
			return damagedResult(row.Int(0))
		}
		before = seq
		if seq%4096 == 0 {
			progress(float64(seq) / float64(s.lastResult))
		}
		id := s.idOf[seq]
		st := &s.states[id]
		if st.outcome() != crawler.Works || !st.is(asPage) || st.is(external) {
			return nil
		}
		if !fetch.IsHTML(row.Borrow(3)) {
			return nil
		}
		*st |= htmlPage
		s.pages++
		directives := robots.ReadDirectives(row.Borrow(2))
		if directives.Hides() {
			*st |= hidden
		}
		for i, column := range [...]int{titles: 4, descriptions: 5, headings: 6} {
			if t := row.Borrow(column); t != "" {
				s.texts[i][seq] = maphash.String(seed, t)
			}
		}
		s.texts[contents][seq] = uint64(row.Int(7))
		if row.Int(9) >= nearWords {
			s.sims[seq] = uint64(row.Int(8))
		}
		return s.readLinks(seq, row.Borrow(1), directives.Unfollows())
	})
	if err != nil {
		return err
	}
	return s.hreflang.links.flush()
}

// readLinks looks at the links of a page. The list is valid until it returns.
func (s *survey) readLinks(seq uint32, list string, unfollow bool) error {
	from := s.idOf[seq]
	s.faults.begin(seq)
	s.hreflang.begin()
	for l, err := range linkList(list) {
		if err != nil {
			return err
		}
		target, kind, nofollow, group := uint32(l.link.Target), l.link.Kind, unfollow, noGroup
		lost := false
		if l.row != 0 {
			if l.row > s.lastLink {
				return damagedLink(l.row)
			}
			shared := &s.faults.rows[l.row]
			target, kind, nofollow, group = shared.target, shared.kind(), unfollow || shared.nofollow(), shared.group()
			lost = shared.lost()
		} else {
			nofollow = nofollow || strings.Contains(l.link.Rel, "nofollow")
		}
		if !s.known(int64(target)) {
			return damagedLink(l.row)
		}
		switch kind {
		case page.Anchor:
			if target != from && !s.states[target].is(external) {
				s.linkedFrom(target, from, nofollow)
			}
		case page.Canonical:
			if s.mainOf[from] == 0 && target != from {
				s.mainOf[from] = target
				s.states[from] |= secondary
			}
		case page.Next:
			s.next[from] = target
		case page.Prev:
			s.prev[from] = target
		case page.Alternate:
			s.hreflang.add(target)
		}
		switch {
		case l.row == 0 && l.link.Fragment != "" && s.wantsPlace(kind, target):
			s.faults.keepFragment(seq, &l.link)
		case lost:
			s.faults.lose(seq, target)
			if group != noGroup {
				s.countLink(&s.faults.groups[group], seq, from, 1<<anchorBroken)
			}
		case group != harmless:
			s.checkLink(seq, target, kind, group, &l)
		}
	}
	return s.namesVersions(seq, from)
}

// linkedFrom notes a link that a visitor can follow.
func (s *survey) linkedFrom(target, from uint32, nofollow bool) {
	in := &s.in[target]
	if nofollow {
		*in |= unfollowed
	} else {
		*in |= followed
	}
	if !s.states[from].is(hidden) {
		*in |= fromVisible
	}
	switch first := s.inFrom[target]; first {
	case 0:
		s.inFrom[target] = from
	case from:
	default:
		*in |= fromMany
	}
}

// checkAll applies the rules about single addresses.
func (s *survey) checkAll(ctx context.Context) error {
	for seq := uint32(1); seq <= uint32(s.lastResult); seq++ {
		id := s.idOf[seq]
		if id == 0 {
			continue
		}
		if seq%65536 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		st := s.states[id]
		if st.outcome() == crawler.Works && st.is(asPage) && !st.is(external) {
			s.charts.addDepth(s.depth[id], 1)
		}
		if !st.is(external) && s.redirectTo[id] != 0 {
			s.checkRedirect(seq, id)
		}
		if st.is(listedState) && !st.is(external) {
			s.checkListed(seq, id)
		}
		if st.is(htmlPage) {
			s.checkPlace(seq, id)
			s.checkInward(seq, id)
			s.checkMain(seq, id)
			s.checkSeries(seq, id)
		}
	}
	return nil
}

// checkRedirect looks where a redirect leads in the end.
func (s *survey) checkRedirect(seq, id uint32) {
	first := s.redirectTo[id]
	end, hops := s.redirectEnd(id)
	if end == 0 {
		s.found(redirectLoop, seq, first)
		return
	}
	if s.states[end].outcome() == crawler.Broken {
		s.found(redirectToBroken, seq, end)
	}
	if hops > 1 {
		s.found(redirectChain, seq, end)
	}
}

// redirectEnd gives where the redirects from an address end, and after how many;
// 0 when they go round in a circle.
func (s *survey) redirectEnd(id uint32) (end uint32, hops int) {
	for end = id; s.redirectTo[end] != 0; end = s.redirectTo[end] {
		if hops == 2*crawler.MaxHops || hops > 0 && end == id {
			return 0, hops
		}
		hops++
	}
	return end, hops
}

// checkListed looks at an address that a sitemap names.
func (s *survey) checkListed(seq, id uint32) {
	st := s.states[id]
	switch {
	case st.outcome() == crawler.Broken:
		s.found(sitemapBroken, seq, 0)
	case st.outcome() == crawler.Moved:
		s.found(sitemapRedirect, seq, s.redirectTo[id])
	case st.is(htmlPage) && !st.indexable():
		s.found(sitemapNonIndexable, seq, 0)
	}
}

// checkPlace looks at where a page stands on the site.
func (s *survey) checkPlace(seq, id uint32) {
	st, linked := s.states[id], s.in[id] != 0 || id == start
	switch depth := s.depth[id]; {
	case depth == far && !linked && st.is(listedState):
		s.found(pageOrphan, seq, 0)
	case depth == far && linked:
		s.found(pageUnreachable, seq, 0)
	case depth != far && depth > tooDeep:
		s.found(pageTooDeep, seq, depth)
	}
	if s.mapped && st.indexable() && !st.is(listedState) {
		s.found(pageNotInSitemap, seq, 0)
	}
}

// checkInward looks at the links to a page.
func (s *survey) checkInward(seq, id uint32) {
	in := s.in[id]
	if id == start || in&(followed|unfollowed) == 0 {
		return
	}
	switch in & (followed | unfollowed) {
	case unfollowed:
		s.found(inlinksNofollowOnly, seq, 0)
	case followed | unfollowed:
		s.found(inlinksMixed, seq, 0)
	}
	if in&fromVisible == 0 {
		s.found(inlinksNoindexOnly, seq, 0)
	}
	if in&(fromMany|redirected) == 0 && s.states[id].indexable() {
		s.found(pageOneInlink, seq, s.inFrom[id])
	}
}

// checkMain looks at the address that a page names as the main copy.
func (s *survey) checkMain(seq, id uint32) {
	to := s.mainOf[id]
	if to == 0 {
		return
	}
	switch st := s.states[to]; {
	case st.outcome() == crawler.Broken:
		s.found(canonicalToBroken, seq, to)
		return
	case st.outcome() == crawler.Moved:
		s.found(canonicalToRedirect, seq, to)
		return
	case st.is(hidden):
		s.found(canonicalToNoindex, seq, to)
	}
	if s.mainOf[to] != 0 {
		s.found(canonicalChain, seq, to)
	}
	if s.in[to] == 0 && to != start && !s.states[to].is(external) {
		s.found(canonicalUnlinked, seq, to)
	}
}

// checkSeries looks at the pages that a page names as the next and the one before.
func (s *survey) checkSeries(seq, id uint32) {
	last := uint32(0)
	for _, to := range [...]uint32{s.next[id], s.prev[id]} {
		if to != 0 && to != last && to != start && s.in[to] == 0 && !s.states[to].is(external) {
			s.found(paginationUnlinked, seq, to)
			last = to
		}
	}
}

// hit is what a check found about a result, not yet in order.
type hit struct{ seq, evidence uint32 }

// foundAll notes what a check found, in any order.
func (s *survey) foundAll(check crawlCheck, all []hit) {
	slices.SortFunc(all, func(a, b hit) int { return int(a.seq) - int(b.seq) })
	for _, h := range all {
		s.found(check, h.seq, h.evidence)
	}
}
