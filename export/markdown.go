package export

import (
	"context"
	"fmt"
	"io"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// writeMarkdown writes a short summary, as a comment for a pull request.
func writeMarkdown(ctx context.Context, j *job, out io.Writer) error {
	o, err := readOverview(ctx, j.file)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## Sitewalk: %s\n\n%s\n\n", inMarkdown(o.Site), inMarkdown(o.Story))
	b.WriteString("| | |\n|---|---:|\n")
	for _, f := range o.Figures {
		fmt.Fprintf(&b, "| %s | %s |\n", f.Name, audit.Number(f.Number))
	}
	if o.counts.Broken > 0 {
		places, err := brokenPlaces(ctx, j.file)
		if err != nil {
			return err
		}
		section(&b, "Broken", "", places, o.counts.Broken)
	}
	for i, p := range o.Problems {
		places, err := problemPlaces(ctx, j.file, p.ID)
		if err != nil {
			return err
		}
		section(&b, p.Name, p.Fix, places, p.Addresses)
		j.done(float64(i+1) / float64(len(o.Problems)))
	}
	_, err = io.WriteString(out, b.String())
	return err
}

// section writes a problem that can be unfolded.
func section(b *strings.Builder, name, fix string, places []string, total int) {
	fmt.Fprintf(b, "\n<details><summary>%s: %s</summary>\n\n", inMarkdown(name), audit.Number(total))
	if fix != "" {
		fmt.Fprintf(b, "%s\n\n", inMarkdown(fix))
	}
	for _, place := range places {
		fmt.Fprintf(b, "- %s\n", inMarkdown(place))
	}
	if more := total - len(places); more > 0 {
		fmt.Fprintf(b, "- and %s more\n", audit.Number(more))
	}
	b.WriteString("\n</details>\n")
}

// brokenPlaces are the first broken addresses, each with a page that leads there.
func brokenPlaces(ctx context.Context, f *crawlfile.File) ([]string, error) {
	ids, err := f.IDs(ctx, crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Broken}}, crawlfile.Sort{By: crawlfile.ByDepth})
	if err != nil {
		return nil, err
	}
	var places []string
	err = f.EntriesOf(ctx, ids[:min(len(ids), placesShown)], func(e *crawlfile.Entry) error {
		place := e.URL
		if e.FoundOn != "" {
			place += " (on " + e.FoundOn + ")"
		}
		places = append(places, place)
		return nil
	})
	return places, err
}

// inMarkdown escapes what Markdown or HTML would read as more than text. An
// address stays whole and is made a link by most who show Markdown.
func inMarkdown(s string) string {
	return strings.NewReplacer("\\", `\\`, "`", "\\`", "*", `\*`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "|", `\|`, "\n", " ", "\r", " ",
		"@", "&#64;").Replace(clean(s))
}
