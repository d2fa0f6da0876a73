package crawler

import "time"

// State is where a crawl stands.
type State string

// The states. The last four are final and are the words of the JSON contract.
const (
	Ready    State = "ready"
	Running  State = "running"
	Paused   State = "paused"
	Stopping State = "stopping"
	Finished State = "finished" // everything found was asked for or skipped
	Stopped  State = "stopped"  // a person stopped it, or the site could not be reached any more; it can be carried on
	Limited  State = "limit"    // the page limit ended it
	Failed   State = "failed"   // the start address could not be crawled
)

// Final tells whether a crawl in this state has ended.
func (s State) Final() bool { return s == Finished || s == Stopped || s == Limited || s == Failed }

// Counts is how many addresses of each sort there are.
// Found = Checked + Skipped + Failed + Waiting, always.
type Counts struct {
	Found   int // different addresses
	Checked int // got an answer
	Skipped int // left out, by Reasons
	Failed  int // asked for, without an answer
	Waiting int // still to be asked for, those under way included
	Pages   int // of Checked and Failed, those of the site that are no images

	Works, Moved, Broken, Unchecked int // Checked + Failed, by outcome

	Reasons map[Reason]int // Skipped, by reason
}

// Known counts the addresses of which it is known whether they work. What got an
// answer that says nothing about that, such as 403, is not among them.
func (c *Counts) Known() int { return c.Works + c.Moved + c.Broken }

// Share is how much of what is to be asked for has been, between 0 and 1. What is
// left out needs no work, so it is neither done nor to be done.
func (c *Counts) Share() float64 {
	done := c.Checked + c.Failed
	if done+c.Waiting == 0 {
		return 0
	}
	return float64(done) / float64(done+c.Waiting)
}

// Progress is one consistent look at a crawl.
type Progress struct {
	State State
	Start string // the address the crawl started from, as it turned out (scheme added, redirects followed)
	Host  string // the site's host
	Counts
	InFlight int // of Waiting, those under way

	Elapsed time.Duration // running time, pauses left out, earlier sessions included
	Rate    float64       // addresses a second, over the last seconds
	// Left is an honest estimate of the time still needed; 0 means nobody can tell yet.
	Left    time.Duration
	Manners Manners // what the pilot is doing
	// Err tells that the store failed; the crawl has then ended.
	Err error
}

// Manners is what the pilot tells a person about the site's speed.
type Manners struct {
	Slowed bool          // fewer requests than the person allows
	Limit  int           // requests at once, at present
	Delay  time.Duration // between two requests
	Until  time.Time     // nothing is asked before; zero when not waiting
	Cause  string        // "status 429", "status 503", "slow", "delay", "crawl-delay", "offline"; "" when not slowed
}
