package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sitewalk/export"
)

// outputs are the files that a crawl is to be written to.
type outputs []string

// option is "--output", for every command that writes.
func (o *outputs) option() option {
	return option{"output", "FILE", "write the result to FILE, in the format of its ending\n(" + endings() + "); may be repeated", o.add}
}

func (o *outputs) add(path string) error {
	if path == "" {
		return errors.New("a file name is needed")
	}
	if _, ok := export.For(path); !ok {
		return fmt.Errorf("the ending has to be %s", endings())
	}
	if o.holds(path) {
		return errors.New("is given twice")
	}
	*o = append(*o, path)
	return nil
}

// holds tells whether path is one of the outputs.
func (o outputs) holds(path string) bool {
	return slices.ContainsFunc(o, func(other string) bool { return filepath.Clean(other) == filepath.Clean(path) })
}

// check finds out before the work what would keep it from being saved.
func (o outputs) check() (path string, err error) {
	for _, path := range o {
		if err := export.Check(path); err != nil {
			return path, err
		}
	}
	return "", nil
}

// flags are the options that say the same on another command line.
func (o outputs) flags() string {
	var b strings.Builder
	for _, path := range o {
		b.WriteString(" --output " + quote(path))
	}
	return b.String()
}

func endings() string {
	var all []string
	for _, format := range export.Formats() {
		all = append(all, format.Extension)
	}
	return strings.Join(all, " or ")
}
