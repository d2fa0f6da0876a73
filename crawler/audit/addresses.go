package audit

import (
	"slices"
	"strings"
)

// Limits of addresses: the length is the default of Screaming Frog SEO Spider;
// the others are where addresses stop being readable.
const (
	addressLongest = 115 // characters
	addressParams  = 3   // name=value parts
)

var addressChecks = []Check{
	{ID: "address-long", Usual: "URL: Over 115 Characters", Group: Addresses, Hurts: Nicety, on: working, rule: func(s *subject) {
		s.longer(s.URL, addressLongest)
	}},
	{ID: "address-capitals", Usual: "URL: Uppercase", Group: Addresses, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.foundIf(hasCapital(s.url.Path()))
	}},
	{ID: "address-underscores", Usual: "URL: Underscores", Group: Addresses, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.foundIf(strings.Contains(s.url.Path(), "_"))
	}},
	{ID: "address-spaces", Usual: "URL: Contains Space", Group: Addresses, Hurts: Nicety, on: working, rule: func(s *subject) {
		s.foundIf(strings.Contains(s.url.Target(), "%20") || strings.Contains(s.url.Query(), "+"))
	}},
	{ID: "address-double-slash", Usual: "URL: Multiple Slashes", Group: Addresses, Hurts: SearchEngines, on: working, rule: func(s *subject) {
		s.foundIf(strings.Contains(s.url.Path(), "//"))
	}},
	{ID: "address-tracking", Usual: "URL: GA Tracking Parameters", Group: Addresses, Hurts: SearchEngines, on: ours, rule: func(s *subject) {
		s.parameter(isTracking)
	}},
	{ID: "address-session", Group: Addresses, Hurts: SearchEngines, on: ours, rule: func(s *subject) {
		if strings.Contains(s.url.Path(), ";jsessionid=") {
			s.found("jsessionid")
			return
		}
		s.parameter(isSessionID)
	}},
	{ID: "address-foreign-letters", Usual: "URL: Non ASCII Characters", Group: Addresses, Hurts: Nicety, on: working, rule: func(s *subject) {
		s.foundIf(hasEncodedLetter(s.url.Target()))
	}},
	{ID: "address-parameters", Usual: "URL: Parameters", Group: Addresses, Hurts: Nicety, on: listed, rule: func(s *subject) {
		if n := countParameters(s.url.Query()); n > 0 && n <= addressParams {
			s.found("?" + shortened(s.url.Query()))
		}
	}},
	{ID: "address-many-parameters", Group: Addresses, Hurts: SearchEngines, on: listed, rule: func(s *subject) {
		if countParameters(s.url.Query()) > addressParams {
			s.found("?" + shortened(s.url.Query()))
		}
	}},
	{ID: "address-repeats", Usual: "URL: Repetitive Path", Group: Addresses, Hurts: SearchEngines, on: ours, rule: func(s *subject) {
		if folder := repeated(s.url.Path()); folder != "" {
			s.found(shortened(folder))
		}
	}},
	{ID: "address-search", Usual: "URL: Internal Search", Group: Addresses, Hurts: SearchEngines, on: listed, rule: func(s *subject) {
		s.foundIf(isSearch(s.url.Path(), s.url.Query()))
	}},
}

// hasCapital tells whether a path has a capital letter. Those of percent
// encodings do not count.
func hasCapital(path string) bool {
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '%':
			i += 2
		case 'A' <= c && c <= 'Z':
			return true
		}
	}
	return false
}

// hasEncodedLetter tells whether an address has a letter outside ASCII, which
// is written "%C3%A9" when it is sent.
func hasEncodedLetter(target string) bool {
	for {
		i := strings.IndexByte(target, '%')
		if i < 0 || i+1 >= len(target) {
			return false
		}
		if strings.IndexByte("89ABCDEFabcdef", target[i+1]) >= 0 {
			return true
		}
		target = target[i+1:]
	}
}

// parameter notes the first parameter of the query whose name is meant.
func (s *subject) parameter(meant func(name string) bool) {
	for part := range strings.SplitSeq(s.url.Query(), "&") {
		if name, _, _ := strings.Cut(part, "="); meant(name) {
			s.found(shortened(name))
			return
		}
	}
}

// isTracking tells whether a parameter is there for the statistics of an
// advertisement or a newsletter.
func isTracking(name string) bool {
	switch name = strings.ToLower(name); name {
	case "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "fbclid", "msclkid", "mc_cid", "mc_eid", "igshid", "yclid", "_ga", "_gl", "ttclid", "twclid", "li_fat_id":
		return true
	}
	return strings.HasPrefix(name, "utm_") || strings.HasPrefix(name, "pk_") || strings.HasPrefix(name, "mtm_")
}

func isSessionID(name string) bool {
	switch strings.ToLower(name) {
	case "phpsessid", "jsessionid", "sessionid", "session_id", "sid", "aspsessionid", "cfid", "cftoken", "oscsid", "zenid", "s_id":
		return true
	}
	return false
}

func countParameters(query string) (n int) {
	for part := range strings.SplitSeq(query, "&") {
		if part != "" {
			n++
		}
	}
	return n
}

// repeated is the first folder that stands twice in a path, "" when none does.
// Numbers may: a date has 11/11.
func repeated(path string) string {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	for i, segment := range segments {
		if segment != "" && strings.Trim(segment, "0123456789") != "" && slices.Contains(segments[:i], segment) {
			return segment
		}
	}
	return ""
}

// isSearch tells whether an address is a page of the site's own search.
func isSearch(path, query string) bool {
	path = strings.ToLower(path)
	folder := path == "/search" || strings.HasPrefix(path, "/search/") || strings.HasPrefix(path, "/search.") ||
		strings.HasSuffix(path, "/search") || strings.HasSuffix(path, "/search/") || strings.Contains(path, "/catalogsearch/")
	for part := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(part, "=")
		if value == "" {
			continue
		}
		switch strings.ToLower(name) {
		case "q", "query", "search", "keyword", "keywords", "searchterm", "suche":
			return true
		case "s": // as WordPress has it
			return path == "/"
		}
	}
	return folder && query != ""
}

var addressWords = []wording{
	{"address-long", "Very long address",
		"A long address is cut off in messages and search results, and nobody can read it out to somebody else.",
		"Leave it if the page has it for long; for new pages choose a few short words.",
		"These addresses have more than 115 characters. Please shorten the pattern by which new ones are made, and redirect old ones if you change them."},
	{"address-capitals", "Capital letters in the address",
		"On most servers /Lamps and /lamps are two addresses. Whoever types the other one gets an error or a second copy of the page.",
		"Use small letters in new addresses. If you change old ones, have the old ones redirected.",
		"These addresses have capital letters. Please use small letters only, and redirect the old spellings."},
	{"address-underscores", "Words joined by underscores",
		"Search engines read paper_lantern as one long word, and in underlined links the sign cannot be seen.",
		"Use hyphens in new addresses: paper-lantern.",
		"These addresses join words with underscores. Please use hyphens for new addresses."},
	{"address-spaces", "Space in the address",
		"A space turns into %20, and links that are copied into messages often break at it.",
		"Rename the page or file with hyphens in place of spaces, and correct the links.",
		"These addresses contain spaces. Please replace them with hyphens and redirect the old addresses."},
	{"address-double-slash", "Two slashes in a row",
		"The address works by chance, as a second spelling of the same page, which search engines take for a copy.",
		"Correct the links that are written with two slashes.",
		"These addresses have “//” in their path. Please correct the links, and redirect to the spelling with one slash."},
	{"address-tracking", "Statistics parts in your own links",
		"Parts such as utm_source are for links from advertisements and newsletters. In links within the site they make copies of pages and spoil the statistics.",
		"Take these parts out of the links on your own pages.",
		"Links within the site carry campaign parameters (utm_… and the like). Please remove them."},
	{"address-session", "Visitor's number in the address",
		"The address holds a number for this one visit. Every visit makes new addresses for the same pages, and whoever gets such a link may see somebody else's basket.",
		"Ask your web developer to keep that number in a cookie.",
		"These addresses contain session ids. Please keep sessions in cookies and switch ids in addresses off."},
	{"address-foreign-letters", "Letters that must be encoded",
		"Letters such as é or ü become signs like %C3%A9 when the address is copied, which looks like a mistake to many.",
		"Nothing is broken. For new pages, plain letters a to z travel best.",
		"These addresses contain characters outside ASCII. They are valid; for new pages, please prefer plain letters."},
	{"address-parameters", "Address with parameters",
		"Parts after the question mark often show the same page in another order, which search engines may take for copies.",
		"Leave it where each address shows something of its own. Otherwise let them name the main copy (see “canonical”).",
		"These addresses have parameters. Please make sure that those which show the same content have a canonical to the main address."},
	{"address-many-parameters", "Address with many parameters",
		"Every combination of the parts after the question mark is an address of its own. Search engines get lost among them and miss your real pages.",
		"Ask your web developer to keep such combinations away from search engines.",
		"These addresses have more than three parameters. Please exclude such combinations from crawling, or give them a canonical."},
	{"address-repeats", "Same folder twice in the address",
		"A folder that repeats usually comes from a link that was put together wrongly, and can go on without end.",
		"Look at the page that links here: the link probably lacks a slash at its beginning.",
		"A folder repeats in these addresses. Please check for relative links that should begin with “/”, and answer 404 where no page belongs."},
	{"address-search", "Search results as a page",
		"Results of the site's own search turn up as pages. There is no end of them, and search engines do not want them.",
		"Link to real pages instead, and ask to have search pages hidden from search engines.",
		"Internal search result pages can be crawled and indexed. Please give them noindex, and do not link to them."},
}
