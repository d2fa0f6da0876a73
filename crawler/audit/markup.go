package audit

import (
	"strings"

	"sitewalk/crawler/page"
)

var markupChecks = []Check{
	{ID: "viewport-missing", Usual: "Mobile: Viewport Not Set", Group: Markup, Hurts: Visitors, on: pages, rule: lacking(page.Viewports)},
	{ID: "viewport-fixed", Group: Markup, Hurts: Visitors, on: pages, rule: marked(page.FixedWidth)},
	{ID: "head-ended-early", Usual: "Validation: Invalid HTML Elements in <head>", Group: Markup, Hurts: SearchEngines, on: pages, rule: marked(page.HeadEnded)},
	{ID: "head-missing", Usual: "Validation: Missing <head> Tag", Group: Markup, Hurts: Nicety, on: pages, rule: lacking(page.Heads)},
	{ID: "head-several", Usual: "Validation: Multiple <head> Tags", Group: Markup, Hurts: SearchEngines, on: pages, rule: several(page.Heads)},
	{ID: "body-missing", Usual: "Validation: Missing <body> Tag", Group: Markup, Hurts: Nicety, on: pages, rule: lacking(page.Bodies)},
	{ID: "body-several", Usual: "Validation: Multiple <body> Tags", Group: Markup, Hurts: Nicety, on: pages, rule: several(page.Bodies)},
	{ID: "doctype-missing", Group: Markup, Hurts: Visitors, on: pages, rule: marked(page.NoDoctype)},
	{ID: "charset-not-told", Group: Markup, Hurts: Visitors, on: pages, rule: func(s *subject) {
		s.foundIf(!s.Facts.Has(page.CharsetTold) && !strings.Contains(strings.ToLower(s.Header.Get("Content-Type")), "charset="))
	}},
	{ID: "charset-old", Group: Markup, Hurts: Nicety, on: pages, rule: func(s *subject) {
		if s.Facts.Charset != "utf-8" {
			s.found(s.Facts.Charset)
		}
	}},
	{ID: "base-several", Group: Markup, Hurts: Visitors, on: pages, rule: several(page.Bases)},
	{ID: "share-missing", Group: Markup, Hurts: Nicety, on: listed, rule: lacking(page.OpenGraph)},
	{ID: "share-no-title", Group: Markup, Hurts: Nicety, on: listed, rule: func(s *subject) {
		s.foundIf(s.Facts.Has(page.OpenGraph) && !s.Facts.Has(page.OpenGraphTitle))
	}},
	{ID: "share-no-image", Group: Markup, Hurts: Nicety, on: listed, rule: func(s *subject) {
		s.foundIf(s.Facts.Has(page.OpenGraph) && !s.Facts.Has(page.OpenGraphImage))
	}},
	{ID: "plugin", Usual: "Mobile: Contains Unsupported Plugins", Group: Markup, Hurts: Visitors, on: pages, rule: marked(page.Plugins)},
	{ID: "obsolete", Group: Markup, Hurts: Nicety, on: pages, rule: marked(page.Obsolete)},
}

var markupWords = []wording{
	{"viewport-missing", "Not made for phones",
		"The page does not say that it fits small screens, so phones show it tiny and visitors must enlarge it to read.",
		"Use a theme that is made for phones, or ask your web developer.",
		"These pages have no viewport meta element. Please add <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"> and check the layout on a phone."},
	{"viewport-fixed", "One width for all screens",
		"The page claims a fixed width, so on a phone it is too wide or its letters are too small.",
		"Ask your web developer to let the page fit the screen.",
		"The viewport of these pages has a fixed width. Please use width=device-width."},
	{"head-ended-early", "Something visible in the hidden part",
		"Something in the head of the page, its hidden part, does not belong there. Browsers end the head at that point, and search engines ignore the title, description or main address that come after it.",
		"Show the example to your web developer. Often a plugin puts it there.",
		"These elements are not allowed in <head> and end it early. Please move them into the body."},
	{"head-missing", "No head",
		"The page has no head, the hidden part for the title and the like. Browsers mend that, but other programs may not.",
		"Ask your web developer to add it.",
		"These pages have no <head> tag. Please add it."},
	{"head-several", "More than one head",
		"The page has two heads, the hidden part for the title and the like, probably because one page was pasted into another. The second counts for nothing.",
		"Ask your web developer to join them.",
		"These pages have more than one <head>. Please merge them."},
	{"body-missing", "No body",
		"The visible part of the page is not marked as such. Browsers mend that, but other programs may not.",
		"Ask your web developer to add the mark.",
		"These pages have no <body> tag. Please add it."},
	{"body-several", "More than one body",
		"The page has its visible part begin twice, probably because one page was pasted into another.",
		"Ask your web developer to join them.",
		"These pages have more than one <body>. Please merge them."},
	{"doctype-missing", "Shown by the rules of the nineties",
		"The first line that tells browsers to follow today's rules is missing. They then imitate browsers of the nineties, and the page may look wrong.",
		"Ask your web developer to add the line.",
		"These pages do not begin with <!DOCTYPE html>, so they are rendered in quirks mode. Please add it as the very first line."},
	{"charset-not-told", "Kind of letters not told",
		"The page does not say how its letters are encoded, so browsers guess. If they guess wrong, é turns into Ã©.",
		"Ask your web developer to state it.",
		"These pages declare no character encoding. Please add <meta charset=\"utf-8\"> and save them as UTF-8."},
	{"charset-old", "Old kind of letters",
		"The page encodes its letters in an old way that knows only some of them. Names and signs from elsewhere get lost in forms.",
		"Have the site moved to UTF-8 when it is next worked on.",
		"These pages are not in UTF-8. Please convert them."},
	{"base-several", "Two starting points for links",
		"The page says twice from where its short links count. Only the first holds, and links meant for the second lead astray.",
		"Ask your web developer to leave one.",
		"These pages have more than one <base href>. Please leave one."},
	{"share-missing", "No preview when shared",
		"When somebody shares the page in a message or a network, there is nothing that says which title and picture to show.",
		"Ask whether your shop system can add it (Open Graph); many have a switch or a plugin.",
		"These pages have no Open Graph data. Please add og:title, og:description, og:image and og:url."},
	{"share-no-title", "No title when shared",
		"The page says how it wants to look when it is shared, but gives no title for it.",
		"Fill in the title for sharing in your editor.",
		"These pages have Open Graph data without og:title. Please add it."},
	{"share-no-image", "No picture when shared",
		"When somebody shares the page, it appears without a picture. Links with a picture are clicked far more.",
		"Choose a picture for sharing in your editor.",
		"These pages have Open Graph data without og:image. Please add one of at least 1200 by 630 pixels."},
	{"plugin", "Needs a program that no browser has",
		"A part of the page needs a program such as Flash or Java. Browsers have not had them for years, so visitors see a gap.",
		"Replace the part, for instance by a video, or take it away.",
		"These pages use embed, object or applet for plugins that browsers no longer support. Please replace them."},
	{"obsolete", "Outdated building blocks",
		"The page uses building blocks that have been left out of the web's language, such as <font> or <center>. They still work, mostly.",
		"Nothing urgent. Have it tidied up when the page is next worked on.",
		"These pages use obsolete elements. Please replace them with CSS and current HTML."},
}
