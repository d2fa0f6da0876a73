package audit

var searchPhrases = []Phrase{
	{Key: "search.found", One: "“{text}” is on one page.", Text: "“{text}” is on {n} pages."},
	{Key: "search.none", Text: "“{text}” is on none of the pages."},
	{Key: "search.no-texts", Text: "What the pages say is not kept in this crawl. Crawl the site again to search it."},
}

// Found tells on how many pages a text was found. kept is whether the crawl keeps
// what pages say.
func Found(text string, pages int, kept bool) string {
	switch {
	case !kept:
		return say("search.no-texts")
	case pages == 0:
		return say("search.none", "text", text)
	}
	return sayN("search.found", pages, "text", text)
}
