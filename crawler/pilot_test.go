package crawler

import (
	"testing"
	"time"
)

func TestPilotBacksOffWithinOneAnswerAndRecovers(t *testing.T) {
	now := time.Unix(1000, 0)
	p := newPilot(8, 0, "")
	if wait, again := p.refused(429, 3*time.Second, now); wait != 3*time.Second || !again {
		t.Errorf("wait = %v, want what Retry-After says", wait)
	}
	if p.allows() != 4 || !p.next.Equal(now.Add(3*time.Second)) || p.cause != "status 429" {
		t.Errorf("after a refusal: allows %d, next %v, cause %q", p.allows(), p.next, p.cause)
	}
	for range 100 {
		p.answered(20 * time.Millisecond)
	}
	if p.allows() != 8 || p.cause != "" {
		t.Errorf("after good answers: allows %d, cause %q", p.allows(), p.cause)
	}
}

func TestPilotOneBurstIsOneRefusal(t *testing.T) {
	now := time.Unix(1000, 0)
	p := newPilot(8, 0, "")
	for range 8 { // answers to requests that were under way together
		p.refused(503, 2*time.Second, now)
	}
	if p.allows() != 4 {
		t.Errorf("allows %d, want 4: one burst halves once", p.allows())
	}
}

func TestPilotWaitsLongerEachTime(t *testing.T) {
	now := time.Unix(1000, 0)
	p := newPilot(8, 0, "")
	var last time.Duration
	for range 4 {
		wait, _ := p.refused(503, 0, now)
		if wait <= last {
			t.Errorf("waits %v after %v", wait, last)
		}
		last, now = wait, p.next
	}
	if wait, again := p.refused(503, time.Hour, now); wait > firstBackoff<<5 || again {
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
			_, again = p.refused(503, asks, now)
			now = p.next
		}
		if took := now.Sub(start); took > longestWait+longestBail+1000*firstBackoff {
			t.Errorf("asked to wait for %v, 1000 refusals take %v", asks, took)
		}
		if again {
			t.Errorf("asked to wait for %v, it still tries each address again", asks)
		}
		p.answered(time.Millisecond)
		if _, again := p.refused(503, time.Second, now); !again {
			t.Error("a good answer does not bring patience back")
		}
	}
}

func TestPilotSlowsDownWhenTheSiteGrowsSlow(t *testing.T) {
	p := newPilot(20, 0, "")
	for range 50 {
		p.answered(50 * time.Millisecond)
	}
	if p.allows() != 20 {
		t.Fatalf("allows %d of 20 on a quick site", p.allows())
	}
	for range 200 {
		p.answered(3 * time.Second)
	}
	if p.allows() > 5 || p.cause != "slow" {
		t.Errorf("allows %d, cause %q on a site that became slow", p.allows(), p.cause)
	}
	for range 400 {
		p.answered(50 * time.Millisecond)
	}
	if p.allows() != 20 || p.cause != "" {
		t.Errorf("allows %d, cause %q on a site that recovered", p.allows(), p.cause)
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
		p.answered(time.Millisecond)
	}
	if p.cause != "crawl-delay" {
		t.Errorf("cause %q: good answers do not end a crawl-delay", p.cause)
	}
}
