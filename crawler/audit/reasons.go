package audit

import "sitewalk/crawler"

// reasonPhrases has words for every crawler.Reason: "word" completes "3
// addresses were left out: 3 …", "text" and "advice" stand alone.
var reasonPhrases = []Phrase{
	{Key: "reason.robots.word", Text: "forbidden by robots.txt"},
	{Key: "reason.robots.text", Text: "The site's robots.txt asks programs to keep away from this address."},
	{Key: "reason.robots.advice", Text: "If it is your site, you can crawl again and ignore robots.txt."},
	{Key: "reason.outside.word", Text: "on other sites"},
	{Key: "reason.outside.text", Text: "This address belongs to another site, and links to other sites are not checked."},
	{Key: "reason.outside.advice", Text: "Crawl again with links to other sites to check it."},
	{Key: "reason.limit.word", Text: "beyond the page limit"},
	{Key: "reason.limit.text", Text: "The limit of pages was reached before this address's turn."},
	{Key: "reason.limit.advice", Text: "Crawl again with a higher limit, or none."},
	{Key: "reason.depth.word", Text: "too many clicks from the start"},
	{Key: "reason.depth.text", Text: "This address is more clicks away from the start page than the limit allows."},
	{Key: "reason.depth.advice", Text: "Crawl again with a higher limit, or none."},
	{Key: "reason.too-long.word", Text: "with an endlessly long address"},
	{Key: "reason.too-long.text", Text: "The address is longer than {longest} characters, which no page needs."},
	{Key: "reason.too-long.advice", Text: "Look at the page that links to it: something is probably added to the address again and again."},
	{Key: "reason.excluded.word", Text: "excluded by your patterns"},
	{Key: "reason.excluded.text", Text: "Your choice of what to crawl leaves this address out."},
	{Key: "reason.redirects.word", Text: "behind too many redirects"},
	{Key: "reason.redirects.text", Text: "More than {hops} redirects in a row led here, where browsers give up as well."},
	{Key: "reason.redirects.advice", Text: "Correct the redirects, so that the first leads straight to the page."},
	{Key: "reason.trap.word", Text: "in an endless set of addresses"},
	{Key: "reason.trap.text", Text: "This address looks like one of an endless set, such as a calendar without end."},
	{Key: "reason.trap.advice", Text: "If these are real pages, crawl again and follow what looks endless."},
	{Key: "reason.images.word", Text: "images"},
	{Key: "reason.images.text", Text: "This is an image, and images are not checked."},
	{Key: "reason.images.advice", Text: "Crawl again with images to check it."},
	{Key: "reason.private.word", Text: "on a private network"},
	{Key: "reason.private.text", Text: "This address names a computer of your own network, so it leads every visitor somewhere else or nowhere."},
	{Key: "reason.private.advice", Text: "Take the link away, or put in the public address."},
	{Key: "reason.other.word", Text: "for another reason"},
	{Key: "reason.other.text", Text: "This address was left out."},
}

// reasonMessage says why an address was left out, with the limits that may be the cause.
func reasonMessage(r crawler.Reason) Message {
	return message("reason."+known("reason.", string(r)),
		"longest", Number(crawler.MaxURL), "hops", Number(crawler.MaxHops))
}

// ReasonWord says why an address was left out.
func ReasonWord(r crawler.Reason) string {
	return say("reason." + known("reason.", string(r)) + ".word")
}
