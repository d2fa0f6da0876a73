package audit

import "sitewalk/crawler/page"

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
	{ID: "title-several", Usual: "Page Titles: Multiple", Group: Titles, Hurts: SearchEngines, on: pages, rule: several(page.Titles)},
	{ID: "title-outside-head", Usual: "Page Titles: Outside <head>", Group: Titles, Hurts: SearchEngines, on: pages, rule: marked(page.TitleOutside)},
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
	{ID: "description-several", Usual: "Meta Description: Multiple", Group: Titles, Hurts: SearchEngines, on: pages, rule: several(page.Descriptions)},
	{ID: "description-outside-head", Usual: "Meta Description: Outside <head>", Group: Titles, Hurts: SearchEngines, on: pages, rule: marked(page.DescriptionOutside)},
	{ID: "keywords-several", Usual: "Meta Keywords: Multiple", Group: Titles, Hurts: Nicety, on: pages, rule: several(page.Keywords)},
	{ID: "h1-missing", Usual: "H1: Missing", Group: Titles, Hurts: SearchEngines, on: pages, rule: func(s *subject) {
		s.foundIf(s.H1 == "" && !s.Facts.Has(page.H1AltOnly))
	}},
	{ID: "h1-long", Usual: "H1: Over 70 Characters", Group: Titles, Hurts: Nicety, on: listed, rule: func(s *subject) {
		s.longer(s.H1, headingLongest)
	}},
	{ID: "h1-several", Usual: "H1: Multiple", Group: Titles, Hurts: Nicety, on: pages, rule: several(page.H1s)},
	{ID: "h1-only-image", Usual: "H1: Alt Text in H1", Group: Titles, Hurts: Nicety, on: pages, rule: marked(page.H1AltOnly)},
	{ID: "h1-late", Usual: "H1: Non-Sequential", Group: Titles, Hurts: Nicety, on: pages, rule: marked(page.H1Late)},
	{ID: "h2-missing", Usual: "H2: Missing", Group: Titles, Hurts: Nicety, on: listed, rule: lacking(page.H2s)},
	{ID: "h2-long", Usual: "H2: Over 70 Characters", Group: Titles, Hurts: Nicety, on: listed, rule: func(s *subject) {
		s.longer(s.H2, headingLongest)
	}},
	{ID: "heading-skipped", Usual: "H2: Non-Sequential", Group: Titles, Hurts: Visitors, on: pages, rule: marked(page.HeadingSkip)},
	{ID: "heading-empty", Usual: "Accessibility: Headings Should Not Be Empty", Group: Titles, Hurts: Visitors, on: pages, rule: marked(page.HeadingBare)},
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
	{"title-several", "More than one title",
		"The page has several titles, often because two plugins write one. Search engines pick one of them, or put something together.",
		"Switch off all but one of the plugins that write it.",
		"These pages have more than one <title>. Please leave one."},
	{"title-outside-head", "Title in the wrong place",
		"The title stands in the visible part of the page instead of its head, where search engines may not find it.",
		"Ask your web developer to move it.",
		"The <title> of these pages is outside <head>. Please move it into the head."},
	{"description-several", "More than one description",
		"The page has several descriptions for search results, often because two plugins write one. You don't know which is shown.",
		"Switch off all but one of the plugins that write it.",
		"These pages have more than one meta description. Please leave one."},
	{"description-outside-head", "Description in the wrong place",
		"The description for search results stands in the visible part of the page, where search engines may ignore it.",
		"Ask your web developer to move it.",
		"The meta description of these pages is outside <head>. Please move it into the head."},
	{"keywords-several", "More than one list of keywords",
		"The page has several lists of keywords for search engines. Hardly any of them read even one today.",
		"You can delete them all.",
		"These pages have several meta keywords elements. They are obsolete, please remove them."},
	{"h1-several", "More than one main headline",
		"With two main headlines (H1) it is not clear what the page is about.",
		"Keep the one at the top, and make the others smaller headlines: “Heading 2” in most editors.",
		"These pages have more than one <h1>. Please keep one and make the others <h2>."},
	{"h1-only-image", "Main headline is a picture",
		"The main headline (H1) is only a picture, often the logo. Its description stands in for the text, and all pages have the same.",
		"Write a headline as text, and keep the logo out of it.",
		"The <h1> of these pages holds only an image. Please use a text headline."},
	{"h1-late", "Main headline comes after others",
		"Another headline stands before the main one. People who go from headline to headline start in the middle.",
		"Make what comes first the main headline, or a plain text.",
		"On these pages other headings come before the <h1>. Please put the <h1> first."},
	{"h2-missing", "No headlines between",
		"The page has no smaller headlines (H2). Long texts without them are hard to look through.",
		"Put a headline above each part of the text. A short page needs none.",
		"These pages have no <h2>. Where there is much text, please divide it by subheadings."},
	{"h2-long", "Smaller headline very long",
		"A headline of more than 70 characters is more of a paragraph: nobody takes it in at a glance.",
		"Shorten it.",
		"The <h2> of these pages is longer than 70 characters. Please shorten it."},
	{"heading-skipped", "Level of headlines left out",
		"Headlines are like a table of contents. Where a level is left out, such as a third one right after a first, people who have it read out think they missed something.",
		"Choose headlines by their rank, not by their size.",
		"On these pages heading levels are skipped. Please use them in order."},
	{"heading-empty", "Headline with nothing in it",
		"A headline without text is announced to people who use a screen reader, and leads them nowhere.",
		"Delete the empty line in your editor.",
		"These pages contain empty heading elements. Please remove them."},
}
