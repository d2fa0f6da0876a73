package audit

import "sitewalk/crawler"

// Check is one thing that can be wrong with a site. Its words are phrases:
// "check.ID.name", ".why", ".fix" and ".ask", the message to a web developer.
type Check struct {
	ID    string // stable, as in the JSON: "title-missing"
	Usual string // the field's name for it: "Page Titles: Missing"
	Group Group
	Hurts Hurts
	// Page is the rule over one page; nil when the whole crawl is needed, for
	// which the crawl file has a query.
	Page func(*crawler.Page, *crawler.Sight, func(detail string))
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

// Hurts tells who suffers.
type Hurts uint8

// Who can suffer, the worst first.
const (
	Visitors Hurts = iota
	SearchEngines
	Nicety // nobody much: nice to have
)

// Checks are all checks, in the order of their groups.
func Checks() []Check { return nil }

// ByID gives the check with this id.
func ByID(id string) (Check, bool) { return Check{}, false }

// Name is what a person calls the problem.
func (c Check) Name() string { return say("check." + c.ID + ".name") }

// Why tells in one or two sentences why it matters.
func (c Check) Why() string { return say("check." + c.ID + ".why") }

// Fix tells how it is mended.
func (c Check) Fix() string { return say("check." + c.ID + ".fix") }

// Ask is a message ready to be sent to a web developer, to which the places
// are added.
func (c Check) Ask() string { return say("check." + c.ID + ".ask") }

// Inspect applies the checks of one page. It is a crawler.Inspector.
func Inspect(p *crawler.Page, s crawler.Sight) {}
