package crawler

import "time"

// meterSpan is how many seconds back the rate looks.
const meterSpan = 8

// meter counts results by second and estimates the time still needed.
type meter struct {
	start   time.Time
	buckets [meterSpan]int
	found   [meterSpan]int // addresses to ask for that were known at the end of the second
	second  int64          // since the start: the time of day may be set meanwhile
}

func (m *meter) mark(now time.Time) {
	m.turn(now)
	m.buckets[m.second%meterSpan]++
}

// turn moves on to the second of now.
func (m *meter) turn(now time.Time) {
	if m.start.IsZero() {
		m.start = now
	}
	for s := int64(now.Sub(m.start) / time.Second); m.second < s; {
		if s-m.second > meterSpan {
			m.second = s - meterSpan
		}
		known := m.found[m.second%meterSpan]
		m.second++
		m.buckets[m.second%meterSpan], m.found[m.second%meterSpan] = 0, known
	}
}

// estimate gives results a second and the time that waiting addresses need, which
// are part of those found; what is left out takes no time and is in neither. It
// takes into account how fast new ones are found, and is 0 when nobody can
// tell: at the start, and while more is found than done.
func (m *meter) estimate(now time.Time, found, waiting int) (rate float64, left time.Duration) {
	m.turn(now)
	m.found[m.second%meterSpan] = found
	total := 0
	for _, n := range m.buckets {
		total += n
	}
	elapsed := now.Sub(m.start).Seconds()
	span := min(elapsed, meterSpan-1+elapsed-float64(m.second))
	if span < 0.2 {
		return 0, 0
	}
	rate = float64(total) / span
	oldest := m.found[(m.second+1)%meterSpan]
	if span < 3 || rate == 0 || waiting == 0 {
		return rate, 0
	}
	growth := float64(found-oldest) / (span - 1) // since the end of the oldest second
	if oldest == 0 {
		growth = float64(found) / span
	}
	if growth > 0.8*rate {
		return rate, 0
	}
	return rate, time.Duration(float64(waiting) / (rate - growth) * float64(time.Second))
}
