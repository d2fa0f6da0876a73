package cli

import (
	"os"
	"path/filepath"
	"strings"

	"sitewalk/crawler/crawlfile"
)

// place is where the file of a new crawl lies.
type place struct {
	path   string
	folder string // made for it, to be removed with it; "" when the person chose the path
	keep   bool
}

// newPlace gives the place that the person chose, or a private temporary one
// named after the site.
func newPlace(chosen, typed string) (*place, error) {
	if chosen != "" {
		return &place{path: chosen, keep: true}, nil
	}
	removeAbandoned()
	folder, err := os.MkdirTemp("", folderPrefix)
	if err != nil {
		return &place{path: os.TempDir()}, err
	}
	if err := markRunning(folder); err != nil {
		_ = os.RemoveAll(folder)
		return &place{path: folder}, err
	}
	return &place{path: filepath.Join(folder, fileName(typed)+crawlfile.Extension), folder: folder}, nil
}

// leave removes a temporary place, unless it is to be kept.
func (p *place) leave() {
	switch {
	case p.folder == "":
	case p.keep:
		_ = os.Remove(filepath.Join(p.folder, runningMark))
	default:
		_ = os.RemoveAll(p.folder)
	}
}

// fileName makes a short name for a file from the host of an address.
func fileName(address string) string {
	if _, rest, found := strings.Cut(address, "://"); found {
		address = rest
	}
	keep := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-':
			return r
		}
		return '-'
	}
	host, _, _ := strings.Cut(address, "/")
	name := strings.Trim(strings.Map(keep, host), ".-")
	if name == "" {
		return "crawl"
	}
	return name[:min(len(name), 60)]
}
