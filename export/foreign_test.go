package export

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/page"
)

// The tests of this file read what is written by programs that are not ours.

// hostileTexts are titles as hostile or careless sites have them.
var hostileTexts = []string{
	`=HYPERLINK("http://evil.example","click")`, "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\tx", "a;=1+1",
	"</script><script>alert(1)</script>", "<!-- <script", "]]>&amp;<b>\"quoted\", 'both'", "line\nbreak\r\nand\rmore",
	"\u202eright to left\u202c עברית العربية", "controls \x01\x02\x1b\x7f", "nul \x00 inside", "\ufffe\uffff", "_x000D_ and _x0041_", "\u2028 \u2029 ` ${x}",
	strings.Repeat("ä long title ", 8000), "emoji 👩‍👩‍👧 🏳️‍🌈", "  blanks  ", "'apostrophe", "",
}

// hostile makes a crawl of a site with these titles, a redirect chain, a loop,
// broken links and images.
func hostile(t *testing.T) *crawlfile.File {
	t.Helper()
	f, err := crawlfile.Create(filepath.Join(t.TempDir(), "x"+crawlfile.Extension), meta)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	var b crawler.Batch
	add := func(p crawler.Page) int64 {
		p.ID = int64(len(b.Addresses) + 1)
		p.At = started.Add(time.Second)
		found := int64(1)
		if p.ID == 1 {
			found = 0
		}
		b.Addresses = append(b.Addresses, crawler.Address{ID: p.ID, URL: p.URL, Kind: p.Kind, Scope: p.Scope, Depth: int(min(p.ID-1, 1)), FoundOn: found})
		b.Pages = append(b.Pages, &p)
		return p.ID
	}
	html := func(url, title string) int64 {
		return add(crawler.Page{URL: url, Status: 200, Outcome: crawler.Works, ContentType: "text/html", Charset: "utf-8", Size: 1000, Title: title,
			Took: 80 * time.Millisecond, LastModified: "Mon, 02 Feb 2026 10:00:00 GMT", Canonical: url, Words: 120, Sentences: 10, TextBytes: 500, Proto: "HTTP/2.0"})
	}
	start := html("https://a.example/", "Start")
	for i, title := range hostileTexts {
		html("https://a.example/t/"+string(rune('a'+i)), title)
	}
	gone := add(crawler.Page{URL: "https://a.example/gone?x=1&y=<2>", Status: 404, Outcome: crawler.Broken, Title: "Not found",
		Findings: []crawler.Finding{{Check: "answer-missing-page", Detail: "=1"}}})
	hidden := add(crawler.Page{URL: "https://a.example/hidden", Status: 200, Outcome: crawler.Works, ContentType: "text/html", MetaRobots: "noindex, follow"})
	end := html("https://a.example/new", "New")
	middle := add(crawler.Page{URL: "https://a.example/older", Status: 302, Outcome: crawler.Moved, RedirectTo: "https://a.example/new", RedirectID: end})
	old := add(crawler.Page{URL: "https://a.example/old", Status: 301, Outcome: crawler.Moved, RedirectTo: "https://a.example/older", RedirectID: middle})
	loop := add(crawler.Page{URL: "https://a.example/loop", Status: 301, Outcome: crawler.Moved, RedirectTo: "https://a.example/loop", RedirectID: int64(len(b.Addresses) + 1)})
	picture := add(crawler.Page{URL: "https://a.example/p.png", Kind: crawler.ImageKind, Status: 200, Outcome: crawler.Works, ContentType: "image/png", Size: 4321})
	outside := add(crawler.Page{URL: "https://b.example/", Scope: crawler.External, Outcome: crawler.Unchecked, ErrorKind: "timeout", Size: -1})
	skipped := int64(len(b.Addresses) + 1)
	b.Addresses = append(b.Addresses, crawler.Address{ID: skipped, URL: "https://a.example/private", FoundOn: 1, Skipped: crawler.ByRobots})
	first := b.Pages[0]
	for id := start + 1; id <= skipped; id++ {
		kind, position := page.Anchor, page.Nav
		if id == picture {
			kind, position = page.Image, page.Main
		}
		first.Links = append(first.Links, crawler.Link{Target: id, Text: "=link " + string(rune('A'+id%26)), Kind: kind, Position: position, Rel: "nofollow"})
	}
	second := b.Pages[1]
	second.Links = []crawler.Link{{Target: gone, Fragment: "part", Text: "gone"}, {Target: picture, Kind: page.Image}, {Target: old}, {Target: loop}, {Target: outside}, {Target: hidden}}
	if err := f.Save(b); err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return f
}

// written exports a crawl under a name and gives the file's path.
func written(t *testing.T, f *crawlfile.File, name string, choice Choice) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := ToFile(t.Context(), f, path, choice, nil); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return path
}

// python runs a script and decodes the JSON that it prints. Debian's own
// interpreter comes first: it has Debian's modules.
func python(t *testing.T, into any, script string, args ...string) {
	t.Helper()
	name := "/usr/bin/python3"
	if _, err := os.Stat(name); err != nil {
		if name, err = exec.LookPath("python3"); err != nil {
			t.Skip("python3 is not installed")
		}
	}
	command := exec.Command(name, append([]string{"-c", script}, args...)...)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if strings.Contains(complaints.String(), "No module named 'openpyxl'") {
		t.Skip("python3-openpyxl is not installed")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, complaints.String())
	}
	if err := json.Unmarshal(out, into); err != nil {
		t.Fatalf("%v in %.300s", err, out)
	}
}

// xmllint checks an XML file, with a schema unless that is "".
func xmllint(t *testing.T, path, schema string) {
	t.Helper()
	name, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed")
	}
	args := []string{"--noout", "--nonet"}
	if schema != "" {
		args = append(args, "--schema", schema)
	}
	if out, err := exec.Command(name, append(args, path)...).CombinedOutput(); err != nil {
		t.Errorf("%s: %s", path, out)
	}
}

const readCSV = `
import csv, json, sys
with open(sys.argv[1], encoding="utf-8-sig", newline="") as f:
    print(json.dumps(list(csv.reader(f, strict=True))))`

// readTable reads a CSV: its rows by the names of their columns.
func readTable(t *testing.T, path string) []map[string]string {
	t.Helper()
	var rows [][]string
	python(t, &rows, readCSV, path)
	var all []map[string]string
	for _, row := range rows[1:] {
		if len(row) != len(rows[0]) {
			t.Fatalf("%s: a row of %d cells under %d headings", path, len(row), len(rows[0]))
		}
		named := map[string]string{}
		for i, name := range rows[0] {
			named[name] = row[i]
		}
		all = append(all, named)
	}
	return all
}

// afterReading is what a table says of a hostile text.
func afterReading(s string) string {
	return strings.NewReplacer("\x00", "\ufffd", "\x01", "\ufffd", "\x02", "\ufffd", "\x1b", "\ufffd", "\ufffe", "\ufffd", "\uffff", "\ufffd").Replace(s)
}

func TestCSVIsReadByPython(t *testing.T) {
	f := hostile(t)
	rows := readTable(t, written(t, f, "x.csv", Choice{}))
	titles := map[string]string{}
	for _, row := range rows {
		titles[row["Address"]] = row["Title"]
	}
	for i, text := range hostileTexts {
		want := afterReading(text)
		switch {
		case text == "a;=1+1":
			want = "a;'=1+1"
		case strings.HasPrefix(text, "=") || strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") || strings.HasPrefix(text, "@") || strings.HasPrefix(text, "\t"):
			want = "'" + text
		}
		if got := titles["https://a.example/t/"+string(rune('a'+i))]; got != want {
			t.Errorf("title %.60q is read as %.60q, want %.60q", text, got, want)
		}
	}
	counts, err := f.Counts(t.Context())
	if err != nil || len(rows) != counts.Checked+counts.Failed {
		t.Errorf("%d rows of %d (%v)", len(rows), counts.Checked+counts.Failed, err)
	}
}

func TestCSVTables(t *testing.T) {
	f := hostile(t)
	broken := readTable(t, written(t, f, "broken-links.csv", Choice{}))
	if len(broken) != 2 || broken[0]["Leads to"] != "https://a.example/gone?x=1&y=<2>" || broken[0]["Place"] != "menu" || broken[0]["Text"][:6] != "'=link" ||
		broken[1]["Leads to"] != "https://a.example/gone?x=1&y=<2>#part" || broken[1]["On page"] != "https://a.example/t/a" || broken[1]["Status"] != "404" {
		t.Errorf("broken links: %v", broken)
	}
	redirects := map[string]map[string]string{}
	for _, row := range readTable(t, written(t, f, "x-redirects.csv", Choice{})) {
		redirects[row["Address"]] = row
	}
	if r := redirects["https://a.example/old"]; r["Ends at"] != "https://a.example/new" || r["Redirects"] != "2" || r["Result"] != "Works" ||
		r["Whole way"] != "https://a.example/old → https://a.example/older → https://a.example/new" {
		t.Errorf("a chain: %v", r)
	}
	if r := redirects["https://a.example/loop"]; r["Loop"] != "yes" || r["Result"] != "never ends" {
		t.Errorf("a loop: %v", r)
	}
	images := readTable(t, written(t, f, "images.csv", Choice{}))
	if len(images) != 2 || images[0]["Image"] != "https://a.example/p.png" || images[0]["Bytes"] != "4321" {
		t.Errorf("images: %v", images)
	}
	findings := readTable(t, written(t, f, "x-findings.csv", Choice{}))
	if !slices.ContainsFunc(findings, func(row map[string]string) bool {
		return row["Check"] == "answer-missing-page" && row["What exactly"] == "'=1" && row["Address"] == "https://a.example/gone?x=1&y=<2>" && row["How to mend it"] != ""
	}) {
		t.Errorf("findings: %v", findings)
	}
	links := readTable(t, written(t, f, "links.csv", Choice{}))
	if len(links) < len(hostileTexts) || slices.ContainsFunc(links, func(row map[string]string) bool { return row["Kind"] == "image" }) {
		t.Errorf("%d links", len(links))
	}
	some := readTable(t, written(t, f, "links.csv", Choice{Filter: crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Unchecked}}}))
	if len(some) != 2 || some[0]["Leads to"] != "https://b.example/" {
		t.Errorf("links to what was chosen: %v", some)
	}
}

func TestChoiceOfPages(t *testing.T) {
	f := hostile(t)
	for _, c := range []struct {
		filter crawlfile.Filter
		want   int
	}{
		{crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Moved}}, 3},
		{crawlfile.Filter{Findings: []string{"answer-missing-page"}}, 1},
		{crawlfile.Filter{Text: "right to left"}, 1},
		{crawlfile.Filter{Text: "there is none of these"}, 0},
	} {
		if rows := readTable(t, written(t, f, "x.csv", Choice{Filter: c.filter})); len(rows) != c.want {
			t.Errorf("%+v chooses %d rows, want %d", c.filter, len(rows), c.want)
		}
		data, err := os.ReadFile(written(t, f, "x.json", Choice{Filter: c.filter}))
		if err != nil {
			t.Fatal(err)
		}
		if d := read(t, data); len(d.Pages) != c.want || len(d.Skipped) != 0 {
			t.Errorf("%+v chooses %d pages and %d skipped, want %d", c.filter, len(d.Pages), len(d.Skipped), c.want)
		}
	}
}

func TestScreamingFrogColumns(t *testing.T) {
	if len(frogColumns) != 67 || len(frogInlinks.columns) != 27 {
		t.Fatalf("%d and %d columns", len(frogColumns), len(frogInlinks.columns))
	}
	f := hostile(t)
	for _, row := range readTable(t, written(t, f, "internal_html.csv", Choice{})) {
		want := map[string]string{}
		switch row["Address"] {
		case "https://a.example/":
			want = map[string]string{"Content Type": "text/html; charset=utf-8", "Status Code": "200", "Status": "OK", "Indexability": "Indexable", "Title 1": "Start",
				"Title 1 Length": "5", "Crawl Depth": "0", "Folder Depth": "0", "Word Count": "120", "Average Words Per Sentence": "12.000", "Text Ratio": "50.000",
				"HTTP Version": "2", "Response Time": "0.080", "Title 1 Pixel Width": "42",
				"Outlinks": "28", "Unique Outlinks": "28", "External Outlinks": "1", "Unique External Outlinks": "1", "Inlinks": "0", "% of Total": "0.000"}
		case "https://a.example/hidden":
			want = map[string]string{"Indexability": "Non-Indexable", "Indexability Status": "Noindex", "Inlinks": "2", "Unique Inlinks": "2",
				"% of Total": "8.333"}
		case "https://a.example/old":
			want = map[string]string{"Indexability Status": "Redirected", "Redirect URL": "https://a.example/older", "Redirect Type": "HTTP Redirect"}
		case "https://a.example/t/a":
			want = map[string]string{"Folder Depth": "2", "Crawl Depth": "1"}
		}
		for name, value := range want {
			if row[name] != value {
				t.Errorf("%s: %s is %q, want %q", row["Address"], name, row[name], value)
			}
		}
	}
	inlinks := readTable(t, written(t, f, "all_inlinks.csv", Choice{}))
	if len(inlinks) == 0 || inlinks[0]["Type"] != "Hyperlink" || inlinks[0]["Link Position"] != "Navigation" || inlinks[0]["Follow"] != "false" {
		t.Errorf("inlinks: %v", inlinks[:1])
	}
}

const readWorkbook = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
def value(v):
    return v.isoformat() if hasattr(v, "isoformat") else v
print(json.dumps([{
    "name": s.title, "freeze": s.freeze_panes, "filter": s.auto_filter.ref,
    "rows": [[value(c.value) for c in row] for row in s.iter_rows()],
    "links": {c.coordinate: c.hyperlink.target for row in s.iter_rows() for c in row if c.hyperlink},
    "formulas": sum(c.data_type == "f" for row in s.iter_rows() for c in row),
    "width": s.column_dimensions["B"].width,
} for s in book.worksheets]))`

type readSheet struct {
	Name, Freeze, Filter string
	Rows                 [][]any
	Links                map[string]string
	Formulas             int
	Width                float64
}

func TestWorkbookIsReadByOpenpyxl(t *testing.T) {
	f := hostile(t)
	var sheets []readSheet
	python(t, &sheets, readWorkbook, written(t, f, "x.xlsx", Choice{}))
	var names []string
	for _, s := range sheets {
		names = append(names, s.Name)
		if s.Formulas > 0 || s.Name != "Overview" && (s.Freeze != "A2" || !strings.HasPrefix(s.Filter, "A1:")) {
			t.Errorf("%s: %d formulas, frozen at %q, filter %q", s.Name, s.Formulas, s.Freeze, s.Filter)
		}
	}
	if want := []string{"Overview", "Pages", "Broken links", "Redirects", "Findings", "Images", "Links"}; !slices.Equal(names, want) {
		t.Fatalf("sheets %q, want %q", names, want)
	}
	pages := sheets[1]
	columns := map[string]int{}
	for i, name := range pages.Rows[0] {
		columns[name.(string)] = i
	}
	titles := map[string]any{}
	for _, row := range pages.Rows[1:] {
		titles[row[columns["Address"]].(string)] = row[columns["Title"]]
	}
	for i, text := range hostileTexts {
		var want any = afterReading(text)
		switch {
		case text == "":
			want = nil
		case strings.HasPrefix(text, "_x000D_"): // openpyxl keeps the escapes that Excel undoes
			want = "_x005F_x000D_ and _x005F_x0041_"
		case len(text) > maxCellText:
			want = string([]rune(text)[:maxCellText-1]) + "…"
		}
		if got := titles["https://a.example/t/"+string(rune('a'+i))]; !reflect.DeepEqual(got, want) {
			t.Errorf("title %.60q is read as %.80q, want %.80q", text, got, want)
		}
	}
	first := pages.Rows[1]
	if first[columns["Status"]] != 200.0 || first[columns["Bytes"]] != 1000.0 || first[columns["Changed"]] != "2026-02-02T10:00:00" || first[columns["Looked at"]] != "2026-03-01T10:00:01" {
		t.Errorf("the first row is %v", first)
	}
	if pages.Links["B2"] != "https://a.example/" || pages.Width != 60 {
		t.Errorf("B2 leads to %q, width %v", pages.Links["B2"], pages.Width)
	}
}

func TestWorkbookGoesOnPastLimits(t *testing.T) {
	defer func(rows, links, parts int) { maxRows, maxLinks, maxParts = rows, links, parts }(maxRows, maxLinks, maxParts)
	maxRows, maxLinks, maxParts = 11, 5, 2
	var sheets []readSheet
	python(t, &sheets, readWorkbook, written(t, crawl(t, 30), "x.xlsx", Choice{}))
	sizes := map[string]int{}
	for _, s := range sheets {
		sizes[s.Name] = len(s.Rows)
		if len(s.Links) > 5 {
			t.Errorf("%s has %d links", s.Name, len(s.Links))
		}
	}
	if sizes["Pages"] != 11 || sizes["Pages 2"] != 11 || sizes["Pages 3"] != 0 {
		t.Errorf("rows of sheets: %v", sizes)
	}
	said, err := json.Marshal(sheets[0].Rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`continues on \"Pages 2\"`, "Pages holds the first 20 rows", `On \"Pages\" the first 5 addresses can be clicked`} {
		if !strings.Contains(string(said), want) {
			t.Errorf("the overview does not say %s: %s", want, said)
		}
	}
}

func TestJSONIsReadByPython(t *testing.T) {
	f := hostile(t)
	var titles map[string]string
	python(t, &titles, `import json, sys
print(json.dumps({p["url"]: p["title"] for p in json.load(open(sys.argv[1], encoding="utf-8"))["pages"]}))`, written(t, f, "x.json", Choice{}))
	var lines map[string]string
	python(t, &lines, `import json, sys
print(json.dumps({p["url"]: p["title"] for p in map(json.loads, open(sys.argv[1], encoding="utf-8", newline="\n"))}))`, written(t, f, "x.jsonl", Choice{}))
	if !reflect.DeepEqual(titles, lines) {
		t.Error("the lines say something else than the whole")
	}
	for i, text := range hostileTexts {
		if got := titles["https://a.example/t/"+string(rune('a'+i))]; got != text {
			t.Errorf("title %.60q is read as %.60q", text, got)
		}
	}
}

func TestSitemapFollowsTheSchema(t *testing.T) {
	f := hostile(t)
	path := written(t, f, "sitemap.xml", Choice{})
	xmllint(t, path, "testdata/sitemap.xsd")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := string(data)
	if strings.Count(s, "<url>") != len(hostileTexts)+2 || !strings.Contains(s, "<lastmod>2026-02-02T10:00:00Z</lastmod><image:image><image:loc>https://a.example/p.png<") {
		t.Errorf("the sitemap is %s", s)
	}
	for _, wrong := range []string{"hidden", "gone", "old", "b.example", "private"} {
		if strings.Contains(s, wrong) {
			t.Errorf("the sitemap names %s", wrong)
		}
	}
}

func TestSitemapIsSplit(t *testing.T) {
	defer func(n int) { sitemapEntries = n }(sitemapEntries)
	sitemapEntries = 10
	f := crawl(t, 25)
	path := written(t, f, "map.xml", Choice{})
	xmllint(t, path, "testdata/siteindex.xsd")
	index, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, name := range []string{"map-1.xml", "map-2.xml", "map-3.xml"} {
		part := filepath.Join(filepath.Dir(path), name)
		xmllint(t, part, "testdata/sitemap.xsd")
		data, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		total += strings.Count(string(data), "<url>")
		if !strings.Contains(string(index), "<loc>https://a.example/"+name+"</loc>") {
			t.Errorf("the index lacks %s: %s", name, index)
		}
	}
	if files, err := os.ReadDir(filepath.Dir(path)); total != 25 || len(files) != 4 || err != nil {
		t.Errorf("%d addresses in %d files (%v)", total, len(files), err)
	}
	packed, err := os.Open(filepath.Join(filepath.Dir(written(t, f, "map.xml.gz", Choice{})), "map-3.xml.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	if _, err := gzip.NewReader(packed); err != nil {
		t.Error(err)
	}
}

func TestXMLIsReadByPython(t *testing.T) {
	f := hostile(t)
	for _, name := range []string{"x.graphml", "x.gexf"} {
		path := written(t, f, name, Choice{})
		xmllint(t, path, "")
		var graph struct{ Nodes, Edges, Lost int }
		python(t, &graph, `import json, sys, xml.etree.ElementTree as E
tags = [(e.tag.split("}")[1], e.attrib) for e in E.parse(sys.argv[1]).iter()]
nodes = {a["id"] for t, a in tags if t == "node"}
edges = [(a["source"], a["target"]) for t, a in tags if t == "edge"]
print(json.dumps({"nodes": len(nodes), "edges": len(edges), "lost": sum(s not in nodes or t not in nodes for s, t in edges)}))`, path)
		if graph.Nodes != len(hostileTexts)+7 || graph.Edges != len(hostileTexts)+6+4+3 || graph.Lost > 0 {
			t.Errorf("%s: %+v", name, graph)
		}
	}
	var suite struct{ Tests, Failures, Cases int }
	path := written(t, f, "junit.xml", Choice{})
	xmllint(t, path, "")
	python(t, &suite, `import json, sys, xml.etree.ElementTree as E
s = E.parse(sys.argv[1]).getroot()[0]
print(json.dumps({"tests": int(s.get("tests")), "failures": sum(c.find("failure") is not None for c in s), "cases": len(s)}))`, path)
	if suite.Tests != suite.Cases || suite.Failures < 2 || suite.Failures == suite.Tests {
		t.Errorf("%+v", suite)
	}
}
