package export

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

//go:embed report/report.css
var reportStyle string

//go:embed report/report.js
var reportScript string

// reportRows is how many rows a table of the report holds: more than that and
// browsers take long to open it.
var reportRows = 50_000

// reportOutcomes are the results in the order of the report's table of pages,
// the worst first, and their numbers in its data.
var reportOutcomes = []crawler.Outcome{crawler.Broken, crawler.Unchecked, crawler.Moved, crawler.Works}

// writeReport writes one HTML file that needs nothing else: the overview, what
// the checks found, and tables. Whatever a site says is escaped, and a policy
// (Content Security Policy Level 3) keeps the browser from running anything but
// the report's own script or asking any server for anything.
func writeReport(ctx context.Context, j *job, out io.Writer) error {
	o, err := readOverview(ctx, j.file)
	if err != nil {
		return err
	}
	r := &report{out: out, job: j, overview: o}
	r.head()
	r.summary()
	if err := r.charts(ctx, j.part(0, 0.3)); err != nil {
		return err
	}
	if err := r.problems(ctx); err != nil {
		return err
	}
	if err := r.pages(ctx, j.part(0.3, 0.6)); err != nil {
		return err
	}
	if err := r.brokenLinks(ctx, j.part(0.6, 0.9)); err != nil {
		return err
	}
	if err := r.redirects(ctx, j.part(0.9, 1)); err != nil {
		return err
	}
	r.foot()
	return r.err
}

// report writes the file piece by piece and remembers the first error.
type report struct {
	out      io.Writer
	job      *job
	overview *overview
	err      error
}

func (r *report) put(s string) {
	if r.err == nil {
		_, r.err = io.WriteString(r.out, s)
	}
}

// putf is put for a format whose texts are escaped.
func (r *report) putf(format string, args ...any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = html.EscapeString(clean(s))
		}
	}
	r.put(fmt.Sprintf(format, args...))
}

// sourceHash names an inline style or script in a policy.
func sourceHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (r *report) head() {
	policy := "default-src 'none'; script-src " + sourceHash(reportScript) + "; style-src " + sourceHash(reportStyle) +
		"; base-uri 'none'; form-action 'none'"
	r.put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	r.put(`<meta http-equiv="Content-Security-Policy" content="` + policy + "\">\n")
	r.put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"robots\" content=\"noindex\">\n")
	r.putf("<title>%s: what Sitewalk found</title>\n", r.overview.Site)
	r.put("<style>" + reportStyle + "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the contents</a>\n")
	r.putf("<header><h1>%s</h1></header>\n", r.overview.Site)
	r.put(`<nav aria-label="Parts of this report"><ul><li><a href="#overview">Overview</a></li><li><a href="#problems">Problems</a></li>` +
		`<li><a href="#pages">All addresses</a></li><li><a href="#broken">Broken links</a></li><li><a href="#redirects">Redirects</a></li></ul></nav>` + "\n<main id=\"main\">\n")
}

func (r *report) summary() {
	o := r.overview
	r.putf("<section id=\"overview\" aria-labelledby=\"h-overview\">\n<h2 id=\"h-overview\">Overview</h2>\n<p>%s</p>\n", o.Story)
	if !r.job.choice.everything() {
		r.put("<p class=\"soft\">The charts and tables below show a part of the addresses that was chosen when this report was written.</p>\n")
	}
	r.put("<dl class=\"figures\">")
	for _, f := range o.Figures {
		r.putf("<div><dt>%s</dt><dd>%s</dd></div>", f.Name, audit.Number(f.Number))
	}
	r.put("</dl>\n")
}

func (r *report) foot() {
	r.put("</main>\n<footer><p>")
	r.putf("Crawled %s, finished %s. Made by Sitewalk.", r.overview.started.UTC().Format("2006-01-02 15:04 UTC"), r.overview.finished.UTC().Format("2006-01-02 15:04 UTC"))
	r.put("</p></footer>\n<script>" + reportScript + "</script>\n</body>\n</html>\n")
}

// charts writes pictures of the chosen addresses and ends the overview.
func (r *report) charts(ctx context.Context, j *job) error {
	outcomes := map[crawler.Outcome]int{}
	depths := make([]int, 9)
	times := make([]int, len(timeSteps)+1)
	err := eachEntry(ctx, j, func(e *crawlfile.Entry) error {
		outcomes[e.Outcome]++
		if e.Scope != crawler.Internal || e.Kind != crawler.PageKind {
			return nil
		}
		if e.Depth >= 0 {
			depths[min(e.Depth, len(depths)-1)]++
		}
		if e.Status > 0 {
			step := 0
			for step < len(timeSteps) && e.Took.Milliseconds() >= timeSteps[step].below {
				step++
			}
			times[step]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.put("<div class=\"charts\">\n")
	var bars []bar
	for _, o := range []crawler.Outcome{crawler.Works, crawler.Moved, crawler.Broken, crawler.Unchecked} {
		bars = append(bars, bar{audit.OutcomeWord(o), outcomes[o], o.String()})
	}
	r.chart("Results", bars)
	bars = nil
	for depth, n := range depths {
		label := fmt.Sprint(depth)
		if depth == len(depths)-1 {
			label += " or more"
		}
		bars = append(bars, bar{label, n, "bar"})
	}
	r.chart("Pages by clicks from the start", trimBars(bars))
	bars = nil
	for i, n := range times {
		label := "longer"
		if i < len(timeSteps) {
			label = timeSteps[i].label
		}
		bars = append(bars, bar{label, n, "bar"})
	}
	r.chart("Pages by how long they took", bars)
	r.put("</div>\n</section>\n")
	return nil
}

// timeSteps are the bars of the chart of times, in milliseconds.
var timeSteps = []struct {
	below int64
	label string
}{{100, "under 0.1 s"}, {300, "under 0.3 s"}, {1000, "under 1 s"}, {3000, "under 3 s"}}

// bar is one bar of a chart; its class gives the colour.
type bar struct {
	label string
	n     int
	class string
}

// trimBars leaves out empty bars at the end.
func trimBars(bars []bar) []bar {
	for len(bars) > 1 && bars[len(bars)-1].n == 0 {
		bars = bars[:len(bars)-1]
	}
	return bars
}

// chart draws bars as SVG, with their numbers as text.
func (r *report) chart(title string, bars []bar) {
	const width, left, right, step = 360, 120, 70, 26
	most := 1
	var said []string
	for _, b := range bars {
		most = max(most, b.n)
		said = append(said, b.label+": "+audit.Number(b.n))
	}
	r.putf("<figure><figcaption>%s</figcaption><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">", title, width, step*len(bars), title+". "+strings.Join(said, ", "))
	for i, b := range bars {
		long := (width - left - right) * b.n / most
		if b.n > 0 {
			long = max(long, 2)
		}
		y := i * step
		r.putf(`<text x="%d" y="%d" text-anchor="end">%s</text><rect class="%s" x="%d" y="%d" width="%d" height="16" rx="3"/><text x="%d" y="%d">%s</text>`,
			left-8, y+16, b.label, b.class, left, y+4, long, left+long+6, y+16, audit.Number(b.n))
	}
	r.put("</svg></figure>\n")
}

// causesShown is how many things to mend a problem names.
const causesShown = 25

// problems writes what the checks found, grouped, each with why it matters,
// how it is mended and where it is.
func (r *report) problems(ctx context.Context) error {
	r.put("<section id=\"problems\" aria-labelledby=\"h-problems\">\n<h2 id=\"h-problems\">Problems</h2>\n")
	if len(r.overview.Problems) == 0 {
		r.put("<p>The checks found nothing to mend.</p>\n")
	}
	group := ""
	for i, p := range r.overview.Problems {
		if p.Group != group {
			group = p.Group
			r.putf("<h3>%s</h3>\n", group)
		}
		r.putf("<details><summary><b>%s</b> <span class=\"soft\">%s · %s</span></summary>\n<div>", p.Name, addressesWord(p.Addresses), p.Hurts)
		r.putf("<p><b>Why it matters.</b> %s</p>\n<p><b>How to mend it.</b> %s</p>\n<p><b>Where it is.</b></p>\n<ul>", p.Why, p.Fix)
		if err := r.places(ctx, p); err != nil {
			return err
		}
		r.putf("</ul>\n<button type=\"button\" hidden data-problem=\"%d:%d\">Show these in the table<span class=\"skip\">: %s</span></button></div></details>\n", problemsColumn, i, p.Name)
	}
	r.put("</section>\n")
	return r.err
}

func addressesWord(n int) string {
	if n == 1 {
		return "1 address"
	}
	return audit.Number(n) + " addresses"
}

// places lists what there is to mend for a problem.
func (r *report) places(ctx context.Context, p problem) error {
	causes, err := r.job.file.Causes(ctx, p.ID, causesShown)
	if err != nil {
		return err
	}
	for _, c := range causes {
		if c.URL == "" || c.Target == 0 {
			continue
		}
		r.put("<li>")
		if c.Text != "" {
			r.putf("Link “%s” to ", c.Text)
		}
		r.link(c.URL)
		if c.Pages > 1 {
			r.putf(", on %s pages", audit.Number(c.Pages))
		}
		if c.Detail != "" {
			r.putf(" <span class=\"soft\">%s</span>", c.Detail)
		}
		r.put("</li>\n")
	}
	places, err := problemPlaces(ctx, r.job.file, p.ID)
	if err != nil {
		return err
	}
	for _, place := range places {
		r.put("<li>")
		r.link(place)
		r.put("</li>\n")
	}
	if more := p.Addresses - len(places); more > 0 {
		r.putf("<li class=\"soft\">and %s more</li>\n", audit.Number(more))
	}
	return nil
}

// link writes an address that can be followed when it is one of the web.
func (r *report) link(address string) {
	if strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://") {
		r.putf(`<a rel="noopener noreferrer nofollow" href="%s">%s</a>`, address, address)
		return
	}
	r.putf("%s", address)
}

// reportColumn is a column of a table as the script knows it.
type reportColumn struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Kind  string `json:"kind"` // text, address, number, choice (a number of choices), choices (several)
	Wide  bool   `json:"wide,omitempty"`
}

// problemsColumn is the number of the column with the problems.
const problemsColumn = 4

var reportPages = []reportColumn{{"result", "Result", "choice", false}, {"url", "Address", "address", true}, {"title", "Title", "text", true},
	{"status", "Status", "number", false}, {"problems", "Problems", "choices", true}, {"ms", "Milliseconds", "number", false},
	{"size", "Bytes", "number", false}, {"depth", "Clicks from start", "number", false}, {"words", "Words", "number", false}, {"found_on", "Found on", "address", true}}

func (r *report) pages(ctx context.Context, j *job) error {
	names := make([]string, len(r.overview.Problems))
	index := map[string]int{}
	for i, p := range r.overview.Problems {
		names[i], index[p.ID] = p.Name, i
	}
	results := resultNames()
	t := r.table("pages", "All addresses", reportPages, []choiceGroup{{0, "Result", results}, {problemsColumn, "Problem", names}})
	t.choices = map[string][]string{"result": results, "problems": names}
	t.begin()
	for i, outcome := range reportOutcomes {
		narrowed, none := j.part(float64(i)/4, float64(i+1)/4).only(outcome)
		if none {
			continue
		}
		err := eachEntry(ctx, narrowed, func(e *crawlfile.Entry) error {
			found := []int{}
			for _, id := range findingsOf(e) {
				if n, ok := index[id]; ok {
					found = append(found, n)
				}
			}
			return t.row(resultNumber(e.Outcome), e.URL, e.Title, orNull(e.Status), found, e.Took.Milliseconds(), max(e.Size, 0), orNull(e.Depth+1, -1), orNull(e.Words), e.FoundOn)
		})
		if err != nil && !errors.Is(err, errFull) {
			return err
		}
	}
	return t.end()
}

// resultNames are the words for results by the numbers that the data has.
func resultNames() []string {
	var names []string
	for _, o := range []crawler.Outcome{crawler.Works, crawler.Moved, crawler.Broken, crawler.Unchecked, crawler.Skipped, crawler.Waiting} {
		names = append(names, audit.OutcomeWord(o))
	}
	return names
}

func resultNumber(o crawler.Outcome) int {
	if o == crawler.Waiting {
		return 5
	}
	return int(o) - 1
}

// orNull is n, with what is added to it, or nil when n is 0: not known.
func orNull(n int, add ...int) any {
	if n == 0 {
		return nil
	}
	for _, a := range add {
		n += a
	}
	return n
}

var reportLinks = []reportColumn{{"page", "On page", "address", true}, {"url", "Leads to", "address", true}, {"text", "Text", "text", true},
	{"status", "Status", "number", false}, {"place", "Place", "text", false}, {"kind", "Kind", "text", false}}

func (r *report) brokenLinks(ctx context.Context, j *job) error {
	t := r.table("broken", "Broken links", reportLinks, nil)
	t.begin()
	if narrowed, none := j.only(crawler.Broken); !none {
		err := narrowed.eachLink(ctx, func(l *crawlfile.Reference) error {
			return t.row(l.Page, l.URL, l.Text, orNull(l.Aim.Status), positions[l.Position], linkKinds[l.Kind])
		})
		if err != nil && !errors.Is(err, errFull) {
			return err
		}
	}
	return t.end()
}

var reportRedirects = []reportColumn{{"url", "Address", "address", true}, {"status", "Status", "number", false}, {"end", "Ends at", "address", true},
	{"hops", "Redirects", "number", false}, {"outcome", "Result", "text", false}, {"found_on", "Found on", "address", true}}

func (r *report) redirects(ctx context.Context, j *job) error {
	t := r.table("redirects", "Redirects", reportRedirects, nil)
	t.begin()
	if narrowed, none := j.only(crawler.Moved); !none {
		err := eachEntry(ctx, narrowed, func(e *crawlfile.Entry) error {
			w, err := follow(ctx, j.file, e)
			if err != nil {
				return err
			}
			return t.row(e.URL, orNull(e.Status), w.end, w.hops, w.outcome(), e.FoundOn)
		})
		if err != nil && !errors.Is(err, errFull) {
			return err
		}
	}
	return t.end()
}

// choiceGroup are values of a column that a table can be narrowed to.
type choiceGroup struct {
	column int
	label  string
	values []string
}

// reportTable writes a table: its heading, and its rows as data for the script.
type reportTable struct {
	report  *report
	id      string
	title   string
	columns []reportColumn
	groups  []choiceGroup
	choices map[string][]string
	rows    int
	cut     bool
	buffer  strings.Builder
}

func (r *report) table(id, title string, columns []reportColumn, groups []choiceGroup) *reportTable {
	return &reportTable{report: r, id: id, title: title, columns: columns, groups: groups}
}

func (t *reportTable) begin() {
	r := t.report
	r.putf("<section id=\"%s\" data-table aria-labelledby=\"h-%s\">\n<h2 id=\"h-%s\">%s</h2>\n", t.id, t.id, t.id, t.title)
	r.put("<div class=\"tools\"><label>Search<input type=\"search\" autocomplete=\"off\" spellcheck=\"false\"></label>")
	if len(t.groups) > 0 {
		r.put("<label>Show<select><option value=\"\">Everything</option>")
		for _, g := range t.groups {
			r.putf("<optgroup label=\"%s\">", g.label)
			for i, value := range g.values {
				r.putf("<option value=\"%d:%d\">%s</option>", g.column, i, value)
			}
			r.put("</optgroup>")
		}
		r.put("</select></label>")
	}
	r.putf("</div>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table: %s\"><table><thead><tr>", t.title)
	for _, c := range t.columns {
		class := ""
		if c.Wide {
			class = ` class="wide"`
		}
		r.put("<th scope=\"col\"" + class + ">")
		r.putf("<button type=\"button\">%s</button></th>", c.Label)
	}
	r.put("</tr></thead><tbody></tbody></table></div>\n")
	r.put("<div class=\"pager\"><button type=\"button\" data-go=\"back\">Back</button><button type=\"button\" data-go=\"on\">Further</button><span role=\"status\"></span></div>\n")
	r.put("<script type=\"application/json\">{\"columns\":")
	t.encode(t.columns)
	r.put(",\"choices\":")
	t.encode(t.choices)
	r.put(",\"rows\":[")
}

// row adds a row, or gives errFull when the table has as many as it may have.
func (t *reportTable) row(values ...any) error {
	if t.rows == reportRows {
		t.cut = true
		return errFull
	}
	if t.rows > 0 {
		t.report.put(",\n")
	}
	t.rows++
	t.encode(values)
	return t.report.err
}

// encode writes a value as JSON that cannot end the script element it is in.
func (t *reportTable) encode(value any) {
	t.buffer.Reset()
	if err := json.NewEncoder(&t.buffer).Encode(value); err != nil && t.report.err == nil {
		t.report.err = err
	}
	t.report.put(strings.TrimSuffix(t.buffer.String(), "\n"))
}

func (t *reportTable) end() error {
	t.report.put("]}</script>\n")
	if t.cut {
		t.report.putf("<p class=\"soft\">These are the first %s, the worst first. The others are in the crawl file: write a CSV to see all of them.</p>\n", audit.Number(reportRows))
	}
	t.report.put("<noscript><p>The rows of this table are shown by a script, which your browser does not run.</p></noscript>\n</section>\n")
	return t.report.err
}
