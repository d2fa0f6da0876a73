package crawlfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sitewalk/crawler"
)

// Summary is what the start screen shows of an earlier crawl.
type Summary struct {
	Path   string
	Meta   crawler.Meta
	Counts Counts
	Err    error // why it cannot be opened
}

// List reads the summaries of all crawl files in a folder, newest first; those
// that cannot be opened come last. A folder that does not exist has none.
func List(ctx context.Context, dir string) ([]Summary, error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, explain(dir, err)
	}
	var all []Summary
	for _, file := range files {
		if file.IsDir() || filepath.Ext(file.Name()) != Extension {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all = append(all, summarise(ctx, filepath.Join(dir, file.Name())))
	}
	slices.SortStableFunc(all, func(a, b Summary) int { return b.Meta.Started.Compare(a.Meta.Started) })
	return all, nil
}

func summarise(ctx context.Context, path string) Summary {
	s := Summary{Path: path}
	f, err := OpenReadOnly(path)
	if err != nil {
		s.Err = err
		return s
	}
	defer f.Close()
	if s.Meta, s.Err = f.Meta(ctx); s.Err == nil {
		s.Counts, s.Err = f.Counts(ctx)
	}
	return s
}
