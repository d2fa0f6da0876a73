package crawler

import (
	"context"

	"sitewalk/crawler/fetch"
	"sitewalk/crawler/page"
	"sitewalk/crawler/weburl"
)

// begin finds out which of the typed addresses answers and makes it the first
// address. A crawl that is carried on has one already, and perhaps sitemaps
// that it had not read to the end.
func (c *Crawler) begin(ctx context.Context) error {
	if c.frontier.known() > 0 {
		if c.hasStarted() && !c.settings.NoSitemaps {
			c.frontier.meet(c.Meta().Site)
		}
		return nil
	}
	if !c.gate.enter(ctx, nil) {
		return nil
	}
	defer c.gate.leave()
	u := c.choose(ctx)
	if ctx.Err() != nil {
		return nil
	}
	c.setSite(u)
	start := c.candidate(u, PageKind)
	start.origin = u.Origin()
	start.address.Scope = Internal
	c.frontier.add([]candidate{start})
	return nil
}

// choose gives the first typed address whose server answers at all; robots.txt
// is what it asks for, since that has to be read anyway.
func (c *Crawler) choose(ctx context.Context) weburl.URL {
	if len(c.typed) == 1 {
		return c.typed[0]
	}
	for _, u := range c.typed {
		answer := c.fetchRobots(ctx, u.Origin())
		if answer.failure == nil {
			if !c.settings.IgnoreRobots {
				c.noteClosed(u.Origin(), answer)
			}
			c.frontier.robotsKnown(u.Origin(), answer)
			return u
		}
	}
	return c.typed[0]
}

// startRead takes the start page, or a page on the way to it. Only the start
// moves the site: when it redirects to another host, that host is the site. It
// returns whether the page's links and redirect are to be followed as usual.
func (c *Crawler) startRead(a *Address, p *Page, facts *page.Facts, target weburl.URL) (follow bool) {
	switch {
	case facts != nil && p.RedirectTo != "" && c.currentSite().Contains(target):
		c.begun(p.URL) // a page that is left at once, with links all the same
		return true
	case p.RedirectTo != "" && p.ErrorKind == "":
		return c.moveStart(p, target)
	case p.Status == 0 || p.ErrorKind != "" && facts == nil:
		c.failStart(string(p.ErrorKind), p.URL, p.Status, p.Error)
	case p.Status < 200 || p.Status > 299:
		c.failStart(FailStatus, p.URL, p.Status, "")
	case facts == nil:
		c.failStart(FailNotHTML, p.URL, p.Status, p.ContentType)
	default:
		c.begun(p.URL)
		return true
	}
	return false
}

// moveStart makes the target of the start's redirect the start.
func (c *Crawler) moveStart(p *Page, target weburl.URL) (follow bool) {
	cs := []candidate{c.candidate(target, PageKind)}
	if c.frontier.lookup(cs) {
		c.failStart(string(fetch.BadRedirect), p.URL, p.Status, "the redirects lead back to "+p.RedirectTo)
		return false
	}
	c.setSite(target)
	return true
}

// begun notes that the start page was read, and lets its sitemaps be read.
func (c *Crawler) begun(start string) {
	c.mu.Lock()
	c.started = true
	c.meta.Start = start
	c.metaChanged = true
	origin := c.meta.Site
	c.mu.Unlock()
	c.noteSitemaps(origin, c.frontier.rulesOf(origin))
}

// failStart notes why the start address could not be crawled.
func (c *Crawler) failStart(kind, url string, status int, detail string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.meta.FailKind != "" {
		return
	}
	c.meta.FailKind, c.meta.FailURL, c.meta.FailStatus, c.meta.FailDetail = kind, url, status, detail
	c.metaChanged = true
}

func (c *Crawler) hasStarted() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.started
}

func (c *Crawler) setSite(u weburl.URL) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.site = weburl.NewSite(u, c.settings.Subdomains)
	c.meta.Site = u.Origin()
	c.startURL = u
	c.metaChanged = true
	c.frontier.setHome(u.Origin())
}

func (c *Crawler) currentSite() weburl.Site {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.site
}

// remember fills the frontier with what an earlier session found.
func (c *Crawler) remember() error {
	if u, err := weburl.Parse(c.meta.Site); err == nil {
		c.site = weburl.NewSite(u, c.settings.Subdomains)
		c.startURL = u
		c.frontier.setHome(u.Origin())
	}
	c.started = c.meta.Start != ""
	var chains chains
	err := c.store.Known(func(a Address, v Verdict) bool {
		u, err := weburl.Parse(a.URL)
		if err != nil {
			return true
		}
		if run := chains.add(&a, u); v.Outcome == Waiting && a.Lane() == PageLane {
			c.trap.recallRun(a.ID, run)
		}
		key := u.Key()
		c.frontier.recall(a, v, c.frontier.hash(key), key != u.String())
		return true
	})
	if err != nil {
		return err
	}
	c.frontier.recalled()
	return nil
}
