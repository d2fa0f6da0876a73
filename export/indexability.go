package export

import (
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/robots"
)

// indexability is why search engines do not list an address, in the words that
// Screaming Frog uses for it; "" when they may list it.
func indexability(e *crawlfile.Entry) string {
	switch {
	case e.Outcome == crawler.Skipped && e.Skipped == crawler.ByRobots:
		return "Blocked by robots.txt"
	case e.Status == 0:
		return "No Response"
	case e.Outcome == crawler.Moved:
		return "Redirected"
	case e.Status >= 500:
		return "Server Error"
	case e.Status >= 400:
		return "Client Error"
	case e.Outcome != crawler.Works:
		return "No Response"
	case robots.ReadDirectives(e.MetaRobots).Hides():
		return "Noindex"
	case e.Canonical != "" && withoutFragment(e.Canonical) != withoutFragment(e.URL):
		return "Canonicalised"
	}
	return ""
}

func withoutFragment(s string) string {
	s, _, _ = strings.Cut(s, "#")
	return s
}
