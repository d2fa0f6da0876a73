package crawlfile

import (
	"context"

	"sitewalk/crawler"
)

// Findings gives what the checks found about an address. What needs the whole
// crawl is there once it is Finished.
func (f *File) Findings(ctx context.Context, id int64) ([]crawler.Finding, error) {
	e, err := f.Entry(ctx, id)
	return e.Findings, err
}
