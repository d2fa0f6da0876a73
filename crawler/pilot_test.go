package crawler

import (
	"testing"
	"time"
)

func TestPilotBacksOffWithinOneAnswerAndRecovers(t *testing.T) {
	now := time.Unix(1000, 0)
	p := newPilot(5, 0, "")
	if wait, again := p.refuses(now, now, 429, 1, 3*time.Second); wait != 3*time.Second || !again {
		t.Errorf("wait = %v, want what Retry-After says", wait)
	}
	if m := p.manners(now); p.allows() != looking || !p.next.Equal(now.Add(3*time.Second)) || m.Cause != "status 429" || m.Until.IsZero() {
		t.Errorf("after a refusal: allows %d, %+v", p.allows(), m)
	}
	now = p.next
	p.relents(now)
	if p.allows() >= 5 || p.cause != "status 429" {
		t.Errorf("after the refused address was answered: allows %d, cause %q", p.allows(), p.cause)
	}
	for range 2000 {
		p.full = true
		p.answered(now, now, 20*time.Millisecond)
		now = now.Add(20 * time.Millisecond)
	}
	if p.allows() != 5 || p.cause != "" {
		t.Errorf("after good answers: allows %d, cause %q", p.allows(), p.cause)
	}
}

// A page that is refused again while others are answered is at fault itself.
func TestPilotRefusalOfOnePage(t *testing.T) {
	now := time.Unix(1000, 0)
	p := newPilot(5, 0, "")
	for n := 1; n <= maxTries; n++ {
		_, again := p.refuses(now, now, 503, n, 0)
		if again != (n < maxTries) {
			t.Errorf("after %d refusals, another try: %v", n, again)
		}
		now = p.next
		p.answered(now, now, 20*time.Millisecond)
	}
	if p.allows() != 5 || p.cause != "" {
		t.Errorf("allows %d, cause %q", p.allows(), p.cause)
	}
}

func TestPilotOneBurstIsOneRefusal(t *testing.T) {
	now := time.Unix(1000, 0)
	p := newPilot(8, 0, "")
	for i := range 500 {
		p.started(now.Add(time.Duration(i-500) * 20 * time.Millisecond))
		p.answered(now, now, 100*time.Millisecond)
	}
	for range 8 { // answers to requests that were under way together
		p.refuses(now.Add(-time.Second), now, 503, 1, 2*time.Second)
	}
	if !p.next.Equal(now.Add(2 * time.Second)) {
		t.Errorf("waits %v", p.next.Sub(now))
	}
	p.relents(p.next)
	if p.allows() < 4 || p.allows() > 6 {
		t.Errorf("allows %d: one burst counts once", p.allows())
	}
}

func TestPilotWaitsLongerEachTime(t *testing.T) {
	now := time.Unix(1000, 0)
	p := newPilot(8, 0, "")
	var last time.Duration
	for range 4 {
		wait, _ := p.refuses(now, now, 503, 1, 0)
		if wait <= last {
			t.Errorf("waits %v after %v", wait, last)
		}
		last, now = wait, p.next
	}
	if wait, again := p.refuses(now, now, 503, 1, time.Hour); wait > firstBackoff<<5 || again {
		t.Errorf("told to wait for an hour, it waits %v and tries again: %v", wait, again)
	}
}

// A site that answers nothing but that we should wait does not hold up a crawl
// for ever.
func TestPilotLosesPatience(t *testing.T) {
	for _, asks := range []time.Duration{0, time.Second, longestBail, time.Hour} {
		start := time.Unix(1000, 0)
		now := start
		p := newPilot(8, 0, "")
		again := true
		for range 1000 {
			_, again = p.refuses(now, now, 503, 1, asks)
			now = p.next
		}
		if took := now.Sub(start); took > longestWait+longestBail+1000*firstBackoff {
			t.Errorf("asked to wait for %v, 1000 refusals take %v", asks, took)
		}
		if again {
			t.Errorf("asked to wait for %v, it still tries each address again", asks)
		}
		p.answered(now, now, time.Millisecond)
		if _, again := p.refuses(now, now, 503, 1, time.Second); !again {
			t.Error("a good answer does not bring patience back")
		}
	}
}

func TestPilotKeepsTheGap(t *testing.T) {
	now := time.Unix(1000, 0)
	p := newPilot(8, 2*time.Second, "crawl-delay")
	p.started(now)
	if !p.next.Equal(now.Add(2 * time.Second)) {
		t.Errorf("next at %v", p.next)
	}
	for range 100 {
		p.answered(now, now, time.Millisecond)
	}
	if p.cause != "crawl-delay" {
		t.Errorf("cause %q: good answers do not end a crawl-delay", p.cause)
	}
}

// Pages that hang do not keep a lowered limit from being used.
func TestPilotRequestsFromBeforeDoNotCount(t *testing.T) {
	now := time.Unix(1000, 0)
	p := newPilot(5, 0, "")
	for range 5 {
		p.started(now)
	}
	if !p.isFull() {
		t.Error("five are under way and a sixth may start")
	}
	refused := now.Add(time.Second)
	p.refuses(now, refused, 503, 1, 0)
	p.ended(now)
	p.ended(now)
	if p.isFull() {
		t.Error("three that hang since before the refusal fill the limit")
	}
	p.started(p.next)
	p.started(p.next)
	if !p.isFull() {
		t.Error("a sixth may start")
	}
	p.ended(now)
	if p.inFlight != 4 || p.earlier != 2 || !p.isFull() {
		t.Errorf("%d under way, %d of them from before", p.inFlight, p.earlier)
	}
}

// Who moves the slider up sees more under way at once, also while the site has
// answered nothing yet; only a site that asked for less gets it bit by bit.
func TestPilotFollowsThePersonAtOnce(t *testing.T) {
	now := time.Unix(1000, 0)
	p := newPilot(1, 0, "")
	p.started(now)
	p.allow(20, now)
	if p.allows() != 20 || p.isFull() {
		t.Errorf("moved from 1 to 20, it allows %d", p.allows())
	}
	p.allow(3, now)
	if p.allows() != 3 {
		t.Errorf("moved to 3, it allows %d", p.allows())
	}
	p.refuses(now, now, 429, 1, time.Second)
	p.relents(p.next)
	p.allow(20, p.next)
	if p.allows() > 3 {
		t.Errorf("moved up after a refusal, it allows %d", p.allows())
	}
}
