package audit

import (
	"sitewalk/crawler/page"
)

// Limits of links on a page: the defaults of Screaming Frog SEO Spider.
const (
	mostInner = 1000
	mostOuter = 100
)

var linkChecks = []Check{
	{ID: "link-without-text", Usual: "Links: Internal Outlinks With No Anchor Text", Group: Links, Hurts: Visitors, on: pages, rule: marked(page.LinkBare)},
	{ID: "link-vague", Usual: "Links: Non-Descriptive Anchor Text In Internal Outlinks", Group: Links, Hurts: SearchEngines, on: pages, rule: marked(page.LinkVague)},
	{ID: "link-to-localhost", Usual: "Links: Outlinks To Localhost", Group: Links, Hurts: Visitors, on: pages, rule: marked(page.LinkLocal)},
	{ID: "link-by-script", Usual: "Links: Uncrawlable Internal Outlinks", Group: Links, Hurts: SearchEngines, on: pages, rule: marked(page.LinkScript)},
	{ID: "link-to-disk", Group: Links, Hurts: Visitors, on: pages, rule: marked(page.LinkDisk)},
	{ID: "link-contact-broken", Group: Links, Hurts: Visitors, on: pages, rule: marked(page.LinkContact)},
	{ID: "link-malformed", Group: Links, Hurts: Visitors, on: pages, rule: func(s *subject) {
		if n := len(s.Facts.BadLinks); n > 0 {
			s.found(places(s.Facts.BadLinks, n))
		}
	}},
	{ID: "link-insecure", Group: Links, Hurts: Nicety, on: pages, rule: marked(page.LinkInsecure)},
	{ID: "link-nofollow", Usual: "Links: Internal Nofollow Outlinks", Group: Links, Hurts: SearchEngines, on: pages, rule: marked(page.LinkNofollow)},
	{ID: "link-tracking", Usual: "URL: GA Tracking Parameters", Group: Links, Hurts: SearchEngines, on: pages, rule: marked(page.LinkTracking)},
	{ID: "link-none", Usual: "Links: Pages Without Internal Outlinks", Group: Links, Hurts: Visitors, on: pages, rule: lacking(page.InnerLinks)},
	{ID: "links-many", Usual: "Links: Pages With High Internal Outlinks", Group: Links, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.more(s.Facts.Count(page.InnerLinks), mostInner, "links")
	}},
	{ID: "links-many-outside", Usual: "Links: Pages With High External Outlinks", Group: Links, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.more(s.Facts.Count(page.OuterLinks), mostOuter, "links")
	}},
}

var linkWords = []wording{
	{"link-without-text", "Link with nothing to read",
		"The link has no text, or is a picture without a description. People who use a screen reader hear only “link”, and search engines learn nothing about the page behind it.",
		"Give the link a text. If it is a picture, describe where it leads in the picture's alternative text.",
		"These links have no accessible name. Please add a text, alt text to the image inside, or an aria-label."},
	{"link-vague", "Link that only says “click here”",
		"Many people jump from link to link, and search engines judge a page by the words that link to it. “Click here” or “more” tells neither of them anything.",
		"Let the text say what is behind it: “Opening hours in summer” instead of “click here”.",
		"These link texts do not describe their targets. Please replace them with ones that do."},
	{"link-to-localhost", "Link into somebody's own network",
		"The link leads to the computer or the private network of whoever clicks it. It worked only where the page was made.",
		"Put in the public address.",
		"These links lead to localhost or a private network address. Please replace them with the public addresses."},
	{"link-by-script", "Link that only works with a script",
		"Only a script knows where the link leads. Search engines cannot follow it, and visitors cannot open it in a new tab.",
		"Have it made a real link with an address. What is no link should be a button.",
		"These links have no usable href (javascript: or onclick only). Please use real addresses for links and <button> for actions."},
	{"link-to-disk", "Link to a file on somebody's disk",
		"The link names a place on the computer where the page was written. Nobody else can open it.",
		"Upload the file to the site and link to it there.",
		"These links point to local files. Please upload the files and correct the links."},
	{"link-contact-broken", "E-mail or phone link that does not work",
		"Whoever clicks the link to write or call you gets an empty or wrong address.",
		"Correct the e-mail address or phone number behind the link.",
		"These mailto: or tel: links hold no usable address or number. Please correct them."},
	{"link-malformed", "Link that is no address",
		"Browsers can make no address of what stands in the link, so a click does nothing or ends in an error.",
		"Look for spaces and missing or doubled signs, such as http//example.com, and correct the link.",
		"The href values of these links cannot be parsed as URLs. Please correct them."},
	{"link-insecure", "Own link without encryption",
		"The page is encrypted, but a link on it leads back to your site without encryption. The way there can be spied on, and costs a detour.",
		"Write https:// in place of http:// in the link.",
		"These internal links use http on https pages. Please change them to https or to relative addresses."},
	{"link-nofollow", "Own link marked “do not follow”",
		"The link tells search engines not to follow it, though it leads to a page of your own. That page is then found less well.",
		"Take the mark (nofollow) away, unless the page behind is a login or a basket.",
		"These internal links carry rel=nofollow. Please remove it where the targets are meant to be found."},
	{"link-tracking", "Own link with parts for statistics",
		"Parts such as utm_source in links within the site make a visitor look as if they had just come from an advertisement, and make copies of pages.",
		"Take everything from “utm_” on out of the link.",
		"These internal links carry campaign parameters. Please remove them."},
	{"link-none", "Page that leads nowhere",
		"There is no link from this page to any other of the site. Visitors who land here are stuck, and so are search engines.",
		"Add your menu, or at least a link to the home page.",
		"These pages have no internal links. Please add the site's navigation."},
	{"links-many", "Very many links",
		"More than a thousand links on one page are more than anybody looks through, and the page gets slow.",
		"Split the list over several pages, or group it.",
		"These pages have more than 1,000 internal links. Please reduce or paginate them."},
	{"links-many-outside", "Very many links to other sites",
		"More than a hundred links away from the site make a page look like a mere list of links to search engines.",
		"Keep those that help your visitors.",
		"These pages have more than 100 links to other sites. Please check whether all of them are wanted; spam in comments is a common cause."},
}
