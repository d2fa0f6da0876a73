package crawlfile

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sitewalk/crawler"
)

// causesOf lists the causes of a check: "pages x /example: /target (text, position) detail".
func causesOf(t *testing.T, f *File, check string, limit int) (list []string) {
	t.Helper()
	causes, err := f.Causes(context.Background(), check, limit)
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, c := range causes {
		if keys[c.Key()] {
			t.Errorf("%s: two causes have the key %q", check, c.Key())
		}
		keys[c.Key()] = true
		short := func(url string) string { return strings.TrimPrefix(url, surveyOrigin) }
		line := fmt.Sprintf("%d x %s", c.Pages, short(c.ExampleURL))
		if c.Target != 0 {
			line += ": " + short(c.URL)
		}
		if c.Position != "" {
			line += fmt.Sprintf(" (%s, %s)", c.Text, c.Position)
		}
		if c.Detail != "" {
			line += " " + short(c.Detail)
		}
		list = append(list, line)
	}
	return list
}

// menuSite is a site of n pages whose menu has a broken link, on which each
// page also has a link of its own.
func menuSite(n int) []surveyed {
	pages := []surveyed{works("/", "/gone nav, /late")}
	for i := range n {
		pages[0].links += fmt.Sprintf(", /%d", i)
		pages = append(pages, with(works(fmt.Sprintf("/%d", i), "/gone nav, /gone nav, /gone =here, /a#lost nav"),
			func(_ *crawler.Address, p *crawler.Page) {
				p.Title = "Shop"
				p.Findings = []crawler.Finding{{Check: "hsts-missing"}, {Check: "image-alt-missing", Detail: surveyOrigin + "/logo.png"},
					{Check: "title-short", Detail: "4 characters"}}
				if i == 1 {
					p.Findings = append(p.Findings, crawler.Finding{Check: "h1-missing"}, crawler.Finding{Check: "image-alt-missing", Detail: "/one.png"})
				}
			}))
	}
	return append(pages, works("/late", "/gone =there"), broken("/gone"), works("/a", ""))
}

func TestCauses(t *testing.T) {
	const n = 40
	f := surveySite(t, menuSite(n))
	for _, test := range []struct {
		check string
		limit int
		want  string
	}{
		{"link-broken", 10, `41 x /: /gone (to /gone, nav)
			40 x /0: /gone (here, body)
			1 x /late: /gone (there, body)`},
		{"link-broken", 1, `41 x /: /gone (to /gone, nav)`},
		{"anchor-broken", 10, `40 x /0: /a (to /a, nav) #lost`},
		{"title-duplicate", 10, `40 x /0: /0`},
		{"hsts-missing", 10, `40 x /0`},
		{"image-alt-missing", 10, `40 x /0 /logo.png
			1 x /1 /one.png`},
		{"title-short", 2, `1 x /0 4 characters
			1 x /1 4 characters`},
		{"h1-missing", 10, `1 x /1`},
		{"no-such-check", 10, ``},
	} {
		var want []string
		for line := range strings.Lines(test.want) {
			want = append(want, strings.TrimSpace(line))
		}
		if got := causesOf(t, f, test.check, test.limit); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.check, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	checkFound(t, f)
}

// TestCausesOnFewPages has links on one to five pages, that is written out in
// the lists of pages or with rows of their own: each is one cause.
func TestCausesOnFewPages(t *testing.T) {
	pages := []surveyed{works("/", "/a, /p1, /p2, /p3, /p4, /p5"), works("/a", "")}
	for i := 1; i <= 5; i++ {
		links := []string{"/a#lost =self"}
		for n := i; n <= 5; n++ { // /gone5 is on five pages, /gone1 on one
			links = append(links, fmt.Sprintf("/gone%d, /gone%d, /a#lost%d =lost%d", n, n, n, n))
		}
		pages = append(pages, works(fmt.Sprintf("/p%d", i), strings.Join(links, ", ")))
	}
	for n := 1; n <= 5; n++ {
		pages = append(pages, broken(fmt.Sprintf("/gone%d", n)))
	}
	f := surveySite(t, pages)
	var want, lost []string
	for n := 5; n >= 1; n-- {
		want = append(want, fmt.Sprintf("%d x /p1: /gone%d (to /gone%d, body)", n, n, n))
		lost = append(lost, fmt.Sprintf("%d x /p1: /a (lost%d, body) #lost%d", n, n, n))
	}
	lost = slices.Insert(lost, 1, "5 x /p1: /a (self, body) #lost")
	if got := causesOf(t, f, "link-broken", 10); !slices.Equal(got, want) {
		t.Errorf("link-broken:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := causesOf(t, f, "anchor-broken", 10); !slices.Equal(got, lost) {
		t.Errorf("anchor-broken:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(lost, "\n"))
	}
	checkFound(t, f)
}

// TestCausesTellLinksApart has links that are alike in all but one thing, written
// out in the lists of pages or with rows of their own.
func TestCausesTellLinksApart(t *testing.T) {
	start, target := works("/", "/a"), works("/a", "")
	for _, test := range []struct {
		name  string
		pages []surveyed
		want  map[string][]string
	}{
		{"two texts", []surveyed{works("/p1", "/a#gone =Foo, /a#gone =Bar"), works("/p2", "/a#gone =Bar")},
			map[string][]string{"anchor-broken": {"2 x /p1: /a (Bar, body) #gone", "1 x /p1: /a (Foo, body) #gone"}}},
		{"two positions", []surveyed{works("/p1", "/a#gone =Foo, /a#gone nav =Foo")},
			map[string][]string{"anchor-broken": {"1 x /p1: /a (Foo, body) #gone", "1 x /p1: /a (Foo, nav) #gone"}}},
		{"three places", []surveyed{works("/p1", "/a#one =more, /a#two =more"), works("/p2", "/a#three =more")},
			map[string][]string{"anchor-broken": {"1 x /p1: /a (more, body) #one", "1 x /p1: /a (more, body) #two", "1 x /p2: /a (more, body) #three"}}},
		{"two places, one of them with a row", []surveyed{works("/p1", "/a#one =more"), works("/p2", "/a#one =more"), works("/p3", "/a#one =more, /a#two =more"), works("/p4", "/a#one =more")},
			map[string][]string{"anchor-broken": {"4 x /p1: /a (more, body) #one", "1 x /p3: /a (more, body) #two"}}},
		{"three times on a page", []surveyed{works("/p1", "/a#gone =Foo, /a#gone =Foo, /a#gone =Foo"), works("/p2", "/a#gone =Foo")},
			map[string][]string{"anchor-broken": {"2 x /p1: /a (Foo, body) #gone"}}},
		{"link and image", []surveyed{broken("/x"), works("/p1", "/x =Pic image"), works("/p2", "/x =Pic"), works("/p3", "/x =Pic image")},
			map[string][]string{"link-broken": {"1 x /p2: /x (Pic, body)"}, "image-link-broken": {"2 x /p1: /x (Pic, body)"}}},
		{"link and image with rows", []surveyed{broken("/x"), works("/p1", "/x =Pic image, /x =Pic image, /x =Pic image"), works("/p2", "/x =Pic, /x =Pic, /x =Pic, /x =Pic image")},
			map[string][]string{"link-broken": {"1 x /p2: /x (Pic, body)"}, "image-link-broken": {"2 x /p1: /x (Pic, body)"}}},
		{"next and alternate", []surveyed{broken("/x"), works("/p1", "/x next"), works("/p2", "/x alternate")},
			map[string][]string{"pagination-broken": {"1 x /p1: /x (, head)"}, "hreflang-broken": {"1 x /p2: /x (, head)"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := surveySite(t, append([]surveyed{start, target}, test.pages...))
			for check, want := range test.want {
				if got := causesOf(t, f, check, 10); !slices.Equal(got, want) {
					t.Errorf("%s:\n%s\nwant\n%s", check, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		})
	}
}

// TestCausesOfManyPlaces has more links to places that are not there than causes
// are kept: the one that is on two pages comes first.
func TestCausesOfManyPlaces(t *testing.T) {
	pages := []surveyed{works("/", "/a"), works("/a", ""), works("/z", "")}
	for i := range maxCauses + 1 {
		pages = append(pages, works(fmt.Sprintf("/p%d", i), fmt.Sprintf("/a#g%d =t%d", i, i)))
	}
	pages = append(pages, works("/q1", "/z#gone =zz"), works("/q2", "/z#gone =zz"))
	f := surveySite(t, pages)
	got := causesOf(t, f, "anchor-broken", 2*maxCauses)
	if len(got) != maxCauses || got[0] != "2 x /q1: /z (zz, body) #gone" {
		t.Errorf("%d, the first %s", len(got), got[0])
	}
}

// TestCausesWithLittleMemory finds the same although it counts less.
func TestCausesWithLittleMemory(t *testing.T) {
	defer func(groups, details, fragments, pairs int) {
		maxGroups, detailsHeld, fragmentsHeld, pairsHeld = groups, details, fragments, pairs
	}(maxGroups, detailsHeld, fragmentsHeld, pairsHeld)
	maxGroups, detailsHeld, fragmentsHeld, pairsHeld = 1, 1, 1, 1
	f := surveySite(t, menuSite(40))
	causes, err := f.Causes(context.Background(), "link-broken", 100)
	if err != nil || len(causes) < 3 || causes[0].Pages != 41 || causes[0].Position != "nav" {
		t.Errorf("%v, %v", causes, err)
	}
	checkFound(t, f)
}

// Until the crawl is finished, pages are told one by one.
func TestCausesOfAGoingCrawl(t *testing.T) {
	f := newFile(t)
	saveSurvey(t, f, menuSite(3))
	if got := causesOf(t, f, "title-short", 2); !slices.Equal(got, []string{"1 x /0 4 characters", "1 x /1 4 characters"}) {
		t.Errorf("%v", got)
	}
	if got := causesOf(t, f, "link-broken", 2); got != nil {
		t.Errorf("%v", got)
	}
}

// TestManyCauses keeps those on most pages.
func TestManyCauses(t *testing.T) {
	s := &survey{graph: &graph{depth: make([]uint32, 1), rank: make([]uint32, 1)}}
	var c causes
	for i := range 10 * maxCauses {
		c.add(s, cause{pages: uint32(i*7919%(10*maxCauses)) + 1})
	}
	c.trim(s)
	if len(c.list) != maxCauses || c.list[0].pages != 10*maxCauses || c.list[maxCauses-1].pages != 9*maxCauses+1 {
		t.Errorf("%d causes from %d to %d pages", len(c.list), c.list[0].pages, c.list[len(c.list)-1].pages)
	}
}

// TestFindingsAreThoseOfAnUndisturbedCrawl saves a site in other pieces and
// another order, finishes it in between and opens it again.
func TestFindingsAreThoseOfAnUndisturbedCrawl(t *testing.T) {
	ctx := context.Background()
	pages := menuSite(30)
	calm := surveySite(t, pages)
	f := newFile(t)
	saveSurvey(t, f, pages)
	if err := f.Finish(ctx, nil); err != nil {
		t.Fatal(err)
	}
	// Some pages are read again, in reverse: first they work, then they are as before.
	var again crawler.Batch
	err := f.Entries(ctx, func(e *Entry) error {
		p := e.Page
		p.Findings, p.Links = []crawler.Finding{{Check: "slow"}}, nil
		again.Pages = append(again.Pages, &p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	save(t, f, again)
	if f.Finished() {
		t.Fatal("finished although pages were saved since")
	}
	if c, _ := f.Counts(ctx); c.Findings["slow"] != len(again.Pages) || c.Findings["link-broken"] != 0 || len(c.Findings) != 1 {
		t.Errorf("counts while it goes on: %v", c.Findings)
	}
	f = reopen(t, f)
	back := crawler.Batch{Pages: surveyBatch(t, pages).Pages}
	slices.Reverse(back.Pages)
	save(t, f, back)
	if err := f.Finish(ctx, nil); err != nil {
		t.Fatal(err)
	}
	f = reopen(t, f)
	checkFound(t, f)
	all := append(CrawlChecks(), "slow", "hsts-missing", "image-alt-missing", "title-short", "h1-missing")
	if got, want := findingsOf(t, f, all), findingsOf(t, calm, all); !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, check := range all {
		if got, want := causesOf(t, f, check, 100), causesOf(t, calm, check, 100); !slices.Equal(got, want) {
			t.Errorf("causes of %s\n%s\nwant\n%s", check, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	got, _ := f.Charts(ctx)
	want, _ := calm.Charts(ctx)
	if fmt.Sprint(got) != fmt.Sprint(want) || want.Depths[0] != 1 || want.Depths[1] != 31 {
		t.Errorf("charts %v, want %v", got, want)
	}
}
