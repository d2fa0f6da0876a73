package crawler

import (
	"context"
	"net/http"
	"time"

	"sitewalk/crawler/fetch"
	"sitewalk/crawler/page"
	"sitewalk/crawler/robots"
	"sitewalk/crawler/weburl"
)

// Limits of the two files by which a site talks to crawlers.
const (
	robotsHops   = 5 // redirects of a robots.txt (RFC 9309, section 2.3.1.2)
	robotsTries  = 3
	maxSitemaps  = 2_000 // sitemap files of one crawl
	sitemapBatch = 5_000
)

// robotsAnswer is what came of asking for a robots.txt.
type robotsAnswer struct {
	rules   *robots.Rules
	closed  bool         // 5xx or unreachable: nothing may be fetched
	status  int          // with closed
	detail  string       // with closed: the technical cause
	failure *fetch.Error // the server did not answer at all
}

// readRobots reads a host's robots.txt before anything else of the host.
func (c *Crawler) readRobots(ctx context.Context, j job) {
	h := j.host
	answer := c.fetchRobots(ctx, h.origin)
	if ctx.Err() != nil || answer.failure != nil && isSilence(answer.failure) && c.frontier.doubt(doubt{job: j, answer: answer}) {
		return
	}
	c.noteClosed(h.origin, answer)
	c.frontier.robotsRead(h, answer)
	if c.hasStarted() {
		c.noteSitemaps(h.origin, answer.rules)
	}
}

// noteClosed notes that the start cannot be asked for because the robots.txt of
// its origin could not be read, which is something else than being forbidden.
func (c *Crawler) noteClosed(origin string, answer robotsAnswer) {
	if answer.closed && !c.hasStarted() {
		c.failStart(FailRobotsUnreachable, origin+"/robots.txt", answer.status, answer.detail)
	}
}

// fetchRobots asks for the robots.txt of an origin.
func (c *Crawler) fetchRobots(ctx context.Context, origin string) robotsAnswer {
	u, err := weburl.Parse(origin + "/robots.txt")
	if err != nil {
		return robotsAnswer{}
	}
	for try := 1; ; try++ {
		r := c.getFile(ctx, u)
		wait := max(firstBackoff, fetch.RetryAfter(r.Header, time.Now()))
		if try < robotsTries && mayPass(r) && wait <= longestBail && pause(ctx, wait) {
			r.Release()
			continue
		}
		defer r.Release()
		return readRobotsAnswer(r)
	}
}

// readRobotsAnswer follows RFC 9309, section 2.3.1: with 2xx the rules hold,
// with 4xx everything is allowed, with 5xx or no answer nothing is. A host that
// cannot be connected to will show that by itself.
func readRobotsAnswer(r *fetch.Response) robotsAnswer {
	switch {
	case r.Status >= 200 && r.Status < 300:
		return robotsAnswer{rules: robots.Parse(r.Body, Product)}
	case r.Status >= 500:
		return robotsAnswer{closed: true, status: r.Status}
	case r.Status > 0:
		return robotsAnswer{}
	}
	switch r.Err.Kind {
	case fetch.Timeout, fetch.Reset, fetch.BadResponse:
		return robotsAnswer{closed: true, detail: r.Err.Error(), failure: r.Err}
	}
	return robotsAnswer{failure: r.Err}
}

// getFile gets a file and follows its redirects, also to other hosts.
func (c *Crawler) getFile(ctx context.Context, u weburl.URL) *fetch.Response {
	for hop := 0; ; hop++ {
		r := c.get(ctx, u, func(status int, _ http.Header) bool { return status < 300 })
		if !isRedirect(r.Status) || hop >= robotsHops {
			return r
		}
		target, ok := fetch.Location(u, r.Header)
		if !ok {
			return r
		}
		u = target.WithoutFragment()
		r.Release()
	}
}

// pause waits; it returns false when ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// noteSitemaps lets the sitemaps that a robots.txt names be read.
func (c *Crawler) noteSitemaps(origin string, rules *robots.Rules) {
	base, err := weburl.Parse(origin + "/robots.txt")
	if rules == nil || err != nil || c.settings.NoSitemaps {
		return
	}
	c.queueSitemaps(base, rules.Sitemaps)
}

// queueSitemaps queues those sitemaps that were not queued before.
func (c *Crawler) queueSitemaps(base weburl.URL, refs []string) {
	var list []string
	c.mu.Lock()
	origin := c.meta.Site
	for _, ref := range refs {
		u, err := base.Resolve(ref, nil)
		if err != nil || !u.IsHTTP() || len(c.sitemaps) >= maxSitemaps {
			continue
		}
		if u.IsPrivate() && !c.site.Contains(u) || c.sitemaps[u.Key()] {
			continue
		}
		c.sitemaps[u.Key()] = true
		list = append(list, u.WithoutFragment().String())
	}
	c.mu.Unlock()
	if len(list) > 0 {
		c.frontier.enqueueSitemaps(origin, list)
	}
}

// readSitemap adds the addresses that a sitemap names.
func (c *Crawler) readSitemap(ctx context.Context, j job) {
	u, err := weburl.Parse(j.sitemap)
	if err != nil {
		return
	}
	r := c.getFile(ctx, u)
	defer r.Release()
	if isOutOfReach(r) && ctx.Err() == nil {
		c.frontier.doubt(doubt{job: j})
		return
	}
	if r.Status < 200 || r.Status > 299 {
		return
	}
	s := robots.ParseSitemap(r.Body)
	further := make([]string, len(s.Sitemaps))
	for i, e := range s.Sitemaps {
		further[i] = e.Loc
	}
	c.queueSitemaps(u, further)
	for len(s.Pages) > 0 && !c.frontier.isAtCeiling() {
		n := min(len(s.Pages), sitemapBatch)
		c.addFromSitemap(u, s.Pages[:n])
		s.Pages = s.Pages[n:]
	}
}

// addFromSitemap adds pages of the site that a sitemap names. No click leads to
// them from there, so they have no depth until a link is seen.
func (c *Crawler) addFromSitemap(base weburl.URL, entries []robots.Entry) {
	cs := make([]candidate, 0, len(entries))
	for _, e := range entries {
		u, err := base.Resolve(e.Loc, nil)
		if err != nil || !u.IsHTTP() || !c.currentSite().Contains(u) {
			continue
		}
		k := c.candidate(u, PageKind)
		k.address.InSitemap, k.address.Depth = true, -1
		c.judge(&k, u, page.Anchor)
		cs = append(cs, k)
	}
	c.frontier.addListed(cs)
}
