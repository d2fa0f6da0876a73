package fetch

import (
	"net/http"
	"strings"
	"time"
)

// maxRetryAfter bounds what a server can ask for.
const maxRetryAfter = 24 * time.Hour

// retryDates are the forms of a date beyond those of RFC 9110, 5.6.7, that
// servers are known to send.
var retryDates = []string{time.RFC1123Z, time.RFC1123, time.RFC3339}

// RetryAfter reads a Retry-After header, seconds or date (RFC 9110, 10.2.3):
// the time to wait from now on, at most a day. It is 0 when there is none, when
// it cannot be read and when its date has passed.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if wait, ok := seconds(value); ok {
		return wait
	}
	date, ok := date(value)
	if !ok {
		return 0
	}
	return min(max(date.Sub(now), 0), maxRetryAfter)
}

// seconds reads a number of seconds; a fraction is dropped.
func seconds(s string) (time.Duration, bool) {
	whole, fraction, _ := strings.Cut(s, ".")
	if whole == "" || !digits(whole) || !digits(fraction) {
		return 0, false
	}
	wait := time.Duration(0)
	for i := range len(whole) {
		wait = wait*10 + time.Duration(whole[i]-'0')*time.Second
		if wait > maxRetryAfter {
			return maxRetryAfter, true
		}
	}
	return wait, true
}

func digits(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

func date(s string) (time.Time, bool) {
	if t, err := http.ParseTime(s); err == nil {
		return t, true
	}
	for _, form := range retryDates {
		if t, err := time.Parse(form, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
