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
	ID   string // "json"
	Name string // "JSON", for a menu
	// Extension is what the names of such files end in: ".json". One that does
	// not begin with a dot, such as "links.csv", is a name of its own as well.
	Extension string
	About     string // what it is good for, for the help of a command
}

// ErrUnknownFormat tells that a file's name ends in nothing that For knows.
var ErrUnknownFormat = errors.New("no format has this ending")

// job is what a writer is given to do.
type job struct {
	file   *crawlfile.File
	choice Choice
	done   func(float64) // is told the share that is written, between 0 and 1
	name   string        // of the file that is written, without its folder; may be ""
	// more begins a further file beside the one that is written, which belongs
	// to it; nil where there can be none.
	more func(name string) (io.Writer, error)
}

// writer streams a crawl to out. It returns soon after ctx is done.
type writer func(ctx context.Context, j *job, out io.Writer) error

// formats are all formats in the order of a menu.
var formats = []struct {
	Format
	write   writer
	aliases []string // endings that mean the same
}{
	{Format{"json", "JSON", ".json", "everything, for programs"}, writeJSON, nil},
	{Format{"jsonl", "JSON Lines", ".jsonl", "a line of JSON for each address"}, writeJSONLines, []string{".ndjson"}},
	{Format{"csv", "CSV: pages", ".csv", "a table of all addresses"}, csvOf(pagesTable), nil},
	{Format{"csv-links", "CSV: links", "links.csv", "a table of all links"}, csvOf(linksTable), nil},
	{Format{"csv-broken", "CSV: broken links", "broken-links.csv", "a table of the links that lead nowhere"}, csvOf(brokenTable), nil},
	{Format{"csv-redirects", "CSV: redirects", "redirects.csv", "a table of the redirects and where they end"}, csvOf(redirectsTable), nil},
	{Format{"csv-images", "CSV: images", "images.csv", "a table of the images and the pages they are on"}, csvOf(imagesTable), nil},
	{Format{"csv-findings", "CSV: problems", "findings.csv", "a table of everything that the checks found"}, csvOf(findingsTable), []string{"problems.csv"}},
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
// regard to case. The longest ending counts: "shop-links.csv" and "links.csv"
// are tables of links, "shoplinks.csv" is one of pages.
func For(path string) (Format, bool) {
	var found Format
	longest := 0
	name := strings.ToLower(filepath.Base(path))
	for _, f := range formats {
		for _, ending := range append([]string{f.Extension}, f.aliases...) {
			if len(ending) > longest && endsIn(name, ending) {
				found, longest = f.Format, len(ending)
			}
		}
	}
	return found, longest > 0
}

// endsIn tells whether a file's name, in small letters, has an ending.
func endsIn(name, ending string) bool {
	rest, ok := strings.CutSuffix(name, ending)
	if !ok || ending[0] == '.' {
		return ok && (rest != "" || ending == ".htaccess")
	}
	return rest == "" || strings.HasSuffix(rest, "-") || strings.HasSuffix(rest, "_") || strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, " ")
}

// write streams the crawl to out in the given format.
func write(ctx context.Context, format Format, j *job, out io.Writer) error {
	for _, known := range formats {
		if known.ID != format.ID {
			continue
		}
		buffered := bufio.NewWriterSize(out, 64<<10)
		if err := known.write(ctx, j, buffered); err != nil {
			return err
		}
		if err := buffered.Flush(); err != nil {
			return err
		}
		j.done(1)
		return nil
	}
	return fmt.Errorf("%q: %w", format.ID, ErrUnknownFormat)
}
