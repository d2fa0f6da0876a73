package gui

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// heartbeatVariable is the environment variable that names the file which takes
// a heartbeat's report; without it nothing is measured.
const heartbeatVariable = "SITEWALK_HEARTBEAT"

const (
	beatEvery  = 10 * time.Millisecond
	stallFrom  = 50 * time.Millisecond // a delay that a person may notice
	mostStalls = 1000                  // that are reported one by one
)

// heartbeat measures how long the UI goroutine lets others wait: it has a
// function run there again and again and notes how late each ran. Drawing
// counts as well, being done on the same goroutine. On a computer that is busy
// with other things most of a delay may be theirs, so the time of the processor
// that the UI goroutine took itself is measured, too. The fields belong to the
// UI goroutine.
type heartbeat struct {
	began  time.Time
	worst  time.Duration
	delays [2000]int     // how many were so many milliseconds; the last takes all that were more
	spent  time.Duration // processor time of the UI goroutine's thread at the last beat
	work   time.Duration // the most between two beats
	stalls []stall
}

// stall is a time when the UI goroutine did not answer.
type stall struct {
	from time.Time
	took time.Duration
	work time.Duration // processor time of the UI goroutine's thread
}

// newHeartbeat begins to measure, until the feed is closed.
func newHeartbeat(f *feed) *heartbeat {
	h := &heartbeat{began: time.Now()}
	f.start(func() {
		ticker := time.NewTicker(beatEvery)
		defer ticker.Stop()
		for {
			select {
			case <-f.ctx.Done():
				return
			case <-ticker.C:
				posted := time.Now()
				f.do(func() { h.note(posted, time.Now(), threadTime()) })
			}
		}
	})
	return h
}

// note takes the delay of one beat. Beats go on while an earlier one waits, so
// that a long delay counts for as many as it held up.
func (h *heartbeat) note(posted, ran time.Time, spent time.Duration) {
	delay, work := ran.Sub(posted), spent-h.spent
	if h.spent == 0 {
		work = 0
	}
	h.spent = spent
	h.worst, h.work = max(h.worst, delay), max(h.work, work)
	h.delays[min(int(delay.Milliseconds()), len(h.delays)-1)]++
	if delay < stallFrom {
		return
	}
	if n := len(h.stalls); n > 0 && posted.Before(h.stalls[n-1].from.Add(h.stalls[n-1].took)) { // the same goes on
		last := &h.stalls[n-1]
		last.took, last.work = ran.Sub(last.from), last.work+work
		return
	}
	if len(h.stalls) < mostStalls {
		h.stalls = append(h.stalls, stall{posted, delay, work})
	}
}

func (h *heartbeat) beats() (all int) {
	for _, n := range h.delays {
		all += n
	}
	return all
}

// percentile is the delay in milliseconds that so many of a hundred do not exceed.
func (h *heartbeat) percentile(percent int) (ms int) {
	all, within := h.beats(), 0
	for ms, n := range h.delays {
		if within += n; within*100 >= all*percent {
			return ms
		}
	}
	return len(h.delays)
}

// String is the report: a line of figures, and one for each stall.
func (h *heartbeat) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "worst %d ms, 99 %% within %d ms, work of at most %d ms, %d beats in %d s\n",
		h.worst.Milliseconds(), h.percentile(99), h.work.Milliseconds(), h.beats(), int(time.Since(h.began).Seconds()))
	for _, s := range h.stalls {
		fmt.Fprintf(&b, "%s %d ms, %d of them work\n", s.from.Format("15:04:05.000"), s.took.Milliseconds(), s.work.Milliseconds())
	}
	return b.String()
}

// report writes the report to a file.
func (h *heartbeat) report(path string) error { return os.WriteFile(path, []byte(h.String()), 0o644) }
