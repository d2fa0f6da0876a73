package audit

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/page"
)

// overviewSite keeps a site of n pages; change may spoil one.
func overviewSite(t *testing.T, n int, change func(i int, p *crawler.Page)) *crawlfile.File {
	t.Helper()
	f, err := crawlfile.Create(filepath.Join(t.TempDir(), "x"+crawlfile.Extension),
		crawler.Meta{Typed: "example.com", Site: "https://example.com", State: crawler.Finished})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	var b crawler.Batch
	for i := range n {
		id, url := int64(i+1), fmt.Sprintf("https://example.com/%d", i)
		b.Addresses = append(b.Addresses, crawler.Address{ID: id, URL: url, Depth: min(i, 1)})
		p := &crawler.Page{ID: id, URL: url, Outcome: crawler.Works, Status: 200, ContentType: "text/html", Took: 80 * time.Millisecond}
		if i == 0 {
			for j := range n {
				p.Links = append(p.Links, crawler.Link{Target: int64(j + 1), Text: fmt.Sprint(j), Position: page.Main})
			}
		}
		if change != nil {
			change(i, p)
		}
		b.Pages = append(b.Pages, p)
	}
	if err := f.Save(b); err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return f
}

func overviewOf(t *testing.T, f *crawlfile.File, v *Verdicts) Overview {
	t.Helper()
	o, err := NewOverview(context.Background(), f, v)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestOverviewOfASoundSite(t *testing.T) {
	o := overviewOf(t, overviewSite(t, 20, nil), nil)
	if o.Grade.Letter != "A" || !strings.Contains(o.Story, "example.com is complete") {
		t.Errorf("grade %+v, story %q", o.Grade, o.Story)
	}
	shares := 0
	for _, p := range o.Parts {
		shares += p.Share
		if p.Name == "" || p.Why == "" || p.Explanation == "" {
			t.Errorf("part %+v lacks words", p)
		}
	}
	if shares != 100 {
		t.Errorf("the shares add up to %d", shares)
	}
	if o.Charts.Times[0] != 20 || !slices.Equal(o.Charts.Depths, []int{1, 19}) {
		t.Errorf("charts %+v", o.Charts)
	}
}

func TestOverviewTellsWhatMatters(t *testing.T) {
	const n = 100
	f := overviewSite(t, n, func(i int, p *crawler.Page) {
		if i == n-1 {
			p.Outcome, p.Status = crawler.Broken, 404
			return
		}
		if i > 0 {
			p.Links = append(p.Links, crawler.Link{Target: n, Text: "Offers", Position: page.Nav})
		}
		p.Findings = append(p.Findings, crawler.Finding{Check: "hsts-missing"})
		if i == 50 {
			p.Findings = append(p.Findings, crawler.Finding{Check: "title-missing"})
		}
	})
	o := overviewOf(t, f, nil)
	if len(o.Matter) < 3 || o.Matter[0].Check.ID != "link-broken" || o.Matter[0].Pages != n-1 || len(o.Matter[0].Causes) == 0 {
		t.Fatalf("what matters: %+v", o.Matter)
	}
	if where := o.Matter[0].Where; !strings.HasPrefix(where, "in the menu on 98 pages") {
		t.Errorf("where: %q", where)
	}
	links, security := o.Parts[0], o.Parts[3]
	if links.ID != "links" || links.Grade.Points >= 80 || !strings.Contains(links.Explanation, "(99 pages, ") {
		t.Errorf("links: %+v", links)
	}
	if security.Grade.Letter != "A" || security.Grade.Points == 100 || len(security.Costs) != 1 {
		t.Errorf("security: %+v", security)
	}

	v, _ := LoadVerdicts(filepath.Join(t.TempDir(), "v.json"))
	for _, check := range []string{"link-broken"} {
		causes, err := f.Causes(context.Background(), check, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range causes {
			v.Accept(check, c.Key())
		}
	}
	better := overviewOf(t, f, v)
	if better.Parts[0].Grade.Points <= links.Grade.Points || slices.ContainsFunc(better.Matter, func(m Matter) bool { return m.Check.ID == "link-broken" }) {
		t.Errorf("what is fine still costs: %+v", better.Parts[0])
	}
}

// A crawl that got nowhere has no grade.
func TestNoGradeWithoutPages(t *testing.T) {
	f, err := crawlfile.Create(filepath.Join(t.TempDir(), "x"+crawlfile.Extension), crawler.Meta{Typed: "example.com", State: crawler.Failed})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if o := overviewOf(t, f, nil); o.Grade.Letter != "" || len(o.Parts) != 0 || o.Story == "" {
		t.Errorf("%+v", o)
	}
}

func TestGrades(t *testing.T) {
	for points, letter := range map[float64]string{100: "A", 90: "A", 89.5: "A", 89.4: "B", 80: "B", 70: "C", 69: "D", 55: "D", 54: "E", 40: "E", 39: "F", 0: "F"} {
		if g := gradeOf(points); g.Letter != letter {
			t.Errorf("%v points are %s, want %s", points, g.Letter, letter)
		}
	}
}

// Each group counts in one part of the grade.
func TestEveryGroupIsGraded(t *testing.T) {
	for _, g := range Groups() {
		n := 0
		for _, p := range gradeParts {
			if slices.Contains(p.groups, g) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s is in %d parts", g, n)
		}
	}
}

func TestCauseWhere(t *testing.T) {
	for _, test := range []struct {
		cause crawlfile.Cause
		want  string
	}{
		{crawlfile.Cause{Target: 1, Position: "nav", Pages: 740}, "in the menu on 740 pages: put it right once, and all are mended"},
		{crawlfile.Cause{Target: 1, Position: "main", Pages: 1}, "in the text on one page"},
		{crawlfile.Cause{Detail: "logo.png", Pages: 3}, "the same on 3 pages"},
		{crawlfile.Cause{Detail: "72 characters", Pages: 1}, ""},
		{crawlfile.Cause{Pages: 1}, ""},
	} {
		if got := CauseWhere(test.cause); got != test.want {
			t.Errorf("%+v: %q, want %q", test.cause, got, test.want)
		}
	}
}

func TestWhereTellsOfMostPages(t *testing.T) {
	for _, test := range []struct {
		cause crawlfile.Cause
		want  string
	}{
		{crawlfile.Cause{Detail: "logo.png", Pages: 50}, "the same on 50 pages"},
		{crawlfile.Cause{Detail: "a.png", Pages: 10}, ""},
		{crawlfile.Cause{Target: 1, Position: "nav", Pages: 10}, "in the menu on 10 pages: put it right once, and all are mended"},
	} {
		if got := causesWhere([]crawlfile.Cause{test.cause, {Detail: "b.png", Pages: 1}}, 100); got != test.want {
			t.Errorf("%+v: %q, want %q", test.cause, got, test.want)
		}
	}
}

// TestCostsAddUp adds what is said of each problem: it is what is missing to a hundred.
func TestCostsAddUp(t *testing.T) {
	c := crawlfile.Counts{Findings: map[string]int{}}
	c.Pages = 100
	for i, check := range Checks() {
		c.Findings[check.ID] = 1 + i%100
	}
	for _, p := range gradeAll(c) {
		sum := 0
		for _, cost := range p.Costs {
			sum += cost.Points
		}
		if missing := 100 - p.Grade.Points; sum < missing-len(p.Costs)/2 || sum > missing+len(p.Costs)/2 {
			t.Errorf("%s: the costs add up to %d, but %d points are missing", p.Name, sum, missing)
		}
	}
}
