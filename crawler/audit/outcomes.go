package audit

var outcomePhrases = []Phrase{
	{Key: "outcome.waiting", Text: "Waiting"},
	{Key: "outcome.works", Text: "Works"},
	{Key: "outcome.moved", Text: "Moved"},
	{Key: "outcome.broken", Text: "Broken"},
	{Key: "outcome.unchecked", Text: "Could not check"},
	{Key: "outcome.skipped", Text: "Skipped"},

	{Key: "waiting.text", Text: "Not asked for yet."},

	{Key: "look-yourself", Text: "A visitor with a browser may well see it: open it in one to be sure."},

	{Key: "wall.text", Text: "Instead of the page, the site showed a check that only a person with a browser passes."},
	{Key: "wall.advice", Text: "Open it in a browser to see whether visitors get through."},

	{Key: "empty-shell.text", Text: "The address answers, but with a page that says there is nothing here."},
	{Key: "empty-shell.advice", Text: "Correct the links that lead here, or bring the page back. A page that is gone should answer 404."},
}
