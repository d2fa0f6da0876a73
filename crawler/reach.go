package crawler

import (
	"container/heap"
	"context"
	"net/http"
	"time"

	"sitewalk/crawler/weburl"
)

// manyDoubts is how many failures in a row, at least, let us ask whether the network is
// still there.
const manyDoubts = 5

// doubt is a request that nothing came back from, though the site had answered
// before. It may say something about its address, or only that the network is
// gone or the server is down. It is believed when the site answers a request
// that was made later; else the address waits again.
type doubt struct {
	job    job
	page   *Page        // the result, if it is believed; nil for robots.txt and sitemaps
	answer robotsAnswer // the same for a robots.txt
	failed time.Time
}

// answered notes that a request which was made at this time was answered.
func (h *host) answered(started time.Time) {
	h.gone = false
	if started.After(h.reached) {
		h.reached = started
	}
}

// setHome tells which origin is the site itself.
func (f *frontier) setHome(origin string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.home = origin
}

// setReached notes that the site was reached by an earlier session.
func (f *frontier) setReached() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.host(f.home, true).reached = remembered
}

// witness is the host whose answers tell whether a failure of h is its own: h,
// or the site for hosts that may never have been there.
func (f *frontier) witness(h *host) *host {
	if h.internal && !h.reached.IsZero() {
		return h
	}
	return f.hosts[f.home]
}

// remembered is when the site was reached that an earlier session crawled.
var remembered = time.Unix(1, 0)

// away tells whether a host is not asked because it, or for other sites the
// site itself and with it probably the network, cannot be reached.
func (f *frontier) away(h *host) bool {
	w := f.witness(h)
	return w != nil && !w.lost.IsZero()
}

// doubt holds back a result that may be the network's fault. It returns false
// when there is no reason for doubt.
func (f *frontier) doubt(d doubt) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.witness(d.job.host)
	if w == nil || w.reached.IsZero() || w.gone {
		return false
	}
	d.failed = time.Now()
	w.doubts = append(w.doubts, d)
	f.doubts++
	if d.page == nil && w.lost.IsZero() {
		f.probe(w) // much may be waiting for it
	}
	return true
}

// examine looks at what is doubted since a job of a host ended: it gives what
// can be believed, and lets the site be asked whether it is there when much is
// doubted or nothing else is left to do. The lock is held.
func (f *frontier) examine(h *host) (believed []*Page) {
	w := f.witness(h)
	if w != nil && w.lost.IsZero() {
		believed = f.believe(w)
		if len(w.doubts) >= max(manyDoubts, w.pilot.allows()) {
			f.probe(w)
		}
	}
	if f.doubts > 0 && f.nothingLeft() {
		for _, h := range f.hosts {
			if len(h.doubts) > 0 {
				f.probe(h)
			}
		}
	}
	return believed
}

// believe takes what is no longer doubted.
func (f *frontier) believe(w *host) (believed []*Page) {
	doubted := w.doubts[:0]
	for _, d := range w.doubts {
		switch {
		case !w.reached.After(d.failed):
			doubted = append(doubted, d)
		case d.page != nil:
			believed = append(believed, d.page)
		case d.job.robots:
			f.apply(d.job.host, d.answer)
			f.place(d.job.host)
		}
	}
	f.doubts -= len(w.doubts) - len(doubted)
	clear(w.doubts[len(doubted):])
	w.doubts = doubted
	return believed
}

// probe lets a host be asked whether it can be reached.
func (f *frontier) probe(h *host) {
	if h.probing {
		return
	}
	h.probing = true
	h.control = append([]job{{probe: true}}, h.control...)
	f.controls++
	f.place(h)
}

// probed notes whether a host answered a probe made at this time. It returns
// false when the host has been out of reach for so long that it is given up.
func (f *frontier) probed(h *host, started time.Time, there bool) (patient bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h.probing = false
	now := time.Now()
	if there {
		f.found(h, started, now)
		return true
	}
	if h.lost.IsZero() {
		h.lost = now
	}
	f.requeue(h, now)
	if now.Sub(h.lost) > f.patience {
		h.gone, h.lost = true, time.Time{}
		f.placeAll()
		return false
	}
	h.pilot.unreachable(now)
	f.probe(h)
	return true
}

// found notes that a host can be reached, perhaps again.
func (f *frontier) found(h *host, started, now time.Time) {
	if h.lost.IsZero() {
		h.answered(started)
		return // leave finds out what that means
	}
	f.requeue(h, now) // what failed meanwhile
	h.lost = time.Time{}
	h.answered(started)
	h.pilot.reachable(now)
	f.placeAll()
}

// requeue lets what is doubted wait again.
func (f *frontier) requeue(h *host, now time.Time) {
	for _, d := range h.doubts {
		if d.page == nil {
			d.job.host.control = append(d.job.host.control, d.job)
			f.controls++
			continue
		}
		heap.Push(&f.later, retry{at: now, job: d.job})
	}
	f.doubts -= len(h.doubts)
	h.doubts = nil
}

func (f *frontier) placeAll() {
	for _, h := range f.hosts {
		f.place(h)
	}
}

// probe finds out whether a host can be reached, and ends the crawl when the
// site is not to be reached for too long: it can be carried on some other time.
func (c *Crawler) probe(ctx context.Context, h *host) {
	u, err := weburl.Parse(h.origin + "/robots.txt")
	if err != nil {
		return
	}
	if start := c.Meta().Start; c.settings.IgnoreRobots && h.origin == c.Meta().Site {
		if s, err := weburl.Parse(start); err == nil && s.Origin() == h.origin {
			u = s
		}
	}
	within, cancel := context.WithTimeout(ctx, longestProbe)
	defer cancel()
	at := time.Now()
	r := c.client.Do(within, c.request(u, http.MethodGet, wantNothing))
	defer r.Release()
	if ctx.Err() != nil {
		return
	}
	if !c.frontier.probed(h, at, !isOutOfReach(r)) && h.origin == c.Meta().Site {
		c.Stop()
	}
}
