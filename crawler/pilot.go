package crawler

import (
	"strconv"
	"time"
)

// The pilot's numbers.
const (
	firstBackoff    = time.Second
	longestBail     = 2 * time.Minute  // a site that wants us to wait longer is not waited for
	retryLag        = firstBackoff / 4 // by which others are asked for before a refused address
	longestWait     = 10 * time.Minute // in all, for a site that answers nothing but that we should wait
	offlinePatience = 10 * time.Minute // a site that cannot be reached any more is waited for
	longestProbe    = 15 * time.Second // between two looks whether it can, and for one of them
	relief          = 0.75             // of what a site refused is asked for afterwards, at most
	deepRelief      = 0.25             // and at least
	looking         = 2                // addresses at once are asked for after a refusal: one of them may hang
)

// The causes of Manners that are no status of an answer.
const (
	causeSlow       = "slow"
	causeOffline    = "offline"
	causeDelay      = "delay"
	causeCrawlDelay = "crawl-delay"
)

// pilot is the manners towards one host: how many requests at once, how far
// apart, and how long to wait after the host asked for less. It slows down by
// itself and speeds up again to what the person allows. The frontier's lock
// guards it.
//
// A refusal stops everything at once. After the wait the host is asked for two
// addresses at a time, until one that it refused has been asked for again: when
// that is answered, we had been too fast and carry on with less; when it is
// refused once more while others are answered, the fault is the page's own and
// nothing changes.
type pilot struct {
	knee
	top   int           // requests at once that the person allows
	gap   time.Duration // between the starts of two requests
	next  time.Time     // nothing is asked before
	cause string        // why it is slower than allowed

	inFlight int
	earlier  int       // of inFlight, those that started before the limit was lowered
	lowered  time.Time // when that was

	refuse   int           // waits in a row
	waited   time.Duration // in them
	began    time.Time     // when the last wait began
	refused  float64       // the limit when the host began to refuse, 0 when it does not
	pending  int           // refused addresses that are to be asked for again
	status   int           // of the refusals
	good     int           // answers since the limit was lowered for refusals, or the first
	goodFrom time.Time
}

func newPilot(top int, gap time.Duration, cause string) pilot {
	return pilot{knee: newKnee(top), top: top, gap: gap, cause: cause}
}

// allows is how many requests may be under way.
func (p *pilot) allows() int { return max(1, int(p.limit)) }

// isFull tells whether no further request may start. Those that started before
// the limit was lowered count only against what the person allows: a few pages
// that hang do not keep a low limit from being used.
func (p *pilot) isFull() bool {
	return p.inFlight >= p.top || p.inFlight-p.earlier >= p.allows()
}

// lowers notes that the limit was lowered.
func (p *pilot) lowers(now time.Time) { p.earlier, p.lowered = p.inFlight, now }

// allow changes what the person allows. More is asked for at once, unless the
// host has shown that it can't bear it.
func (p *pilot) allow(top int, now time.Time) {
	more := top > p.top
	p.top = top
	if more && p.cause == "" && p.refused == 0 {
		p.rising = false
		p.restart(float64(top), now)
	}
	p.limit = min(p.limit, float64(top))
	p.refused = min(p.refused, float64(top))
	p.name()
}

// started notes that a request starts.
func (p *pilot) started(now time.Time) {
	p.inFlight++
	if p.goodFrom.IsZero() {
		p.goodFrom = now
	}
	if p.isFull() {
		p.full = true
	}
	if gap := p.interval(); gap > 0 {
		p.next = now.Add(gap)
	}
}

// ended notes that a request which started at this time is over.
func (p *pilot) ended(started time.Time) {
	p.inFlight--
	if p.earlier > 0 && !started.After(p.lowered) {
		p.earlier--
	}
}

// interval is how far apart requests start.
func (p *pilot) interval() time.Duration { return max(p.gap, p.pause()) }

// answered notes a good answer and how long it took to come.
// took is 0 when that tells nothing.
func (p *pilot) answered(started, now time.Time, took time.Duration) {
	p.good++
	if !started.Before(p.began) {
		p.refuse, p.waited = 0, 0
		if p.refused > 0 && p.pending == 0 {
			p.relax(now)
		}
	}
	before := p.limit
	if took > 0 && p.refused == 0 && p.knee.answered(started, now, took, p.top) {
		if p.limit < before {
			p.lowers(now)
		}
		p.name()
	}
}

// name finds the cause for what is allowed now.
func (p *pilot) name() {
	switch {
	case p.limit >= float64(p.top):
		p.careful = false
		if p.cause != causeDelay && p.cause != causeCrawlDelay {
			p.cause = ""
		}
	case p.cause == "" && !p.rising:
		p.cause = causeSlow
	}
}

// refuses notes that the host asked for less (429, 503) and for how long, when
// asked for an address the n-th time. It returns how long nothing will be
// asked, and whether it is worth asking for the same again: not when the host
// wants longer than anybody would wait, nor when it has refused everything for
// a long time.
func (p *pilot) refuses(started, now time.Time, status, n int, wait time.Duration) (_ time.Duration, again bool) {
	again = wait <= longestBail && p.waited < longestWait && n < maxTries
	if n > 1 {
		p.settled()
	}
	if again {
		p.pending++
	}
	same := started.Before(p.began) // as the refusal that began the wait
	switch {
	case p.waited >= longestWait:
		wait = firstBackoff
	case wait <= 0 && same:
		return max(0, p.next.Sub(now)), again
	case wait <= 0 || wait > longestBail:
		wait = firstBackoff << min(p.refuse, 5)
	}
	if until := now.Add(wait); until.After(p.next) {
		p.waited += min(wait, until.Sub(p.next))
		p.next = until
	}
	others := p.refuse == 0 // were answered since the last wait
	if !same {
		p.began = now
		p.refuse++
	}
	p.status = status
	switch {
	case p.refused == 0:
		p.refused = p.limit
		p.restart(min(p.limit, looking), now)
		p.lowers(now)
	case p.pending == 0 && others:
		p.carryOn(p.refused, now)
	}
	return p.next.Sub(now), again
}

// relents notes that an address which had been refused is answered.
func (p *pilot) relents(now time.Time) {
	p.settled()
	if p.refused > 0 {
		p.relax(now)
	}
}

// relax lets less be asked for than was refused. What was served since the last
// time, waits included, is what the host bears.
func (p *pilot) relax(now time.Time) {
	limit := p.refused * relief
	if span := now.Sub(p.goodFrom); span > 0 {
		served := float64(p.good) * float64(p.typical()) / float64(span)
		limit = min(limit, max(p.refused*deepRelief, served))
	}
	p.careful, p.rising = true, false
	p.cause = "status " + strconv.Itoa(p.status)
	p.good, p.goodFrom = 0, now
	p.carryOn(max(limit, leastEver), now)
}

// settled notes that a refused address was asked for again.
func (p *pilot) settled() { p.pending = max(0, p.pending-1) }

// carryOn ends asking for two addresses at a time.
func (p *pilot) carryOn(limit float64, now time.Time) {
	p.refused = 0
	p.restart(limit, now)
	p.name()
}

// unreachable notes that the host, which has answered before, cannot be
// reached, and says when it is looked for again.
func (p *pilot) unreachable(now time.Time) {
	p.next = now.Add(min(firstBackoff<<min(p.refuse, 5), longestProbe))
	p.refuse++
	p.cause = causeOffline
}

// reachable notes that it can be reached again.
func (p *pilot) reachable(now time.Time) {
	p.refuse, p.next, p.cause = 0, now, ""
	p.restart(p.limit, now)
	p.name()
}

// manners is what a person is told.
func (p *pilot) manners(now time.Time) Manners {
	m := Manners{Limit: p.allows(), Delay: p.interval(), Cause: p.cause}
	if p.refused > 0 {
		m.Cause = "status " + strconv.Itoa(p.status)
	}
	m.Slowed = m.Cause != ""
	if p.next.Sub(now) > max(m.Delay, 500*time.Millisecond) {
		m.Until = p.next
	}
	return m
}
