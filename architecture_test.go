package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// arrows says which packages of ours each package may import, as drawn in
// ARCHITECTURE.md. A new package has to be given its place here.
var arrows = map[string][]string{
	"":                  {"cli", "gui"},
	"gui":               {"version", "sample", "export", "crawler/audit", "crawler/crawlfile", "crawler", "crawler/fetch", "crawler/page", "crawler/weburl"},
	"cli":               {"version", "sample", "export", "crawler/audit", "crawler/crawlfile", "crawler", "crawler/fetch", "crawler/page", "crawler/weburl"},
	"export":            {"crawler/audit", "crawler/crawlfile", "crawler", "crawler/fetch", "crawler/page", "crawler/robots", "crawler/weburl"},
	"crawler/audit":     {"crawler/crawlfile", "crawler", "crawler/fetch", "crawler/page", "crawler/robots", "crawler/weburl"},
	"crawler/crawlfile": {"crawler/crawlfile/sqlite", "crawler", "crawler/fetch", "crawler/page", "crawler/robots", "crawler/weburl"},
	"crawler":           {"crawler/fetch", "crawler/page", "crawler/robots", "crawler/weburl"},
	"crawler/fetch":     {"crawler/weburl"},
	"crawler/page":      {"crawler/weburl"},
	"crawler/robots":    {},
	"crawler/weburl":    {},

	"crawler/crawlfile/sqlite": {},

	"sample":          {},
	"sample/expected": {},
	"version":         {},
}

// keepers says which packages alone may import what starts with a path.
var keepers = map[string][]string{
	"fyne.io/":     {"", "gui"},
	"database/sql": {"crawler/crawlfile"},
	"modernc.org/": {"crawler/crawlfile", "crawler/crawlfile/sqlite"},
}

const (
	module     = "sitewalk"
	windowTags = "x11,migrated_fynedo"
)

// listed is the part of what go list tells that the tests look at.
type listed struct {
	ImportPath string
	Standard   bool
	Imports    []string
	CgoFiles   []string
}

// goList asks go list about packages, with cgo so that none of its uses is hidden.
func goList(t *testing.T, args ...string) []listed {
	t.Helper()
	command := exec.Command("go", append([]string{"list", "-json=ImportPath,Standard,Imports,CgoFiles"}, args...)...)
	command.Env = append(os.Environ(), "CGO_ENABLED=1")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []listed
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

// place is a package's path within the module; ours is false for others'. The
// panes that gui may be split into share its place.
func place(importPath string) (at string, ours bool) {
	if importPath == module {
		return "", true
	}
	at, ours = strings.CutPrefix(importPath, module+"/")
	if strings.HasPrefix(at, "gui/") {
		return "gui", ours
	}
	return at, ours
}

func TestArrows(t *testing.T) {
	for _, tags := range []string{windowTags, "nowindow"} {
		for _, p := range goList(t, "-tags", tags, "./...") {
			from, _ := place(p.ImportPath)
			allowed, known := arrows[from]
			if !known {
				t.Errorf("%s has no place in the table of arrows", p.ImportPath)
			}
			for _, imported := range p.Imports {
				to, ours := place(imported)
				if ours && to != from && !slices.Contains(allowed, to) {
					t.Errorf("%s imports %s: against the arrows (tags %s)", p.ImportPath, imported, tags)
				}
			}
		}
	}
}

func TestKeepers(t *testing.T) {
	for _, p := range goList(t, "-tags", windowTags, "./...") {
		from, _ := place(p.ImportPath)
		for _, imported := range p.Imports {
			for start, allowed := range keepers {
				if strings.HasPrefix(imported, start) && !slices.Contains(allowed, from) {
					t.Errorf("%s imports %s, which only %q may", p.ImportPath, imported, allowed)
				}
			}
		}
	}
}

// TestNoWindowMeansNoWindow keeps Fyne and cgo out of the program for servers.
func TestNoWindowMeansNoWindow(t *testing.T) {
	for _, p := range goList(t, "-deps", "-tags", "nowindow", ".") {
		if strings.HasPrefix(p.ImportPath, "fyne.io/") || p.ImportPath == module+"/gui" {
			t.Errorf("the program without its window has %s in it", p.ImportPath)
		}
		// The standard library does without cgo where there is none.
		if len(p.CgoFiles) > 0 && !p.Standard {
			t.Errorf("the program without its window needs cgo for %s", p.ImportPath)
		}
	}
}

// TestNamesSaySomething keeps out packages that could hold anything.
func TestNamesSaySomething(t *testing.T) {
	for _, p := range goList(t, "-tags", windowTags, "./...") {
		switch path.Base(p.ImportPath) {
		case "util", "utils", "common", "models", "helpers", "misc", "shared", "types":
			t.Errorf("%s: name the package after what it does", p.ImportPath)
		}
	}
}

// tracked gives the files that git keeps.
func tracked(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		t.Skipf("not in a git checkout: %v", err)
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 })
}

func TestFilesAreSmall(t *testing.T) {
	for _, name := range tracked(t) {
		info, err := os.Lstat(name)
		if errors.Is(err, os.ErrNotExist) {
			continue // removed, not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() >= 1<<20 {
			t.Errorf("%s has %d bytes, a megabyte or more", name, info.Size())
		}
	}
}

func TestNothingIsLeftForLater(t *testing.T) {
	marks := []string{"TO" + "DO", "FIX" + "ME"}
	for _, name := range tracked(t) {
		if path.Ext(name) != ".go" {
			continue
		}
		text, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for number, line := range strings.Split(string(text), "\n") {
			for _, mark := range marks {
				if strings.Contains(line, mark) {
					t.Errorf("%s:%d: %s", name, number+1, strings.TrimSpace(line))
				}
			}
		}
	}
}
