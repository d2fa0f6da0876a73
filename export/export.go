// Package export writes a crawl to the files people and scripts want. Each
// format is one function that streams from a crawl file.
package export

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"sitewalk/crawler/crawlfile"
)

// Format is a kind of file that a crawl can be written to.
type Format struct {
	ID        string // "json"
	Name      string // "JSON", for a menu
	Extension string // ".json"
}

// ErrUnknownFormat tells that a file's name ends in nothing that For knows.
var ErrUnknownFormat = errors.New("no format has this ending")

// writer streams a crawl to out. It calls done with the share that is written,
// between 0 and 1, and returns soon after ctx is done.
type writer func(ctx context.Context, f *crawlfile.File, out io.Writer, done func(float64)) error

// formats are all formats in the order of a menu.
var formats = []struct {
	Format
	write writer
}{
	{Format{ID: "json", Name: "JSON", Extension: ".json"}, writeJSON},
}

// Formats are all formats, in the order a menu shows them.
func Formats() []Format {
	all := make([]Format, len(formats))
	for i, f := range formats {
		all[i] = f.Format
	}
	return all
}

// For gives the format that a file's name asks for by its ending, without
// regard to case.
func For(path string) (Format, bool) {
	for _, f := range formats {
		if strings.EqualFold(filepath.Ext(path), f.Extension) {
			return f.Format, true
		}
	}
	return Format{}, false
}

// Write streams the crawl to out in the given format. progress may be nil and
// is called with numbers between 0 and 1.
func Write(ctx context.Context, f *crawlfile.File, format Format, out io.Writer, progress func(float64)) error {
	if progress == nil {
		progress = func(float64) {}
	}
	for _, known := range formats {
		if known.ID != format.ID {
			continue
		}
		buffered := bufio.NewWriterSize(out, 64<<10)
		if err := known.write(ctx, f, buffered, progress); err != nil {
			return err
		}
		if err := buffered.Flush(); err != nil {
			return err
		}
		progress(1)
		return nil
	}
	return fmt.Errorf("%q: %w", format.ID, ErrUnknownFormat)
}
