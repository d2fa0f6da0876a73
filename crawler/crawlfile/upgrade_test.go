package crawlfile

import (
	"context"
	"path/filepath"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile/sqlite"
)

// TestUpgradeFromVersion1 carries on with a file of the first version.
func TestUpgradeFromVersion1(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "old"+Extension)
	c, err := openConn(path, sqlite.Create, patience, pageSize)
	if err != nil {
		t.Fatal(err)
	}
	known := migrations
	migrations = known[:1]
	err = migrate(c, 0)
	migrations = known
	if err != nil {
		t.Fatal(err)
	}
	err = c.exec(ctx, `INSERT INTO meta VALUES ('crawl', '{"Typed":"example.com","State":"finished"}'), ('counts', '{"Found":2,"Checked":2,"Works":1,"Broken":1,"Pages":2}'), ('finished', '1');
		INSERT INTO address VALUES (1, 0, 0, 0, NULL, 0, 0, NULL, 'https://example.com/'), (2, 0, 0, 1, 1, 0, 0, NULL, 'https://example.com/gone');
		INSERT INTO result VALUES (1, 1, 0, 0, 1, 200, 1000, 10, 0, NULL), (2, 2, 0, 0, 3, 404, 1000, 10, 0, NULL);
		INSERT INTO page (seq, at, content_type, title, links) VALUES (1, 1, 'text/html', 'Home', '[[2,6,"Gone","","part"],[1,6,"Up","","part"]]'), (2, 1, 'text/html', NULL, NULL);
		INSERT INTO ordering VALUES ('url', x'0100000002000000');
		INSERT INTO trait VALUES (1, x'8183', x'00');`)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Finished() {
		t.Error("what the checks find in the whole crawl is not there yet")
	}
	if e, err := f.Entry(ctx, 1); err != nil || e.Title != "Home" || e.Words != 0 || e.Findings != nil {
		t.Errorf("%+v, %v", e, err)
	}
	if err := f.Finish(ctx, nil); err != nil {
		t.Fatal(err)
	}
	// The ids of its pages were not kept, so the link to a part of the page is not judged.
	if c, err := f.Counts(ctx); err != nil || c.Findings["link-broken"] != 1 || c.Findings["anchor-broken"] != 0 || c.Found != 2 {
		t.Errorf("%+v, %v", c, err)
	}
	save(t, f, crawler.Batch{Pages: []*crawler.Page{{ID: 2, URL: "https://example.com/gone", Outcome: crawler.Works, Status: 200,
		Findings: []crawler.Finding{{Check: "title-missing"}}}}})
	if c, err := f.Counts(ctx); err != nil || c.Findings["title-missing"] != 1 || c.Works != 2 || c.Broken != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	checkFound(t, f)
}
