package export

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"sitewalk/crawler/audit"
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

// fillUp leaves no room on a disk.
func fillUp(t *testing.T, dir string) {
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

// TestDiskFull writes every format to a disk without any room, and to one where
// the room ends midway.
func TestDiskFull(t *testing.T) {
	const room = 64 // KB
	f := crawl(t, 3000)
	var endedMidway []string
	for _, format := range Formats() {
		t.Run(format.ID, func(t *testing.T) {
			path := filepath.Join(smallDisk(t, room), "x"+format.Extension)
			whole, err := os.Stat(written(t, f, "x"+format.Extension, Choice{}))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("earlier"), 0o600); err != nil {
				t.Fatal(err)
			}
			export := func() error { return ToFile(t.Context(), f, path, Choice{}, nil) }
			if whole.Size() > room<<10 {
				endedMidway = append(endedMidway, format.ID)
				wantNoRoom(t, path, 1, export)
			}
			fillUp(t, filepath.Dir(path))
			wantNoRoom(t, path, 2, export)
		})
	}
	for _, id := range []string{"json", "jsonl", "csv", "csv-links", "xlsx", "html", "sitemap", "graphml"} {
		if !t.Skipped() && len(endedMidway) > 0 && !slices.Contains(endedMidway, id) {
			t.Errorf("%s had room enough", id)
		}
	}
}

// wantNoRoom fails when an export over an earlier file does not say that there
// is no room, changes that file, or leaves more than so many files in the folder.
func wantNoRoom(t *testing.T, path string, files int, export func() error) {
	t.Helper()
	err := export()
	if got, want := audit.File(err, path).Text, "There was no room left on the disk for "+path+"."; got != want {
		t.Errorf("it says %q instead of %q (%v)", got, want, err)
	}
	wantFile(t, path, "earlier")
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != files {
		t.Errorf("in the folder are %v, %v", left, err)
	}
}
