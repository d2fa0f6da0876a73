package audit

import (
	"testing"
	"time"

	"sitewalk/crawler"
)

func TestOutlookSentences(t *testing.T) {
	for _, c := range []struct {
		name string
		o    crawler.Outlook
		want string
	}{
		{"too early", crawler.Outlook{}, ""},
		{"all is read", crawler.Outlook{Ready: true, Pages: 8, First: 8}, ""},
		{"a guess", crawler.Outlook{Ready: true, Pages: 3127, Left: 6 * time.Minute, First: 10},
			"The site seems to have about 3,100 pages; at this speed that takes about 6 min."},
		{"done in a moment", crawler.Outlook{Ready: true, Pages: 57, Left: 80 * time.Millisecond, First: 10},
			"The site seems to have about 57 pages."},
		{"no end in sight", crawler.Outlook{Ready: true, Pages: 96500, Growing: true, Left: 2 * time.Hour, First: 10},
			"The site seems to have 97,000 pages or more, as each still leads to new ones; at this speed it takes at least 2 h 0 min."},
		{"a login or two are no wall", crawler.Outlook{Ready: true, Pages: 10, First: 10, Blocked: 3}, ""},
		{"a wall", crawler.Outlook{Ready: true, Pages: 10, First: 10, Blocked: 4},
			"The site seems to block us: 4 of the first 10 pages were refused. Ask whoever looks after the site to let Sitewalk in, or try with fewer pages at once."},
		{"some pages are forbidden everywhere", crawler.Outlook{Ready: true, Pages: 10, First: 10, Forbidden: 9}, ""},
		{"most is forbidden", crawler.Outlook{Ready: true, Pages: 1, First: 1, Forbidden: 1},
			"The site's robots.txt has kept us from one page so far. If the site is yours, you can ignore robots.txt in the options."},
		{"some pages by scripts", crawler.Outlook{Ready: true, Pages: 10, First: 10, ByScript: 4}, ""},
		{"empty without scripts", crawler.Outlook{Ready: true, Pages: 40, Left: 30 * time.Second, First: 10, ByScript: 10},
			"The site seems to have about 40 pages; at this speed that takes about 30 s. " +
				"10 of the first 10 pages are empty until scripts run in the browser. We don't run scripts, so text and links that only they make are missing here."},
	} {
		if got := OutlookSentences(c.o); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}
