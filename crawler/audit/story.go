package audit

import (
	"maps"
	"slices"
	"strings"

	"sitewalk/crawler"
)

var storyPhrases = []Phrase{
	{Key: "story.finished", Text: "The crawl of {host} is complete."},
	{Key: "story.stopped", Text: "The crawl of {host} was stopped before its end."},
	{Key: "story.limit", One: "The crawl of {host} ended at the limit of one page.", Text: "The crawl of {host} ended at the limit of {n} pages."},
	{Key: "story.going", Text: "The crawl of {host} has not come to its end yet."},
	{Key: "story.failed", Text: "So this result says nothing about the site."},

	{Key: "story.found", One: "One address was found", Text: "{n} addresses were found"},
	{Key: "story.asked-all", One: "{found} and asked for", Text: "{found} and all of them asked for"},
	{Key: "story.asked", One: "{found}, of which one was asked for", Text: "{found}, of which {n} were asked for"},
	{Key: "story.asked-none", Text: "{found}, and none was asked for"},
	{Key: "story.verdicts", Text: "{asked}: {verdicts}."},
	{Key: "story.no-verdicts", Text: "{asked}."},
	{Key: "story.works", One: "one works", Text: "{n} work"},
	{Key: "story.moved", One: "one has moved", Text: "{n} have moved"},
	{Key: "story.broken", One: "one is broken", Text: "{n} are broken"},
	{Key: "story.unchecked", One: "one could not be checked", Text: "{n} could not be checked"},
	{Key: "story.single.works", Text: "it works"},
	{Key: "story.single.moved", Text: "it has moved"},
	{Key: "story.single.broken", Text: "it is broken"},
	{Key: "story.single.unchecked", Text: "it could not be checked"},
	{Key: "story.all.works", Text: "all of them work"},
	{Key: "story.all.moved", Text: "all of them have moved"},
	{Key: "story.all.broken", Text: "all of them are broken"},
	{Key: "story.all.unchecked", Text: "none of them could be checked"},

	{Key: "story.skipped", One: "One was left out: {reasons}.", Text: "{n} were left out: {reasons}."},
	{Key: "story.reason", Text: "{n} {reason}"},
	{Key: "story.waiting", One: "One is still waiting.", Text: "{n} are still waiting."},

	{Key: "story.trust", Text: "You can rely on this result."},
	{Key: "story.trust-rest", Text: "You can rely on this result for everything that was not left out."},
	{Key: "story.carry-on", Text: "This result covers only a part of the site: carry on with the crawl to see the rest."},
	{Key: "story.raise-limit", Text: "This result covers only a part of the site: crawl again with a higher limit to see the rest."},
	{Key: "story.doubt-unchecked", Text: "So many could not be checked that the site probably keeps programs out: look at some of them in a browser before you rely on this result."},
	{Key: "story.doubt-silent", Text: "So many gave no answer that the site or your connection probably had trouble: crawl again before you rely on this result."},
	{Key: "story.nothing", Text: "The crawl of {host} was stopped before the site had answered, so there is no result yet: carry on with the crawl to get one."},
	{Key: "story.certificate", Text: "Security certificates were not checked, so browsers may warn visitors of this site."},
	{Key: "story.one-page", Text: "Only one page was found: if the site has more, its links are probably made by scripts in the browser, which we don't run."},
}

// Story is the paragraph that closes a crawl: how much was found, what was
// left out and why, and whether to trust the result. It depends on what was
// found alone, not on times.
func Story(m crawler.Meta, c crawler.Counts) string {
	if m.State == crawler.Failed {
		failure := Failure(m)
		return joinSentences(joinSentences(failure.Text, say("story.failed")), failure.Advice)
	}
	if m.State == crawler.Stopped && c.Found == 0 {
		return say("story.nothing", "host", host(m))
	}
	sentences := []string{opening(m), verdicts(c), leftOut(c), waiting(c), trust(m, c), certificate(m)}
	sentences = slices.DeleteFunc(sentences, func(s string) bool { return s == "" })
	return strings.Join(sentences, " ")
}

// certificate reminds of what a crawl was told to pass over: nothing of it is
// among the findings.
func certificate(m crawler.Meta) string {
	if m.Settings.InsecureTLS {
		return say("story.certificate")
	}
	return ""
}

func opening(m crawler.Meta) string {
	switch m.State {
	case crawler.Finished:
		return say("story.finished", "host", host(m))
	case crawler.Stopped:
		return say("story.stopped", "host", host(m))
	case crawler.Limited:
		return sayN("story.limit", m.Settings.MaxPages, "host", host(m))
	}
	return say("story.going", "host", host(m))
}

// verdicts says how much was found, how much of it was asked for, and what came of it.
func verdicts(c crawler.Counts) string {
	found := sayN("story.found", c.Found)
	asked := c.Checked + c.Failed
	switch {
	case asked == 0:
		return say("story.no-verdicts", "asked", say("story.asked-none", "found", found))
	case asked == c.Found:
		found = sayN("story.asked-all", asked, "found", found)
	default:
		found = sayN("story.asked", asked, "found", found)
	}
	return say("story.verdicts", "asked", found, "verdicts", shares(c, asked))
}

// shares splits the addresses asked for by outcome.
func shares(c crawler.Counts, asked int) string {
	var parts []string
	for _, share := range []struct {
		n    int
		name string
	}{{c.Works, "works"}, {c.Moved, "moved"}, {c.Broken, "broken"}, {c.Unchecked, "unchecked"}} {
		switch {
		case share.n == 0:
		case share.n == asked && asked == 1:
			return say("story.single." + share.name)
		case share.n == asked:
			return say("story.all." + share.name)
		default:
			parts = append(parts, sayN("story."+share.name, share.n))
		}
	}
	return listing(parts)
}

// leftOut gives the reasons, the commonest first.
func leftOut(c crawler.Counts) string {
	if c.Skipped == 0 {
		return ""
	}
	reasons := slices.Sorted(maps.Keys(c.Reasons))
	slices.SortStableFunc(reasons, func(a, b crawler.Reason) int { return c.Reasons[b] - c.Reasons[a] })
	var parts []string
	for _, reason := range reasons {
		if n := c.Reasons[reason]; n > 0 {
			parts = append(parts, sayN("story.reason", n, "reason", ReasonWord(reason)))
		}
	}
	if c.Skipped == 1 && len(reasons) == 1 {
		parts = []string{ReasonWord(reasons[0])}
	}
	return sayN("story.skipped", c.Skipped, "reasons", listing(parts))
}

func waiting(c crawler.Counts) string {
	if c.Waiting == 0 {
		return ""
	}
	return sayN("story.waiting", c.Waiting)
}

// trust is the advice at the end, the gravest doubt alone. A third of the
// addresses is "so many" when there are enough to speak of a share.
func trust(m crawler.Meta, c crawler.Counts) string {
	asked := c.Checked + c.Failed
	many := func(n int) bool { return asked >= 6 && n*3 >= asked }
	switch {
	case m.State == crawler.Limited:
		return say("story.raise-limit")
	case m.State != crawler.Finished:
		return say("story.carry-on")
	case many(c.Failed):
		return say("story.doubt-silent")
	case many(c.Unchecked):
		return say("story.doubt-unchecked")
	case c.Pages == 1 && c.Skipped == 0:
		return say("story.one-page")
	case partSkipped(c):
		return say("story.trust-rest")
	}
	return say("story.trust")
}

// partSkipped tells whether something of the site itself was left out.
func partSkipped(c crawler.Counts) bool {
	return c.Skipped > c.Reasons[crawler.Outside]+c.Reasons[crawler.ThisComputer]+c.Reasons[crawler.ImagesOff]
}
