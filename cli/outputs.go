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
	return option{"output", "FILE", "write the result to FILE, in the format of its name's\nending (see \"sitewalk help export\"); may be repeated", o.add}
}

func (o *outputs) add(path string) error {
	if path == "" {
		return errors.New("a file name is needed")
	}
	if _, ok := export.For(path); !ok {
		return errors.New("the ending has to be one of a format, such as .xlsx, .html,\n.csv or .json; \"sitewalk help export\" lists all of them")
	}
	if o.holds(path) {
		return errors.New("is given twice")
	}
	*o = append(*o, path)
	return nil
}

// report is "--report", which is an output as well.
func (o *outputs) report() option {
	return option{"report", "FILE", "write a report to FILE (.html), for every browser", func(path string) error {
		if format, _ := export.For(path); format.ID != "html" {
			return errors.New("the name has to end in .html")
		}
		return o.add(path)
	}}
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

// formatList explains the endings.
func formatList() string {
	var b strings.Builder
	for _, format := range export.Formats() {
		fmt.Fprintf(&b, "  %-28s%s\n", format.Extension, format.About)
	}
	return b.String()
}
