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
	cell  func(*frogPage) cell
}

// frogPage is a page with what was counted over all pages.
type frogPage struct {
	*crawlfile.Entry
	links crawlfile.LinkCount
	total int // pages of the site that answer with 200
}

func length(s string) cell { return number(utf8.RuneCountInString(s)) }

// frogColumns are the 67 columns in their order.
var frogColumns = []frogColumn{
	{"Address", func(p *frogPage) cell { return address(p.URL) }},
	{"Content Type", frogContentType},
	{"Status Code", func(p *frogPage) cell { return number(p.Status) }},
	{"Status", func(p *frogPage) cell { return text(http.StatusText(p.Status)) }},
	{"Indexability", func(p *frogPage) cell { return text(indexable(indexability(p.Entry))) }},
	{"Indexability Status", func(p *frogPage) cell { return text(indexability(p.Entry)) }},
	{"Title 1", func(p *frogPage) cell { return text(p.Title) }},
	{"Title 1 Length", func(p *frogPage) cell { return length(p.Title) }},
	{"Title 1 Pixel Width", func(p *frogPage) cell { return number(audit.TitlePixels(p.Title)) }},
	{"Meta Description 1", func(p *frogPage) cell { return text(p.MetaDescription) }},
	{"Meta Description 1 Length", func(p *frogPage) cell { return length(p.MetaDescription) }},
	{"Meta Description 1 Pixel Width", func(p *frogPage) cell { return number(audit.DescriptionPixels(p.MetaDescription)) }},
	{"Meta Keywords 1", func(p *frogPage) cell { return text(p.MetaKeywords) }},
	{"Meta Keywords 1 Length", func(p *frogPage) cell { return length(p.MetaKeywords) }},
	{"H1-1", func(p *frogPage) cell { return text(p.H1) }},
	{"H1-1 Length", func(p *frogPage) cell { return length(p.H1) }},
	{"H1-2", func(p *frogPage) cell { return text(p.SecondH1) }},
	{"H1-2 Length", func(p *frogPage) cell { return length(p.SecondH1) }},
	{"H2-1", func(p *frogPage) cell { return text(p.H2) }},
	{"H2-1 Length", func(p *frogPage) cell { return length(p.H2) }},
	{"H2-2", func(p *frogPage) cell { return text(p.SecondH2) }},
	{"H2-2 Length", func(p *frogPage) cell { return length(p.SecondH2) }},
	{"Meta Robots 1", func(p *frogPage) cell { return text(p.MetaRobots) }},
	{"X-Robots-Tag 1", nil},
	{"Meta Refresh 1", nil},
	{"Canonical Link Element 1", func(p *frogPage) cell { return address(p.Canonical) }},
	{`rel="next" 1`, func(p *frogPage) cell { return address(p.Next) }},
	{`rel="prev" 1`, func(p *frogPage) cell { return address(p.Prev) }},
	{`HTTP rel="next" 1`, nil},
	{`HTTP rel="prev" 1`, nil},
	{"amphtml Link Element", nil},
	{"Size (bytes)", func(p *frogPage) cell { return number(max(p.Size, 0)) }},
	{"Transferred (bytes)", nil},
	{"Total Transferred (bytes)", nil},
	{"CO2 (mg)", nil},
	{"Carbon Rating", nil},
	{"Word Count", func(p *frogPage) cell { return number(p.Words) }},
	{"Sentence Count", func(p *frogPage) cell { return number(p.Sentences) }},
	{"Average Words Per Sentence", wordsPerSentence},
	{"Flesch Reading Ease Score", nil},
	{"Readability", nil},
	{"Text Ratio", textRatio},
	{"Crawl Depth", func(p *frogPage) cell { return depth(p.Entry) }},
	{"Folder Depth", func(p *frogPage) cell { return number(folderDepth(p.URL)) }},
	{"Link Score", nil},
	{"Inlinks", func(p *frogPage) cell { return number(p.links.In) }},
	{"Unique Inlinks", func(p *frogPage) cell { return number(p.links.InPages) }},
	{"Unique JS Inlinks", nil},
	{"% of Total", inlinkShare},
	{"Outlinks", func(p *frogPage) cell { return number(p.links.Internal) }},
	{"Unique Outlinks", func(p *frogPage) cell { return number(p.links.UniqueInternal) }},
	{"Unique JS Outlinks", nil},
	{"External Outlinks", func(p *frogPage) cell { return number(p.links.External) }},
	{"Unique External Outlinks", func(p *frogPage) cell { return number(p.links.UniqueExternal) }},
	{"Unique External JS Outlinks", nil},
	{"Closest Near Duplicate Match", nil},
	{"No. Near Duplicates", nil},
	{"Spelling Errors", nil},
	{"Grammar Errors", nil},
	{"Hash", textHash},
	{"Response Time", func(p *frogPage) cell { return text(strconv.FormatFloat(p.Took.Seconds(), 'f', 3, 64)) }},
	{"Last Modified", func(p *frogPage) cell { return text(p.LastModified) }},
	{"Redirect URL", func(p *frogPage) cell { return address(p.RedirectTo) }},
	{"Redirect Type", redirectType},
	{"Cookies", nil},
	{"Language", func(p *frogPage) cell { return text(p.Lang) }},
	{"HTTP Version", func(p *frogPage) cell {
		return text(strings.TrimPrefix(strings.TrimSuffix(p.Proto, ".0"), "HTTP/"))
	}},
}

// frogInternal has the columns and rows of "Internal: HTML".
var frogInternal = table{name: "Internal HTML", columns: frogHeadings(), rows: func(ctx context.Context, j *job, yield func([]cell) error) error {
	links, err := j.file.LinkCounts(ctx, j.part(0, frogCounting).done)
	if err != nil {
		return err
	}
	p := frogPage{total: links.Pages}
	row := make([]cell, len(frogColumns))
	return eachEntry(ctx, j.part(frogCounting, 1), func(e *crawlfile.Entry) error {
		if e.Scope != crawler.Internal || e.Kind != crawler.PageKind {
			return nil
		}
		p.Entry, p.links = e, links.Of(e.ID)
		for i, c := range frogColumns {
			row[i] = cell{kind: emptyCell}
			if c.cell != nil {
				row[i] = c.cell(&p)
			}
		}
		return yield(row)
	})
}}

// frogCounting is the share of the time that counting the links takes.
const frogCounting = 0.1

func frogHeadings() []heading {
	var all []heading
	for _, c := range frogColumns {
		all = append(all, heading{label: c.label})
	}
	return all
}

func frogContentType(p *frogPage) cell {
	if p.Charset == "" || p.ContentType == "" {
		return text(p.ContentType)
	}
	return text(p.ContentType + "; charset=" + p.Charset)
}

func indexable(why string) string {
	if why == "" {
		return "Indexable"
	}
	return "Non-Indexable"
}

func wordsPerSentence(p *frogPage) cell {
	if p.Sentences == 0 {
		return text("")
	}
	return text(strconv.FormatFloat(float64(p.Words)/float64(p.Sentences), 'f', 3, 64))
}

// textRatio is how much of the page is text that is shown, in per cent.
func textRatio(p *frogPage) cell {
	if p.Size <= 0 || p.TextBytes == 0 {
		return text("")
	}
	return text(strconv.FormatFloat(100*float64(p.TextBytes)/float64(p.Size), 'f', 3, 64))
}

// folderDepth counts the folders of an address's path.
func folderDepth(address string) int {
	u, err := url.Parse(address)
	if err != nil {
		return 0
	}
	folders := strings.Trim(path.Clean("/"+u.Path), "/")
	if folders == "" {
		return 0
	}
	return strings.Count(folders, "/") + 1
}

// inlinkShare is how many of the pages that answer with 200 link to the page,
// in per cent. A page that redirects may have links besides, so it could be more.
func inlinkShare(p *frogPage) cell {
	if p.total == 0 {
		return text("")
	}
	return text(strconv.FormatFloat(min(100*float64(p.links.InPages)/float64(p.total), 100), 'f', 3, 64))
}

func textHash(p *frogPage) cell {
	if p.TextHash == 0 {
		return text("")
	}
	return text(strconv.FormatUint(p.TextHash, 16))
}

func redirectType(p *frogPage) cell {
	if p.Outcome != crawler.Moved {
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
