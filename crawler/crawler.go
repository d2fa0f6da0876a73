// Package crawler is the engine: it walks a website from a start address,
// asks for each address once, and hands everything it learns to a Store.
package crawler

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"sitewalk/crawler/fetch"
	"sitewalk/crawler/weburl"
)

// Crawler is one crawl. Its methods may be called from any goroutine.
type Crawler struct {
	// Inspect, when set before Run, looks at each page before it is stored.
	Inspect Inspector

	store    Store
	settings Settings
	client   *fetch.Client
	gate     *gate
	frontier *frontier
	writer   *writer
	patterns patterns
	trap     *trap
	greeting greeting
	typed    []weburl.URL // what to try as the start, in order
	stop     chan struct{}
	stopOnce sync.Once

	mu          sync.Mutex // guards all below
	meta        Meta
	metaChanged bool
	site        weburl.Site
	startURL    weburl.URL // the start address as far as redirects led
	started     bool       // the start address was read; before, nothing else is asked
	concurrency int
	paused      bool
	clock       clock
	sitemaps    map[string]bool // asked for, or about to be
	err         error
}

// New makes a crawler that keeps what it finds in store. typed is what the
// person typed: a missing scheme is found out by trying https, then http. The
// error wraps weburl.ErrNotAnAddress or names a pattern that cannot be used.
func New(typed string, s Settings, store Store) (*Crawler, error) {
	candidates, err := weburl.Typed(typed)
	if err != nil {
		return nil, err
	}
	c, err := build(s, store)
	if err != nil {
		return nil, err
	}
	c.typed = candidates
	s.Concurrency = c.concurrency // what is in force, for whoever reads it later
	c.meta = Meta{Typed: typed, Started: time.Now(), State: Ready, Settings: s}
	return c, nil
}

// Resume makes a crawler that carries on with what store already holds.
func Resume(meta Meta, store Store) (*Crawler, error) {
	c, err := build(meta.Settings, store)
	if err != nil {
		return nil, err
	}
	c.meta = meta
	c.trap.recall(meta.Trap)
	c.meta.Finished = time.Time{}
	c.clock.before = meta.Elapsed
	// Needed when the earlier session ended before it had found an address.
	if c.typed, err = weburl.Typed(meta.Typed); err != nil {
		return nil, err
	}
	if err := c.remember(); err != nil {
		return nil, fmt.Errorf("reading the earlier crawl: %w", err)
	}
	if c.started {
		c.greeting.due = true
		c.frontier.setReached()
	}
	return c, nil
}

func build(s Settings, store Store) (*Crawler, error) {
	p, err := newPatterns(s.Include, s.Exclude)
	if err != nil {
		return nil, err
	}
	c := &Crawler{
		store: store, settings: s, patterns: p, trap: newTrap(), concurrency: clampConcurrency(s.Concurrency),
		stop: make(chan struct{}), sitemaps: make(map[string]bool),
	}
	c.gate = newGate(c.concurrency)
	c.frontier = newFrontier(s.MaxPages)
	c.frontier.top = c.concurrency
	c.frontier.newHost = c.newHost
	c.frontier.refill = c.refill
	c.frontier.led = c.trap.remember
	if !s.IgnoreTraps {
		c.frontier.maxFound, c.frontier.maxSitePages, c.frontier.maxHosts = maxFound, maxSitePages, maxSiteHosts
		c.frontier.givesUp = c.trap.givesUp
	}
	c.writer = newWriter(store, c.frontier, c.changedMeta)
	c.client = fetch.New(fetch.Options{
		UserAgent: s.UserAgent, Timeout: s.Timeout, InsecureTLS: s.InsecureTLS,
	})
	return c, nil
}

func clampConcurrency(n int) int {
	if n <= 0 {
		return DefaultConcurrency
	}
	return min(n, MaxConcurrency)
}

// newHost makes what is known of a host when it is met first.
func (c *Crawler) newHost(origin string, internal bool, top int) *host {
	h := &host{origin: origin, internal: internal}
	cause := ""
	if c.settings.Delay > 0 {
		cause = causeDelay
	}
	h.pilot = newPilot(h.most(top), c.settings.Delay, cause)
	if internal && !c.settings.IgnoreRobots {
		h.control = append(h.control, job{robots: true})
		h.asking = true
	}
	return h
}

// refill reads waiting addresses from the store for the frontier.
func (c *Crawler) refill(l Lane, after int64, n int) ([]Address, error) {
	if err := c.writer.flush(); err != nil {
		return nil, err
	}
	return c.store.Next(l, after, n)
}

// Run crawls until everything is done, Stop is called, ctx is done or an error
// of the store ends it. It returns after the last goroutine has ended and
// everything fetched was saved. The returned error is one of the store's;
// everything about the site is in Progress. Run closes nothing.
func (c *Crawler) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer c.client.Close()
	c.setState(Running)

	var outer errgroup.Group // owns the writer and the goroutine that watches for Stop
	outer.Go(c.writer.run)
	outer.Go(func() error {
		defer cancel()
		select {
		case <-c.stop:
		case <-ctx.Done():
		case <-c.writer.ended:
		}
		return nil
	})
	err := c.crawl(ctx)
	stopped := ctx.Err() != nil
	if err == nil && c.writer.failure() == nil {
		c.end(stopped)
	}
	cancel()
	close(c.writer.pages)
	if werr := outer.Wait(); werr != nil {
		err = werr
	}
	if err != nil {
		c.fail(err)
	}
	c.frontier.forget()
	c.trap = nil
	return err
}

// crawl does all the work; nothing of it is under way when it returns.
func (c *Crawler) crawl(ctx context.Context) error {
	if err := c.begin(ctx); err != nil {
		return err
	}
	for {
		if err := c.drain(ctx); err != nil {
			return err
		}
		if ctx.Err() != nil || !c.settings.LimitDepth {
			return nil
		}
		again, err := c.reopen()
		if err != nil || again == 0 {
			return err
		}
	}
}

// drain visits everything that waits. The slot is taken before the address, so
// goroutines never outnumber slots and order of discovery is order of asking.
func (c *Crawler) drain(ctx context.Context) error {
	crew := newCrew(func(j job) { c.visit(ctx, j) }, c.gate.leave)
	var err error
	for c.gate.enter(ctx, c.frontier.finishing()) {
		j, ok, e := c.frontier.next(ctx)
		if !ok {
			err = e
			c.gate.leave()
			break
		}
		crew.start(j)
	}
	crew.dismiss()
	return err
}

// reopen looks for addresses that were left out as too deep before a shorter
// way to them was seen.
func (c *Crawler) reopen() (int, error) {
	if err := c.writer.flush(); err != nil {
		return 0, err
	}
	n, err := c.store.Reopen(c.settings.MaxDepth)
	if err == nil && n > 0 {
		c.frontier.reopened(PageLane, n)
	}
	return n, err
}

// Pause lets no further request start until Continue.
func (c *Crawler) Pause() { c.setPaused(true) }

// Continue ends a Pause.
func (c *Crawler) Continue() { c.setPaused(false) }

func (c *Crawler) setPaused(paused bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.paused == paused || c.meta.State != Running && c.meta.State != Paused {
		return
	}
	c.paused = paused
	if paused {
		c.gate.resize(0)
		c.clock.stop()
		c.setStateLocked(Paused)
		return
	}
	c.gate.resize(c.concurrency)
	c.clock.start()
	c.setStateLocked(Running)
}

// SetConcurrency changes how many requests may be under way, at once.
func (c *Crawler) SetConcurrency(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.concurrency = clampConcurrency(n)
	c.meta.Settings.Concurrency = c.concurrency
	c.metaChanged = true
	c.frontier.allow(c.concurrency)
	if !c.paused {
		c.gate.resize(c.concurrency)
	}
}

// Stop lets no further request start, cancels those under way and makes Run
// return. What was under way is asked for again when the crawl is carried on.
func (c *Crawler) Stop() {
	c.mu.Lock()
	if !c.meta.State.Final() {
		c.setStateLocked(Stopping)
	}
	c.mu.Unlock()
	c.stopOnce.Do(func() { close(c.stop) })
}

// Progress looks at the crawl.
func (c *Crawler) Progress() Progress {
	now := time.Now()
	c.mu.Lock()
	meta, elapsed, err := c.meta, c.clock.elapsed(), c.err
	c.mu.Unlock()
	p := Progress{State: meta.State, Start: meta.Start, Host: hostOf(meta.Site), Elapsed: elapsed, Err: err}
	p.Counts, p.InFlight, p.Rate, p.Left, p.Manners = c.frontier.look(now, meta.Site)
	if meta.State != Running {
		p.Rate, p.Left = 0, 0
	}
	return p
}

// hostOf is the host of an origin.
func hostOf(origin string) string {
	_, host, _ := strings.Cut(origin, "://")
	return host
}

// Meta is what the crawl says about itself.
func (c *Crawler) Meta() Meta {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.meta
	m.Elapsed = c.clock.elapsed()
	return m
}

func (c *Crawler) setState(s State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s == Running {
		c.clock.start()
		if c.paused {
			return
		}
		if c.meta.State == Stopping {
			return
		}
	}
	c.setStateLocked(s)
}

func (c *Crawler) setStateLocked(s State) {
	c.meta.State = s
	c.metaChanged = true
}

// changedMeta gives the writer the Meta when it changed.
func (c *Crawler) changedMeta() *Meta {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.metaChanged || c.clock.elapsed()-c.meta.Elapsed > 5*time.Second {
		c.meta.Elapsed = c.clock.elapsed()
		c.metaChanged = false
		c.meta.Trap = c.trap.memory()
		m := c.meta
		return &m
	}
	return nil
}

// end decides how the crawl ended.
func (c *Crawler) end(stopped bool) {
	limited := !stopped && c.leaveRest()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock.stop()
	c.meta.Finished = time.Now()
	if !c.started && !stopped && c.meta.FailKind == "" {
		c.forbidStart()
	}
	switch {
	case c.meta.FailKind != "":
		c.setStateLocked(Failed)
	case stopped:
		c.meta.Finished = time.Time{}
		c.setStateLocked(Stopped)
	case limited:
		c.setStateLocked(Limited)
	default:
		c.setStateLocked(Finished)
	}
	c.meta.Elapsed = c.clock.elapsed()
}

// forbidStart notes that robots.txt kept the start address from being asked
// for: nothing else leaves a crawl without a start and without a failure.
func (c *Crawler) forbidStart() {
	c.meta.FailKind, c.meta.FailURL = FailRobots, c.startURL.String()
	c.meta.FailDetail = c.frontier.rulesOf(c.startURL.Origin()).Rule(c.startURL.Target())
	c.metaChanged = true
}

// leaveRest skips what a limit left waiting, and tells whether there was any
// behind the one that the person set.
func (c *Crawler) leaveRest() bool {
	reason := c.frontier.restReason()
	if reason == "" || c.writer.flush() != nil {
		return false
	}
	after, any := int64(0), false
	for {
		rest, err := c.store.Next(PageLane, after, window)
		if err != nil || len(rest) == 0 {
			return any
		}
		any = reason == ByLimit
		ids := make([]int64, len(rest))
		for i := range rest {
			ids[i] = rest[i].ID
		}
		after = ids[len(ids)-1]
		c.frontier.skipRest(ids, reason)
		if c.writer.flush() != nil {
			return any
		}
	}
}

func (c *Crawler) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock.stop()
	c.err = err
	c.setStateLocked(Stopped)
}

// clock counts running time, pauses left out.
type clock struct {
	before time.Duration
	since  time.Time
}

func (k *clock) start() {
	if k.since.IsZero() {
		k.since = time.Now()
	}
}

func (k *clock) stop() {
	k.before = k.elapsed()
	k.since = time.Time{}
}

func (k *clock) elapsed() time.Duration {
	if k.since.IsZero() {
		return k.before
	}
	return k.before + time.Since(k.since)
}
