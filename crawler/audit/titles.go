package audit

// Limits of titles and descriptions as the field uses them (the defaults of
// Screaming Frog SEO Spider), which come from what Google shows on a computer:
// a title 561 and a description 985 pixels wide.
const (
	titleLongest        = 60  // characters
	titleShortest       = 30  // characters
	titleWidest         = 561 // pixels
	titleNarrowest      = 200 // pixels
	descriptionLongest  = 155 // characters
	descriptionShortest = 70  // characters
	descriptionWidest   = 985 // pixels
	descriptionNarrow   = 400 // pixels
	headingLongest      = 70  // characters
)

// Sizes of the letters of results at Google, in pixels.
const (
	titleLetters       = 20
	descriptionLetters = 14
)

var titleChecks = []Check{
	{ID: "title-missing", Usual: "Page Titles: Missing", Group: Titles, Hurts: SearchEngines, on: pages, rule: func(s *subject) {
		s.foundIf(s.Title == "")
	}},
	{ID: "title-long", Usual: "Page Titles: Over 60 Characters", Group: Titles, Hurts: SearchEngines, on: listed, rule: func(s *subject) {
		s.longer(s.Title, titleLongest)
	}},
	{ID: "title-short", Usual: "Page Titles: Below 30 Characters", Group: Titles, Hurts: SearchEngines, on: listed, rule: func(s *subject) {
		s.shorter(s.Title, titleShortest)
	}},
	{ID: "title-wide", Usual: "Page Titles: Over 561 Pixels", Group: Titles, Hurts: SearchEngines, on: listed, rule: func(s *subject) {
		s.wider(s.Title, titleLetters, titleWidest)
	}},
	{ID: "title-narrow", Usual: "Page Titles: Below 200 Pixels", Group: Titles, Hurts: Nicety, on: listed, rule: func(s *subject) {
		s.narrower(s.Title, titleLetters, titleNarrowest)
	}},
	{ID: "title-is-headline", Usual: "Page Titles: Same as H1", Group: Titles, Hurts: Nicety, on: listed, rule: func(s *subject) {
		s.foundIf(s.Title != "" && s.Title == s.H1)
	}},
	{ID: "description-missing", Usual: "Meta Description: Missing", Group: Titles, Hurts: SearchEngines, on: listed, rule: func(s *subject) {
		s.foundIf(s.MetaDescription == "")
	}},
	{ID: "description-long", Usual: "Meta Description: Over 155 Characters", Group: Titles, Hurts: SearchEngines, on: listed, rule: func(s *subject) {
		s.longer(s.MetaDescription, descriptionLongest)
	}},
	{ID: "description-short", Usual: "Meta Description: Below 70 Characters", Group: Titles, Hurts: Nicety, on: listed, rule: func(s *subject) {
		s.shorter(s.MetaDescription, descriptionShortest)
	}},
	{ID: "description-wide", Usual: "Meta Description: Over 985 Pixels", Group: Titles, Hurts: SearchEngines, on: listed, rule: func(s *subject) {
		s.wider(s.MetaDescription, descriptionLetters, descriptionWidest)
	}},
	{ID: "description-narrow", Usual: "Meta Description: Below 400 Pixels", Group: Titles, Hurts: Nicety, on: listed, rule: func(s *subject) {
		s.narrower(s.MetaDescription, descriptionLetters, descriptionNarrow)
	}},
	{ID: "h1-missing", Usual: "H1: Missing", Group: Titles, Hurts: SearchEngines, on: pages, rule: func(s *subject) {
		s.foundIf(s.H1 == "")
	}},
	{ID: "h1-long", Usual: "H1: Over 70 Characters", Group: Titles, Hurts: Nicety, on: listed, rule: func(s *subject) {
		s.longer(s.H1, headingLongest)
	}},
}

// longer notes a text that has more characters than it should.
func (s *subject) longer(text string, most int) {
	if len(text) <= most { // bytes are at least as many
		return
	}
	if n := characters(text); n > most {
		s.found(sayN("evidence.characters", n))
	}
}

// shorter notes a text, if there is one, that has fewer characters than it should.
func (s *subject) shorter(text string, least int) {
	if text == "" || len(text) >= 4*least { // a character has at most four bytes
		return
	}
	if n := characters(text); n < least {
		s.found(sayN("evidence.characters", n))
	}
}

// wider notes a text that needs more pixels than there are.
func (s *subject) wider(text string, size, most int) {
	if n := pixels(text, size); n > most {
		s.found(sayN("evidence.pixels", n))
	}
}

// narrower notes a text, if there is one, that uses few of the pixels there are.
func (s *subject) narrower(text string, size, least int) {
	if text == "" {
		return
	}
	if n := pixels(text, size); n < least {
		s.found(sayN("evidence.pixels", n))
	}
}

var titleWords = []wording{
	{"title-missing", "No title",
		"The title stands in the browser's tab, in bookmarks and as the blue line in search results. Without one, visitors see the bare address.",
		"Give the page a short title that says what is on it, such as “Paper lanterns – Lantern & Kite”.",
		"These pages have no <title>. Please give each one of its own that says what is on the page."},
	{"title-long", "Title too long",
		"Search engines show about 60 characters of a title and cut off the rest.",
		"Put what matters first and shorten the title to at most 60 characters.",
		"The titles of these pages are longer than 60 characters. Please shorten them, with what matters first."},
	{"title-short", "Title very short",
		"A title of a word or two says little to somebody who chooses among search results.",
		"Add what makes the page worth a visit: the kind of goods, the place, your name.",
		"The titles of these pages have fewer than 30 characters. Please make them say more about the page."},
	{"title-wide", "Title too wide for search results",
		"Google gives a title about 561 pixels of room. This one needs more, so its end is replaced by dots.",
		"Shorten the title. Capitals and wide letters such as W and M need the most room.",
		"The titles of these pages are wider than the 561 pixels that Google shows. Please shorten them."},
	{"title-narrow", "Title leaves room unused",
		"The title fills less than half of the line that search results give it.",
		"Use the room for a few more words that people search for.",
		"The titles of these pages are narrower than 200 pixels. Please add words that describe the page."},
	{"title-is-headline", "Title repeats the headline",
		"The title in search results and the headline on the page are the same words. Two different wordings would answer more searches.",
		"Leave it where it fits. Otherwise add to the title what the headline leaves out, such as your name or town.",
		"Title and H1 of these pages are identical. Where it makes sense, please let the title say a little more."},
	{"description-missing", "No description for search results",
		"Search engines show a short description below the title. Without one from you they pick some sentence of the page.",
		"Write one or two sentences that make people want to visit the page.",
		"These pages have no meta description. Please add one of 70 to 155 characters to each."},
	{"description-long", "Description too long",
		"Search engines show about 155 characters of a description and cut off the rest.",
		"Shorten it to at most 155 characters, with what matters first.",
		"The meta descriptions of these pages are longer than 155 characters. Please shorten them."},
	{"description-short", "Description very short",
		"There is room for two sentences below the title in search results, and this uses only a part of one.",
		"Tell more: what is there, for whom, and why from you.",
		"The meta descriptions of these pages have fewer than 70 characters. Please extend them to one or two sentences."},
	{"description-wide", "Description too wide for search results",
		"Google shows about 985 pixels of a description. This one needs more, so its end is replaced by dots.",
		"Shorten it by a few words.",
		"The meta descriptions of these pages are wider than the 985 pixels that Google shows. Please shorten them."},
	{"description-narrow", "Description leaves room unused",
		"The description fills less than half of the room that search results give it.",
		"Add a sentence that makes people want to visit.",
		"The meta descriptions of these pages are narrower than 400 pixels. Please extend them."},
	{"h1-missing", "No main headline",
		"The main headline (H1) tells visitors, screen readers and search engines what the page is about.",
		"Give the page one headline at its top. In most editors that is “Heading 1”.",
		"These pages have no <h1>. Please mark the main headline of each as one."},
	{"h1-long", "Main headline very long",
		"A headline of more than 70 characters is more of a paragraph: nobody takes it in at a glance.",
		"Shorten it, and put the rest into the first sentence.",
		"The <h1> of these pages is longer than 70 characters. Please shorten it."},
}
