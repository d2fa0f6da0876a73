package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"sitewalk/export"
)

// rowsOption is "--output" of a command that writes a list.
func rowsOption(to *string) option {
	endings := strings.Join(export.RowEndings, " or ")
	return option{"output", "FILE", "write it to FILE as well, in the format of its ending\n(" + endings + ")", func(path string) error {
		if *to != "" {
			return errors.New("one is enough")
		}
		if !export.HasRows(path) {
			return fmt.Errorf("the ending has to be %s", endings)
		}
		*to = path
		return nil
	}}
}

// checkRows makes sure that an output is none of the files that are read and
// can be written to. code is exitFine when it is so.
func (p *program) checkRows(output string, read ...string) (code int, err error) {
	if output == "" {
		return exitFine, nil
	}
	for _, path := range read {
		if filepath.Clean(path) == filepath.Clean(output) {
			return exitUsage, fmt.Errorf("%q cannot be both a crawl file and the output", output)
		}
	}
	if err := export.CheckRows(output); err != nil {
		return p.fileTrouble(err, output), nil
	}
	return exitFine, nil
}
