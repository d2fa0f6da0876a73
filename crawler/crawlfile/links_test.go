package crawlfile

import (
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// linkedPages is a crawl of two pages with links of all kinds.
func linkedPages(t *testing.T) *File {
	t.Helper()
	f := newFile(t)
	save(t, f, crawler.Batch{
		Addresses: []crawler.Address{
			{ID: 1, URL: "https://example.com/"},
			{ID: 2, URL: "https://example.com/b", Depth: 1, FoundOn: 1},
			{ID: 3, URL: "https://example.com/logo.png", Kind: crawler.ImageKind, Depth: 1, FoundOn: 1},
			{ID: 4, URL: "https://example.com/private", Skipped: crawler.ByRobots, Depth: 1, FoundOn: 1},
		},
		Pages: []*crawler.Page{
			{ID: 1, URL: "https://example.com/", Outcome: crawler.Works, Status: 200, Title: "Home", Canonical: "https://example.com/", Links: []crawler.Link{
				{Target: 1, Kind: page.Canonical, Position: page.Head},
				{Target: 3, Kind: page.Image, Text: "Logo", Position: page.Header},
				{Target: 2, Text: "B", Position: page.Nav},
				{Target: 2, Text: "B again", Fragment: "top", Rel: "nofollow", Position: page.Main},
				{Target: 2, Text: "B spelled", Spelling: "https://example.com/%62#top", Fragment: "top"},
				{Target: 4, Text: "Private", Position: page.Footer},
				{Target: 2, Text: "B", Position: page.Nav},
			}},
			{ID: 2, URL: "https://example.com/b", Outcome: crawler.Broken, Status: 404, Title: "Gone", Canonical: "https://example.com/",
				Links: []crawler.Link{{Target: 2, Text: "B", Position: page.Nav}}},
		},
	})
	return f
}

func TestLinksOfAPage(t *testing.T) {
	ctx := context.Background()
	f := linkedPages(t)
	refs, err := f.Outlinks(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range refs {
		got = append(got, strings.Join([]string{r.URL, r.Text, r.Title, r.Outcome.String(), strconv.Itoa(r.Status), r.Rel}, "|"))
	}
	want := []string{
		"https://example.com/||Home|works|200|",
		"https://example.com/b|B|Gone|broken|404|",
		"https://example.com/b#top|B again|Gone|broken|404|nofollow",
		"https://example.com/%62#top|B spelled|Gone|broken|404|",
		"https://example.com/private|Private||skipped|0|",
		"https://example.com/b|B|Gone|broken|404|",
	}
	if !slices.Equal(got, want) {
		t.Errorf("links\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	images, err := f.Images(ctx, 1)
	if err != nil || len(images) != 1 || images[0].ID != 3 || images[0].Link.Text != "Logo" || images[0].Link.Position != page.Header {
		t.Errorf("images %+v, %v", images, err)
	}
	e, err := f.Entry(ctx, 1)
	if want := []string{"https://example.com/b", "https://example.com/%62", "https://example.com/private"}; err != nil || !slices.Equal(e.Outgoing, want) {
		t.Errorf("outgoing %v, want %v, %v", e.Outgoing, want, err)
	}
	if !slices.Equal(e.Images, []string{"https://example.com/logo.png"}) {
		t.Errorf("images %v", e.Images)
	}
	for _, id := range []int64{3, 4, 99} {
		if refs, err := f.Outlinks(ctx, id); err != nil || len(refs) > 0 {
			t.Errorf("links of %d: %v, %v", id, refs, err)
		}
	}
	if _, err := f.Entry(ctx, 99); !errors.Is(err, ErrUnknown) {
		t.Errorf("an entry that is not there: %v", err)
	}
}

// TestLinksAreStoredOnce keeps the file small: a menu costs its links once, and
// what only one page has costs no row.
func TestLinksAreStoredOnce(t *testing.T) {
	f := newFile(t)
	s := newSite(200)
	s.other = 1
	save(t, f, s.batch(100))
	save(t, f, s.batch(100))
	var links, different int
	if err := f.read.QueryRow("SELECT count(*) FROM link").Scan(&links); err != nil {
		t.Fatal(err)
	}
	if err := f.read.QueryRow("SELECT count(DISTINCT target || ' ' || position || ' ' || text) FROM link").Scan(&different); err != nil {
		t.Fatal(err)
	}
	if links != different || links != 60+12 {
		t.Errorf("%d links are stored, %d are different", links, different)
	}
}

// TestLinkCacheForgets is about more links than the cache has room for.
func TestLinkCacheForgets(t *testing.T) {
	const buckets = 1 << 8
	c := newLinkCache(buckets)
	find := func(l crawler.Link) (id uint32, hash uint64) {
		hash = c.prepare(nil, []crawler.Link{l})[0]
		return c.find(hash), hash
	}
	menu := crawler.Link{Target: 1, Text: "Menu"}
	_, hash := find(menu)
	c.add(hash, 7)
	for i := range int64(20 * buckets * linkWays) {
		l := crawler.Link{Target: i + 2}
		id, hash := find(l)
		if id != 0 {
			t.Fatalf("link %d is taken for %d", i, id)
		}
		c.add(hash, uint32(i+8))
		if i%10 == 0 {
			if id, _ := find(menu); id != 7 {
				t.Fatalf("after %d links, the one used all the time has number %d", i, id)
			}
		}
	}
	first := crawler.Link{Target: 2}
	if id, _ := find(first); id != 0 {
		t.Error("the cache has no bounds")
	}
}

// TestLinkCacheSpreadsLinks is about links that have no text, as pictures and
// those to other languages: they all have their places too.
func TestLinkCacheSpreadsLinks(t *testing.T) {
	c := newLinkCache(1 << 12)
	for _, kind := range []page.LinkKind{page.Anchor, page.Image, page.Alternate} {
		var links []crawler.Link
		for target := range int64(500) {
			links = append(links, crawler.Link{Target: target + 1, Kind: kind})
		}
		hashes := c.prepare(nil, links)
		for i, hash := range hashes {
			c.add(hash, uint32(i+1))
		}
		for i, hash := range hashes {
			if id := c.find(hash); id != uint32(i+1) {
				t.Fatalf("link %d of kind %d has number %d", i+1, kind, id)
			}
		}
	}
}

// TestViews reads the documented views.
func TestViews(t *testing.T) {
	f := linkedPages(t)
	if err := f.Finish(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	got := query(t, f, "SELECT url, outcome, status, scope, kind, title, canonical, depth, found_on, at FROM pages ORDER BY id")
	want := []string{
		"https://example.com/|works|200|internal|page|Home|https://example.com/|0||0001-01-01T00:00:00.000Z",
		"https://example.com/b|broken|404|internal|page|Gone|https://example.com/|1|https://example.com/|0001-01-01T00:00:00.000Z",
	}
	if !slices.Equal(got, want) {
		t.Errorf("pages\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	got = query(t, f, "SELECT page, number, target, fragment, kind, position, text, rel FROM links WHERE page_id = 1 ORDER BY page_id, number")
	want = []string{
		"https://example.com/|0|https://example.com/||canonical|head||",
		"https://example.com/|1|https://example.com/logo.png||image|header|Logo|",
		"https://example.com/|2|https://example.com/b||anchor|nav|B|",
		"https://example.com/|3|https://example.com/b|top|anchor|main|B again|nofollow",
		"https://example.com/|4|https://example.com/%62#top|top|anchor|body|B spelled|",
		"https://example.com/|5|https://example.com/private||anchor|footer|Private|",
		"https://example.com/|6|https://example.com/b||anchor|nav|B|",
	}
	if !slices.Equal(got, want) {
		t.Errorf("links\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestViewsInAnotherTool reads a crawl with SQLite's own command line.
func TestViewsInAnotherTool(t *testing.T) {
	tool, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Skip("sqlite3 is not installed")
	}
	f := linkedPages(t)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, f.Path(), "SELECT text FROM links WHERE target LIKE '%/private'", "SELECT title FROM pages WHERE outcome = 'broken'").CombinedOutput()
	if err != nil || string(out) != "Private\nGone\n" {
		t.Errorf("%s, %v", out, err)
	}
}

// query reads rows as text, NULL as "".
func query(t *testing.T, f *File, q string) (lines []string) {
	t.Helper()
	rows, err := f.read.Query(q)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	for rows.Next() {
		values := make([]*string, len(columns))
		places := make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			t.Fatal(err)
		}
		words := make([]string, len(values))
		for i, v := range values {
			if v != nil {
				words[i] = *v
			}
		}
		lines = append(lines, strings.Join(words, "|"))
	}
	return lines
}

func TestLinkList(t *testing.T) {
	full := crawler.Link{Target: 7, Kind: page.Image, Position: page.Main, Text: "a \"b\"\\ \n\x00 ü", Rel: "r", Fragment: "f", Spelling: "s"}
	short := crawler.Link{Target: 4294967295, Kind: page.Anchor, Position: page.Body}
	rel := crawler.Link{Target: 1, Position: page.Nav, Rel: "nofollow"}
	written := func(links ...crawler.Link) string {
		list := []byte("[1,")
		for i := range links {
			list = append(appendLink(list, &links[i]), ',')
		}
		return string(list) + "2]"
	}
	for list, want := range map[string][]listed{
		"": nil, "[1]": {{row: 1}}, "[3,2,4000000000]": {{row: 3}, {row: 2}, {row: 4000000000}},
		written(full, short, rel): {{row: 1}, {link: full}, {link: short}, {link: rel}, {row: 2}},
		`[[5,0]]`:                 {{link: crawler.Link{Target: 5}}},
	} {
		var got []listed
		for l, err := range linkList(list) {
			if err != nil {
				t.Errorf("%q: %v", list, err)
			}
			got = append(got, l)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", list, got, want)
		}
		if targets := targetsOf(t, list); !slices.Equal(targets, shortened(want)) {
			t.Errorf("%q: targets %v", list, targets)
		}
		if list != "" && !json.Valid([]byte(list)) {
			t.Errorf("%q is no JSON", list)
		}
	}
	for _, list := range []string{
		"[", "]", "1", "[1,2", "[a]", "[1,]x", "[1,]", "[]", "[-1]", "[4294967296]", "[,1]", "[1 ]", "[0]",
		"[[]]", "[[1]]", "[[1,]]", "[[1,2]", `[[1,2,"]]`, `[[1,2,"a\"]]`, `[[1,2,"a","b","c","d","e"]]`, "[[1,256]]", "[[0,1]]", `[[1,2,3]]`,
	} {
		var failure error
		for _, err := range linkList(list) {
			failure = err
		}
		if !errors.Is(failure, ErrDamaged) {
			t.Errorf("%q: %v", list, failure)
		}
	}
}

// targetsOf gives what eachTarget tells: rows, and targets as negative numbers.
func targetsOf(t *testing.T, list string) (all []int64) {
	err := eachTarget(list, func(row, target uint32) error {
		all = append(all, int64(row)-int64(target))
		return nil
	})
	if err != nil {
		t.Errorf("%q: %v", list, err)
	}
	return all
}

// shortened is what eachTarget is to tell of links.
func shortened(links []listed) (all []int64) {
	for _, l := range links {
		all = append(all, l.row-l.link.Target)
	}
	return all
}

func FuzzLinkList(f *testing.F) {
	f.Add("[1,2,3]")
	f.Add("[1,")
	f.Add(`[1,[2,57,"text","rel","","\u0001"]]`)
	f.Fuzz(func(t *testing.T, list string) {
		if !utf8.ValidString(list) {
			return // what is not UTF-8 cannot be written as JSON and read back
		}
		again := []byte("[")
		var failed bool
		for l, err := range linkList(list) {
			if failed {
				t.Fatal("something comes after an error")
			}
			failed = err != nil
			if l.row != 0 {
				again = strconv.AppendInt(again, l.row, 10)
			} else {
				again = appendLink(again, &l.link)
			}
			again = append(again, ',')
		}
		if failed || list == "" {
			_ = eachTarget(list, func(uint32, uint32) error { return nil }) // may see less damage, and must end
			return
		}
		again[len(again)-1] = ']'
		var want, got []listed
		for l := range linkList(list) {
			want = append(want, l)
		}
		for l := range linkList(string(again)) {
			got = append(got, l)
		}
		if targets := targetsOf(t, list); !slices.Equal(targets, shortened(want)) {
			t.Errorf("%q: targets %v", list, targets)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, read back from %q: %v", list, want, again, got)
		}
	})
}
