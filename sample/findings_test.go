package sample_test

import (
	"path/filepath"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/sample"
	"sitewalk/sample/expected"
)

// crawlSample crawls the sample site into a file that is finished.
func crawlSample(t *testing.T) *crawlfile.File {
	t.Helper()
	site, err := sample.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	settings := crawler.Settings{Concurrency: 5, LocalHosts: site.LocalHosts()}
	meta := crawler.Meta{Typed: site.URL(), Settings: settings, State: crawler.Ready, Started: time.Now()}
	file, err := crawlfile.Create(filepath.Join(t.TempDir(), "sample"+crawlfile.Extension), meta)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	c, err := crawler.New(site.URL(), settings, file)
	if err != nil {
		t.Fatal(err)
	}
	c.Inspect = audit.Inspect
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := file.Finish(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestFindings(t *testing.T) {
	file := crawlSample(t)
	meta, err := file.Meta(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found, listed := map[string][]string{}, map[string][]string{}
	err = file.Entries(t.Context(), func(e *crawlfile.Entry) error {
		address := expected.Address(meta.Site, e.URL)
		for _, f := range e.Findings {
			found[address] = append(found[address], f.Check)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := expected.Difference(found); d != "" {
		t.Errorf("with the addresses:\n%s", d)
	}
	counts, err := file.Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for check, n := range counts.Findings {
		places := 0
		err := file.EachFound(t.Context(), check, func(f crawlfile.Found) error {
			address := expected.Address(meta.Site, f.URL)
			if ids := listed[address]; len(ids) == 0 || ids[len(ids)-1] != check {
				listed[address] = append(ids, check)
				places++
			}
			return nil
		})
		if err != nil || places != n {
			t.Errorf("%s was found at %d addresses, counted at %d: %v", check, places, n, err)
		}
	}
	if d := expected.Difference(listed); d != "" {
		t.Errorf("by check:\n%s", d)
	}
}
