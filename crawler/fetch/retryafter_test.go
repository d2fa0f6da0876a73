package fetch

import (
	"net/http"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 9, 8, 0, 0, 0, time.UTC)
	tests := map[string]time.Duration{
		"":                                0,
		"0":                               0,
		"1":                               time.Second,
		" 120 ":                           2 * time.Minute,
		"0007":                            7 * time.Second,
		"1.9":                             time.Second,
		"86400":                           maxRetryAfter,
		"86401":                           maxRetryAfter,
		"99999999999999999999999999":      maxRetryAfter,
		"-1":                              0,
		"+5":                              0,
		"5s":                              0,
		"1e3":                             0,
		"soon":                            0,
		".":                               0,
		"Mon, 09 Mar 2026 08:00:30 GMT":   30 * time.Second,
		"Monday, 09-Mar-26 08:01:00 GMT":  time.Minute,
		"Mon Mar  9 08:02:00 2026":        2 * time.Minute,
		"Mon, 09 Mar 2026 09:00:30 +0100": 30 * time.Second,
		"2026-03-09T08:00:05Z":            5 * time.Second,
		"Mon, 09 Mar 2026 07:00:00 GMT":   0,
		"Fri, 31 Dec 9999 23:59:59 GMT":   maxRetryAfter,
		"Mon, 09 Mar 2026":                0,
		"Tue, 09 Mar 2026 08:00:30 GMT":   30 * time.Second, // the wrong day of the week
	}
	for value, want := range tests {
		h := http.Header{}
		if value != "" {
			h.Set("Retry-After", value)
		}
		if got := RetryAfter(h, now); got != want {
			t.Errorf("%q: %v, want %v", value, got, want)
		}
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"1", "1.5", "Mon, 09 Mar 2026 08:00:30 GMT", "Monday, 09-Mar-26 08:01:00 GMT", "Mon Mar  9 08:02:00 2026", "9999999999999999999"} {
		f.Add(s)
	}
	now := time.Now()
	f.Fuzz(func(t *testing.T, value string) {
		if wait := RetryAfter(http.Header{"Retry-After": {value}}, now); wait < 0 || wait > maxRetryAfter {
			t.Errorf("%q: %v", value, wait)
		}
	})
}
