package cli_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestDamagedCrawlFiles overwrites and cuts a crawl file at random places. The
// program may read what is left or say that the file is damaged; it never
// crashes, never changes the file by looking at it, and leaves an earlier
// output as it was.
func TestDamagedCrawlFiles(t *testing.T) {
	s := serveSite(t, 300, 0)
	dir := t.TempDir()
	path := filepath.Join(dir, "whole.sitewalk")
	run(t, "crawl", s.url, "--quiet", "--concurrency", "20", "--crawl-file", path).wantCode(t, 0)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d, %d KB", seed, len(whole)>>10)
	limits := map[string]time.Duration{"export": time.Minute, "resume": 20 * time.Second}
	refused := 0
	for range 20 {
		damaged := bytes.Clone(whole)
		if rng.IntN(4) == 0 {
			damaged = damaged[:rng.IntN(len(damaged))]
		}
		for range rng.IntN(20) + 1 {
			at := rng.IntN(len(damaged))
			for i := at; i < min(at+rng.IntN(2000), len(damaged)); i++ {
				damaged[i] = byte(rng.Uint32())
			}
		}
		path := filepath.Join(dir, "damaged.sitewalk")
		output := filepath.Join(dir, "out.json")
		write(t, path, damaged)
		write(t, output, []byte("earlier"))
		for _, command := range []string{"export", "resume"} {
			r, impatient := runAtMost(t, limits[command], command, path, "--quiet", "--output", output)
			content, err := os.ReadFile(output)
			if err != nil {
				t.Fatal(err)
			}
			if impatient && command == "resume" { // an address that was damaged leads to a site that is waited for
				t.Logf("seed %d: interrupted, code %d: %s", seed, r.code, r.err)
				if string(content) != "earlier" {
					readResult(t, output)
					write(t, output, []byte("earlier"))
				}
				continue
			}
			if r.code == 0 {
				readResult(t, output) // it is whole JSON
				write(t, output, []byte("earlier"))
				continue
			}
			refused++
			if r.code != 1 || !strings.Contains(r.err, "damaged") && !strings.Contains(r.err, "not a crawl") && !strings.Contains(r.err, "newer version") {
				t.Errorf("seed %d: %s: code %d: %s", seed, command, r.code, r.err)
			}
			if strings.Contains(strings.SplitN(r.err, "\n", 2)[0], output) {
				t.Errorf("%s blames the wrong file: %s", command, r.err)
			}
			if string(content) != "earlier" {
				t.Errorf("%s overwrote the earlier output", command)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".sitewalk-*")); len(left) > 0 {
			t.Fatalf("left behind: %v", left)
		}
		for _, suffix := range []string{"", "-wal", "-shm", "-lock"} {
			_ = os.Remove(path + suffix)
		}
	}
	t.Logf("%d of 40 refused", refused)
	if refused == 0 {
		t.Error("no damage was noticed")
	}
}

// runAtMost is run, with an interrupt for a command that takes too long.
func runAtMost(t *testing.T, limit time.Duration, args ...string) (r ran, impatient bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	command := exec.CommandContext(ctx, program(t), args...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = limit // then it is killed
	return finish(t, command), ctx.Err() != nil
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
}
