package export

import (
	"context"

	"sitewalk/crawler/crawlfile"
)

// SearchToFile searches a crawl (see crawlfile.File.Search) and writes the pages
// with the text to path, as .csv or .json. each (may be nil) is called for each
// page as it is found. An existing file is replaced when all is written.
func SearchToFile(ctx context.Context, f *crawlfile.File, text, path string, each func(crawlfile.Hit) error) error {
	r := rows{
		head:    []fact{{"format", "sitewalk-search/1"}, {"text", text}},
		name:    "pages",
		columns: []string{"url", "title", "where", "count", "snippet"},
	}
	return r.toFile(path, func(add func(...any) error) ([]fact, error) {
		return nil, f.Search(ctx, text, func(h crawlfile.Hit) error {
			if err := add(h.URL, h.Title, h.Where.String(), h.Count, h.Snippet); err != nil || each == nil {
				return err
			}
			return each(h)
		})
	})
}
