package export

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/page"
)

// frogColumn is a column of Screaming Frog's "Internal: HTML"; one without a
// cell is not measured and stays empty.
type frogColumn struct {
	label string
	cell  func(*crawlfile.Entry) cell
}

func length(s string) cell { return number(utf8.RuneCountInString(s)) }

// frogColumns are the 67 columns in their order.
var frogColumns = []frogColumn{
	{"Address", func(e *crawlfile.Entry) cell { return address(e.URL) }},
	{"Content Type", frogContentType},
	{"Status Code", func(e *crawlfile.Entry) cell { return number(e.Status) }},
	{"Status", func(e *crawlfile.Entry) cell { return text(http.StatusText(e.Status)) }},
	{"Indexability", func(e *crawlfile.Entry) cell { return text(indexable(indexability(e))) }},
	{"Indexability Status", func(e *crawlfile.Entry) cell { return text(indexability(e)) }},
	{"Title 1", func(e *crawlfile.Entry) cell { return text(e.Title) }},
	{"Title 1 Length", func(e *crawlfile.Entry) cell { return length(e.Title) }},
	{"Title 1 Pixel Width", nil},
	{"Meta Description 1", func(e *crawlfile.Entry) cell { return text(e.MetaDescription) }},
	{"Meta Description 1 Length", func(e *crawlfile.Entry) cell { return length(e.MetaDescription) }},
	{"Meta Description 1 Pixel Width", nil},
	{"Meta Keywords 1", func(e *crawlfile.Entry) cell { return text(e.MetaKeywords) }},
	{"Meta Keywords 1 Length", func(e *crawlfile.Entry) cell { return length(e.MetaKeywords) }},
	{"H1-1", func(e *crawlfile.Entry) cell { return text(e.H1) }},
	{"H1-1 Length", func(e *crawlfile.Entry) cell { return length(e.H1) }},
	{"H1-2", func(e *crawlfile.Entry) cell { return text(e.SecondH1) }},
	{"H1-2 Length", func(e *crawlfile.Entry) cell { return length(e.SecondH1) }},
	{"H2-1", func(e *crawlfile.Entry) cell { return text(e.H2) }},
	{"H2-1 Length", func(e *crawlfile.Entry) cell { return length(e.H2) }},
	{"H2-2", func(e *crawlfile.Entry) cell { return text(e.SecondH2) }},
	{"H2-2 Length", func(e *crawlfile.Entry) cell { return length(e.SecondH2) }},
	{"Meta Robots 1", func(e *crawlfile.Entry) cell { return text(e.MetaRobots) }},
	{"X-Robots-Tag 1", nil},
	{"Meta Refresh 1", nil},
	{"Canonical Link Element 1", func(e *crawlfile.Entry) cell { return address(e.Canonical) }},
	{`rel="next" 1`, nil},
	{`rel="prev" 1`, nil},
	{`HTTP rel="next" 1`, nil},
	{`HTTP rel="prev" 1`, nil},
	{"amphtml Link Element", nil},
	{"Size (bytes)", func(e *crawlfile.Entry) cell { return number(max(e.Size, 0)) }},
	{"Transferred (bytes)", nil},
	{"Total Transferred (bytes)", nil},
	{"CO2 (mg)", nil},
	{"Carbon Rating", nil},
	{"Word Count", func(e *crawlfile.Entry) cell { return number(e.Words) }},
	{"Sentence Count", func(e *crawlfile.Entry) cell { return number(e.Sentences) }},
	{"Average Words Per Sentence", wordsPerSentence},
	{"Flesch Reading Ease Score", nil},
	{"Readability", nil},
	{"Text Ratio", textRatio},
	{"Crawl Depth", depth},
	{"Folder Depth", func(e *crawlfile.Entry) cell { return number(folderDepth(e.URL)) }},
	{"Link Score", nil},
	{"Inlinks", nil},
	{"Unique Inlinks", nil},
	{"Unique JS Inlinks", nil},
	{"% of Total", nil},
	{"Outlinks", nil},
	{"Unique Outlinks", func(e *crawlfile.Entry) cell { return number(len(e.Outgoing)) }},
	{"Unique JS Outlinks", nil},
	{"External Outlinks", nil},
	{"Unique External Outlinks", uniqueExternal},
	{"Unique External JS Outlinks", nil},
	{"Closest Near Duplicate Match", nil},
	{"No. Near Duplicates", nil},
	{"Spelling Errors", nil},
	{"Grammar Errors", nil},
	{"Hash", textHash},
	{"Response Time", func(e *crawlfile.Entry) cell { return text(strconv.FormatFloat(e.Took.Seconds(), 'f', 3, 64)) }},
	{"Last Modified", func(e *crawlfile.Entry) cell { return text(e.LastModified) }},
	{"Redirect URL", func(e *crawlfile.Entry) cell { return address(e.RedirectTo) }},
	{"Redirect Type", redirectType},
	{"Cookies", nil},
	{"Language", func(e *crawlfile.Entry) cell { return text(e.Lang) }},
	{"HTTP Version", func(e *crawlfile.Entry) cell {
		return text(strings.TrimPrefix(strings.TrimSuffix(e.Proto, ".0"), "HTTP/"))
	}},
}

// frogInternal has the columns and rows of "Internal: HTML".
var frogInternal = table{name: "Internal HTML", columns: frogHeadings(), rows: func(ctx context.Context, j *job, yield func([]cell) error) error {
	row := make([]cell, len(frogColumns))
	return eachEntry(ctx, j, func(e *crawlfile.Entry) error {
		if e.Scope != crawler.Internal || e.Kind != crawler.PageKind {
			return nil
		}
		for i, c := range frogColumns {
			row[i] = cell{kind: emptyCell}
			if c.cell != nil {
				row[i] = c.cell(e)
			}
		}
		return yield(row)
	})
}}

func frogHeadings() []heading {
	var all []heading
	for _, c := range frogColumns {
		all = append(all, heading{label: c.label})
	}
	return all
}

func frogContentType(e *crawlfile.Entry) cell {
	if e.Charset == "" || e.ContentType == "" {
		return text(e.ContentType)
	}
	return text(e.ContentType + "; charset=" + e.Charset)
}

func indexable(why string) string {
	if why == "" {
		return "Indexable"
	}
	return "Non-Indexable"
}

func wordsPerSentence(e *crawlfile.Entry) cell {
	if e.Sentences == 0 {
		return text("")
	}
	return text(strconv.FormatFloat(float64(e.Words)/float64(e.Sentences), 'f', 3, 64))
}

// textRatio is how much of the page is text that is shown, in per cent.
func textRatio(e *crawlfile.Entry) cell {
	if e.Size <= 0 || e.TextBytes == 0 {
		return text("")
	}
	return text(strconv.FormatFloat(100*float64(e.TextBytes)/float64(e.Size), 'f', 3, 64))
}

// folderDepth counts the folders of an address's path.
func folderDepth(address string) int {
	u, err := url.Parse(address)
	if err != nil {
		return 0
	}
	return strings.Count(strings.Trim(path.Clean("/"+u.Path), "/")+"/", "/") - boolNumber(path.Clean("/"+u.Path) == "/")
}

func boolNumber(b bool) int {
	if b {
		return 1
	}
	return 0
}

func uniqueExternal(e *crawlfile.Entry) cell {
	n, own := 0, hostOf(e.URL)
	for _, link := range e.Outgoing {
		if hostOf(link) != own {
			n++
		}
	}
	return number(n)
}

// hostOf is the host of an http address, with its port.
func hostOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	return rest
}

func textHash(e *crawlfile.Entry) cell {
	if e.TextHash == 0 {
		return text("")
	}
	return text(strconv.FormatUint(e.TextHash, 16))
}

func redirectType(e *crawlfile.Entry) cell {
	if e.Outcome != crawler.Moved {
		return text("")
	}
	return text("HTTP Redirect")
}

// frogInlinks has the columns and rows of "All Inlinks".
var frogInlinks = table{name: "All Inlinks", columns: labels("Type", "Source", "Source Segments", "Destination", "Destination Segments",
	"Form Action Link", "Indexability", "Indexability Status", "hreflang", "Size (Bytes)", "Alt Text", "Length", "Anchor", "Status Code", "Status",
	"Follow", "Target", "Rel", "Path Type", "Unlinked", "Link Path", "Link Position", "Link Origin", "Real Dimensions",
	"Dimensions in Attributes", "Display Dimensions", "Potential Savings (bytes)"),
	rows: func(ctx context.Context, j *job, yield func([]cell) error) error {
		return j.eachLink(ctx, func(r *crawlfile.Reference) error { return yield(frogInlink(r)) })
	}}

func labels(names ...string) []heading {
	var all []heading
	for _, name := range names {
		all = append(all, heading{label: name})
	}
	return all
}

// frogTypes and frogPositions are the words of "All Inlinks".
var (
	frogTypes = map[page.LinkKind]string{page.Anchor: "Hyperlink", page.Frame: "iFrame", page.Canonical: "Canonical", page.Next: "Rel Next",
		page.Prev: "Rel Prev", page.Alternate: "Hreflang", page.Refresh: "Meta Refresh", page.Image: "Image"}
	frogPositions = map[page.Position]string{page.Body: "Content", page.Head: "Head", page.Nav: "Navigation", page.Header: "Header",
		page.Footer: "Footer", page.Aside: "Aside", page.Main: "Content"}
)

func frogInlink(r *crawlfile.Reference) []cell {
	a := r.Aim
	none := text("")
	why := indexability(&crawlfile.Entry{Page: crawler.Page{URL: a.URL, Outcome: a.Outcome, Status: a.Status, MetaRobots: a.MetaRobots,
		Canonical: a.Canonical}, Skipped: a.Skipped})
	alt, anchor, hreflang, rel := none, none, none, none
	switch r.Kind {
	case page.Image:
		alt = text(r.Text)
	case page.Alternate:
		hreflang = text(r.Rel)
	default:
		anchor, rel = text(r.Text), text(r.Rel)
	}
	follow := "true"
	if strings.Contains(r.Rel, "nofollow") {
		follow = "false"
	}
	return []cell{text(frogTypes[r.Kind]), address(r.Page), none, address(r.URL), none, none, text(indexable(why)), text(why), hreflang,
		number(max(a.Size, 0)), alt, length(r.Text), anchor, number(a.Status), text(http.StatusText(a.Status)), text(follow), none, rel,
		none, none, none, text(frogPositions[r.Position]), text("HTML"), none, none, none, none}
}

// frogIssues has the columns of "Issues Overview".
var frogIssues = table{name: "Issues Overview", columns: labels("Issue Name", "Issue Type", "Issue Priority", "URLs", "% of Total",
	"Description", "How To Fix", "Help URL"), rows: func(ctx context.Context, j *job, yield func([]cell) error) error {
	o, err := readOverview(ctx, j.file)
	if err != nil {
		return err
	}
	for _, p := range o.Problems {
		kind, priority := frogPriority(p.hurts)
		share := strconv.FormatFloat(100*float64(p.Addresses)/float64(max(o.counts.Checked, 1)), 'f', 3, 64)
		name := p.Name
		if check, ok := audit.ByID(p.ID); ok && check.Usual != "" {
			name = check.Usual
		}
		if err := yield([]cell{text(name), text(kind), text(priority), number(p.Addresses), text(share), text(p.Why), text(p.Fix), text("")}); err != nil {
			return err
		}
	}
	return nil
}}

func frogPriority(h audit.Hurts) (kind, priority string) {
	switch h {
	case audit.Visitors:
		return "Issue", "High"
	case audit.SearchEngines:
		return "Warning", "Medium"
	}
	return "Opportunity", "Low"
}
