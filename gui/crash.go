package gui

import (
	"os"
	"path/filepath"
	"runtime/debug"
)

// crashName is where the runtime writes what it has to say before it dies: a
// window has no terminal to say it in.
const crashName = "crash.txt"

// keepCrashes has a crash written to a file in the data folder. earlier is the
// report of the previous start's crash, "" when it ended well.
func keepCrashes(folder string) (earlier string, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	path := filepath.Join(folder, crashName)
	if info, err := os.Stat(path); err == nil && info.Size() > 0 {
		earlier = filepath.Join(folder, "crash-"+info.ModTime().Format("2006-01-02-1504")+".txt")
		if err := os.Rename(path, earlier); err != nil {
			return "", err
		}
	}
	file, err := os.Create(path)
	if err != nil {
		return earlier, err
	}
	defer func() { _ = file.Close() }() // the runtime keeps a copy of its own
	return earlier, debug.SetCrashOutput(file, debug.CrashOptions{})
}
