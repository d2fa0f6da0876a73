package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"sitewalk/crawler/crawlfile"
)

// folderPrefix begins the names of the temporary folders of crawls.
const folderPrefix = "sitewalk-"

// runningMark is a file in such a folder that holds the number of the process
// that will remove it. A folder whose crawl is kept for the person has none.
const runningMark = "running"

// markRunning notes that this process will remove the folder.
func markRunning(folder string) error {
	return os.WriteFile(filepath.Join(folder, runningMark), []byte(strconv.Itoa(os.Getpid())), 0o600)
}

// removeAbandoned removes the temporary folders of crawls whose processes died
// before they could do so. Nothing here is worth telling: what cannot be removed
// stays.
func removeAbandoned() {
	entries, err := os.ReadDir(os.TempDir())
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), folderPrefix) {
			removeIfAbandoned(filepath.Join(os.TempDir(), e.Name()))
		}
	}
}

// removeIfAbandoned removes a folder if the process that made it is dead and no
// other uses the crawl file in it. The lock of the file is asked as well, since
// a process of another container has a number that says nothing here.
func removeIfAbandoned(folder string) {
	mark, err := os.ReadFile(filepath.Join(folder, runningMark))
	if err != nil {
		return
	}
	pid, err := strconv.Atoi(string(mark))
	if err != nil || pid <= 0 || isAlive(pid) {
		return
	}
	crawls, err := filepath.Glob(filepath.Join(folder, "*"+crawlfile.Extension))
	if err != nil {
		return
	}
	for _, path := range crawls {
		if err := crawlfile.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
	_ = os.RemoveAll(folder)
}

// isAlive tells whether there is a process of this number. Where that cannot be
// found out it counts as alive.
func isAlive(pid int) bool {
	process, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer func() { _ = process.Release() }()
	if runtime.GOOS == "windows" {
		return true // FindProcess would have failed
	}
	err = process.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}
