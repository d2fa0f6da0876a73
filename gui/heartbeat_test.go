package gui

import (
	"strings"
	"testing"
	"time"
)

func TestHeartbeatReportsItsWorst(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	h := &heartbeat{began: time.Now()}
	for range 196 {
		h.note(began, 2*time.Millisecond)
	}
	h.note(began, 3*time.Millisecond)
	h.note(began, 4*time.Millisecond)
	h.note(began.Add(time.Second), 70*time.Millisecond)
	h.note(began.Add(1010*time.Millisecond), 60*time.Millisecond) // held up by the same
	want := "worst 70 ms, 99 % within 4 ms, 200 beats in 0 s\n03:04:06.000 70 ms\n"
	if got := h.String(); got != want {
		t.Errorf("the report is %q, not %q", got, want)
	}
	h.note(began.Add(2*time.Second), time.Hour)
	if got := h.String(); !strings.HasPrefix(got, "worst 3600000 ms") {
		t.Errorf("after an hour the report is %q", got)
	}
}
