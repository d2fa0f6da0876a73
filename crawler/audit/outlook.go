package audit

import (
	"strings"
	"time"

	"sitewalk/crawler"
)

var outlookPhrases = []Phrase{
	{Key: "outlook.pages", Text: "The site seems to have about {n} pages."},
	{Key: "outlook.pages.time", Text: "The site seems to have about {n} pages; at this speed that takes about {time}."},
	{Key: "outlook.more", Text: "The site seems to have {n} pages or more: each still leads to new ones."},
	{Key: "outlook.more.time", Text: "The site seems to have {n} pages or more, as each still leads to new ones; at this speed it takes at least {time}."},
	{Key: "outlook.blocked", Text: "The site seems to block us: {blocked} of the first {n} pages were refused. Ask whoever looks after the site to let Sitewalk in, or try with fewer pages at once."},
	{Key: "outlook.robots", One: "The site's robots.txt has kept us from one page so far. If the site is yours, you can ignore robots.txt in the options.",
		Text: "The site's robots.txt has kept us from {n} pages so far. If the site is yours, you can ignore robots.txt in the options."},
	{Key: "outlook.scripts", One: "The start page is empty until scripts run in the browser. We don't run scripts, so text and links that only they make are missing here.",
		Text: "{empty} of the first {n} pages are empty until scripts run in the browser. We don't run scripts, so text and links that only they make are missing here."},
}

// blockedShare is how many of the first pages, one in so many, a wall has to
// stop before the site is said to block us: one refused page is a login.
const blockedShare = 3

// OutlookSentences say what the first pages let expect, "" when nothing can be
// told yet: how large the site is and how long that takes, while anything is
// left to do, and then what stands in the way.
func OutlookSentences(o crawler.Outlook) string {
	if !o.Ready {
		return ""
	}
	var said []string
	if o.First < o.Pages && o.Left > 0 {
		said = append(said, sizeSentence(o))
	}
	return strings.Join(append(said, obstacles(o)...), " ")
}

func sizeSentence(o crawler.Outlook) string {
	n := roughly(o.Pages)
	switch {
	case o.Growing && o.Left < time.Second:
		return sayN("outlook.more", n)
	case o.Growing:
		return sayN("outlook.more.time", n, "time", Duration(o.Left))
	case o.Left < time.Second:
		return sayN("outlook.pages", n)
	}
	return sayN("outlook.pages.time", n, "time", Duration(o.Left))
}

// obstacles are the reasons why the crawl may show less than visitors see.
func obstacles(o crawler.Outlook) (said []string) {
	if o.Blocked > 0 && o.Blocked*blockedShare >= o.First {
		said = append(said, sayN("outlook.blocked", o.First, "blocked", Number(o.Blocked)))
	}
	if o.Forbidden > 0 && o.Forbidden >= o.First {
		said = append(said, sayN("outlook.robots", o.Forbidden))
	}
	if o.ByScript > 0 && o.ByScript*2 >= o.First {
		said = append(said, sayN("outlook.scripts", o.First, "empty", Number(o.ByScript)))
	}
	return said
}

// roughly rounds a guess to two digits, so that nobody takes it for a count.
func roughly(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}
