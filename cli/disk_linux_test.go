package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// smallDisk mounts a disk of a size in KB until the test ends, where the test
// has the right to.
func smallDisk(t *testing.T, size int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("sitewalk-test", dir, "tmpfs", 0, fmt.Sprintf("size=%dk", size)); err != nil {
		t.Skipf("no disk can be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func enlarge(t *testing.T, dir string) {
	t.Helper()
	if err := syscall.Mount("sitewalk-test", dir, "tmpfs", syscall.MS_REMOUNT, "size=256m"); err != nil {
		t.Fatal(err)
	}
}

// fill leaves no room on a disk.
func fill(t *testing.T, dir string) {
	t.Helper()
	ballast, err := os.Create(filepath.Join(dir, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	defer ballast.Close()
	for err == nil {
		_, err = ballast.Write(make([]byte, 4096))
	}
}

func (r ran) wantNoRoomFor(t *testing.T, path string) {
	t.Helper()
	r.wantCode(t, 1)
	first, _, _ := strings.Cut(r.err, "\n")
	if !strings.Contains(first, "no room left on the disk for "+path) {
		t.Errorf("it says: %s", r.err)
	}
}

// TestDiskFullDuringACrawl carries on once there is room.
func TestDiskFullDuringACrawl(t *testing.T) {
	s := serveSite(t, 2000, time.Millisecond)
	undisturbed := filepath.Join(t.TempDir(), "undisturbed.json")
	run(t, "crawl", s.url, "--quiet", "--concurrency", "20", "--output", undisturbed).wantCode(t, 0)
	for _, size := range []int{100, 700, 1400} {
		t.Run(fmt.Sprint(size, " KB"), func(t *testing.T) {
			dir := smallDisk(t, size)
			path, output := filepath.Join(dir, "x.sitewalk"), filepath.Join(dir, "out.json")
			r := run(t, "crawl", s.url, "--quiet", "--concurrency", "20", "--crawl-file", path)
			r.wantNoRoomFor(t, path)
			enlarge(t, dir)
			if _, err := os.Stat(path); err != nil && size <= 100 {
				return // there was not even room for an empty crawl
			}
			run(t, "resume", path, "--quiet", "--output", output).wantCode(t, 0)
			readResult(t, output).wantSame(t, readResult(t, undisturbed))
		})
	}
}

// TestDiskFullDuringExport keeps the earlier file.
func TestDiskFullDuringExport(t *testing.T) {
	s := serveSite(t, 300, 0)
	path := filepath.Join(t.TempDir(), "x.sitewalk")
	run(t, "crawl", s.url, "--quiet", "--crawl-file", path).wantCode(t, 0)
	dir := smallDisk(t, 200)
	output := filepath.Join(dir, "out.json")
	write(t, output, []byte("earlier"))
	fill(t, dir)
	run(t, "export", path, "--output", output).wantNoRoomFor(t, output)
	if content, err := os.ReadFile(output); err != nil || string(content) != "earlier" {
		t.Errorf("the earlier file is now %q, %v", content, err)
	}
	if names, _ := os.ReadDir(dir); len(names) != 2 {
		t.Errorf("left behind: %v", names)
	}
	run(t, "crawl", s.url, "--quiet", "--output", output).wantNoRoomFor(t, output)
}
