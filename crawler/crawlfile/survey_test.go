package crawlfile

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// surveyed is a page of a site that TestCrawlChecks makes up. A link is its
// target, then words for its kind, its place and its rel; the text is that of
// the target unless quoted by =.
type surveyed struct {
	url   string
	links string
	set   func(*crawler.Address, *crawler.Page)
}

// works is a page that needs no more than its links.
func works(url, links string) surveyed { return surveyed{url, links, nil} }

func broken(url string) surveyed {
	return surveyed{url, "", func(_ *crawler.Address, p *crawler.Page) { p.Outcome, p.Status = crawler.Broken, 404 }}
}

func moved(url, to string) surveyed {
	return surveyed{url, "", func(_ *crawler.Address, p *crawler.Page) {
		p.Outcome, p.Status, p.RedirectTo = crawler.Moved, 301, to
	}}
}

func with(s surveyed, set func(*crawler.Address, *crawler.Page)) surveyed {
	before := s.set
	s.set = func(a *crawler.Address, p *crawler.Page) {
		if before != nil {
			before(a, p)
		}
		set(a, p)
	}
	return s
}

func inSitemap(s surveyed) surveyed {
	return with(s, func(a *crawler.Address, _ *crawler.Page) { a.InSitemap = true })
}

func noindexed(s surveyed) surveyed {
	return with(s, func(_ *crawler.Address, p *crawler.Page) { p.MetaRobots = "max-snippet:none, NoIndex" })
}

func titled(s surveyed, title, description, h1 string) surveyed {
	return with(s, func(_ *crawler.Address, p *crawler.Page) { p.Title, p.MetaDescription, p.H1 = title, description, h1 })
}

func hashed(s surveyed, text, sim uint64, words int) surveyed {
	return with(s, func(_ *crawler.Address, p *crawler.Page) { p.TextHash, p.SimHash, p.Words = text, sim, words })
}

func skippedBy(url string, reason crawler.Reason) surveyed {
	return surveyed{url, "skipped", func(a *crawler.Address, _ *crawler.Page) { a.Skipped = reason }}
}

const surveyOrigin = "https://example.com"

// surveySite makes up the crawl of a site. The first page is the start.
func surveySite(t *testing.T, pages []surveyed) *File {
	t.Helper()
	f := newFile(t)
	saveSurvey(t, f, pages)
	if err := f.Finish(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return f
}

func saveSurvey(t *testing.T, f *File, pages []surveyed) {
	t.Helper()
	save(t, f, surveyBatch(t, pages))
}

// surveyBatch makes the addresses and pages of a site.
func surveyBatch(t *testing.T, pages []surveyed) (b crawler.Batch) {
	t.Helper()
	absolute := func(url string) string {
		if strings.HasPrefix(url, "/") {
			return surveyOrigin + url
		}
		return url
	}
	ids := map[string]int64{}
	for i, s := range pages {
		ids[s.url] = int64(i + 1)
	}
	for i, s := range pages {
		a := crawler.Address{ID: int64(i + 1), URL: absolute(s.url)}
		p := &crawler.Page{ID: a.ID, URL: a.URL, Outcome: crawler.Works, Status: 200, ContentType: "text/html", Proto: "HTTP/1.1"}
		if !strings.HasPrefix(a.URL, surveyOrigin) && !strings.Contains(a.URL, "example.com") {
			a.Scope, p.Scope = crawler.External, crawler.External
		}
		if s.set != nil {
			s.set(&a, p)
		}
		p.RedirectID = ids[p.RedirectTo]
		b.Addresses = append(b.Addresses, a)
		if s.links == "skipped" {
			continue
		}
		for spec := range strings.SplitSeq(s.links, ",") {
			if words := strings.Fields(spec); len(words) > 0 {
				p.Links = append(p.Links, surveyLink(t, ids, words))
			}
		}
		b.Pages = append(b.Pages, p)
	}
	return b
}

func surveyLink(t *testing.T, ids map[string]int64, words []string) crawler.Link {
	t.Helper()
	target, fragment, _ := strings.Cut(words[0], "#")
	l := crawler.Link{Target: ids[target], Fragment: fragment, Text: "to " + target}
	if l.Target == 0 {
		t.Fatalf("no page %q", target)
	}
	for _, word := range words[1:] {
		switch word {
		case "nofollow":
			l.Rel = "noopener nofollow"
		case "canonical":
			l.Kind, l.Position, l.Text = page.Canonical, page.Head, ""
		case "next":
			l.Kind, l.Position, l.Text = page.Next, page.Head, ""
		case "alternate":
			l.Kind, l.Position, l.Text = page.Alternate, page.Head, ""
		case "image":
			l.Kind = page.Image
		case "nav":
			l.Position = page.Nav
		default:
			l.Text = strings.TrimPrefix(word, "=")
		}
	}
	return l
}

// findingsOf lists what the given checks found: "/page check /detail".
func findingsOf(t *testing.T, f *File, checks []string) (found []string) {
	t.Helper()
	err := f.Entries(context.Background(), func(e *Entry) error {
		for _, finding := range e.Findings {
			if slices.Contains(checks, finding.Check) {
				short := func(url string) string { return strings.TrimPrefix(url, surveyOrigin) }
				found = append(found, strings.TrimSpace(fmt.Sprint(short(e.URL), " ", finding.Check, " ", short(finding.Detail))))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	return found
}

// TestCrawlChecks has for each check a page with the problem and one that just
// has not.
func TestCrawlChecks(t *testing.T) {
	for _, test := range []struct {
		name   string
		checks string
		pages  []surveyed
		want   string // lines
	}{
		{"links", "link-broken link-broken-external link-unchecked link-to-redirect link-blocked image-link-broken", []surveyed{
			works("/", "/gone, /gone nav, /moved, /fine, /private, https://other.org/gone, https://other.org/wall, /gone.png image, /big.png image"),
			broken("/gone"), moved("/moved", "/fine"), works("/fine", "/"), skippedBy("/private", crawler.ByRobots),
			broken("https://other.org/gone"),
			with(works("https://other.org/wall", ""), func(_ *crawler.Address, p *crawler.Page) { p.Outcome, p.Status = crawler.Unchecked, 403 }),
			broken("/gone.png"), works("/big.png", ""),
		}, `/ image-link-broken /gone.png
			/ link-blocked /private
			/ link-broken /gone
			/ link-broken-external https://other.org/gone
			/ link-to-redirect /moved
			/ link-unchecked https://other.org/wall`},
		{"anchors", "anchor-broken", []surveyed{
			works("/", "/a#here, /a#gone, /a#top, /a#%C3%BCber, /a#!/route, /b#x, /a#menu nav, /a#lost nav"),
			with(works("/a", "/a#here, /a#nowhere, /a#menu nav, /a#lost nav"), func(_ *crawler.Address, p *crawler.Page) {
				p.Anchors = []uint32{page.AnchorHash("here"), page.AnchorHash("über"), page.AnchorHash("menu")}
			}),
			works("/b", "/a#menu nav, /a#lost nav, /a#lost nav"), broken("/c"), works("/d", "/c#x, /b"),
		}, `/ anchor-broken /a
			/ anchor-broken /b
			/a anchor-broken /a
			/b anchor-broken /a`},
		{"links to redirects", "link-broken link-to-redirect", []surveyed{
			works("/", "/1, /lost, /x nav, /self"), moved("/1", "/2"), moved("/2", "/end"), works("/end", "/x nav, /into"),
			moved("/lost", "/gone"), broken("/gone"), moved("/x", "/y"), moved("/y", "/x"), moved("/self", "/self"), moved("/into", "/x"),
		}, `/ link-broken /lost
			/ link-broken /self
			/ link-broken /x
			/ link-to-redirect /1
			/end link-broken /into
			/end link-broken /x`},
		{"redirects", "redirect-chain redirect-loop redirect-to-broken", []surveyed{
			works("/", "/1, /x, /once, /self, /lost"), moved("/1", "/2"), moved("/2", "/3"), moved("/3", "/end"), works("/end", ""),
			moved("/x", "/y"), moved("/y", "/x"), moved("/once", "/end"), moved("/self", "/self"), moved("/lost", "/gone"), broken("/gone"),
		}, `/1 redirect-chain /end
			/2 redirect-chain /end
			/lost redirect-to-broken /gone
			/self redirect-loop /self
			/x redirect-loop /y
			/y redirect-loop /x`},
		{"same texts", "title-duplicate description-duplicate h1-duplicate", []surveyed{
			titled(works("/", "/a, /b, /c, /d"), "Home", "Welcome", "Hello"), titled(works("/a", ""), "Shop", "Buy", "Chair"),
			titled(works("/b", ""), "Shop", "Buy now", "chair"), noindexed(titled(works("/c", ""), "Shop", "Welcome", "Hello")),
			titled(works("/d", ""), "Shop", "Buy now", ""), works("/e", ""), works("/f", ""),
		}, `/a title-duplicate /b
			/b description-duplicate /d
			/b title-duplicate /a
			/d description-duplicate /b
			/d title-duplicate /a`},
		{"same content", "content-duplicate content-near-duplicate", []surveyed{
			hashed(works("/", "/a"), 1, 0xFFFF_0000_FFFF_0000, 500), hashed(works("/a", ""), 2, 0x00FF_00FF_00FF_00FF, 500),
			hashed(works("/near", ""), 3, 0x00FF_01FF_00FF_02FE, 500), hashed(works("/twin", ""), 2, 0x00FF_00FF_00FF_00FF, 500),
			hashed(works("/far", ""), 4, 0x01FF_01FF_01FF_01FF, 500), hashed(works("/tiny", ""), 5, 0x00FF_00FF_00FF_00FF, 12),
			hashed(works("/empty", ""), 0, 0, 0), hashed(works("/empty2", ""), 0, 0, 0),
		}, `/a content-duplicate /twin
			/a content-near-duplicate /near
			/near content-near-duplicate /a
			/twin content-duplicate /a`},
		{"addresses", "http-duplicate www-duplicate slash-duplicate", []surveyed{
			works("/", "/a"), works("http://example.com/", ""), works("/a", ""), works("/a/", ""), works("https://www.example.com/a", ""),
			works("/a?b=1", ""), works("/a?b=2", ""), works("/c", "/c/ canonical"), works("/c/", ""),
		}, `/a/ slash-duplicate /a
			http://example.com/ http-duplicate /
			https://www.example.com/a www-duplicate /a`},
		{"depth", "page-too-deep page-unreachable", []surveyed{
			works("/", "/1"), works("/1", "/2"), works("/2", "/3"), works("/3", "/4"), works("/4", "/5, /"), works("/5", "/5, https://other.org/"),
			works("https://other.org/", ""), inSitemap(works("/island", "/islet")), works("/islet", "/island"),
		}, `/5 page-too-deep 5
			/island page-unreachable
			/islet page-unreachable`},
		{"sitemaps", "page-orphan page-not-in-sitemap sitemap-broken sitemap-redirect sitemap-non-indexable", []surveyed{
			inSitemap(works("/", "/in, /out, /hidden, /moved")), inSitemap(works("/in", "")), works("/out", ""), noindexed(works("/hidden", "")),
			inSitemap(works("/orphan", "/")), inSitemap(noindexed(works("/secret", "/"))), inSitemap(broken("/gone")), inSitemap(moved("/moved", "/in")),
			inSitemap(works("/copy", "/in canonical")),
		}, `/copy page-orphan
			/copy sitemap-non-indexable
			/gone sitemap-broken
			/moved sitemap-redirect /in
			/orphan page-orphan
			/out page-not-in-sitemap
			/secret page-orphan
			/secret sitemap-non-indexable`},
		{"no sitemap", "page-not-in-sitemap", []surveyed{works("/", "/a"), works("/a", "")}, ""},
		{"links inward", "page-one-inlink inlinks-nofollow-only inlinks-mixed inlinks-noindex-only", []surveyed{
			works("/", "/a, /b nofollow, /c nofollow, /hub, /d"), works("/a", "/a, /c, /b nofollow"), works("/b", "/a"), works("/c", ""),
			noindexed(works("/hub", "/leaf, /d")), works("/leaf", ""), works("/d", ""),
		}, `/b inlinks-nofollow-only
			/c inlinks-mixed
			/leaf inlinks-noindex-only
			/leaf page-one-inlink /hub`},
		{"main copies", "canonical-to-broken canonical-to-redirect canonical-to-noindex canonical-chain canonical-unlinked", []surveyed{
			works("/", "/a, /b, /c, /d, /e, /main, /fine"), works("/a", "/gone canonical"), works("/b", "/moved canonical"), works("/c", "/hidden canonical"),
			works("/d", "/fine canonical"), works("/fine", "/main canonical"), works("/main", "/main canonical"), works("/e", "/alone canonical"),
			broken("/gone"), moved("/moved", "/main"), noindexed(works("/hidden", "/")), works("/alone", ""),
		}, `/a canonical-to-broken /gone
			/b canonical-to-redirect /moved
			/c canonical-to-noindex /hidden
			/c canonical-unlinked /hidden
			/d canonical-chain /fine
			/e canonical-unlinked /alone`},
		{"languages", "hreflang-broken hreflang-to-redirect hreflang-no-return hreflang-to-noindex hreflang-to-non-canonical", []surveyed{
			works("/", "/ alternate, /de alternate, /fr alternate, /gone alternate, /moved alternate, https://other.org/ alternate"),
			works("/de", "/de alternate, / alternate"), works("/fr", "/fr alternate"), broken("/gone"), moved("/moved", "/de"), works("https://other.org/", ""),
			works("/x", "/x alternate, /y alternate"), noindexed(works("/y", "/x alternate, /y alternate")),
			works("/p", "/p alternate, /q alternate"), works("/q", "/p alternate, /q alternate, /x canonical"),
		}, `/ hreflang-broken /gone
			/ hreflang-no-return /fr
			/ hreflang-to-redirect /moved
			/p hreflang-to-non-canonical /q
			/x hreflang-to-noindex /y`},
		{"series", "pagination-broken pagination-unlinked", []surveyed{
			works("/", "/2 next, /2"), works("/2", "/3 next"), works("/3", "/4 next"), broken("/4"),
		}, `/2 pagination-unlinked /3
			/3 pagination-broken /4
			/3 pagination-unlinked /4`},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := surveySite(t, test.pages)
			checks := strings.Fields(test.checks)
			var want []string
			for line := range strings.Lines(test.want) {
				want = append(want, strings.TrimSpace(line))
			}
			if got := findingsOf(t, f, checks); !slices.Equal(got, want) && len(got)+len(want) > 0 {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			checkFound(t, f)
		})
	}
}

// checkFound compares the counts, the filter and the view findings with the
// findings of the entries.
func checkFound(t *testing.T, f *File) {
	t.Helper()
	ctx := context.Background()
	want := map[string][]int64{}
	var lines []string
	err := f.Entries(ctx, func(e *Entry) error {
		for _, finding := range e.Findings {
			if !slices.Contains(want[finding.Check], e.ID) {
				want[finding.Check] = append(want[finding.Check], e.ID)
			}
			lines = append(lines, fmt.Sprint(e.ID, e.URL, finding.Check, finding.Detail))
		}
		alone, err := f.Findings(ctx, e.ID)
		if err == nil && !reflect.DeepEqual(alone, e.Findings) {
			err = fmt.Errorf("%d has %v alone, %v among others", e.ID, alone, e.Findings)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := f.Counts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(counts.Findings) != len(want) {
		t.Errorf("counts %v, want %v", counts.Findings, want)
	}
	for check, ids := range want {
		slices.Sort(ids)
		got, err := f.IDs(ctx, Filter{Findings: []string{check}}, Sort{})
		if err != nil || !slices.Equal(got, ids) || counts.Findings[check] != len(ids) {
			t.Errorf("%s: filtered %v (%v), counted %d, want %v", check, got, err, counts.Findings[check], ids)
		}
	}
	rows, err := f.read.Query(`SELECT id, page, "check", detail FROM findings`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var viewed []string
	for rows.Next() {
		var id int64
		var url, check, detail string
		if err := rows.Scan(&id, &url, &check, &detail); err != nil {
			t.Fatal(err)
		}
		viewed = append(viewed, fmt.Sprint(id, url, check, detail))
	}
	slices.Sort(viewed)
	slices.Sort(lines)
	if !slices.Equal(viewed, lines) {
		t.Errorf("the view has\n%v, want\n%v", viewed, lines)
	}
}
