package crawler

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// simServer answers the n-th page, or makes believe, in virtual time.
type simServer interface {
	answer(n int64) (status int, retryAfter time.Duration)
}

// station is a server with some workers; who finds none free queues.
type station struct {
	workers chan struct{}
	service func(n int64, waiting int) time.Duration
	mu      sync.Mutex
	inside  int
}

func newStation(workers int, service func(n int64, inside int) time.Duration) *station {
	return &station{workers: make(chan struct{}, workers), service: service}
}

func (s *station) answer(n int64) (int, time.Duration) {
	s.enter(1)
	s.workers <- struct{}{}
	time.Sleep(s.service(n, s.enter(0)))
	<-s.workers
	s.enter(-1)
	return 200, 0
}

func (s *station) enter(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inside += n
	return s.inside
}

// refusing answers by a rule that may refuse.
type refusing struct {
	*station
	refuse func(n int64, inside int) (status int, retryAfter time.Duration)
}

func (s refusing) answer(n int64) (int, time.Duration) {
	if status, after := s.refuse(n, s.enter(0)); status != 0 {
		time.Sleep(5 * time.Millisecond)
		return status, after
	}
	return s.station.answer(n)
}

// bucket refuses all beyond a rate with some burst, like many servers.
func bucket(rate, burst float64, status int, after time.Duration) func(int64, int) (int, time.Duration) {
	tokens, last := burst, time.Now()
	var mu sync.Mutex
	return func(int64, int) (int, time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		tokens = min(burst, tokens+now.Sub(last).Seconds()*rate)
		last = now
		if tokens < 1 {
			return status, after
		}
		tokens--
		return 0, 0
	}
}

// flight is what a simulation recorded.
type flight struct {
	start   time.Time
	good    []time.Duration // when answers came, since the start
	took    []time.Duration // how long each of them took
	refused []time.Duration
	limits  []float64 // every half second
	most    int
	lost    int // addresses that stayed refused
	host    *host
	front   *frontier
}

// fly crawls endless pages of a simulated server for some virtual time.
func fly(top int, server func() simServer, length time.Duration) *flight {
	s, l := server(), &flight{start: time.Now()}
	ctx, cancel := context.WithTimeout(context.Background(), length)
	defer cancel()
	f := newFrontier(0)
	f.top = top
	f.newHost = func(origin string, internal bool, top int) *host {
		l.host = &host{origin: origin, internal: internal, pilot: newPilot(top, 0, "")}
		return l.host
	}
	f.refill = func(Lane, int64, int) ([]Address, error) { return nil, nil }
	l.front = f
	feed := func(n int) {
		for range n {
			id := uint64(f.known()) + 1
			f.add([]candidate{{hash: id, origin: "http://site.test", address: Address{URL: "http://site.test/"}}})
		}
	}
	feed(100)
	var group sync.WaitGroup
	var mu sync.Mutex
	inside := 0
	group.Go(func() {
		for ctx.Err() == nil {
			f.mu.Lock()
			l.limits = append(l.limits, l.host.pilot.limit)
			f.mu.Unlock()
			time.Sleep(500 * time.Millisecond)
		}
	})
	g := newGate(top)
	for g.enter(ctx, f.finishing()) {
		if c, _, _, _, _ := f.look(time.Now(), ""); c.Waiting < 100 {
			feed(100)
		}
		j, ok, _ := f.next(ctx)
		if !ok {
			break
		}
		group.Go(func() {
			defer g.leave()
			mu.Lock()
			inside++
			l.most = max(l.most, inside)
			mu.Unlock()
			at := time.Now()
			status, after := s.answer(j.address.ID)
			took := time.Since(at)
			wait, again := f.answered(&j, at, status, took, after)
			again = again && status != 200
			f.leave(j, again, max(wait, firstBackoff<<(j.attempt-1)/2))
			mu.Lock()
			defer mu.Unlock()
			inside--
			switch {
			case status == 200:
				l.good = append(l.good, time.Since(l.start))
				l.took = append(l.took, took)
			default:
				l.refused = append(l.refused, time.Since(l.start))
				if !again {
					l.lost++
				}
			}
			if !again {
				f.result(&Page{Status: 200, Outcome: Works})
			}
		})
	}
	group.Wait()
	return l
}

// rate is good answers a second between two times.
func (l *flight) rate(from, to time.Duration) float64 {
	n := 0
	for _, at := range l.good {
		if at >= from && at < to {
			n++
		}
	}
	return float64(n) / (to - from).Seconds()
}

// latency is the mean time of an answer between two times.
func (l *flight) latency(from, to time.Duration) time.Duration {
	var sum time.Duration
	n := 0
	for i, at := range l.good {
		if at >= from && at < to {
			sum += l.took[i]
			n++
		}
	}
	return sum / time.Duration(max(1, n))
}

// limit gives the mean and the coefficient of variation of the limit.
func (l *flight) limit(from, to time.Duration) (mean, variation float64) {
	part := l.limits[int(from/(500*time.Millisecond)):min(len(l.limits), int(to/(500*time.Millisecond)))]
	var s sample
	for _, x := range part {
		s.add(x)
	}
	mean = s.mean()
	return mean, math.Sqrt(max(0, s.square/float64(s.n)-mean*mean)) / mean
}

func steady(d time.Duration) func(int64, int) time.Duration {
	return func(int64, int) time.Duration { return d }
}

func TestPilotFindsTheServersSpeed(t *testing.T) {
	ms := time.Millisecond
	noise := func(d time.Duration, sd float64, seed uint64) func(int64, int) time.Duration {
		r := rand.New(rand.NewPCG(seed, 1))
		var mu sync.Mutex
		return func(int64, int) time.Duration {
			mu.Lock()
			defer mu.Unlock()
			return time.Duration(float64(d) * math.Exp(sd*r.NormFloat64()))
		}
	}
	tests := []struct {
		name    string
		workers int
		service func(n int64, inside int) time.Duration
		mean    time.Duration // of service
		swing   float64       // coefficient of variation that the limit may have
		turns   bool          // kinds of pages take turns
	}{
		{"one worker", 1, steady(400 * ms), 400 * ms, 0.15, false},
		{"two workers", 2, steady(400 * ms), 400 * ms, 0.15, false},
		{"three slow workers", 3, steady(2000 * ms), 2000 * ms, 0.15, false},
		{"five workers", 5, steady(300 * ms), 300 * ms, 0.15, false},
		{"sixteen workers", 16, steady(300 * ms), 300 * ms, 0.15, false},
		{"a hundred workers", 100, steady(500 * ms), 500 * ms, 0.15, false},
		{"throughput falls under load", 5, func(_ int64, inside int) time.Duration {
			return 400 * ms * time.Duration(15+max(0, inside-5)) / 15
		}, 400 * ms, 0.15, false},
		{"times of a heavy tail", 6, noise(400*ms, 1, 7), time.Duration(float64(400*ms) * math.Exp(0.5)), 0.5, false},
		{"times of a heavy tail, many workers", 100, noise(400*ms, 1, 8), time.Duration(float64(400*ms) * math.Exp(0.5)), 0.3, false},
		{"single slow pages", 100, func(n int64, _ int) time.Duration {
			if n%25 == 0 {
				return 8 * time.Second
			}
			return 200 * ms
		}, 512 * ms, 0.15, false},
		{"kinds of pages in turns", 100, func(n int64, _ int) time.Duration {
			if n/600%2 == 0 {
				return 200 * ms
			}
			return 1500 * ms
		}, 850 * ms, 0.6, true},
		{"kinds of pages mixed", 100, func(n int64, _ int) time.Duration {
			if n*n%3 == 0 {
				return 1500 * ms
			}
			return 200 * ms
		}, 633 * ms, 0.15, false},
		{"quick and shared", 2, noise(ms, 1.5, 9), time.Duration(float64(ms) * math.Exp(1.125)), 0.15, false},
	}
	for _, test := range tests {
		for _, top := range []int{5, 20, 64} {
			t.Run(fmt.Sprint(test.name, ", ", top), func(t *testing.T) {
				best := float64(min(top, test.workers)) / test.mean.Seconds()
				end := min(6*time.Minute, max(2*time.Second, time.Duration(8000/best*float64(time.Second))))
				settled := end / 2
				synctest.Test(t, func(t *testing.T) {
					l := fly(top, func() simServer { return newStation(test.workers, test.service) }, end)
					rate, took := l.rate(settled, end), l.latency(settled, end)
					limit, variation := l.limit(settled, end)
					t.Logf("%6.2f/s of %6.2f, %4.2f × the time, limit %5.2f ± %.0f %%", rate, best, took.Seconds()/test.mean.Seconds(), limit, 100*variation)
					share := 0.8
					if test.turns && top > 20 {
						share = 0.5 // a turn is over before the limit has grown again
					}
					if rate < share*best {
						t.Errorf("%.2f pages a second, the best is %.2f", rate, best)
					}
					if took > max(3*test.mean, quick*2) {
						t.Errorf("answers take %v, alone %v", took, test.mean)
					}
					if variation > test.swing {
						t.Errorf("the limit varies by %.0f %% about %.1f", 100*variation, limit)
					}
					if l.most > top {
						t.Errorf("%d requests at once, allowed are %d", l.most, top)
					}
				})
			})
		}
	}
}

// A server that is slow for two minutes is not made slower, and gets its speed
// back afterwards.
func TestPilotThroughSlowMinutes(t *testing.T) {
	for name, slow := range map[string]struct {
		workers int           // that the slow time leaves
		service time.Duration // in the slow time
	}{
		"all takes longer":     {10, 1500 * time.Millisecond},
		"fewer workers remain": {2, 300 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				from, to := 2*time.Minute, 4*time.Minute
				var station *station
				l := fly(20, func() simServer {
					station = newStation(10, func(int64, int) time.Duration {
						if in := time.Since(begin); in >= from && in < to {
							return slow.service * time.Duration(10/slow.workers)
						}
						return 300 * time.Millisecond
					})
					return station
				}, 7*time.Minute)
				before, during, after := l.rate(time.Minute, from), l.rate(from+30*time.Second, to), l.rate(6*time.Minute, 7*time.Minute)
				t.Logf("%.1f pages a second before, %.1f in the slow minutes, %.1f after", before, during, after)
				best := 10 / 0.3
				if before < 0.8*best || after < 0.8*best {
					t.Errorf("the best is %.1f", best)
				}
				if best := 10 / slow.service.Seconds() / float64(10/slow.workers); during < 0.5*best {
					t.Errorf("in the slow minutes the best is %.1f", best)
				}
			})
		})
	}
}

func TestPilotAtRefusals(t *testing.T) {
	ms := time.Millisecond
	tests := []struct {
		name    string
		workers int
		service time.Duration
		refuse  func() func(n int64, inside int) (int, time.Duration)
		best    float64 // pages a second
		refused float64 // share of all answers that may be refusals once the pilot has settled
	}{
		{"ten a second", 100, 50 * ms, func() func(int64, int) (int, time.Duration) { return bucket(10, 20, 429, 0) }, 10, 0.03},
		{"ten a second, Retry-After", 100, 50 * ms, func() func(int64, int) (int, time.Duration) { return bucket(10, 20, 429, 3*time.Second) }, 10, 0.03},
		{"one a second", 100, 300 * ms, func() func(int64, int) (int, time.Duration) { return bucket(1, 30, 503, 0) }, 1, 0.05},
		{"eight at once", 100, 500 * ms, func() func(int64, int) (int, time.Duration) {
			return func(_ int64, inside int) (int, time.Duration) {
				if inside >= 8 {
					return 503, 0
				}
				return 0, 0
			}
		}, 16, 0.03},
		{"single pages", 100, 100 * ms, func() func(int64, int) (int, time.Duration) {
			return func(n int64, _ int) (int, time.Duration) {
				if n%500 == 0 {
					return 503, 0
				}
				return 0, 0
			}
		}, 80, 0.03}, // two short waits for each of them
	}
	for _, test := range tests {
		for _, top := range []int{5, 20, 64} {
			t.Run(fmt.Sprint(test.name, ", ", top), func(t *testing.T) {
				end := min(10*time.Minute, time.Duration(3000/test.best*float64(time.Second)))
				synctest.Test(t, func(t *testing.T) {
					l := fly(top, func() simServer {
						return refusing{newStation(test.workers, steady(test.service)), test.refuse()}
					}, end)
					half := end / 2
					refused := 0
					for _, at := range l.refused {
						if at > half {
							refused++
						}
					}
					rate := l.rate(half, end)
					share := float64(refused) / (rate * half.Seconds())
					best := min(test.best, float64(top)/test.service.Seconds())
					t.Logf("%.2f/s of %.2f, %.1f %% refused, %d of %d lost", rate, best, 100*share, l.lost, len(l.good))
					if rate < 0.7*best {
						t.Errorf("%.2f pages a second, the best is %.2f", rate, best)
					}
					if share > test.refused {
						t.Errorf("%.1f %% are refused", 100*share)
					}
				})
			})
		}
	}
}

// During a wait that the server asks for nothing is asked, whatever was under
// way when it did; afterwards everything comes back.
func TestPilotThroughAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		from, to := 20*time.Second, 80*time.Second
		l := fly(20, func() simServer {
			return refusing{newStation(100, steady(200*time.Millisecond)), func(int64, int) (int, time.Duration) {
				if in := time.Since(begin); in >= from && in < to {
					return 503, 20 * time.Second
				}
				return 0, 0
			}}
		}, 3*time.Minute)
		t.Logf("%.0f a second before, %.0f after; %d refusals", l.rate(10*time.Second, from), l.rate(150*time.Second, 3*time.Minute), len(l.refused))
		if len(l.refused) > 20+3 { // the burst, and one for each wait
			t.Errorf("%d refusals", len(l.refused))
		}
		if rate := l.rate(150*time.Second, 3*time.Minute); rate < 80 {
			t.Errorf("%.1f pages a second afterwards", rate)
		}
		if l.lost > 0 {
			t.Errorf("%d pages were given up", l.lost)
		}
	})
}
