// Package export writes a crawl to the files people and scripts want. Each
// format is one function that streams from a crawl file.
package export

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"sitewalk/crawler/crawlfile"
)

// Format is a kind of file that a crawl can be written to.
type Format struct {
	ID   string // "json"
	Name string // "JSON", for a menu
	// Extension is what the names of such files end in: ".json". One that
	// begins with a hyphen, such as "-links.csv", may be the whole name without it.
	Extension string
	About     string // what it is good for, for the help of a command
}

// ErrUnknownFormat tells that a file's name ends in nothing that For knows.
var ErrUnknownFormat = errors.New("no format has this ending")

// job is what a writer is given to do.
type job struct {
	file   *crawlfile.File
	choice Choice
	done   func(float64) // is told the share that is written, between 0 and 1
	name   string        // of the file that is written, without its folder; may be ""
	// more begins a further file beside the one that is written, which belongs
	// to it; nil where there can be none.
	more func(name string) (io.Writer, error)
}

// writer streams a crawl to out. It returns soon after ctx is done.
type writer func(ctx context.Context, j *job, out io.Writer) error

// formats are all formats in the order of a menu.
var formats = []struct {
	Format
	write   writer
	aliases []string // endings that mean the same
}{
	{Format{"xlsx", "Excel", ".xlsx", "a workbook with a sheet for each table"}, writeXLSX, nil},
	{Format{"html", "Report", ".html", "a report that every browser shows"}, writeReport, []string{".htm"}},
	{Format{"csv", "CSV: pages", ".csv", "a table of all addresses"}, csvOf(pagesTable), nil},
	{Format{"csv-links", "CSV: links", "-links.csv", "a table of all links"}, csvOf(linksTable), nil},
	{Format{"csv-broken", "CSV: broken links", "-broken-links.csv", "a table of the links that lead nowhere"}, csvOf(brokenTable), nil},
	{Format{"csv-redirects", "CSV: redirects", "-redirects.csv", "a table of the redirects and where they end"}, csvOf(redirectsTable), nil},
	{Format{"csv-images", "CSV: images", "-images.csv", "a table of the images and the pages they are on"}, csvOf(imagesTable), nil},
	{Format{"csv-findings", "CSV: problems", "-findings.csv", "a table of everything that the checks found"}, csvOf(findingsTable), []string{"-problems.csv"}},
	{Format{"json", "JSON", ".json", "everything, for programs"}, writeJSON, nil},
	{Format{"jsonl", "JSON Lines", ".jsonl", "a line of JSON for each address"}, writeJSONLines, []string{".ndjson"}},
	{Format{"sitemap", "Sitemap", ".xml", "a sitemap for search engines"}, writeSitemap, nil},
	{Format{"sitemap-gz", "Sitemap, compressed", ".xml.gz", "the same, compressed"}, writeSitemapGz, nil},
	{Format{"frog-internal", "CSV as Screaming Frog's Internal: HTML", "-internal_html.csv", "pages, in the columns of Screaming Frog"}, csvOf(frogInternal), nil},
	{Format{"frog-inlinks", "CSV as Screaming Frog's All Inlinks", "-all_inlinks.csv", "links, in the columns of Screaming Frog"}, csvOf(frogInlinks), nil},
	{Format{"frog-issues", "CSV as Screaming Frog's Issues Overview", "-issues_overview_report.csv", "problems, in the columns of Screaming Frog"}, csvOf(frogIssues), nil},
	{Format{"nginx", "Redirect rules for nginx", ".conf", "redirect rules for nginx"}, rulesFor(nginxRules), nil},
	{Format{"apache", "Redirect rules for Apache", ".htaccess", "redirect rules for Apache"}, rulesFor(apacheRules), nil},
	{Format{"wordpress", "Redirect rules for WordPress", "-redirection.csv", "redirect rules for WordPress (plugin Redirection)"}, rulesFor(wordPressRules), nil},
	{Format{"graphml", "Link graph (GraphML)", ".graphml", "the link graph, for yEd and others"}, graphAs(graphML), nil},
	{Format{"gexf", "Link graph (GEXF)", ".gexf", "the link graph, for Gephi"}, graphAs(gexf), nil},
	{Format{"junit", "JUnit XML", "-junit.xml", "the checks as tests, for servers that run tests"}, writeJUnit, nil},
	{Format{"markdown", "Markdown summary", ".md", "a short summary, for a pull request"}, writeMarkdown, nil},
}

// Formats are all formats, in the order a menu shows them.
func Formats() []Format {
	all := make([]Format, len(formats))
	for i, f := range formats {
		all[i] = f.Format
	}
	return all
}

// For gives the format that a file's name asks for by its ending, without
// regard to case. The longest ending counts: "shop-links.csv" and "links.csv"
// are tables of links, "shoplinks.csv" is one of pages.
func For(path string) (Format, bool) {
	var found Format
	longest := 0
	name := strings.ToLower(filepath.Base(path))
	for _, f := range formats {
		for _, ending := range append([]string{f.Extension}, f.aliases...) {
			if len(ending) > longest && endsIn(name, ending) {
				found, longest = f.Format, len(ending)
			}
		}
	}
	return found, longest > 0
}

// Stem is a file's name without the ending that says its format.
func Stem(name string) string {
	format, ok := For(name)
	if !ok {
		return name
	}
	for _, f := range formats {
		if f.ID != format.ID {
			continue
		}
		for _, ending := range append([]string{f.Extension}, f.aliases...) {
			if endsIn(strings.ToLower(name), ending) {
				return strings.TrimRight(name[:max(len(name)-len(ending), 0)], "-_. ")
			}
		}
	}
	return name
}

// endsIn tells whether a file's name, in small letters, has an ending. Where
// that begins with a hyphen, other signs may set it off as well, or nothing be
// before it: "links.csv" and "shop links.csv" end in "-links.csv".
func endsIn(name, ending string) bool {
	if ending[0] == '.' {
		return strings.HasSuffix(name, ending)
	}
	rest, ok := strings.CutSuffix(name, ending[1:])
	return ok && (rest == "" || strings.ContainsAny(rest[len(rest)-1:], "-_. "))
}

// write streams the crawl to out in the given format.
func write(ctx context.Context, format Format, j *job, out io.Writer) error {
	for _, known := range formats {
		if known.ID != format.ID {
			continue
		}
		buffered := bufio.NewWriterSize(out, 64<<10)
		if err := known.write(ctx, j, buffered); err != nil {
			return err
		}
		if err := buffered.Flush(); err != nil {
			return err
		}
		j.done(1)
		return nil
	}
	return fmt.Errorf("%q: %w", format.ID, ErrUnknownFormat)
}
