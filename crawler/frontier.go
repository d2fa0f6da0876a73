package crawler

import (
	"container/heap"
	"context"
	"hash/maphash"
	"slices"
	"sync"
	"time"

	"sitewalk/crawler/robots"
	"sitewalk/crawler/weburl"
)

// window is how many waiting addresses of a lane are held in memory; the rest
// are rows of the store.
const window = 8192

// maxTries is how often an address is asked for when the failure may pass.
const maxTries = 3

// frontier is what was seen and what waits, behind one mutex. Adding an
// address is one step that answers "is it new?", so nothing is ever asked for
// twice; and because "waiting" and "under way" are counted together, "nothing
// left" is a fact and not a guess.
type frontier struct {
	mu   sync.Mutex
	wake chan struct{} // holds one token when next should look again
	done chan struct{} // closed when nothing is left

	seed   maphash.Seed
	seen   visited // by the hash of an address's Key
	lastID int64

	hosts map[string]*host
	ready hostHeap  // may be asked now, by the number of their first address
	timed hostHeap  // may be asked later, by when
	later laterHeap // single addresses to be tried again

	lanes    [2]lane
	inFlight int
	controls int // robots.txt and sitemaps still to be read
	doubts   int // failures that are not believed yet
	counts   Counts
	top      int           // requests at once that the person allows
	home     string        // origin of the site
	patience time.Duration // for which a site that cannot be reached is waited for

	maxPages int // requests for pages, 0 for no limit
	pages    int // of them taken

	maxFound     int64 // addresses in all, 0 for no limit: see ceiling
	maxSitePages int   // pages of the site, 0 for no limit
	siteHosts    int   // hosts of the site that were met
	maxHosts     int   // of them, 0 for no limit

	led     func(id int64, r run) // notes what led to an address, before it can be asked for
	givesUp func(*Address) bool   // tells whether a waiting page is of an endless set; nil: none is
	newHost func(origin string, internal bool, top int) *host
	refill  func(lane Lane, after int64, n int) ([]Address, error)
	rests   func(*Address) bool // nil unless some new addresses are only stored, to be asked for by a later session

	limited []int64 // while recalling: left out by the page limit

	fresh   []Address // not yet handed to the writer
	changes []Change
	rate    meter
	horizon horizon
}

// mark is a number with one bit that tells whether the address is spelled in
// another way than its Key.
type mark uint32

const oddSpelling mark = 1 << 31

func (m mark) id() int64 { return int64(m &^ oddSpelling) }

// lane is one of the two queues: a window of it is in the hosts' queues, the
// rest only in the store.
type lane struct {
	queued int   // in memory
	behind int   // in the store only
	cursor int64 // the highest number that is or was in memory
	empty  bool  // the last look at the store gave nothing
}

func newFrontier(maxPages int) *frontier {
	f := &frontier{
		wake: make(chan struct{}, 1), done: make(chan struct{}),
		seed:  maphash.MakeSeed(),
		hosts: make(map[string]*host), maxPages: maxPages, patience: offlinePatience,
	}
	f.counts.Reasons = make(map[Reason]int)
	f.ready.less = func(a, b *host) bool { return f.firstID(a) < f.firstID(b) }
	f.timed.less = func(a, b *host) bool { return a.due().Before(b.due()) }
	return f
}

// hash is the identity of an address in the visited set.
func (f *frontier) hash(key string) uint64 { return maphash.String(f.seed, key) }

// candidate is an address that may be new.
type candidate struct {
	url     weburl.URL
	hash    uint64
	odd     bool // spelled in another way than its Key
	address Address
	origin  string // host to ask, "" until judged
	run     run    // stale pages in a row that lead to it
}

// lookup fills in the numbers of those candidates that are known, and tells
// whether all are.
func (f *frontier) lookup(cs []candidate) (all bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	all = true
	for i := range cs {
		m, ok := f.seen.get(cs[i].hash)
		if !ok {
			all = false
			continue
		}
		cs[i].address.ID = m.id()
		cs[i].odd = cs[i].odd || m&oddSpelling != 0
	}
	return all
}

// add gives every candidate without a number one: the number of the address if
// it is known meanwhile, else a new one. New addresses wait or are skipped.
func (f *frontier) add(cs []candidate) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range cs {
		if cs[i].address.ID == 0 {
			f.addOne(&cs[i])
		}
	}
	f.nudge()
}

func (f *frontier) addOne(c *candidate) {
	if m, ok := f.seen.get(c.hash); ok {
		c.address.ID = m.id()
		c.odd = c.odd || m&oddSpelling != 0
		return
	}
	f.lastID++
	c.address.ID = f.lastID
	f.remember(c.hash, c.address.ID, c.odd)
	if c.address.Skipped == "" && f.isTooMany(c) {
		c.address.Skipped = Trap
	}
	f.fresh = append(f.fresh, c.address)
	f.counts.Found++
	if c.address.Skipped != "" {
		f.countSkip(c.address.Skipped)
		return
	}
	f.counts.Waiting++
	f.horizon.found(&c.address)
	if c.run != (run{}) {
		f.led(c.address.ID, c.run)
	}
	if f.rests != nil && f.rests(&c.address) {
		return
	}
	l := &f.lanes[c.address.Lane()]
	if l.behind > 0 || l.queued >= window {
		l.behind++
		return
	}
	f.enqueue(c.address, c.origin)
}

// isTooMany tells whether a new address is one above the ceiling, or of a
// subdomain more than a site has.
func (f *frontier) isTooMany(c *candidate) bool {
	if f.isFull() {
		return true
	}
	return f.maxHosts > 0 && c.address.Scope == Internal && f.siteHosts >= f.maxHosts && f.hosts[c.origin] == nil
}

func (f *frontier) remember(hash uint64, id int64, odd bool) {
	m := mark(id)
	if odd {
		m |= oddSpelling
	}
	f.seen.put(hash, m)
}

func (f *frontier) countSkip(r Reason) {
	f.counts.Skipped++
	f.counts.Reasons[r]++
}

// enqueue puts a waiting address into memory.
func (f *frontier) enqueue(a Address, origin string) {
	h := f.host(origin, a.Scope == Internal)
	l := &f.lanes[a.Lane()]
	l.queued++
	l.cursor = max(l.cursor, a.ID)
	h.queues[a.Lane()].push(job{host: h, address: a})
	f.place(h)
}

func (f *frontier) host(origin string, internal bool) *host {
	h := f.hosts[origin]
	if h == nil {
		h = f.newHost(origin, internal, f.top)
		h.place = -1
		if internal {
			f.siteHosts++
		}
		f.controls += len(h.control)
		f.hosts[origin] = h
	}
	return h
}

// meet makes sure that a host of the site is known, and with it its robots.txt
// and sitemaps, although nothing may wait for it.
func (f *frontier) meet(origin string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.place(f.host(origin, true))
	f.nudge()
}

// firstID orders hosts: control jobs first, then the smallest number.
func (f *frontier) firstID(h *host) int64 {
	if len(h.control) > 0 {
		return 0
	}
	q := f.firstQueue(h)
	if q == nil {
		return 1 << 62
	}
	return q.first().address.ID
}

// firstQueue is the queue whose turn it is, nil when nothing may be taken.
func (f *frontier) firstQueue(h *host) *queue {
	var best *queue
	for l := range h.queues {
		q := &h.queues[l]
		if q.len() == 0 || Lane(l) == PageLane && f.pageLimit() {
			continue
		}
		if best == nil || q.first().address.ID < best.first().address.ID {
			best = q
		}
	}
	return best
}

// pageLimit tells whether no further page may be asked for.
func (f *frontier) pageLimit() bool {
	return f.maxPages > 0 && f.pages >= f.maxPages || f.ceiling()
}

// The ceiling of a crawl holds whatever a site does: it bounds requests, memory
// and disk. No honest site that is crawled from one computer comes near it.
const (
	maxSitePages = 10_000_000
	maxFound     = 40_000_000 // addresses, at 12 bytes of memory each
	maxSiteHosts = 10_000     // subdomains of a site
)

// ceiling tells whether the crawl is larger than any site.
func (f *frontier) ceiling() bool {
	return f.maxSitePages > 0 && f.pages >= f.maxSitePages || f.isFull()
}

// isAtCeiling is ceiling for callers without the lock.
func (f *frontier) isAtCeiling() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ceiling()
}

// isFull tells whether there are more addresses than a site has.
func (f *frontier) isFull() bool { return f.maxFound > 0 && f.lastID >= f.maxFound }

// restReason is why the pages that are left are not asked for.
func (f *frontier) restReason() Reason {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.maxPages > 0 && f.pages >= f.maxPages:
		return ByLimit
	case f.ceiling():
		return Trap
	}
	return ""
}

// place puts a host where it belongs: ready, timed, or neither.
func (f *frontier) place(h *host) {
	idle := len(h.control) == 0 && (h.asking || f.away(h) || f.firstQueue(h) == nil)
	switch {
	case idle || h.pilot.isFull():
		h.leave()
	case h.due().After(time.Now()):
		f.timed.put(h)
	default:
		f.ready.put(h)
	}
	if idle && h.pilot.inFlight == 0 && !h.internal && h.queues[PageLane].len()+h.queues[LeafLane].len() == 0 && !h.due().After(time.Now()) {
		delete(f.hosts, h.origin) // other sites are many; what is known of them can go
	}
}

// nudge makes next look again. The lock is held.
func (f *frontier) nudge() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// next waits for something to do. ok is false when nothing is left or ctx ended.
func (f *frontier) next(ctx context.Context) (j job, ok bool, err error) {
	for {
		if err := f.load(); err != nil {
			return job{}, false, err
		}
		j, ok, wait := f.take(time.Now())
		if ok {
			return j, true, nil
		}
		if f.finished() || ctx.Err() != nil {
			return job{}, false, nil
		}
		if wait > 0 && !f.sleep(ctx, wait) {
			return job{}, false, nil
		}
	}
}

// sleep waits until something changed or the time is over.
func (f *frontier) sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-f.wake:
	case <-timer.C:
	case <-f.done:
	case <-ctx.Done():
		return false
	}
	return true
}

// low tells whether it is time to read more of the lane from the store.
func (l *lane) low() bool { return l.behind > 0 && l.queued <= window/4 }

// load reads the next window of a lane that has run low.
func (f *frontier) load() error {
	for l := range f.lanes {
		f.mu.Lock()
		lane := f.lanes[l]
		f.mu.Unlock()
		if !lane.low() {
			continue
		}
		more, err := f.refill(Lane(l), lane.cursor, window)
		if err != nil {
			return err
		}
		f.loaded(Lane(l), more)
	}
	return nil
}

func (f *frontier) loaded(l Lane, more []Address) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, a := range more {
		u, err := weburl.Parse(a.URL)
		if err != nil {
			continue // cannot be: it was parsed before it was stored
		}
		f.enqueue(a, u.Origin())
	}
	f.lanes[l].behind = max(0, f.lanes[l].behind-len(more))
	// What was added after the last flush comes with the next call. Nothing
	// twice in a row means that there is nothing.
	if len(more) == 0 && f.lanes[l].empty {
		f.lanes[l].behind = 0
	}
	f.lanes[l].empty = len(more) == 0
}

// take gives the job whose turn it is, or how long to wait at most.
func (f *frontier) take(now time.Time) (j job, ok bool, wait time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wakeTimed(now)
	for f.ready.Len() > 0 {
		h := f.ready.hosts[0]
		j, ok := f.takeFrom(h, now)
		f.place(h)
		if ok {
			return j, true, 0
		}
	}
	if f.lanes[PageLane].low() || f.lanes[LeafLane].low() {
		return job{}, false, 0 // all that was in memory turned out to be forbidden
	}
	return job{}, false, f.untilDue(now)
}

// takeFrom gives the next job of a host; ok is false when the address turned
// out to be forbidden.
func (f *frontier) takeFrom(h *host, now time.Time) (j job, ok bool) {
	if len(h.control) > 0 {
		j, h.control = h.control[0], h.control[1:]
		f.controls--
		j.host = h
		f.start(&j, now)
		return j, true
	}
	q := f.firstQueue(h)
	if q == nil {
		return job{}, false
	}
	j = q.pop()
	lane := j.address.Lane()
	f.lanes[lane].queued--
	if h.internal && (h.closed || !h.allows(j.address.URL)) {
		f.skip(j.address.ID, ByRobots)
		if lane == PageLane {
			f.horizon.forbidden++
		}
		return job{}, false
	}
	if lane == PageLane && j.attempt == 0 && f.givesUp != nil && f.givesUp(&j.address) {
		f.skip(j.address.ID, Trap)
		return job{}, false
	}
	if lane == PageLane && j.attempt == 0 {
		f.pages++
	}
	j.attempt++
	f.start(&j, now)
	return j, true
}

func (f *frontier) start(j *job, now time.Time) {
	f.inFlight++
	j.started = now
	j.host.pilot.started(now)
}

// allows asks the host's robots.txt.
func (h *host) allows(address string) bool {
	if h.rules == nil {
		return true
	}
	u, err := weburl.Parse(address)
	return err != nil || h.rules.Allowed(u.Target())
}

// wakeTimed moves what is due to where it can be taken. The lock is held.
func (f *frontier) wakeTimed(now time.Time) {
	for f.later.Len() > 0 && !f.later[0].at.After(now) {
		j := heap.Pop(&f.later).(retry).job
		f.lanes[j.address.Lane()].queued++
		j.host = f.host(j.host.origin, j.host.internal)
		j.host.queues[j.address.Lane()].pushFront(j)
		f.place(j.host)
	}
	for f.timed.Len() > 0 && !f.timed.hosts[0].due().After(now) {
		f.place(f.timed.hosts[0])
	}
}

// untilDue is how long nothing can be taken, unless something changes.
func (f *frontier) untilDue(now time.Time) time.Duration {
	wait := time.Hour
	if f.timed.Len() > 0 {
		wait = min(wait, f.timed.hosts[0].due().Sub(now))
	}
	if f.later.Len() > 0 {
		wait = min(wait, f.later[0].at.Sub(now))
	}
	return max(wait, time.Millisecond)
}

// finished tells whether nothing is left to be done, and says so to all.
func (f *frontier) finished() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.finishedLocked()
}

// finishing is closed when nothing is left.
func (f *frontier) finishing() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.done
}

func (f *frontier) finishedLocked() bool {
	if f.doubts > 0 || !f.nothingLeft() {
		return false
	}
	select {
	case <-f.done:
	default:
		close(f.done)
	}
	return true
}

// nothingLeft tells whether nothing is under way nor waits. The lock is held.
func (f *frontier) nothingLeft() bool {
	if f.inFlight > 0 || f.later.Len() > 0 || f.controls > 0 {
		return false
	}
	for l, lane := range f.lanes {
		if lane.queued+lane.behind > 0 && !(Lane(l) == PageLane && f.pageLimit()) {
			return false
		}
	}
	return true
}

// leave ends a job that next gave. again asks for another try after wait. The
// pages that it returns are results after all.
func (f *frontier) leave(j job, again bool, wait time.Duration) (believed []*Page) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inFlight--
	j.host.pilot.ended(j.started)
	if again {
		heap.Push(&f.later, retry{at: time.Now().Add(wait), job: j})
	}
	f.place(j.host)
	if f.doubts > 0 {
		believed = f.examine(j.host)
	}
	f.finishedLocked()
	f.nudge()
	return believed
}

// allow changes how many requests at once the person allows.
func (f *frontier) allow(top int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.top = top
	for _, h := range f.hosts {
		h.pilot.allow(h.most(top), time.Now())
		f.place(h)
	}
	f.nudge()
}

// result counts a page that was read.
func (f *frontier) result(p *Page) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.counts.tally(p)
	f.counts.Waiting--
	now := time.Now()
	f.rate.mark(now)
	f.horizon.read(p, now)
}

// replaceMoved counts a page that was counted as moved before.
func (f *frontier) replaceMoved(p *Page) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.counts.Checked--
	f.counts.Moved--
	if p.Scope == Internal && p.Kind != ImageKind {
		f.counts.Pages--
	}
	f.counts.tally(p)
}

// tally adds a page to the counts, Found and Waiting left out.
func (c *Counts) tally(p *Page) {
	if p.Status > 0 {
		c.Checked++
	} else {
		c.Failed++
	}
	if p.Scope == Internal && p.Kind != ImageKind {
		c.Pages++
	}
	switch p.Outcome {
	case Works:
		c.Works++
	case Moved:
		c.Moved++
	case Broken:
		c.Broken++
	case Unchecked:
		c.Unchecked++
	}
}

// skip ends an address's waiting without a request. The lock is held.
func (f *frontier) skip(id int64, r Reason) {
	f.counts.Waiting--
	f.countSkip(r)
	f.changes = append(f.changes, Change{ID: id, Skipped: r})
}

// skipRest turns what a limit left waiting into skipped addresses.
func (f *frontier) skipRest(ids []int64, r Reason) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, id := range ids {
		f.skip(id, r)
	}
}

// robotsRead notes a host's rules.
func (f *frontier) robotsRead(h *host, answer robotsAnswer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.apply(h, answer)
}

// apply is robotsRead with the lock held.
func (f *frontier) apply(h *host, answer robotsAnswer) {
	h.rules, h.closed, h.asking = answer.rules, answer.closed, false
	if h.rules != nil && h.rules.CrawlDelay > h.pilot.gap {
		h.pilot.gap = h.rules.CrawlDelay
		h.pilot.cause = causeCrawlDelay
	}
}

// robotsKnown is robotsRead for a host that nothing else was asked of yet.
func (f *frontier) robotsKnown(origin string, answer robotsAnswer) {
	f.mu.Lock()
	h := f.host(origin, true)
	asked := h.asking
	f.controls -= len(h.control)
	h.control = nil
	f.mu.Unlock()
	if asked {
		f.robotsRead(h, answer)
	}
}

// rulesOf gives the rules of a host, nil when there are none.
func (f *frontier) rulesOf(origin string) *robots.Rules {
	f.mu.Lock()
	defer f.mu.Unlock()
	if h := f.hosts[origin]; h != nil {
		return h.rules
	}
	return nil
}

// forget gives up what a crawl that has ended needs no more: the visited set is
// large, and the work after the crawl wants the memory.
func (f *frontier) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = visited{}
	f.led, f.givesUp = nil, nil // they hold the trap
	for origin, h := range f.hosts {
		f.hosts[origin] = &host{origin: origin, pilot: h.pilot}
	}
}

// known is how many addresses there are.
func (f *frontier) known() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lastID
}

// addListed adds what a sitemap names, and marks what was known before.
func (f *frontier) addListed(cs []candidate) {
	f.lookup(cs)
	f.mu.Lock()
	for i := range cs {
		if id := cs[i].address.ID; id != 0 {
			f.changes = append(f.changes, Change{ID: id, InSitemap: true})
		}
	}
	f.mu.Unlock()
	f.add(cs)
}

// recall takes an address of an earlier session. Nothing else runs yet.
func (f *frontier) recall(a Address, v Verdict, hash uint64, odd bool) {
	f.remember(hash, a.ID, odd)
	f.lastID = max(f.lastID, a.ID)
	f.counts.Found++
	lane := a.Lane()
	switch v.Outcome {
	case Waiting:
		f.counts.Waiting++
		f.lanes[lane].behind++
	case Skipped:
		f.countSkip(a.Skipped)
		if a.Skipped == ByLimit {
			f.limited = append(f.limited, a.ID)
		}
	default:
		f.counts.tally(&Page{Scope: a.Scope, Kind: v.Kind, Outcome: v.Outcome, Status: v.Status})
		if lane == PageLane {
			f.pages++
		}
	}
}

// recalled ends recalling: what an earlier page limit left out waits again if
// the limit is now higher.
func (f *frontier) recalled() {
	if !f.pageLimit() {
		for _, id := range f.limited {
			f.counts.Skipped--
			f.counts.Reasons[ByLimit]--
			f.counts.Waiting++
			f.lanes[PageLane].behind++
			f.changes = append(f.changes, Change{ID: id})
		}
	}
	f.limited = nil
}

// enqueueSitemaps lets sitemaps of a host be read before its pages.
func (f *frontier) enqueueSitemaps(origin string, addresses []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.host(origin, true)
	for _, a := range addresses {
		h.control = append(h.control, job{sitemap: a})
		f.controls++
	}
	f.place(h)
	f.nudge()
}

// reopened starts a lane over after addresses of the store wait again.
func (f *frontier) reopened(l Lane, n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lanes[l].cursor, f.lanes[l].behind = 0, n
	f.counts.Waiting += n
	f.counts.Skipped -= n
	f.counts.Reasons[TooDeep] -= n
	f.done = make(chan struct{})
}

// handOver gives the writer what it has not seen yet.
func (f *frontier) handOver() ([]Address, []Change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fresh, changes := f.fresh, f.changes
	f.fresh, f.changes = make([]Address, 0, min(len(fresh), window)), nil // a batch is about as large as the one before
	return fresh, changes
}

// answered tells the pilot of a job's host of an answer: good, or refused with
// a wait. It returns how long the host will not be asked and whether a refused
// address is worth another try.
func (f *frontier) answered(j *job, started time.Time, status int, took, retryAfter time.Duration) (wait time.Duration, again bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if status == 0 {
		return 0, true
	}
	h, now := j.host, time.Now()
	h.answered(started)
	if status == 429 || status == 503 {
		wait, again = h.pilot.refuses(started, now, status, j.attempt, retryAfter)
		j.refused = again
		return wait + retryLag, again
	}
	if j.refused {
		j.refused = false
		h.pilot.relents(now)
	}
	if h.internal && j.address.Lane() == LeafLane {
		took = 0 // images come quickly however busy the pages' server is
	}
	h.pilot.answered(started, now, took)
	return 0, true
}

// look copies the counts for Progress.
func (f *frontier) look(now time.Time, origin string) (c Counts, inFlight int, rate float64, left time.Duration, m Manners) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c = f.counts
	c.Reasons = make(map[Reason]int, len(f.counts.Reasons))
	for r, n := range f.counts.Reasons {
		if n > 0 {
			c.Reasons[r] = n
		}
	}
	if h := f.hosts[origin]; h != nil {
		m = h.pilot.manners(now)
	}
	rate, left = f.rate.estimate(now, f.counts.Found-f.counts.Skipped, f.counts.Waiting)
	return c, f.inFlight, rate, left, m
}

// retry is an address to be tried again at a time.
type retry struct {
	at  time.Time
	job job
}

type laterHeap []retry

func (h laterHeap) Len() int           { return len(h) }
func (h laterHeap) Less(i, j int) bool { return h[i].at.Before(h[j].at) }
func (h laterHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *laterHeap) Push(x any)        { *h = append(*h, x.(retry)) }
func (h *laterHeap) Pop() any {
	last := len(*h) - 1
	r := (*h)[last]
	*h = slices.Delete(*h, last, last+1)
	return r
}
