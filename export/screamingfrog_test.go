package export

import (
	"path/filepath"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/page"
)

// TestScreamingFrogCounts has the columns that tell of a page's place among the
// others: two pages of a series that link to each other twice, and a picture.
func TestScreamingFrogCounts(t *testing.T) {
	f, err := crawlfile.Create(filepath.Join(t.TempDir(), "x"+crawlfile.Extension), meta)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	one, two, outside := "https://a.example/one", "https://a.example/one/two", "https://b.example/"
	err = f.Save(crawler.Batch{Addresses: []crawler.Address{
		{ID: 1, URL: one}, {ID: 2, URL: two, Depth: 1, FoundOn: 1}, {ID: 3, URL: outside, Scope: crawler.External, Depth: 1, FoundOn: 1},
	}, Pages: []*crawler.Page{
		{ID: 1, URL: one, Outcome: crawler.Works, Status: 200, ContentType: "text/html", Title: "Lamps", MetaDescription: "iiii", TextHash: 0xabc,
			Links: []crawler.Link{{Target: 2, Kind: page.Next, Position: page.Head}, {Target: 2, Text: "on"}, {Target: 2, Text: "more"},
				{Target: 3, Text: "friends"}, {Target: 3, Text: "friends again"}}},
		{ID: 2, URL: two, Outcome: crawler.Works, Status: 200, ContentType: "text/html", Canonical: one,
			Links: []crawler.Link{{Target: 1, Kind: page.Prev, Position: page.Head}, {Target: 1, Kind: page.Canonical, Position: page.Head},
				{Target: 1, Text: "back"}, {Target: 2, Text: "here"}}},
		{ID: 3, URL: outside, Scope: crawler.External, Outcome: crawler.Works, Status: 200, ContentType: "text/html"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	want := []map[string]string{{
		"Address": one, "Title 1 Pixel Width": "60", "Meta Description 1 Pixel Width": "12", // (556+556+833+556+500)*20 and 4*222*14 thousandths
		`rel="next" 1`: two, `rel="prev" 1`: "", "Indexability": "Indexable", "Indexability Status": "", "Crawl Depth": "0", "Folder Depth": "1",
		"Inlinks": "1", "Unique Inlinks": "1", "% of Total": "50.000", "Outlinks": "2", "Unique Outlinks": "1",
		"External Outlinks": "2", "Unique External Outlinks": "1", "Hash": "abc",
	}, {
		"Address": two, "Title 1 Pixel Width": "0", "Meta Description 1 Pixel Width": "0",
		`rel="next" 1`: "", `rel="prev" 1`: one, "Indexability": "Non-Indexable", "Indexability Status": "Canonicalised", "Crawl Depth": "1", "Folder Depth": "2",
		"Inlinks": "3", "Unique Inlinks": "2", "% of Total": "100.000", "Outlinks": "2", "Unique Outlinks": "2",
		"External Outlinks": "0", "Unique External Outlinks": "0", "Hash": "",
	}}
	rows := readTable(t, written(t, f, "internal_html.csv", Choice{}))
	if len(rows) != len(want) {
		t.Fatalf("%d rows", len(rows))
	}
	for i, row := range rows {
		for name, value := range want[i] {
			if row[name] != value {
				t.Errorf("%s: %s is %q, want %q", row["Address"], name, row[name], value)
			}
		}
	}
}
