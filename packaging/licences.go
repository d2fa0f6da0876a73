//go:build ignore

// Collects the licences of everything that the program is made of. Run from the
// project's folder, with the build's GOOS, GOARCH, CGO_ENABLED and
//
//	go run packaging/licences.go -tags TAGS [NAME=FILE]...
//
// NAME=FILE adds the licence of something that is no Go module. The text goes
// to stdout. A module without a licence is an error.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// part is something that the program contains.
type part struct {
	name  string
	files []string // of its licence
}

// pkg is what go list tells about a package.
type pkg struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

var licenceName = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|copyright|notice|patents)([-_.].*)?$`)

func main() {
	log.SetFlags(0)
	tags := flag.String("tags", "", "the tags of the build")
	flag.Parse()
	parts, err := collect(*tags)
	if err != nil {
		log.Fatal(err)
	}
	for _, added := range flag.Args() {
		name, file, ok := strings.Cut(added, "=")
		if !ok {
			log.Fatalf("%q is not NAME=FILE", added)
		}
		parts = append(parts, part{name, []string{file}})
	}
	out := bufio.NewWriter(os.Stdout)
	if err := errors.Join(write(out, parts), out.Flush()); err != nil {
		log.Fatal(err)
	}
}

// collect finds the modules of the build, sorted, and the language itself.
func collect(tags string) ([]part, error) {
	packages, err := list(tags)
	if err != nil {
		return nil, err
	}
	folders := map[string][]string{} // of the packages in use, by module
	roots := map[string]string{}
	for _, p := range packages {
		if p.Module == nil || p.Module.Main {
			continue
		}
		name := p.Module.Path + " " + p.Module.Version
		folders[name] = append(folders[name], p.Dir)
		roots[name] = p.Module.Dir
	}
	language, err := licencesIn(runtime.GOROOT())
	if err != nil {
		return nil, err
	}
	parts := []part{{"Go " + strings.TrimPrefix(runtime.Version(), "go"), language}}
	for _, name := range slices.Sorted(maps.Keys(roots)) {
		files, err := licences(roots[name], folders[name])
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s has no licence", name)
		}
		parts = append(parts, part{name, files})
	}
	return parts, nil
}

func list(tags string) ([]pkg, error) {
	command := exec.Command("go", "list", "-deps", "-tags", tags, "-json=Dir,Module", ".")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []pkg
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// licences finds the licence files that apply to packages of a module: in the
// folders above them, and below them with the C code, fonts and the like that
// they carry.
func licences(root string, folders []string) ([]string, error) {
	var files []string
	for _, folder := range folders {
		for above := folder; ; above = filepath.Dir(above) {
			found, err := licencesIn(above)
			if err != nil {
				return nil, err
			}
			files = append(files, found...)
			if above == root || len(above) <= len(root) {
				break
			}
		}
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() || path == folder {
				return err
			}
			if d.Name() == "testdata" || holdsGo(path) {
				return fs.SkipDir
			}
			found, err := licencesIn(path)
			files = append(files, found...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// holdsGo tells whether a folder is a package of its own.
func holdsGo(folder string) bool {
	found, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	return slices.ContainsFunc(found, func(name string) bool { return filepath.Base(name) != "doc.go" && filepath.Base(name) != "vendor.go" })
}

func licencesIn(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && licenceName.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go" {
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	return files, nil
}

func write(out io.Writer, parts []part) error {
	fmt.Fprintf(out, "Sitewalk is made with the work of others, whose licences follow:\n\n")
	for _, p := range parts {
		fmt.Fprintf(out, "  %s\n", p.name)
	}
	for _, p := range parts {
		fmt.Fprintf(out, "\n\n%s\n%s\n%s\n", strings.Repeat("=", 78), p.name, strings.Repeat("=", 78))
		for _, file := range p.files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
			fmt.Fprintf(out, "\n--- %s\n\n%s\n", filepath.Base(file), bytes.TrimRight(text, "\n"))
		}
	}
	return nil
}
