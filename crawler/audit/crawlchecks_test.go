package audit

import (
	"slices"
	"testing"

	"sitewalk/crawler/crawlfile"
)

// What the crawl file finds has words, and what has words the crawl file finds.
func TestCrawlChecksAreThoseOfTheCrawlFile(t *testing.T) {
	var ours []string
	for _, c := range crawlChecks {
		ours = append(ours, c.ID)
	}
	theirs := crawlfile.CrawlChecks()
	slices.Sort(ours)
	slices.Sort(theirs)
	if !slices.Equal(ours, theirs) {
		t.Errorf("the crawl file finds\n%v, there are words for\n%v", theirs, ours)
	}
}
