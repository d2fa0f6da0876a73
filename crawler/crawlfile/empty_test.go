package crawlfile

import (
	"path/filepath"
	"testing"

	"sitewalk/crawler"
)

// A crawl that ended before its first address was known can be finished and read as well.
func TestFinishOfNothing(t *testing.T) {
	f, err := Create(filepath.Join(t.TempDir(), "x.sitewalk"), crawler.Meta{Typed: "a.example", State: crawler.Stopped})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Finish(t.Context(), func(float64) {}); err != nil {
		t.Fatal(err)
	}
	counts, err := f.Counts(t.Context())
	if err != nil || counts.Found != 0 {
		t.Errorf("%+v, %v", counts, err)
	}
}
