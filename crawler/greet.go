package crawler

import (
	"context"
	"sync"
	"time"

	"sitewalk/crawler/fetch"
	"sitewalk/crawler/weburl"
)

// greeting gets the cookies that an earlier session had. A site may send each
// visitor for one first; in a crawl that is carried on, every page that waits would
// then be a redirect to an address that has its result and is not asked again.
type greeting struct {
	due  bool // there was an earlier session
	once sync.Once

	mu    sync.Mutex
	ended time.Time // zero until it has
}

// askAsVisitor is ask, once more with the cookies of a visitor when they may be why
// the first answer leads to an address that is known.
func (c *Crawler) askAsVisitor(ctx context.Context, a *Address, u weburl.URL) *fetch.Response {
	began := time.Now()
	r := c.ask(ctx, a, u)
	if !c.greeting.isDue(began) || !c.leadsBack(a, u, r) {
		return r
	}
	c.greeting.once.Do(func() { c.greet(ctx) })
	if ctx.Err() != nil {
		return r
	}
	r.Release()
	return c.ask(ctx, a, u)
}

// isDue tells whether a request that began at this time had no cookies yet.
func (g *greeting) isDue(began time.Time) bool {
	if !g.due {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ended.IsZero() || began.Before(g.ended)
}

// leadsBack tells whether a page of the site redirects to an address that is known.
func (c *Crawler) leadsBack(a *Address, u weburl.URL, r *fetch.Response) bool {
	if a.Scope != Internal || a.Lane() != PageLane || !isRedirect(r.Status) {
		return false
	}
	target, ok := fetch.Location(u, r.Header)
	return ok && c.frontier.lookup([]candidate{c.candidate(target, a.Kind)})
}

// greet asks for the start page as the earlier session did, and leaves what it says.
func (c *Crawler) greet(ctx context.Context) {
	u, err := weburl.Parse(c.Meta().Start)
	for hop := 0; err == nil && hop < MaxHops; hop++ {
		r := c.get(ctx, u, wantNothing)
		target, ok := fetch.Location(u, r.Header)
		ok = ok && isRedirect(r.Status) && c.currentSite().Contains(target)
		r.Release()
		if !ok {
			break
		}
		u = target
	}
	c.greeting.mu.Lock()
	defer c.greeting.mu.Unlock()
	c.greeting.ended = time.Now()
}
