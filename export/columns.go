package export

import (
	"strconv"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// Column is one fact about an address, for tables on the screen and in files.
type Column struct {
	Key   string // as in the JSON: "content_type"
	Label string // for a person: "Type"
	Text  func(*crawlfile.Entry) string
}

// Columns are all columns in the order of a table.
func Columns() []Column {
	return []Column{
		{"outcome", "Result", func(e *crawlfile.Entry) string { return audit.OutcomeWord(e.Outcome) }},
		{"url", "Address", func(e *crawlfile.Entry) string { return e.URL }},
		{"title", "Title", func(e *crawlfile.Entry) string { return e.Title }},
		{"status", "Status", status},
		{"error", "Error", errorOf},
		{"kind", "Kind", func(e *crawlfile.Entry) string { return e.Kind.String() }},
		{"scope", "Where", func(e *crawlfile.Entry) string { return e.Scope.String() }},
		{"content_type", "Type", func(e *crawlfile.Entry) string { return e.ContentType }},
		{"charset", "Character set", func(e *crawlfile.Entry) string { return e.Charset }},
		{"size", "Bytes", func(e *crawlfile.Entry) string { return strconv.FormatInt(max(e.Size, 0), 10) }},
		{"ms", "Milliseconds", func(e *crawlfile.Entry) string { return strconv.FormatInt(e.Took.Milliseconds(), 10) }},
		{"h1", "Heading", func(e *crawlfile.Entry) string { return e.H1 }},
		{"first_paragraph", "First paragraph", func(e *crawlfile.Entry) string { return e.FirstParagraph }},
		{"meta_description", "Description", func(e *crawlfile.Entry) string { return e.MetaDescription }},
		{"canonical", "Canonical address", func(e *crawlfile.Entry) string { return e.Canonical }},
		{"meta_robots", "Rules for robots", func(e *crawlfile.Entry) string { return e.MetaRobots }},
		{"lang", "Language", func(e *crawlfile.Entry) string { return e.Lang }},
		{"redirect_to", "Leads to", func(e *crawlfile.Entry) string { return e.RedirectTo }},
		{"depth", "Clicks from start", func(e *crawlfile.Entry) string { return strconv.Itoa(e.Depth) }},
		{"found_on", "Found on", func(e *crawlfile.Entry) string { return e.FoundOn }},
		{"outgoing_links", "Links", func(e *crawlfile.Entry) string { return strconv.Itoa(len(e.Outgoing)) }},
		{"image_urls", "Images", func(e *crawlfile.Entry) string { return strconv.Itoa(len(e.Images)) }},
	}
}

// status is empty when there was no answer.
func status(e *crawlfile.Entry) string {
	if e.Status == 0 {
		return ""
	}
	return strconv.Itoa(e.Status)
}
