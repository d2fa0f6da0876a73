package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// folders gives the temporary folders of crawls in a folder.
func folders(t *testing.T, temp string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(temp, "sitewalk-*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// marked counts those of them that say whose they are.
func marked(t *testing.T, temp string) (count int) {
	t.Helper()
	for _, folder := range folders(t, temp) {
		if mark, err := os.ReadFile(filepath.Join(folder, "running")); err == nil && len(mark) > 0 {
			count++
		}
	}
	return count
}

// TestAbandonedFoldersGo kills a crawl without a file of its own while another
// is running: the next start removes what the dead one left and nothing else.
func TestAbandonedFoldersGo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the folder for temporary files is set in another way")
	}
	temp := t.TempDir()
	s := serveSite(t, 100_000, 5*time.Millisecond)
	start := func() *exec.Cmd {
		known := marked(t, temp)
		var asked atomic.Bool
		watch := func(int64) { asked.Store(true) }
		s.watch.Store(&watch)
		c := exec.Command(program(t), "crawl", s.url, "--quiet")
		c.Env = append(os.Environ(), "TMPDIR="+temp)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); !asked.Load() || marked(t, temp) <= known; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("the crawl does not begin")
			}
		}
		return c
	}
	living := start()
	defer func() { _ = living.Process.Kill(); _ = living.Wait() }()
	theLiving := folders(t, temp)
	dying := start()
	_ = dying.Process.Kill()
	_ = dying.Wait()
	kept := filepath.Join(temp, "sitewalk-kept")
	if err := os.Mkdir(kept, 0o700); err != nil {
		t.Fatal(err)
	}
	if n := len(folders(t, temp)); n != 3 {
		t.Fatalf("%d folders before", n)
	}

	third := exec.Command(program(t), "crawl", s.url, "--quiet", "--max-pages", "1")
	third.Env = append(os.Environ(), "TMPDIR="+temp)
	if out, err := third.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	left := strings.Join(folders(t, temp), " ")
	if strings.Count(left, "sitewalk-") != 2 || !strings.Contains(left, theLiving[0]) || !strings.Contains(left, kept) {
		t.Errorf("left: %s", left)
	}
}
