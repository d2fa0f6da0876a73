package crawler

import (
	"strconv"
	"time"
)

// The pilot's numbers.
const (
	firstBackoff    = time.Second
	longestBail     = 2 * time.Minute  // a site that wants us to wait longer is not waited for
	longestWait     = 10 * time.Minute // in all, for a site that answers nothing but that we should wait
	slowFactor      = 3                // times the usual answer time before it slows down
	slowAtLeast     = 800 * time.Millisecond
	offlinePatience = 10 * time.Minute // a site that cannot be reached any more is waited for
	longestProbe    = 15 * time.Second // between two looks whether it can
	answersToTrust  = 20               // answers before the usual time is known
)

// pilot is the manners towards one host: how many requests at once, how far
// apart, and how long to wait after the host asked for less. It slows down by
// itself and speeds up again to what the person allows. The frontier's lock
// guards it.
type pilot struct {
	top    int           // requests at once that the person allows
	limit  float64       // requests at once at present, 1 to top
	gap    time.Duration // between the starts of two requests
	next   time.Time     // nothing is asked before
	cause  string        // why it is slower than allowed
	refuse int           // refusals in a row
	waited time.Duration // for them
	usual  time.Duration // typical time of an answer when all was well
	recent time.Duration // typical time of the last answers
	seen   int           // answers so far
	calm   int           // good answers since the limit was changed
}

func newPilot(top int, gap time.Duration, cause string) pilot {
	return pilot{top: top, limit: float64(top), gap: gap, cause: cause}
}

// allows is how many requests may be under way.
func (p *pilot) allows() int { return max(1, int(p.limit)) }

// started notes that a request starts.
func (p *pilot) started(now time.Time) {
	if p.gap > 0 {
		p.next = now.Add(p.gap)
	}
}

// answered notes a good answer and how long it took to come.
func (p *pilot) answered(took time.Duration) {
	p.refuse, p.waited = 0, 0
	if p.cause == causeOffline {
		p.limit, p.cause = float64(p.top), ""
	}
	p.seen++
	p.calm++
	p.recent = blend(p.recent, took, 8)
	if p.usual == 0 || p.seen <= answersToTrust {
		p.usual = blend(p.usual, took, 4)
	} else if took < p.usual*2 {
		p.usual = blend(p.usual, took, 64)
	}
	switch {
	case p.isSlow() && p.calm >= p.allows()*2:
		p.slower(0.75, "slow")
	case !p.isSlow() && p.limit < float64(p.top) && p.calm >= p.allows():
		p.faster()
	}
}

func (p *pilot) isSlow() bool {
	return p.seen > answersToTrust && p.recent > slowAtLeast && p.recent > p.usual*slowFactor
}

func (p *pilot) slower(factor float64, cause string) {
	p.calm = 0
	p.limit = max(1, min(p.limit, float64(p.top))*factor)
	p.cause = cause
}

func (p *pilot) faster() {
	p.calm = 0
	p.limit = min(float64(p.top), p.limit+1)
	if p.limit == float64(p.top) && p.gap == 0 {
		p.cause = ""
	}
}

// refused notes that the host asked for less (429, 503) and for how long. It
// returns how long nothing will be asked, and whether it is worth asking for
// the same again: not when the host wants longer than anybody would wait, nor
// when it has refused everything for a long time.
func (p *pilot) refused(status int, wait time.Duration, now time.Time) (_ time.Duration, again bool) {
	again = wait <= longestBail && p.waited < longestWait
	if wait <= 0 || wait > longestBail {
		wait = firstBackoff << min(p.refuse, 5)
	}
	if p.waited >= longestWait {
		wait = firstBackoff
	}
	if until := now.Add(wait); until.After(p.next) {
		p.waited += min(wait, until.Sub(p.next))
		p.next = until
		p.refuse++
		p.slower(0.5, "status "+strconv.Itoa(status))
	}
	return wait, again
}

// unreachable notes that the host, which has answered before, cannot be reached:
// one request at a time looks whether it can again.
func (p *pilot) unreachable(now time.Time) {
	if now.Before(p.next) && p.cause == causeOffline {
		return // another request of the same moment
	}
	p.next = now.Add(min(firstBackoff<<min(p.refuse, 5), longestProbe))
	p.refuse++
	p.calm, p.limit, p.cause = 0, 1, causeOffline
}

// causeOffline is the Cause of Manners while the site cannot be reached.
const causeOffline = "offline"

// manners is what a person is told.
func (p *pilot) manners(now time.Time) Manners {
	m := Manners{Limit: p.allows(), Delay: p.gap, Cause: p.cause, Slowed: p.cause != ""}
	if p.next.Sub(now) > max(p.gap, 500*time.Millisecond) {
		m.Until = p.next
	}
	return m
}

// blend moves an average a n-th of the way towards a new value.
func blend(average, value time.Duration, n int) time.Duration {
	if average == 0 {
		return value
	}
	return average + (value-average)/time.Duration(n)
}
