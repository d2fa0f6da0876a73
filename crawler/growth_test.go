package crawler

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"sitewalk/crawler/page"
	"sitewalk/crawler/weburl"
)

// site is a simulated site: it gives the HTML for a path with its query.
type site func(target string) string

// frugal is a Memory that forgets what pages say, for sites of a million.
type frugal struct{ *Memory }

var read = new(Page)

func (f frugal) Save(b Batch) error {
	pages := b.Pages
	b.Pages = nil
	err := f.Memory.Save(b)
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range pages {
		f.pages[p.ID] = read
	}
	return err
}

// walk crawls a simulated site without a network, most pages at most, and gives
// how many pages were read.
func walk(t testing.TB, c *Crawler, s site, most int) (asked int, ended bool) {
	t.Helper()
	c.trap.growth.part = size(everyDayPart, 1)
	writing := make(chan error, 1)
	go func() { writing <- c.writer.run() }()
	defer func() {
		close(c.writer.pages)
		if err := <-writing; err != nil {
			t.Fatal(err)
		}
	}()
	if c.frontier.known() == 0 {
		u, err := weburl.Parse("https://site.test/")
		if err != nil {
			t.Fatal(err)
		}
		c.setSite(u)
		c.begun(u.String())
		start := c.candidate(u, PageKind)
		start.origin = u.Origin()
		c.frontier.add([]candidate{start})
	}
	defer c.end(true)
	for asked < most {
		j, ok, err := c.frontier.next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return asked, true
		}
		u, err := weburl.Parse(j.address.URL)
		if err != nil {
			t.Fatal(err)
		}
		p := &Page{ID: j.address.ID, URL: j.address.URL, Status: 200, Outcome: Works}
		if j.address.Lane() == PageLane {
			asked++
			c.followLinks(&j.address, u, p, page.Parse([]byte(s(u.Target())), "utf-8", u))
		}
		c.record(p)
		c.frontier.leave(j, false, 0)
	}
	return asked, false
}

// walkAll walks a site in one go.
func walkAll(t testing.TB, s site, most int) (asked int, p Progress) {
	t.Helper()
	c, err := New("https://site.test/", Settings{IgnoreRobots: true, NoSitemaps: true}, frugal{NewMemory()})
	if err != nil {
		t.Fatal(err)
	}
	asked, _ = walk(t, c, s, most)
	return asked, c.Progress()
}

// luck gives random numbers that are the same for the same address.
func luck(target string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(target))
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

var someWords = strings.Fields("amber slate willow maple copper river stone cloud silver meadow harbor ember frost cedar thistle raven " +
	"lantern orchard pebble valley canyon breeze juniper marble hollow aspen quartz summit prairie heather tundra coral")

func pick(r *rand.Rand) string { return someWords[r.IntN(len(someWords))] }

// invented is a word that nobody has seen before.
func invented(r *rand.Rand) string {
	w := make([]byte, 5+r.IntN(6))
	for i := range w {
		w[i] = byte('a' + r.IntN(26))
	}
	return string(w)
}

func linkTo(b *strings.Builder, target, text string) {
	fmt.Fprintf(b, "<li><a href='%s'>%s</a></li>\n", target, text)
}

// views is a calendar that counts by bare numbers.
func views(names ...string) site {
	return func(target string) string {
		n := 20_000
		if _, last, ok := strings.Cut(target[1:], "/"); ok {
			n, _ = strconv.Atoi(last[strings.LastIndexByte(last, '/')+1:])
		}
		var b strings.Builder
		fmt.Fprintf(&b, "<title>Calendar</title><h1>Day %d</h1><p>Nothing on.</p>", n)
		for _, view := range names {
			linkTo(&b, fmt.Sprintf("/calendar/%s/%d", view, n+1), "next")
			linkTo(&b, fmt.Sprintf("/calendar/%s/%d", view, n-1), "back")
		}
		return b.String()
	}
}

// endlessSites are sites without an end, with the number of pages that may be
// read of each.
var endlessSites = map[string]struct {
	site site
	most int
}{
	"calendar with views by bare numbers": {views("day", "week", "list"), 3_000},
	"calendar with views in other words":  {views("tag", "woche", "liste", "jahr"), 3_000},
	"calendar with steps of a day and week": {func(target string) string {
		n, _ := strconv.Atoi(target[strings.LastIndexByte(target, '/')+1:])
		var b strings.Builder
		fmt.Fprintf(&b, "<title>Calendar</title><h1>Day %d</h1><p>Nothing on.</p>", n)
		for _, view := range []string{"day", "week", "list"} {
			for _, step := range []int{-30, -7, -1, 1, 7, 30} {
				linkTo(&b, fmt.Sprintf("/calendar/%s/%d", view, n+step), "on")
			}
		}
		return b.String()
	}, 6_000},
	"folders of random words that say their address": {func(target string) string {
		r := luck(target)
		var b strings.Builder
		fmt.Fprintf(&b, "<title>%s</title><p>You are at %s now.</p>", target, target)
		for range 3 {
			linkTo(&b, strings.TrimSuffix(target, "/")+"/"+pick(r)+pick(r)+"/", "on")
		}
		return b.String()
	}, 25_000},
	"random words at one level": {func(target string) string {
		r := luck(target)
		var b strings.Builder
		fmt.Fprintf(&b, "<title>%s</title><p>All about %s and more.</p>", target, target)
		for range 4 {
			linkTo(&b, "/"+pick(r)+"-"+pick(r)+"-"+pick(r)+"-"+pick(r)+"-"+pick(r), "related")
		}
		return b.String()
	}, 25_000},
	"a greeting with the time and related pages at random": {func(target string) string {
		r := luck(target)
		var b strings.Builder
		fmt.Fprintf(&b, "<title>Welcome</title><p>Good day, it is %d:%d.</p>", r.IntN(24), r.IntN(60))
		for range 5 {
			linkTo(&b, fmt.Sprintf("/read/%d", r.IntN(1<<40)), pick(r))
		}
		return b.String()
	}, 25_000},
	"suggestions for every search": {func(target string) string {
		r := luck(target)
		_, query, _ := strings.Cut(target, "?q=")
		var b strings.Builder
		fmt.Fprintf(&b, "<title>Search</title><p>Nothing found for %s. Did you mean:</p>", strings.ReplaceAll(query, "+", " "))
		for range 4 {
			linkTo(&b, "/search?q="+pick(r)+"+"+pick(r)+"+"+pick(r)+"+"+pick(r)+"+"+pick(r), "this")
		}
		return b.String()
	}, 25_000},
	"filters that combine": {func(target string) string {
		_, query, _ := strings.Cut(target, "?")
		r := luck(target)
		var b strings.Builder
		b.WriteString("<title>Shop</title>")
		for range 5 {
			fmt.Fprintf(&b, "<p>%s</p>", pick(r))
		}
		for i := range 8 {
			name := fmt.Sprintf("f%c=", 'a'+i)
			if strings.Contains(query, name) {
				continue
			}
			for _, value := range someWords[:6] {
				all := append(strings.FieldsFunc(query, func(r rune) bool { return r == '&' }), name+value)
				linkTo(&b, "/shop?"+sortedQuery(all), value)
			}
		}
		return b.String()
	}, 40_000},
	"babble with invented words": {func(target string) string {
		r := luck(target)
		var b strings.Builder
		for range 20 {
			b.WriteString(invented(r) + " ")
		}
		for range 2 {
			linkTo(&b, "/"+invented(r)+"/"+invented(r), invented(r))
		}
		return b.String()
	}, 30_000},
	"a wiki's changes, each with those before": {func(target string) string {
		r := luck(target)
		var b strings.Builder
		b.WriteString("<title>Changes</title><p>Difference between revisions.</p>")
		for range 3 {
			linkTo(&b, fmt.Sprintf("/w?title=%s&diff=%d&oldid=%d", pick(r), r.IntN(1<<40), r.IntN(1<<40)), "diff")
		}
		return b.String()
	}, 3_000},
}

func sortedQuery(pairs []string) string {
	sorted := append([]string(nil), pairs...)
	for i := range sorted {
		for j := i; j > 0 && sorted[j] < sorted[j-1]; j-- {
			sorted[j], sorted[j-1] = sorted[j-1], sorted[j]
		}
	}
	return strings.Join(sorted, "&")
}

func TestGrowthEnds(t *testing.T) {
	for name, kind := range endlessSites {
		t.Run(name, func(t *testing.T) {
			most := kind.most
			if most > 10_000 {
				most = size(4_000, most)
			}
			asked, p := walkAll(t, kind.site, most)
			t.Logf("%d pages, skipped %v", asked, p.Reasons)
			if asked >= most || p.Waiting > 0 || p.Reasons[Trap] == 0 {
				t.Errorf("%d pages and %d waiting, skipped %v", asked, p.Waiting, p.Reasons)
			}
		})
	}
}

// everyDayPart is how much smaller the limits of growth are in the tests for
// every day, and with them the sites.
const everyDayPart = 10

// size is that of a big site, and of a smaller one for every day.
func size(everyDay, long int) int {
	if os.Getenv("SITEWALK_LONG") != "" {
		return long
	}
	return everyDay
}

// numberIn gives the number at the end of a target that starts with prefix.
func numberIn(target, prefix string) (n int, ok bool) {
	rest, ok := strings.CutPrefix(target, prefix)
	n, err := strconv.Atoi(rest)
	return n, ok && err == nil
}

// store is a shop: categories with pagers, products named as name gives.
func store(products, perCategory int, name func(n int) string, similar int) site {
	const perPage = 20
	return func(target string) string {
		var b strings.Builder
		if n, ok := numberIn(target, "/product/"); ok {
			fmt.Fprintf(&b, "<title>%s</title><p>%s costs %d.</p>", name(n), name(n), n*7%900)
			linkTo(&b, "/", "home")
			linkTo(&b, fmt.Sprintf("/category/%d?page=0", n/perCategory), "back")
			for i := range similar {
				m := (n*31 + i*977 + i*i*13) % products
				linkTo(&b, fmt.Sprintf("/product/%d", m), name(m))
			}
			return b.String()
		}
		if target == "/" {
			b.WriteString("<title>Shop</title>")
			for c := range (products + perCategory - 1) / perCategory {
				linkTo(&b, fmt.Sprintf("/category/%d?page=0", c), "Category "+name(c))
			}
			return b.String()
		}
		var c, page int
		fmt.Sscanf(target, "/category/%d?page=%d", &c, &page)
		fmt.Fprintf(&b, "<title>Category %s, page %d</title>", name(c), page)
		first := c*perCategory + page*perPage
		for n := first; n < min(first+perPage, (c+1)*perCategory, products); n++ {
			linkTo(&b, fmt.Sprintf("/product/%d", n), name(n))
		}
		if last := min((c+1)*perCategory, products); first+perPage < last {
			linkTo(&b, fmt.Sprintf("/category/%d?page=%d", c, page+1), "next")
		}
		return b.String()
	}
}

// withBaskets gives each product a link that leads to nothing new.
func withBaskets(s site) site {
	return func(target string) string {
		if n, ok := numberIn(target, "/product/"); ok {
			return s(target) + fmt.Sprintf("<a href='/basket?add=%d'>buy</a>", n)
		}
		if strings.HasPrefix(target, "/basket") {
			return "<title>Basket</title><p>One more thing in it.</p><a href='/'>home</a>"
		}
		return s(target)
	}
}

// byNumber and byWords name products.
func byNumber(n int) string { return fmt.Sprint("Product ", n) }

func byWords(n int) string {
	r := luck(strconv.Itoa(n))
	return pick(r) + " " + pick(r) + " " + pick(r)
}

func TestBigHonestSitesAreReadWhole(t *testing.T) {
	n := size(10_000, 1_000_000)
	for name, big := range map[string]struct {
		site site
		want int // pages at least
	}{
		"a shop with a pager of 300 pages for each category": {store(n, 6_000, byWords, 0), n},
		"the same, its products known by their numbers":      {store(n, 6_000, byNumber, 0), n},
		"a shop with many small categories":                  {store(n, 20, byWords, 0), n},
		"the same by their numbers":                          {store(n, 20, byNumber, 0), n},
		"the same, each product with a basket of its own":    {withBaskets(store(n, 20, byWords, 0)), 2 * n},
		"pagers, and a basket for each product":              {withBaskets(store(n, 6_000, byNumber, 0)), 2 * n},
		"a shop with similar products":                       {store(n, 6_000, byWords, 3), n},
		"similar products by their numbers":                  {store(n, 6_000, byNumber, 3), n},
		"an archive of posts for each day of twenty years": {func(target string) string {
			var b strings.Builder
			var y, m, d int
			switch got, _ := fmt.Sscanf(target, "/%d/%d/%d", &y, &m, &d); got {
			case 3:
				fmt.Fprintf(&b, "<title>%s</title><p>%s.</p>", byWords(y*400+m*31+d), byWords(y*400+m*31+d+1))
				linkTo(&b, fmt.Sprintf("/%d/%02d", y, m), "month")
			case 2:
				fmt.Fprintf(&b, "<title>%d/%d</title>", m, y)
				for d := range 28 {
					linkTo(&b, fmt.Sprintf("/%d/%02d/%02d", y, m, d+1), byWords(y*400+m*31+d+1))
				}
				if m > 1 {
					linkTo(&b, fmt.Sprintf("/%d/%02d", y, m-1), "before")
				} else if y > 2006 {
					linkTo(&b, fmt.Sprintf("/%d/12", y-1), "before")
				}
			default:
				linkTo(&b, "/2025/12", "newest")
			}
			return b.String()
		}, 20 * 12 * 28},
		"a forum of numbered threads": {func(target string) string {
			threads := size(10_000, 200_000)
			var b strings.Builder
			if i, ok := numberIn(target, "/thread/"); ok {
				fmt.Fprintf(&b, "<title>Thread %d</title><p>%s? %s!</p><a href='/forum?start=0'>forum</a>", i, byWords(i), byWords(i+7))
				return b.String()
			}
			start, _ := numberIn(target, "/forum?start=")
			b.WriteString("<title>Forum</title>")
			for i := start; i < min(start+40, threads); i++ {
				linkTo(&b, fmt.Sprintf("/thread/%d", i), byWords(i))
			}
			if start+40 < threads {
				linkTo(&b, fmt.Sprintf("/forum?start=%d", start+40), "older")
			}
			return b.String()
		}, size(10_000, 200_000)},
		"an encyclopedia whose articles lead to each other": {func(target string) string {
			r := luck(target)
			var b strings.Builder
			i, _ := numberIn(target, "/wiki/A")
			fmt.Fprintf(&b, "<title>%s</title><p>%s %s</p>", invented(r), invented(r), invented(r))
			linkTo(&b, fmt.Sprintf("/wiki/A%d", (i+1)%n), "next")
			for range 3 {
				linkTo(&b, fmt.Sprintf("/wiki/A%d", r.IntN(n)), invented(r))
			}
			return b.String()
		}, n},
	} {
		t.Run(name, func(t *testing.T) {
			asked, p := walkAll(t, big.site, 3*n+10_000)
			if asked < big.want || p.Reasons[Trap] > 0 {
				t.Errorf("%d pages of %d, skipped %v", asked, big.want, p.Reasons)
			}
		})
	}
}

// A crawl that is carried on again and again ends within about twice of what one in
// one go needs, and some hundred pages for each new beginning.
func TestGrowthEndsAfterResumes(t *testing.T) {
	for name, kind := range endlessSites {
		t.Run(name, func(t *testing.T) {
			inOneGo, _ := walkAll(t, kind.site, kind.most)
			settings := Settings{IgnoreRobots: true, NoSitemaps: true}
			store := frugal{NewMemory()}
			c, err := New("https://site.test/", settings, store)
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			for range 8 {
				asked, ended := walk(t, c, kind.site, inOneGo/4+100)
				if total += asked; ended { // within eight quarters and a little
					t.Logf("%d pages, %d in one go", total, inOneGo)
					return
				}
				if c, err = Resume(store.Meta(), store); err != nil {
					t.Fatal(err)
				}
			}
			t.Errorf("%d pages and not at an end; in one go %d", total, inOneGo)
		})
	}
}

// The ceiling ends a crawl whatever the site says.
func TestCeiling(t *testing.T) {
	everNew := func(target string) string {
		r := luck(target)
		var b strings.Builder
		for range 10 {
			linkTo(&b, "/"+invented(r), invented(r))
			linkTo(&b, "/leaf/"+invented(r), "leaf")
			fmt.Fprintf(&b, "<img src='/%s.jpg'>", invented(r))
		}
		if strings.HasPrefix(target, "/leaf/") {
			return "<p>" + invented(r)
		}
		return b.String()
	}
	for name, set := range map[string]func(f *frontier){
		"of pages":     func(f *frontier) { f.maxSitePages = 500 },
		"of addresses": func(f *frontier) { f.maxFound = 2000 },
	} {
		t.Run(name, func(t *testing.T) {
			c, err := New("https://site.test/", Settings{IgnoreRobots: true, NoSitemaps: true}, frugal{NewMemory()})
			if err != nil {
				t.Fatal(err)
			}
			set(c.frontier)
			asked, ended := walk(t, c, everNew, 3000)
			if !ended || asked > 500 {
				t.Fatalf("%d pages, ended: %v", asked, ended)
			}
			c.end(false)
			p := c.Progress()
			checkSum(t, p)
			if p.State != Finished || p.Waiting != 0 || p.Reasons[Trap] == 0 {
				t.Errorf("state %q, %+v", p.State, p.Counts)
			}
		})
	}
}

// A site that gives each visitor a subdomain of their own ends as well, and so
// does one whose subdomains all say something new.
func TestEndlessSubdomainsEnd(t *testing.T) {
	for name, body := range map[string]func(r *rand.Rand) string{
		"that say the same": func(*rand.Rand) string { return "<title>Home</title><p>Welcome.</p>" },
		"that say new":      func(r *rand.Rand) string { return "<p>" + invented(r) },
	} {
		t.Run(name, func(t *testing.T) {
			c, err := New("https://site.test/", Settings{IgnoreRobots: true, NoSitemaps: true, Subdomains: true}, frugal{NewMemory()})
			if err != nil {
				t.Fatal(err)
			}
			c.frontier.maxHosts = 400
			serial := 0
			asked, ended := walk(t, c, func(string) string {
				serial++
				r := luck(strconv.Itoa(serial))
				text := body(r)
				for range 2 {
					text += fmt.Sprintf("<a href='https://%s.site.test/'>x</a>", invented(r))
				}
				return text
			}, 2_000)
			if !ended || c.Progress().Reasons[Trap] == 0 {
				t.Errorf("%d pages, ended: %v", asked, ended)
			}
		})
	}
}

func BenchmarkWatch(b *testing.B) {
	c, err := New("https://site.test/", Settings{IgnoreRobots: true, NoSitemaps: true}, frugal{NewMemory()})
	if err != nil {
		b.Fatal(err)
	}
	at, _ := weburl.Parse("https://site.test/shop/red-shirt-5")
	facts := &page.Facts{}
	var cs []candidate
	for i := range 93 {
		u, _ := weburl.Parse(fmt.Sprintf("https://site.test/shop/item-%d", i))
		k := c.candidate(u, PageKind)
		k.address.ID = int64(i*50 + 1)
		cs = append(cs, k)
	}
	a := Address{ID: 5_000, Depth: 3, FoundOn: 1}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		facts.Pieces = append(facts.Pieces, uint64(i)*0x9E3779B97F4A7C15)
	}
	for b.Loop() {
		facts.WordHash, facts.TextHash = r.Uint64(), r.Uint64()
		facts.Pieces[7] = r.Uint64()
		c.trap.watch(at, &a, facts, cs, nil)
	}
}
