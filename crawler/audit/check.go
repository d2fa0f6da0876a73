package audit

import (
	"slices"
	"sync"
)

// Check is one thing that can be wrong with a site. Its words are phrases:
// "check.ID.name", ".why", ".fix" and ".ask", the message to a web developer.
type Check struct {
	ID    string // stable, as in the JSON: "title-missing"
	Usual string // the field's name for it: "Page Titles: Missing"; "" when it has none
	Group Group
	Hurts Hurts

	on   ground
	rule func(*subject) // nil when the whole crawl is needed, for which the crawl file has a query
}

// Group is what a check is about: a heading of the left column.
type Group string

// The groups, in the order they are shown.
const (
	Links         Group = "links"
	Answers       Group = "answers" // response codes and redirects
	Titles        Group = "titles"  // titles, descriptions and headings
	Content       Group = "content"
	Images        Group = "images"
	Search        Group = "search" // canonical, directives, sitemaps, hreflang, structured data
	Security      Group = "security"
	Speed         Group = "speed"
	Accessibility Group = "accessibility"
	Addresses     Group = "addresses"
	Markup        Group = "markup" // validity, mobile, social
)

// Groups lists the groups in the order they are shown.
func Groups() []Group {
	return []Group{Links, Answers, Titles, Content, Images, Search, Security, Speed, Accessibility, Addresses, Markup}
}

var groupPhrases = []Phrase{
	{Key: "group.links", Text: "Links"},
	{Key: "group.answers", Text: "Answers and redirects"},
	{Key: "group.titles", Text: "Titles and headings"},
	{Key: "group.content", Text: "Content"},
	{Key: "group.images", Text: "Images"},
	{Key: "group.search", Text: "Search engines"},
	{Key: "group.security", Text: "Security"},
	{Key: "group.speed", Text: "Speed"},
	{Key: "group.accessibility", Text: "Accessibility"},
	{Key: "group.addresses", Text: "Addresses"},
	{Key: "group.markup", Text: "How pages are built"},
}

// Name is what a person calls the group.
func (g Group) Name() string { return say("group." + string(g)) }

// Hurts tells who suffers.
type Hurts uint8

// Who can suffer, the worst first.
const (
	Visitors Hurts = iota
	SearchEngines
	Nicety // nobody much: nice to have
)

var hurtsPhrases = []Phrase{
	{Key: "hurts.visitors", Text: "Hurts visitors"},
	{Key: "hurts.search", Text: "Hurts in search engines"},
	{Key: "hurts.nicety", Text: "Nice to have"},
}

// Name tells a person who suffers.
func (h Hurts) Name() string {
	return say("hurts." + [...]string{"visitors", "search", "nicety"}[min(h, Nicety)])
}

// pageChecks are the checks that one page alone decides.
var pageChecks = slices.Concat(linkChecks, answerChecks, titleChecks, contentChecks, imageChecks, searchChecks,
	securityChecks, speedChecks, accessibilityChecks, addressChecks, markupChecks)

// allChecks are all checks in the order of their groups, the worst first.
var allChecks = sync.OnceValue(func() []Check {
	all := slices.Concat(pageChecks, crawlChecks)
	order := Groups()
	slices.SortStableFunc(all, func(a, b Check) int {
		if a.Group != b.Group {
			return slices.Index(order, a.Group) - slices.Index(order, b.Group)
		}
		return int(a.Hurts) - int(b.Hurts)
	})
	return all
})

var checksByID = sync.OnceValue(func() map[string]Check {
	known := map[string]Check{}
	for _, c := range allChecks() {
		known[c.ID] = c
	}
	return known
})

// Checks are all checks, in the order of their groups, and within a group
// those first that hurt the most.
func Checks() []Check { return slices.Clone(allChecks()) }

// ByID gives the check with this id.
func ByID(id string) (Check, bool) {
	c, ok := checksByID()[id]
	return c, ok
}

// NeedsCrawl tells whether the check looks at the crawl as a whole: Inspect
// does not find it, the crawl file does.
func (c Check) NeedsCrawl() bool { return c.rule == nil }

// Name is what a person calls the problem.
func (c Check) Name() string { return say("check." + c.ID + ".name") }

// Why tells in one or two sentences why it matters.
func (c Check) Why() string { return say("check." + c.ID + ".why") }

// Fix tells how it is mended.
func (c Check) Fix() string { return say("check." + c.ID + ".fix") }

// Ask is a message ready to be sent to a web developer, to which the places
// are added.
func (c Check) Ask() string { return say("check." + c.ID + ".ask") }

// wording is what a person reads about a check.
type wording struct{ id, name, why, fix, ask string }

// wordingPhrases are the phrases of checks' words.
func wordingPhrases(tables ...[]wording) []Phrase {
	var all []Phrase
	for _, w := range slices.Concat(tables...) {
		key := "check." + w.id
		all = append(all, Phrase{Key: key + ".name", Text: w.name}, Phrase{Key: key + ".why", Text: w.why},
			Phrase{Key: key + ".fix", Text: w.fix}, Phrase{Key: key + ".ask", Text: w.ask})
	}
	return all
}

var checkPhrases = wordingPhrases(linkWords, answerWords, titleWords, contentWords, imageWords, searchWords,
	securityWords, speedWords, accessibilityWords, addressWords, markupWords, crawlWords)
