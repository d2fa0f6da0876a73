package gui

import (
	"strings"
	"testing"
	"time"
)

func TestHeartbeatReportsItsWorst(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	h := &heartbeat{began: time.Now()}
	spent := time.Second // before the first beat
	beat := func(at, delay, work time.Duration) {
		spent += work
		h.note(began.Add(at), began.Add(at+delay), spent)
	}
	for range 196 {
		beat(0, 2*time.Millisecond, time.Millisecond)
	}
	beat(0, 3*time.Millisecond, 0)
	beat(0, 4*time.Millisecond, 0)
	beat(time.Second, 70*time.Millisecond, 40*time.Millisecond)
	beat(1010*time.Millisecond, 62*time.Millisecond, 1*time.Millisecond) // held up by the same
	want := "worst 70 ms, 99 % within 4 ms, work of at most 40 ms, 200 beats in 0 s\n03:04:06.000 72 ms, 41 of them work\n"
	if got := h.String(); got != want {
		t.Errorf("the report is %q, not %q", got, want)
	}
	beat(2*time.Second, time.Hour, 0)
	if got := h.String(); !strings.HasPrefix(got, "worst 3600000 ms") {
		t.Errorf("after an hour the report is %q", got)
	}
}
