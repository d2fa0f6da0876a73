package export

import (
	"strings"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/page"
)

// Column is one fact about an address, for tables on the screen and in files.
type Column struct {
	Key   string // as in the JSON: "content_type"
	Label string // for a person: "Type"
	width int    // characters that usually fit
	cell  func(*crawlfile.Entry) cell
}

// Text is the fact about one address, as a text.
func (c Column) Text(e *crawlfile.Entry) string { return c.cell(e).String() }

// Columns are all columns in the order of a table.
func Columns() []Column {
	return []Column{
		{"outcome", "Result", 16, func(e *crawlfile.Entry) cell { return text(audit.OutcomeWord(e.Outcome)) }},
		{"url", "Address", 60, func(e *crawlfile.Entry) cell { return address(e.URL) }},
		{"title", "Title", 40, func(e *crawlfile.Entry) cell { return text(e.Title) }},
		{"status", "Status", 8, func(e *crawlfile.Entry) cell { return number0(e.Status) }},
		{"error", "Error", 20, func(e *crawlfile.Entry) cell { return text(errorOf(e)) }},
		{"findings", "Problems", 40, func(e *crawlfile.Entry) cell { return text(strings.Join(problems(e), "; ")) }},
		{"kind", "Kind", 8, func(e *crawlfile.Entry) cell { return text(e.Kind.String()) }},
		{"scope", "Where", 9, func(e *crawlfile.Entry) cell { return text(e.Scope.String()) }},
		{"content_type", "Type", 18, func(e *crawlfile.Entry) cell { return text(e.ContentType) }},
		{"charset", "Character set", 13, func(e *crawlfile.Entry) cell { return text(e.Charset) }},
		{"size", "Bytes", 10, func(e *crawlfile.Entry) cell { return number(max(e.Size, 0)) }},
		{"ms", "Milliseconds", 12, func(e *crawlfile.Entry) cell { return number(e.Took.Milliseconds()) }},
		{"h1", "Heading", 30, func(e *crawlfile.Entry) cell { return text(e.H1) }},
		{"first_paragraph", "First paragraph", 40, func(e *crawlfile.Entry) cell { return text(e.FirstParagraph) }},
		{"meta_description", "Description", 40, func(e *crawlfile.Entry) cell { return text(e.MetaDescription) }},
		{"canonical", "Canonical address", 40, func(e *crawlfile.Entry) cell { return address(e.Canonical) }},
		{"meta_robots", "Rules for robots", 16, func(e *crawlfile.Entry) cell { return text(e.MetaRobots) }},
		{"lang", "Language", 9, func(e *crawlfile.Entry) cell { return text(e.Lang) }},
		{"redirect_to", "Leads to", 40, func(e *crawlfile.Entry) cell { return address(e.RedirectTo) }},
		{"depth", "Clicks from start", 16, depth},
		{"found_on", "Found on", 40, func(e *crawlfile.Entry) cell { return address(e.FoundOn) }},
		{"outgoing_links", "Links", 8, func(e *crawlfile.Entry) cell { return number(len(e.Outgoing)) }},
		{"image_urls", "Images", 8, func(e *crawlfile.Entry) cell { return number(len(e.Images)) }},
		{"words", "Words", 8, func(e *crawlfile.Entry) cell { return number0(e.Words) }},
		{"last_modified", "Changed", 20, func(e *crawlfile.Entry) cell { return date(lastModified(e)) }},
		{"at", "Looked at", 20, func(e *crawlfile.Entry) cell { return date(e.At) }},
	}
}

// depth is empty for an address to which no way leads from the start.
func depth(e *crawlfile.Entry) cell {
	if e.Depth < 0 {
		return cell{kind: emptyCell}
	}
	return number(e.Depth)
}

// problems are the names of what the checks found about an address.
func problems(e *crawlfile.Entry) []string {
	var names []string
	for _, id := range findingsOf(e) {
		names = append(names, checkName(id))
	}
	return names
}

// checkName is what a person calls a problem; a later version may have stored
// one that this version has no words for.
func checkName(id string) string {
	if check, ok := audit.ByID(id); ok {
		return check.Name()
	}
	return id
}

// linkKinds and positions are words for what a link is and where it stands.
var (
	linkKinds = map[page.LinkKind]string{page.Anchor: "link", page.Frame: "frame", page.Canonical: "canonical", page.Next: "next",
		page.Prev: "previous", page.Alternate: "language", page.Refresh: "refresh", page.Image: "image"}
	positions = map[page.Position]string{page.Body: "page", page.Head: "head", page.Nav: "menu", page.Header: "header",
		page.Footer: "footer", page.Aside: "side", page.Main: "content"}
)
