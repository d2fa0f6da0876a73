package audit

import (
	"strings"

	"sitewalk/crawler/page"
	"sitewalk/crawler/robots"
)

var searchChecks = []Check{
	{ID: "noindex", Usual: "Directives: Noindex", Group: Search, Hurts: SearchEngines, on: pages, rule: directive(robots.NoIndex)},
	{ID: "nofollow", Usual: "Directives: Nofollow", Group: Search, Hurts: SearchEngines, on: pages, rule: directive(robots.NoFollow)},
	{ID: "robots-none", Usual: "Directives: None", Group: Search, Hurts: SearchEngines, on: pages, rule: directive(robots.None)},
	{ID: "noarchive", Usual: "Directives: NoArchive", Group: Search, Hurts: Nicety, on: pages, rule: directive(robots.NoArchive)},
	{ID: "nosnippet", Usual: "Directives: NoSnippet", Group: Search, Hurts: SearchEngines, on: pages, rule: directive(robots.NoSnippet)},
	{ID: "noimageindex", Usual: "Directives: NoImageIndex", Group: Search, Hurts: SearchEngines, on: pages, rule: directive(robots.NoImageIndex)},
	{ID: "notranslate", Usual: "Directives: NoTranslate", Group: Search, Hurts: Nicety, on: pages, rule: directive(robots.NoTranslate)},
	{ID: "preview-limited", Usual: "Directives: Max-Snippet", Group: Search, Hurts: Nicety, on: listed, rule: func(s *subject) {
		s.foundIf(s.robots&robots.PreviewLimited != 0)
	}},
	{ID: "unavailable-after", Usual: "Directives: Unavailable_After", Group: Search, Hurts: SearchEngines, on: pages, rule: directive(robots.UnavailableAfter)},
	{ID: "robots-outside-head", Usual: "Directives: Outside <head>", Group: Search, Hurts: SearchEngines, on: pages, rule: marked(page.RobotsOutside)},
	{ID: "canonicalised", Usual: "Canonicals: Canonicalised", Group: Search, Hurts: Nicety, on: pages, rule: func(s *subject) {
		if s.canonical {
			s.found(shortened(s.Canonical))
		}
	}},
	{ID: "canonical-missing", Usual: "Canonicals: Missing", Group: Search, Hurts: Nicety, on: listed, rule: func(s *subject) {
		s.foundIf(!s.Facts.Has(page.Canonicals) && !linkHeader(s.Header["Link"], "canonical"))
	}},
	{ID: "canonical-several", Usual: "Canonicals: Multiple", Group: Search, Hurts: SearchEngines, on: pages, rule: several(page.Canonicals)},
	{ID: "canonical-conflict", Usual: "Canonicals: Multiple Conflicting", Group: Search, Hurts: SearchEngines, on: pages, rule: marked(page.CanonicalConflict)},
	{ID: "canonical-relative", Usual: "Canonicals: Canonical Is Relative", Group: Search, Hurts: Nicety, on: pages, rule: marked(page.CanonicalRelative)},
	{ID: "canonical-fragment", Usual: "Canonicals: Contains Fragment URL", Group: Search, Hurts: SearchEngines, on: pages, rule: marked(page.CanonicalFragment)},
	{ID: "canonical-spoilt", Usual: "Canonicals: Invalid Attribute In Annotation", Group: Search, Hurts: SearchEngines, on: pages, rule: marked(page.CanonicalSpoilt)},
	{ID: "canonical-outside-head", Usual: "Canonicals: Outside <head>", Group: Search, Hurts: SearchEngines, on: pages, rule: marked(page.CanonicalOutside)},
	{ID: "hreflang-bad-code", Usual: "Hreflang: Incorrect Language & Region Codes", Group: Search, Hurts: SearchEngines, on: pages, rule: hreflangs(func(s *subject, l *page.Link, _ []*page.Link) string {
		if page.ValidHreflang(l.Rel) {
			return ""
		}
		return l.Rel
	})},
	{ID: "hreflang-several", Usual: "Hreflang: Multiple Entries", Group: Search, Hurts: SearchEngines, on: pages, rule: hreflangs(func(_ *subject, l *page.Link, before []*page.Link) string {
		for _, b := range before {
			if strings.EqualFold(b.Rel, l.Rel) && b.URL != l.URL {
				return l.Rel
			}
		}
		return ""
	})},
	{ID: "hreflang-no-self", Usual: "Hreflang: Missing Self Reference", Group: Search, Hurts: SearchEngines, on: listed, rule: func(s *subject) {
		if s.Facts.Has(page.Hreflangs) {
			s.foundIf(!s.anyHreflang(func(l *page.Link) bool { return l.URL.WithoutFragment().Key() == s.url.Key() }))
		}
	}},
	{ID: "hreflang-no-default", Usual: "Hreflang: Missing X-Default", Group: Search, Hurts: Nicety, on: listed, rule: func(s *subject) {
		if s.Facts.Has(page.Hreflangs) {
			s.foundIf(!s.anyHreflang(func(l *page.Link) bool { return strings.EqualFold(l.Rel, "x-default") }))
		}
	}},
	{ID: "hreflang-outside-head", Usual: "Hreflang: Outside <head>", Group: Search, Hurts: SearchEngines, on: pages, rule: marked(page.HreflangOutside)},
	{ID: "data-broken", Usual: "Structured Data: Parse Errors", Group: Search, Hurts: SearchEngines, on: pages, rule: marked(page.DataBroken)},
	{ID: "data-missing", Usual: "Structured Data: Missing", Group: Search, Hurts: Nicety, on: listed, rule: lacking(page.Data)},
	{ID: "pagination-several", Usual: "Pagination: Multiple Pagination URLs", Group: Search, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.foundIf(s.Facts.Count(page.NextLinks) > 1 || s.Facts.Count(page.PrevLinks) > 1)
	}},
}

// directive is the rule that finds pages with an instruction to search engines.
func directive(d robots.Directives) func(*subject) {
	return func(s *subject) {
		if s.robots&d != 0 {
			s.found(shortened(s.MetaRobots))
		}
	}
}

// linkHeader tells whether Link headers have a link of that relation (RFC 8288).
func linkHeader(lines []string, rel string) bool {
	for _, line := range lines {
		line = strings.ToLower(line)
		if strings.Contains(line, "rel=\""+rel+"\"") || strings.Contains(line, "rel="+rel) {
			return true
		}
	}
	return false
}

// hreflangs is the rule that finds language versions of which wrong gives a
// text. before are those that stand before it.
func hreflangs(wrong func(s *subject, l *page.Link, before []*page.Link) string) func(*subject) {
	return func(s *subject) {
		if !s.Facts.Has(page.Hreflangs) {
			return
		}
		var before []*page.Link
		var texts []string
		for i := range s.Facts.Links {
			l := &s.Facts.Links[i]
			if l.Kind != page.Alternate {
				continue
			}
			if text := wrong(s, l, before); text != "" {
				texts = append(texts, text)
			}
			if len(before) < 200 {
				before = append(before, l)
			}
		}
		if len(texts) > 0 {
			s.found(places(texts, len(texts)))
		}
	}
}

// anyHreflang tells whether one of the language versions is meant.
func (s *subject) anyHreflang(meant func(*page.Link) bool) bool {
	for i := range s.Facts.Links {
		if l := &s.Facts.Links[i]; l.Kind == page.Alternate && meant(l) {
			return true
		}
	}
	return false
}

var searchWords = []wording{
	{"noindex", "Hidden from search engines",
		"The page asks search engines not to list it (noindex). That is right for a basket and wrong for a product.",
		"If people are to find the page, take the instruction away. Many editors have a switch for it.",
		"These pages carry noindex. Please remove it from those that should be found."},
	{"nofollow", "Links are not to be followed",
		"The page asks search engines to follow none of its links (nofollow), so the pages behind it are found less well.",
		"Take the instruction away unless you know why it is there.",
		"These pages carry a nofollow directive. Please remove it where the links should count."},
	{"robots-none", "Hidden, and links not followed",
		"The page asks search engines neither to list it nor to follow its links (none).",
		"If people are to find the page, take the instruction away.",
		"These pages carry the robots directive “none”, which means noindex and nofollow. Please remove it where it is not meant."},
	{"noarchive", "No copy may be kept",
		"The page asks search engines to keep no copy for their visitors (noarchive). That rarely matters today.",
		"Leave it, or take it away.",
		"These pages carry noarchive. Please remove it if nobody needs it."},
	{"nosnippet", "No text in search results",
		"The page asks search engines to show nothing of its text (nosnippet). A result without a text is clicked less.",
		"Take the instruction away unless you want it so.",
		"These pages carry nosnippet. Please remove it where a description should appear in results."},
	{"noimageindex", "Pictures hidden from search engines",
		"The page asks search engines not to list its pictures (noimageindex), so nobody finds you by them.",
		"Take the instruction away if your pictures may be found.",
		"These pages carry noimageindex. Please remove it where images should be found."},
	{"notranslate", "Not to be translated",
		"The page asks search engines not to offer a translation (notranslate).",
		"Take it away if visitors who speak other languages are welcome.",
		"These pages carry notranslate. Please remove it if translations are welcome."},
	{"preview-limited", "Preview in search results is limited",
		"The page limits how much text, or how large a picture, search engines may show of it.",
		"Leave it if you want it so. Larger previews are clicked more.",
		"These pages limit previews (max-snippet, max-image-preview or max-video-preview). Please lift the limits where large previews are welcome."},
	{"unavailable-after", "Leaves search engines at a date",
		"The page names a date after which search engines are to drop it (unavailable_after).",
		"Check the date. After an event that is fine; for a page that stays, take it away.",
		"These pages carry unavailable_after. Please check the dates."},
	{"robots-outside-head", "Instruction to search engines in the wrong place",
		"The instruction stands in the visible part of the page instead of its head. Some search engines obey it there and some don't.",
		"Ask your web developer to move it.",
		"The meta robots element of these pages is outside <head>. Please move it into the head."},
	{"canonicalised", "Names another page as the main copy",
		"The page says that another address is the main copy of its content (a canonical), so search engines show that one.",
		"Leave it if both really say the same. Otherwise have the page name itself.",
		"These pages have a canonical that points to another address. Please confirm that each is a copy of it."},
	{"canonical-missing", "Does not name its main address",
		"If the same page can be reached by several addresses, search engines have to guess which is the main one. A line in the head (a canonical) tells them.",
		"Ask your web developer to have each page name its own main address. Most shop systems can do it.",
		"These pages have no canonical. Please add rel=canonical with each page's own absolute address."},
	{"canonical-several", "Names its main address more than once",
		"The line that names the main address (the canonical) stands there several times, often because two plugins write it. Search engines may then ignore all of them.",
		"Switch off all but one of the plugins that write it.",
		"These pages have more than one canonical. Please leave exactly one."},
	{"canonical-conflict", "Names several main addresses",
		"The page names different addresses as its main one, so search engines believe none of them.",
		"Find out which is right and have the others removed.",
		"These pages have canonicals that contradict each other. Please keep the right one only."},
	{"canonical-relative", "Main address written only in part",
		"The main address (the canonical) is written without https:// and the site's name. A small mistake elsewhere then makes it point astray.",
		"Ask your web developer to write it in full.",
		"The canonicals of these pages are relative. Please write absolute URLs."},
	{"canonical-fragment", "Main address with a “#”",
		"What follows the “#” leads to a part of a page, which cannot be a main copy. Search engines ignore that.",
		"Have the part from “#” on removed.",
		"The canonicals of these pages contain a fragment. Please remove it."},
	{"canonical-spoilt", "Main address that search engines ignore",
		"The line that names the main address (the canonical) carries further details, such as a language, for which search engines ignore it.",
		"Ask your web developer to remove the details.",
		"The canonical links of these pages carry hreflang, lang, media or type. Please remove those attributes."},
	{"canonical-outside-head", "Main address named in the wrong place",
		"The line that names the main address (the canonical) stands in the visible part of the page, where search engines ignore it.",
		"Ask your web developer to move it into the head.",
		"The canonical of these pages is outside <head>. Please move it into the head."},
	{"hreflang-bad-code", "Unknown language in the list of translations",
		"The page lists its translations (hreflang) under a code that no language or country has, so search engines ignore the entry. The United Kingdom, for one, is GB and not UK.",
		"Have the code corrected: a language of two letters, and if needed a country, such as en-GB.",
		"These hreflang codes are not valid (ISO 639-1 language, optional ISO 3166-1 country). Please correct them."},
	{"hreflang-several", "Two translations for one language",
		"The list of translations (hreflang) has two addresses for the same language, and search engines don't know which to show.",
		"Have the wrong one removed.",
		"These pages list several addresses for one hreflang code. Please leave one for each."},
	{"hreflang-no-self", "List of translations leaves the page itself out",
		"The page lists its translations (hreflang) but not itself. Search engines want the complete list, or they may ignore it.",
		"Have the page add itself under its own language.",
		"These pages have hreflang links but none to themselves. Please add a self-reference."},
	{"hreflang-no-default", "No fallback among the translations",
		"The list of translations (hreflang) does not say which page people of all other languages should get.",
		"Have one version named as the fallback (x-default).",
		"These pages have no hreflang=\"x-default\". Please add one for visitors whose language is not listed."},
	{"hreflang-outside-head", "Translations listed in the wrong place",
		"The list of translations (hreflang) stands in the visible part of the page, where search engines ignore it.",
		"Ask your web developer to move it into the head.",
		"The hreflang links of these pages are outside <head>. Please move them into the head."},
	{"data-broken", "Facts for search engines that cannot be read",
		"The page has facts for search engines, such as prices and ratings (structured data), but a slip in the writing makes them unreadable. Stars and prices in results are lost.",
		"Show the message to your web developer. Often a comma or a quotation mark is missing.",
		"The JSON-LD of these pages does not parse. Please correct the syntax; the parser's message is given."},
	{"data-missing", "No facts for search engines",
		"Prices, opening hours or ratings can appear in search results if the page tells them in a form that programs understand (structured data).",
		"Ask whether your shop system can add it; many have a switch or a plugin.",
		"These pages have no structured data. Please add JSON-LD where it fits: Product, LocalBusiness, Article, BreadcrumbList."},
	{"pagination-several", "Two next pages",
		"The page names more than one next or previous page of its series.",
		"Have the wrong one removed.",
		"These pages have several rel=next or rel=prev links. Please leave one of each."},
}
