package audit

import (
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

func TestComparison(t *testing.T) {
	meta := func(site string, state crawler.State) crawler.Meta { return crawler.Meta{Site: site, State: state} }
	done := meta("https://example.com", crawler.Finished)
	tests := []struct {
		name     string
		old, new crawler.Meta
		tally    crawlfile.Tally
		want     string
	}{
		{"nothing", done, done, crawlfile.Tally{}, "Nothing has changed between the two crawls."},
		{"all", done, done, crawlfile.Tally{Pages: crawlfile.Turns{Broke: 3, Mended: 2, New: 14, Gone: 1, Changed: 20}},
			"3 pages are newly broken, 2 were mended, 14 pages are new, one is gone and 20 have changed."},
		{"ones", done, done, crawlfile.Tally{Pages: crawlfile.Turns{Broke: 1, Mended: 1, New: 1}},
			"One page is newly broken, one was mended and one page is new."},
		{"changed alone", done, done, crawlfile.Tally{Pages: crawlfile.Turns{Changed: 2000}}, "2,000 pages have changed."},
		{"others", done, done, crawlfile.Tally{Others: crawlfile.Turns{Broke: 2, Mended: 1, New: 9}},
			"2 links to other sites or images are newly broken and one of these was mended."},
		{"others mended", done, done, crawlfile.Tally{Others: crawlfile.Turns{Mended: 1}}, "One link to another site or image was mended."},
		{"findings", done, done, crawlfile.Tally{Found: map[string]int{"x-few": 1, "x-many": 7}, Solved: map[string]int{"x-old": 2}},
			"New problems: x-many (7 pages) and x-few (one page). Solved: x-old (2 pages)."},
		{"not judged", done, done, crawlfile.Tally{Unjudged: true},
			"Nothing has changed between the two crawls. Only the addresses were compared, not the problems of their pages: one of the two crawls was left before the whole of it was judged. Open it in Sitewalk once, then compare again."},
		{"new is a part", done, meta("https://example.com", crawler.Stopped), crawlfile.Tally{Pages: crawlfile.Turns{Gone: 2}},
			"2 pages are gone. The newer crawl saw only a part of the site: what is called gone may only not have been reached."},
		{"old is a part", meta("https://example.com", crawler.Limited), done, crawlfile.Tally{Pages: crawlfile.Turns{New: 2}},
			"2 pages are new. The older crawl saw only a part of the site: what is called new may have been there before."},
		{"another site", done, meta("https://example.org", crawler.Finished), crawlfile.Tally{Pages: crawlfile.Turns{New: 2}},
			"The two crawls are of different sites (example.com and example.org), so there is little to compare. 2 pages are new."},
		{"from http", meta("http://example.com", crawler.Finished), done, crawlfile.Tally{Pages: crawlfile.Turns{New: 2}},
			"The site has moved from http://example.com to https://example.com, so every page counts as new. 2 pages are new."},
		{"www", done, meta("https://www.example.com", crawler.Finished), crawlfile.Tally{Pages: crawlfile.Turns{New: 2}},
			"The site has moved from https://example.com to https://www.example.com, so every page counts as new. 2 pages are new."},
	}
	for _, test := range tests {
		if got := Comparison(test.old, test.new, test.tally); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestFound(t *testing.T) {
	for _, test := range []struct {
		pages int
		kept  bool
		want  string
	}{
		{0, true, "“oil” is on none of the pages."},
		{1, true, "“oil” is on one page."},
		{1200, true, "“oil” is on 1,200 pages."},
		{0, false, "What the pages say is not kept in this crawl. Crawl the site again in the window, or with --keep-text, to search it."},
	} {
		if got := Found("oil", test.pages, test.kept); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
