package crawler

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestTimeLeft reads ten pages a second, of which each has found some to ask for
// and some to leave out.
func TestTimeLeft(t *testing.T) {
	for name, test := range map[string]struct {
		toAsk, toSkip float64 // found with each page
		seconds       int
		left          time.Duration
	}{
		"at once":                         {0, 0, 1, 0},
		"nothing new":                     {0, 0, 20, 80 * time.Second},
		"a new one with every other page": {0.5, 0, 20, 180 * time.Second},
		"more than is done":               {1, 0, 20, 0},
		"many to leave out":               {0, 7, 20, 80 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFrontier(0)
				f.counts.Found, f.counts.Waiting = 1000, 1000
				toAsk, toSkip := 0.0, 0.0
				for range 10 * test.seconds {
					time.Sleep(time.Second / 10)
					f.result(&Page{Status: 200, Outcome: Works})
					toAsk, toSkip = toAsk+test.toAsk, toSkip+test.toSkip
					f.counts.Skipped = int(toSkip)
					f.counts.Found = 1000 + int(toAsk) + f.counts.Skipped
					f.counts.Waiting = f.counts.Found - f.counts.Skipped - f.counts.Checked
					f.look(time.Now(), "")
				}
				_, _, rate, left, _ := f.look(time.Now(), "")
				if rate < 9.5 || rate > 10.5 && test.seconds > 1 {
					t.Errorf("%.2f a second", rate)
				}
				if (left - test.left).Abs() > test.left/10 {
					t.Errorf("%v left, not %v", left, test.left)
				}
			})
		})
	}
}

// The time left is the same whenever within a second of the clock a crawl begins.
func TestTimeLeftIsSteady(t *testing.T) {
	for _, begun := range []time.Duration{0, 300 * time.Millisecond, 850 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(begun)
			var m meter
			m.turn(time.Now())
			told := 0
			for i := 1; i <= 200; i++ { // ten a second, of which every other one finds a new one
				time.Sleep(time.Second / 10)
				m.mark(time.Now())
				found := 1000 + i/2
				waiting := found - i
				_, left := m.estimate(time.Now(), found, waiting)
				if left == 0 {
					continue
				}
				told++
				if want := time.Duration(waiting) * time.Second / 5; (left - want).Abs() > want/8 {
					t.Errorf("begun %v into a second: %v left after %v, not %v", begun, left, time.Since(m.start), want)
				}
			}
			if told < 100 {
				t.Errorf("told only %d times", told)
			}
		})
	}
}
