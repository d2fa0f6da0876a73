package audit

import (
	"testing"
	"time"

	"sitewalk/crawler"
)

func TestStory(t *testing.T) {
	for _, c := range []struct {
		name   string
		meta   crawler.Meta
		counts crawler.Counts
		want   string
	}{
		{
			"all works", crawler.Meta{State: crawler.Finished},
			crawler.Counts{Found: 1234, Checked: 1234, Works: 1234, Pages: 1000},
			"The crawl of shop.example is complete. 1,234 addresses were found and all of them asked for: all of them work. You can rely on this result.",
		},
		{
			"mixed", crawler.Meta{State: crawler.Finished},
			crawler.Counts{Found: 23, Checked: 18, Failed: 1, Skipped: 4, Works: 15, Moved: 2, Broken: 1, Unchecked: 1, Pages: 19,
				Reasons: map[crawler.Reason]int{crawler.ByRobots: 1, crawler.TooDeep: 3}},
			"The crawl of shop.example is complete. 23 addresses were found, of which 19 were asked for: 15 work, 2 have moved, one is broken and one could not be checked. " +
				"4 were left out: 3 too many clicks from the start and 1 forbidden by robots.txt. You can rely on this result for everything that was not left out.",
		},
		{
			"one left out on another site", crawler.Meta{State: crawler.Finished},
			crawler.Counts{Found: 3, Checked: 2, Skipped: 1, Works: 2, Pages: 2, Reasons: map[crawler.Reason]int{crawler.Outside: 1}},
			"The crawl of shop.example is complete. 3 addresses were found, of which 2 were asked for: all of them work. One was left out: on other sites. You can rely on this result.",
		},
		{
			"single page", crawler.Meta{State: crawler.Finished},
			crawler.Counts{Found: 1, Checked: 1, Works: 1, Pages: 1},
			"The crawl of shop.example is complete. One address was found and asked for: it works. " +
				"Only one page was found: if the site has more, its links are probably made by scripts in the browser, which we don't run.",
		},
		{
			"stopped", crawler.Meta{State: crawler.Stopped},
			crawler.Counts{Found: 10, Checked: 1, Waiting: 9, Moved: 1, Pages: 1},
			"The crawl of shop.example was stopped before its end. 10 addresses were found, of which one was asked for: it has moved. 9 are still waiting. " +
				"This result covers only a part of the site: carry on with the crawl to see the rest.",
		},
		{
			"stopped at once", crawler.Meta{State: crawler.Stopped},
			crawler.Counts{Found: 1, Waiting: 1},
			"The crawl of shop.example was stopped before its end. One address was found, and none was asked for. One is still waiting. " +
				"This result covers only a part of the site: carry on with the crawl to see the rest.",
		},
		{
			"stopped before an answer", crawler.Meta{State: crawler.Stopped}, crawler.Counts{},
			"The crawl of shop.example was stopped before the site had answered, so there is no result yet: carry on with the crawl to get one.",
		},
		{
			"certificates passed over", crawler.Meta{State: crawler.Finished, Settings: crawler.Settings{InsecureTLS: true}},
			crawler.Counts{Found: 2, Checked: 2, Works: 2, Pages: 2},
			"The crawl of shop.example is complete. 2 addresses were found and all of them asked for: all of them work. You can rely on this result. " +
				"Security certificates were not checked, so browsers may warn visitors of this site.",
		},
		{
			"limit", crawler.Meta{State: crawler.Limited, Settings: crawler.Settings{MaxPages: 25}},
			crawler.Counts{Found: 40, Checked: 25, Skipped: 15, Works: 25, Pages: 25, Reasons: map[crawler.Reason]int{crawler.ByLimit: 15}},
			"The crawl of shop.example ended at the limit of 25 pages. 40 addresses were found, of which 25 were asked for: all of them work. " +
				"15 were left out: 15 beyond the page limit. This result covers only a part of the site: crawl again with a higher limit to see the rest.",
		},
		{
			"walls", crawler.Meta{State: crawler.Finished},
			crawler.Counts{Found: 10, Checked: 10, Works: 5, Unchecked: 5, Pages: 10},
			"The crawl of shop.example is complete. 10 addresses were found and all of them asked for: 5 work and 5 could not be checked. " +
				"So many could not be checked that the site probably keeps programs out: look at some of them in a browser before you rely on this result.",
		},
		{
			"silence", crawler.Meta{State: crawler.Finished},
			crawler.Counts{Found: 10, Checked: 5, Failed: 5, Works: 5, Broken: 5, Pages: 10},
			"The crawl of shop.example is complete. 10 addresses were found and all of them asked for: 5 work and 5 are broken. " +
				"So many gave no answer that the site or your connection probably had trouble: crawl again before you rely on this result.",
		},
		{
			"failed", crawler.Meta{State: crawler.Failed, FailKind: "dns"},
			crawler.Counts{Found: 1, Failed: 1, Broken: 1, Pages: 1},
			"We couldn't find shop.example. So this result says nothing about the site. " +
				"Check the spelling, and that this computer is online. A new name can take a day until it is known everywhere.",
		},
		{
			"going on", crawler.Meta{State: crawler.Running},
			crawler.Counts{Found: 2, Checked: 1, Works: 1, Waiting: 1, Pages: 1},
			"The crawl of shop.example has not come to its end yet. 2 addresses were found, of which one was asked for: it works. One is still waiting. " +
				"This result covers only a part of the site: carry on with the crawl to see the rest.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.meta.Typed = "shop.example"
			if got := Story(c.meta, c.counts); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestMannersSentence(t *testing.T) {
	until := time.Date(2026, 3, 1, 14, 5, 6, 0, time.Local)
	for _, c := range []struct {
		manners crawler.Manners
		want    string
	}{
		{crawler.Manners{}, ""},
		{crawler.Manners{Limit: 5}, ""},
		{crawler.Manners{Slowed: true, Limit: 1, Cause: "status 429"}, "The site asked us to slow down (429): we ask for one page at a time."},
		{crawler.Manners{Slowed: true, Limit: 2, Cause: "slow"}, "The site grows slow when it is asked for more at once: we ask for at most 2 pages at once."},
		{crawler.Manners{Slowed: true, Delay: 2 * time.Second, Cause: "crawl-delay"}, "The site's robots.txt asks for a pause between pages: we wait 2 s before each page."},
		{crawler.Manners{Slowed: true, Delay: time.Second, Cause: "delay"}, "You asked for a pause between pages: we wait 1 s before each page."},
		{crawler.Manners{Slowed: true, Limit: 5, Until: until, Cause: "offline"}, "The site cannot be reached at the moment: we look again at 14:05:06."},
		{crawler.Manners{Slowed: true, Limit: 5, Cause: "offline"}, "The site cannot be reached at the moment."},
		{crawler.Manners{Slowed: true, Until: until, Cause: "status 503"}, "The site says that it is overloaded (503): we carry on at 14:05:06."},
		{crawler.Manners{Slowed: true, Cause: "offline"}, "The site cannot be reached at the moment."},
		{crawler.Manners{Slowed: true, Limit: 1, Cause: "made-up"}, "We are going easy on the site: we ask for one page at a time."},
	} {
		if got := MannersSentence(c.manners); got != c.want {
			t.Errorf("%+v: %q, want %q", c.manners, got, c.want)
		}
	}
}

func TestMeasures(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234"} {
		if got := Number(n); got != want {
			t.Errorf("Number(%d) = %q", n, got)
		}
	}
	for d, want := range map[time.Duration]string{
		80 * time.Millisecond:                         "80 ms",
		7400 * time.Millisecond:                       "7 s",
		89 * time.Second:                              "89 s",
		3*time.Minute + 20*time.Second:                "3 min",
		59*time.Minute + 45*time.Second:               "1 h 0 min",
		2*time.Hour + 4*time.Minute + 50*time.Second:  "2 h 5 min",
		2*time.Hour + 59*time.Minute + 50*time.Second: "3 h 0 min",
	} {
		if got := Duration(d); got != want {
			t.Errorf("Duration(%v) = %q, want %q", d, got, want)
		}
	}
}
