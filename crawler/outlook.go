package crawler

import "time"

const (
	outlookAfter = 10 // pages of the site that were read, before anything is foretold
	recentPages  = 50 // the last pages, which tell how fast the site grows and answers
)

// Outlook is what the first pages of a crawl let expect of the rest.
type Outlook struct {
	Ready   bool // ten pages were read, or all there are; before that nothing else is filled in
	Pages   int  // of the site, about: those asked for, those waiting, and those that they will lead to
	Growing bool // each page still leads to more than one new page: Pages are those known, the least
	// Left is the time that the rest of the pages take at the present speed, up
	// to the page limit if there is one; 0 means nobody can tell.
	Left time.Duration

	First     int // how many first pages the counts below are of
	Blocked   int // of them, kept from us by a wall
	ByScript  int // of them, show next to nothing unless scripts run
	Forbidden int // pages that robots.txt has kept from us so far
}

// Outlook looks ahead. It is as cheap as Progress.
func (c *Crawler) Outlook() Outlook {
	return c.frontier.outlook()
}

// horizon is what the frontier notes for the Outlook.
type horizon struct {
	first     Outlook // its counts
	linked    int     // pages to ask for that links led to
	listed    int     // pages that only sitemaps led to
	recent    [recentPages]milestone
	passed    int // milestones in all
	forbidden int
}

// milestone is a page that was read: when, and how many pages links had led to by then.
type milestone struct {
	at     time.Time
	linked int
}

// found counts a new address that is to be asked for.
func (h *horizon) found(a *Address) {
	switch {
	case a.Lane() != PageLane:
	case a.InSitemap:
		h.listed++
	default:
		h.linked++
	}
}

// read notes a result.
func (h *horizon) read(p *Page, now time.Time) {
	if p.Scope != Internal || p.Kind == ImageKind {
		return
	}
	h.recent[h.passed%recentPages] = milestone{now, h.linked}
	h.passed++
	if h.passed > outlookAfter {
		return
	}
	h.first.First++
	if p.Outcome == Unchecked {
		h.first.Blocked++
	}
	if p.ByScript {
		h.first.ByScript++
	}
}

// pace gives how many new pages each of the last pages led to, and how long one took.
func (h *horizon) pace() (growth float64, each time.Duration) {
	n := min(h.passed, recentPages)
	if n < 2 {
		return 0, 0
	}
	oldest, newest := h.recent[(h.passed-n)%recentPages], h.recent[(h.passed-1)%recentPages]
	return float64(newest.linked-oldest.linked) / float64(n-1), newest.at.Sub(oldest.at) / time.Duration(n-1)
}

// look foretells. read and waiting are pages of the site; most is the page
// limit, 0 for none.
func (h *horizon) look(read, waiting, most int) Outlook {
	if h.passed < outlookAfter && (waiting > 0 || h.passed == 0) {
		return Outlook{}
	}
	o := h.first
	o.Ready, o.Forbidden = true, h.forbidden
	growth, each := h.pace()
	if h.listed > h.linked { // a sitemap that knows more than the links names the whole site
		growth = 0
	}
	o.Pages = read + waiting
	if o.Growing = growth > 1; !o.Growing { // else nobody can tell: later pages lead to what the first ones led to
		o.Pages += int(float64(waiting) * growth)
	}
	rest := o.Pages - read
	if most > 0 {
		rest = max(0, min(rest, most-read))
	}
	o.Left = time.Duration(rest) * each
	return o
}

// outlook looks ahead from what was noted.
func (f *frontier) outlook() Outlook {
	f.mu.Lock()
	defer f.mu.Unlock()
	pages := f.lanes[PageLane]
	waiting := pages.queued + pages.behind
	if waiting == 0 && f.counts.Waiting > 0 && f.horizon.passed < outlookAfter {
		return Outlook{} // what is under way may lead on
	}
	return f.horizon.look(f.counts.Pages, waiting, f.maxPages)
}
