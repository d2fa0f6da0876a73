package crawler

import (
	"math"
	"time"
)

// The knee's numbers. Times are compared by their logarithms, so that a few
// pages that take long by themselves hardly count.
const (
	quick        = 200 * time.Millisecond // answers in less than this are quick enough for anybody
	roomy        = 1.25                   // times the usual time: more can be asked for at once
	crowded      = 2.2                    // times the usual time: too much is asked for at once
	headroom     = 1.1                    // times what a server does at once is asked for, so that it never idles
	step         = 1. / 8                 // by which the limit grows in a round
	smallStep    = 1. / 32                // the same after the site refused
	longPatience = 16                     // rounds, see knee.patience
	longRound    = 40                     // answers that make a round where the times differ much
	sure         = 0.12                   // margin of a typical time, as a part of it, up to which fewer make one
	corrections  = 2
	longHold     = 64      // rounds after which the usual time is measured again
	leastEver    = 1. / 64 // requests at once: one, and then a pause of 63 times its duration
)

// knee finds how many requests at once a server can use. Up to the knee of its
// curve each answer takes its usual time and more at once means more a second;
// beyond, answers only wait for each other, and by Little's law the time grows
// with the number. What time is usual cannot be told by looking: pages differ.
// So the number is halved for a round: if that makes answers quicker, waiting
// was part of their time; if it does not, their time is the pages' own.
type knee struct {
	limit    float64 // requests at once at present; below 1, one at a time with pauses
	usual    float64 // log of seconds that an answer takes when little is asked for; 0 while not known, see known
	known    bool
	rising   bool      // the limit doubles with each round: nothing slowed it down so far
	careful  bool      // the limit grows by small steps
	since    time.Time // answers to requests that started before say nothing about the limit
	full     bool      // as many as allowed were under way at some time of the round
	round    sample
	last     float64 // typical time of the last round, log of seconds
	above    level   // what the limit was lowered from to see whether that helps
	peak     level   // the first of these levels, when the limit was lowered again and again
	skip     int     // answers until those come that the limit tells upon
	age      int     // rounds since the usual time was measured
	patience int     // rounds until the limit is lowered again to measure it, because that was in vain
}

// floor is the logarithm of the time that is quick enough for anybody.
var floor = math.Log(quick.Seconds())

// level is a number of requests at once and the typical time of an answer
// then, as the log of seconds, with its margin of doubt.
type level struct{ limit, typical, margin float64 }

// work is how many of the requests are worked on, where the others wait.
func (l level) work(usual float64) float64 {
	return l.limit * math.Exp(min(0, usual-l.typical))
}

func newKnee(top int) knee {
	limit := min(top, DefaultConcurrency)
	return knee{limit: float64(limit), rising: limit < top, skip: limit}
}

// answered notes how long an answer took to come. It tells whether the limit
// was changed, which is never above top.
func (k *knee) answered(started, now time.Time, took time.Duration, top int) (changed bool) {
	if k.skip > 0 {
		if !started.Before(k.since) {
			k.skip--
		}
		return false
	}
	k.round.add(math.Log(max(took, time.Millisecond).Seconds()))
	if !k.decided() {
		return false
	}
	before := k.limit
	k.judge(k.round.mean(), k.round.margin())
	k.limit = min(max(k.limit, leastEver), float64(top))
	k.rising = k.rising && k.limit < float64(top)
	k.round, k.full = sample{}, false
	if k.limit == before {
		return false
	}
	k.settling(now)
	return true
}

// settling lets those answers pass that come before the limit tells upon all:
// the queue has to build up, and the quick pages come first.
func (k *knee) settling(now time.Time) { k.since, k.skip = now, int(2*k.limit) }

// enough is how many answers make a round.
func (k *knee) enough() int {
	switch {
	case k.above.limit > 0:
		return int(max(8, 2*k.limit))
	case k.rising:
		return int(max(4, k.limit))
	}
	return int(max(16, 2*k.limit))
}

// decided tells whether the answers so far make a round: more are needed where
// their times differ much, unless they are quick all the same.
func (k *knee) decided() bool {
	switch margin := k.round.margin(); {
	case k.round.n < k.enough():
		return false
	case k.round.n >= longRound || margin <= sure:
		return true
	default:
		return k.rising && k.above.limit == 0 && k.isRoomy(k.round.mean()-2*margin)
	}
}

// isRoomy tells whether answers that take so long do not wait for each other.
func (k *knee) isRoomy(typical float64) bool {
	return typical <= floor || k.known && typical-k.usual <= math.Log(roomy)
}

// judge ends a round with its typical time and the margin of doubt about it.
func (k *knee) judge(typical, margin float64) {
	k.last = typical
	switch {
	case k.above.limit > 0:
		k.compare(typical, margin)
		return
	case k.limit <= 1 || typical <= floor:
		k.usual, k.known = max(typical, floor), true
	case !k.known:
		k.lower(typical, margin)
		return
	}
	k.age++
	if !k.rising {
		k.usual = max(floor, min(k.usual, typical+2*margin)) // rounds are long enough for that
	}
	switch least := typical - margin - k.usual; {
	case k.isRoomy(typical - 2*margin):
		k.raise()
	case k.age >= longHold, k.age >= k.patience && least > math.Log(crowded):
		k.lower(typical, margin)
	case least > math.Log(crowded):
	case k.rising:
		k.lower(typical, margin)
	case k.age <= corrections:
		k.settle(min(k.limit/headroom, k.limit*math.Exp(-least)))
	}
}

// raise lets more be asked for, if what was allowed was used.
func (k *knee) raise() {
	switch {
	case !k.full:
	case k.rising:
		k.limit *= 2
	case k.careful:
		k.limit *= 1 + smallStep
	default:
		k.limit += max(1, k.limit*step)
	}
}

// lower halves the limit for a round, to compare.
func (k *knee) lower(typical, margin float64) {
	k.above = level{k.limit, typical, margin}
	if k.peak.limit == 0 {
		k.peak = k.above
	}
	k.limit = max(1, math.Floor(k.limit/2))
}

// compare ends a round at a lowered limit. Where half as many at once make no
// answer quicker, or as quick as they are known to be, the time is the usual one.
func (k *knee) compare(typical, margin float64) {
	doubt := math.Hypot(margin, k.above.margin)
	helped := k.above.typical-typical-doubt > math.Log(k.above.limit/k.limit)/2
	if helped && k.limit > 1 && !(k.known && typical-margin <= max(floor, k.usual)) {
		k.lower(typical, margin)
		return
	}
	k.usual, k.known, k.age = max(typical, floor), true, 0
	work := max(k.peak.work(k.usual), k.above.work(k.usual))
	if helped || k.peak != k.above {
		k.rising, k.patience = false, 0
	} else {
		k.patience = min(2*k.patience+1, longPatience)
	}
	k.peak, k.above = level{}, level{}
	k.settle(work)
}

// settle lets as much be asked for as the server does at once, and some more.
func (k *knee) settle(work float64) { k.limit = math.Ceil(headroom*work - 0.01) }

// restart begins a new round at another limit.
func (k *knee) restart(limit float64, now time.Time) {
	k.limit = limit
	k.settling(now)
	k.round, k.full, k.above, k.peak = sample{}, false, level{}, level{}
}

// pause is how far apart requests start while the limit is below one at once.
func (k *knee) pause() time.Duration {
	if k.limit >= 1 {
		return 0
	}
	return time.Duration(float64(k.typical()) / k.limit)
}

// typical is how long an answer took of late.
func (k *knee) typical() time.Duration {
	switch {
	case k.last != 0:
		return seconds(k.last)
	case k.round.n > 0:
		return seconds(k.round.mean())
	}
	return quick
}

func seconds(log float64) time.Duration { return time.Duration(math.Exp(log) * float64(time.Second)) }

// sample is the mean of some numbers with its margin.
type sample struct {
	n           int
	sum, square float64
}

func (s *sample) add(x float64) {
	s.n++
	s.sum += x
	s.square += x * x
}

func (s *sample) mean() float64 { return s.sum / float64(s.n) }

// margin is the standard error of the mean.
func (s *sample) margin() float64 {
	n, m := float64(s.n), s.mean()
	return math.Sqrt(max(0, s.square/n-m*m) / n)
}
