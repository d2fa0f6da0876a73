//go:build windowtest

package windowtest

import (
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkWindow is the time from the program's start until its window is there.
func BenchmarkWindow(b *testing.B) {
	me, quick := newPerson(b), released(b)
	for b.Loop() {
		c := exec.Command(quick)
		c.Env = me.environment()
		if err := c.Start(); err != nil {
			b.Fatal(err)
		}
		if out, err := screen.command("xdotool", "search", "--sync", "--onlyvisible", "--name", "^Sitewalk").CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		b.StopTimer()
		_ = c.Process.Kill()
		_ = c.Wait()
		for started := time.Now(); time.Since(started) < patience; time.Sleep(10 * time.Millisecond) {
			if screen.command("xdotool", "search", "--onlyvisible", "--name", "^Sitewalk").Run() != nil {
				break
			}
		}
		b.StartTimer()
	}
}

// BenchmarkVersion is the time that a command takes which has nothing to do.
func BenchmarkVersion(b *testing.B) {
	me, quick := newPerson(b), released(b)
	for b.Loop() {
		c := exec.Command(quick, "--version")
		c.Env = me.environment()
		if err := c.Run(); err != nil {
			b.Fatal(err)
		}
	}
}

// released is the program as people get it.
func released(b *testing.B) string {
	path := filepath.Join(b.TempDir(), "sitewalk")
	if err := build(path, "-tags", "x11,migrated_fynedo"); err != nil {
		b.Fatal(err)
	}
	return path
}
