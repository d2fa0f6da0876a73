package cli_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// long makes the tests of kills and of determinism larger: make test-long.
var long = flag.Bool("long", false, "crawl 50,000 pages and kill 30 times")

// TestKilledCrawlsEndAlike kills a crawl at random moments, carries on after
// each, and wants at the end what an undisturbed crawl finds.
func TestKilledCrawlsEndAlike(t *testing.T) {
	pages, kills := 2000, 10
	if *long {
		pages, kills = 50_000, 30
	}
	s := serveSite(t, pages, time.Millisecond)
	dir := t.TempDir()
	undisturbed := filepath.Join(dir, "undisturbed.json")
	run(t, "crawl", s.url, "--quiet", "--concurrency", "20", "--output", undisturbed).wantCode(t, 0)
	want := readResult(t, undisturbed)
	requests := s.answered.Load()

	for _, concurrency := range []string{"20", "1"} {
		if concurrency == "1" && *long {
			continue // 50,000 pages one after the other take too long
		}
		t.Run(concurrency+" at once", func(t *testing.T) {
			seed := uint64(time.Now().UnixNano())
			t.Logf("seed %d", seed)
			k := killer{site: s, rng: rand.New(rand.NewPCG(seed, 0)), path: filepath.Join(t.TempDir(), "x.sitewalk")}
			began := s.answered.Load()
			for left := kills; left > 0; left-- {
				share := (requests - (s.answered.Load() - began)) / int64(left)
				k.kill(t, concurrency, max(share, 1))
			}
			output := filepath.Join(t.TempDir(), "killed.json")
			run(t, k.command(concurrency, "--output", output)...).wantCode(t, 0)
			t.Logf("%d of %d kills came before the end; %d requests, %d undisturbed", k.alive, kills, s.answered.Load()-began, requests)
			if k.alive < kills*2/3 {
				t.Errorf("only %d kills met a running crawl", k.alive)
			}
			readResult(t, output).wantSame(t, want)
		})
	}
}

// killer crawls a site into a file and is killed.
type killer struct {
	site  *site
	rng   *rand.Rand
	path  string
	alive int // kills that met a running program
}

// command carries on with the crawl; before there is a file, it begins it.
func (k *killer) command(concurrency string, more ...string) []string {
	args := []string{"resume", k.path, "--quiet", "--concurrency", concurrency}
	if _, err := os.Stat(k.path); err != nil {
		args = []string{"crawl", k.site.url, "--quiet", "--crawl-file", k.path, "--concurrency", concurrency}
	}
	return append(args, more...)
}

// kill crawls on and kills the program: mostly once a random number of further
// requests was answered, on average half of share, else soon after its start.
func (k *killer) kill(t *testing.T, concurrency string, share int64) {
	t.Helper()
	command := exec.Command(program(t), k.command(concurrency)...)
	command.Stderr = os.Stderr
	after := k.rng.Int64N(share) + 1
	delay := time.Duration(k.rng.IntN(3000)) * time.Microsecond
	early := k.rng.IntN(6) == 0
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	shoot := func() {
		once.Do(func() { time.AfterFunc(delay, func() { _ = command.Process.Kill() }) })
	}
	if early {
		delay *= 30
		shoot()
	}
	target := k.site.answered.Load() + after
	watch := func(answered int64) {
		if answered >= target {
			shoot()
		}
	}
	k.site.watch.Store(&watch)
	err := command.Wait()
	k.site.watch.Store(nil)
	if err != nil {
		if code := command.ProcessState.ExitCode(); code > 0 {
			t.Fatalf("it ended by itself with code %d", code)
		}
		k.alive++
	}
}

// TestSameSiteSameFile crawls one site at different speeds.
func TestSameSiteSameFile(t *testing.T) {
	pages := 600
	if *long {
		pages = 20_000
	}
	s := serveSite(t, pages, time.Millisecond)
	for _, limit := range [][]string{nil, {"--max-depth", "3"}, {"--max-depth", "0"}} {
		var first result
		for _, concurrency := range []string{"1", "7", "64"} {
			output := filepath.Join(t.TempDir(), "out.json")
			args := append([]string{"crawl", s.url, "--quiet", "--concurrency", concurrency, "--output", output}, limit...)
			run(t, args...).wantCode(t, 0)
			if r := readResult(t, output); first == nil {
				first = r
			} else {
				r.wantSame(t, first)
			}
		}
	}
}
