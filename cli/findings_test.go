package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	dom "golang.org/x/net/html"

	"sitewalk/crawler/audit"
	"sitewalk/sample/expected"
)

// TestSampleFindings holds what the commands tell of the sample site against
// the list written by hand.
func TestSampleFindings(t *testing.T) {
	folder := t.TempDir()
	result, report := filepath.Join(folder, "sample.json"), filepath.Join(folder, "sample.html")
	run(t, "crawl", "--sample", "--output", result, "--report", report).wantCode(t, 0)

	origin, found := findingsOf(t, result)
	if d := expected.Difference(found); d != "" {
		t.Errorf("the JSON's findings:\n%s", d)
	}
	r := readReport(t, report)
	if d := expected.Difference(r.rows(origin)); d != "" {
		t.Errorf("the report's table of addresses:\n%s", d)
	}
	r.mergeSlowness()
	for check, addresses := range byCheck(expected.Findings()) {
		p := r.problems[check]
		if p == nil {
			t.Errorf("the report does not tell of %s", check)
			continue
		}
		if p.count != len(addresses) && !expected.IsSlowness(check) {
			t.Errorf("%s: the report counts %d addresses, not %d", check, p.count, len(addresses))
		}
		named := 0
		for _, address := range addresses {
			if slices.ContainsFunc(p.links, func(link string) bool { return expected.Address(origin, link) == address }) {
				named++
			}
		}
		if named+p.more < len(addresses) || named == 0 && !expected.IsSlowness(check) {
			t.Errorf("%s: the report names %d of %d addresses and says that there are %d more", check, named, len(addresses), p.more)
		}
		delete(r.problems, check)
	}
	for check, p := range r.problems {
		if !expected.IsSlowness(check) {
			t.Errorf("the report tells of %s at %d addresses", check, p.count)
		}
	}
}

// findingsOf gives the site's origin and what a JSON result has as findings.
func findingsOf(t *testing.T, path string) (origin string, found map[string][]string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Site  string
		Pages []struct {
			URL      string
			Findings []string
		}
	}
	if err := json.Unmarshal(content, &r); err != nil {
		t.Fatal(err)
	}
	found = map[string][]string{}
	for _, page := range r.Pages {
		if !slices.IsSorted(page.Findings) || len(slices.Compact(slices.Clone(page.Findings))) != len(page.Findings) {
			t.Errorf("%s has its findings out of order or twice: %v", page.URL, page.Findings)
		}
		if len(page.Findings) > 0 {
			found[expected.Address(r.Site, page.URL)] = page.Findings
		}
	}
	return r.Site, found
}

func byCheck(found map[string][]string) map[string][]string {
	turned := map[string][]string{}
	for address, ids := range found {
		for _, id := range ids {
			turned[id] = append(turned[id], address)
		}
	}
	return turned
}

// told is what a report tells of a check.
type told struct {
	count, more int
	links       []string
}

// page is a row of the report's table of addresses.
type page struct {
	url    string
	checks []string
}

// readable is a report that has been read.
type readable struct {
	problems map[string]*told // by id of the check
	pages    []page
}

// mergeSlowness puts what is very slow, on a busy computer, to what is slow.
func (r *readable) mergeSlowness() {
	very := r.problems["very-slow"]
	if very == nil {
		return
	}
	delete(r.problems, "very-slow")
	slow := r.problems["slow"]
	if slow == nil {
		r.problems["slow"] = very
		return
	}
	slow.count += very.count
	slow.more += very.more
	slow.links = append(slow.links, very.links...)
}

// rows gives the checks of the table's rows, by address.
func (r *readable) rows(origin string) map[string][]string {
	found := map[string][]string{}
	for _, p := range r.pages {
		if len(p.checks) > 0 {
			found[expected.Address(origin, p.url)] = p.checks
		}
	}
	return found
}

// readReport reads a report as its page has it.
func readReport(t *testing.T, path string) *readable {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	document, err := dom.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for _, check := range audit.Checks() {
		ids[check.Name()] = check.ID
	}
	r := &readable{problems: map[string]*told{}}
	for n := range document.Descendants() {
		switch {
		case n.Data == "details":
			name := textOf(first(n, "b"))
			if ids[name] == "" {
				t.Errorf("the report tells of %q, which is no check", name)
			}
			r.problems[ids[name]] = readProblem(n)
		case n.Data == "section" && attribute(n, "id") == "pages":
			r.pages = readPages(t, n, ids)
		}
	}
	return r
}

var counted = regexp.MustCompile(`^([\d,]+) address`)

func readProblem(details *dom.Node) *told {
	p := &told{}
	if m := counted.FindStringSubmatch(textOf(first(details, "span"))); m != nil {
		p.count = whole(m[1])
	}
	for n := range details.Descendants() {
		if n.Data == "a" {
			p.links = append(p.links, attribute(n, "href"))
		}
		if more, ok := strings.CutPrefix(textOf(n), "and "); ok && n.Data == "li" {
			p.more = whole(strings.TrimSuffix(more, " more"))
		}
	}
	return p
}

// readPages reads the data of the table of addresses.
func readPages(t *testing.T, section *dom.Node, ids map[string]string) (pages []page) {
	t.Helper()
	var data struct {
		Columns []struct{ Key string }
		Choices map[string][]string
		Rows    [][]any
	}
	if err := json.Unmarshal([]byte(textOf(first(section, "script"))), &data); err != nil {
		t.Fatal(err)
	}
	column := func(key string) int {
		return slices.IndexFunc(data.Columns, func(c struct{ Key string }) bool { return c.Key == key })
	}
	for _, row := range data.Rows {
		p := page{url: row[column("url")].(string)}
		for _, n := range row[column("problems")].([]any) {
			p.checks = append(p.checks, ids[data.Choices["problems"][int(n.(float64))]])
		}
		pages = append(pages, p)
	}
	return pages
}

// first is the first element of a name within another.
func first(n *dom.Node, name string) *dom.Node {
	for inner := range n.Descendants() {
		if inner.Type == dom.ElementNode && inner.Data == name {
			return inner
		}
	}
	return &dom.Node{}
}

func textOf(n *dom.Node) string {
	var b strings.Builder
	for inner := range n.Descendants() {
		if inner.Type == dom.TextNode {
			b.WriteString(inner.Data)
		}
	}
	return b.String()
}

func attribute(n *dom.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// whole reads a number as the program writes it for people.
func whole(s string) int {
	n, err := strconv.Atoi(strings.ReplaceAll(s, ",", ""))
	if err != nil {
		return -1
	}
	return n
}
