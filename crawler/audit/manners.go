package audit

import (
	"sitewalk/crawler"
)

var mannersPhrases = []Phrase{
	{Key: "manners.status 429", Text: "The site asked us to slow down (429)"},
	{Key: "manners.status 503", Text: "The site says that it is overloaded (503)"},
	{Key: "manners.slow", Text: "The site has become slow"},
	{Key: "manners.crawl-delay", Text: "The site's robots.txt asks for a pause between pages"},
	{Key: "manners.delay", Text: "You asked for a pause between pages"},
	{Key: "manners.offline", Text: "The site cannot be reached at the moment"},
	{Key: "manners.other", Text: "We are going easy on the site"},
	{Key: "pace.until", Text: "{cause}: we carry on at {time}."},
	{Key: "pace.delay", Text: "{cause}: we wait {delay} before each page."},
	{Key: "pace.limit", One: "{cause}: we ask for one page at a time.", Text: "{cause}: we ask for at most {n} pages at once."},
	{Key: "pace.plain", Text: "{cause}."},
}

// MannersSentence says what the pilot is doing, "" when it does nothing.
func MannersSentence(m crawler.Manners) string {
	if !m.Slowed && m.Cause == "" && m.Until.IsZero() {
		return ""
	}
	cause := say("manners.other")
	if has("manners." + m.Cause) {
		cause = say("manners." + m.Cause)
	}
	switch {
	case !m.Until.IsZero():
		return say("pace.until", "cause", cause, "time", m.Until.Local().Format("15:04:05"))
	case m.Delay > 0:
		return say("pace.delay", "cause", cause, "delay", Duration(m.Delay))
	case m.Limit > 0:
		return sayN("pace.limit", m.Limit, "cause", cause)
	}
	return say("pace.plain", "cause", cause)
}
