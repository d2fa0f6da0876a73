package gui

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"sitewalk/crawler/crawlfile"
)

// dataFolder is where Sitewalk keeps what it must not lose: the data folder of
// the system's conventions (XDG Base Directory Specification on Linux).
func dataFolder() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return dataFolderOf(runtime.GOOS, home, os.Getenv), nil
}

func dataFolderOf(system, home string, env func(string) string) string {
	switch system {
	case "windows":
		if local := env("LocalAppData"); local != "" {
			return filepath.Join(local, "Sitewalk")
		}
		return filepath.Join(home, "AppData", "Local", "Sitewalk")
	case "darwin":
		return filepath.Join(home, "Library", "Application Support", "Sitewalk")
	}
	// The specification has relative paths ignored.
	if data := env("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "sitewalk")
	}
	return filepath.Join(home, ".local", "share", "sitewalk")
}

// crawlName is the name of a new crawl file: "example.com-2026-11-30-1412.sitewalk".
func crawlName(host string, at time.Time) string {
	return safeName(host) + "-" + at.Format("2006-01-02-1504") + crawlfile.Extension
}

// exportName proposes a name for an export: "example.com-2026-11-30.json".
func exportName(host string, at time.Time, extension string) string {
	return safeName(host) + "-" + at.Format("2006-01-02") + extension
}

// safeName makes a host a part of a file name on every system: a port's colon
// and an IPv6 address's brackets are not allowed on some.
func safeName(host string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"/\|?*[]`, r) {
			return '-'
		}
		return r
	}, host)
	name = strings.Trim(name, "-. ")
	if len(name) > 100 {
		name = strings.ToValidUTF8(name[:100], "")
	}
	if name == "" {
		return "site"
	}
	return name
}

// numbered gives the n-th try for a path that may be taken: "a.x", "a-2.x".
func numbered(path string, n int) string {
	if n < 2 {
		return path
	}
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + "-" + strconv.Itoa(n) + extension
}

// documentsFolder is where exports go until a person chose a folder.
func documentsFolder() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return "."
	}
	for _, name := range []string{"Documents", "Desktop"} {
		folder := filepath.Join(home, name)
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			return folder
		}
	}
	return home
}
