package sample

import (
	"encoding/xml"
	"image/png"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// linked is every address of the shop that its pages refer to, by its path and
// query as requests write them, with the status it answers.
var linked = map[string]int{
	"/":                                200,
	"/about.html":                      200,
	"/about/history/":                  200,
	"/about/history/first-years.html":  200,
	"/about/history/the-flood.html":    200,
	"/about/history/the-new-roof.html": 200,
	"/about/history/today.html":        200,
	"/about/workshop.html":             200,
	"/accessories/":                    200,
	"/accessories/hooks.html":          200,
	"/accessories/wicks.html":          200,
	"/basket.html":                     200,
	"/contact.html":                    200,
	"/delivery.html":                   200,
	"/downloads/price-list.pdf":        200,
	"/find-a-stockist.html":            500,
	"/gift-vouchers.html":              404,
	"/guides/":                         200,
	"/guides/hanging-a-lantern.html":   200,
	"/guides/light-wind.html":          200,
	"/guides/mending-paper.html":       200,
	"/guides/paste-recipe.html":        404,
	"/images/acorn.png":                200,
	"/images/dusk-large.svg":           200,
	"/images/dusk.svg":                 200,
	"/images/heron.png":                200,
	"/images/lantern.svg":              200,
	"/images/moth-large.svg":           200,
	"/images/moth.svg":                 200,
	"/images/storm.jpg":                404,
	"/images/workshop.png":             200,
	"/kites/":                          200,
	"/kites/heron.html":                200,
	"/kites/swallow.html":              200,
	"/kites/swift.html":                200,
	"/lanterns":                        301,
	"/lanterns/":                       200,
	"/lanterns/?page=2":                200,
	"/lanterns/?sort=name":             200,
	"/lanterns/?sort=price":            200,
	"/lanterns/acorn.html":             200,
	"/lanterns/comet.html":             200,
	"/lanterns/dusk.html":              200,
	"/lanterns/dusk.html?colour=green": 200,
	"/lanterns/ember.html":             200,
	"/lanterns/harbour.html":           200,
	"/lanterns/moth.html":              200,
	"/lanterns/pebble.html":            200,
	"/lanterns/storm.html":             200,
	"/news/":                           200,
	"/news/closing-early.html":         200,
	"/news/lantern-walk.html":          200,
	"/news/soir%C3%A9e.html":           200,
	"/news/summer-sale.html":           410,
	"/newsletter":                      301,
	"/privacy.html":                    200,
	"/returns.html":                    200,
	"/shop.html":                       200,
	"/staff/rota.html":                 200,
	"/stock.html":                      200,
	"/store.html":                      301,
	"/style.css":                       200,
	"/terms.html":                      200,
	"/trade/prices.html":               403,
}

// elsewhere is every address outside the shop that its pages refer to.
var elsewhere = []string{
	"data:audio/wav,",
	"data:video/mp4,",
	"http://localhost:3000/drafts/knot.html",
	"http://partner/",
	"http://partner/beeswax.html",
	"http://partner/members/",
	"javascript:window.print()",
	"mailto:hello@pimbleford.example",
	"tel:+440000000000",
	"tel:ask-Wren",
}

// visitor asks the sample site as a plain program would.
type visitor struct {
	t      *testing.T
	site   *Site
	client http.Client
}

func newVisitor(t *testing.T) *visitor {
	t.Helper()
	site, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.Close)
	return &visitor{t: t, site: site, client: http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

type reply struct {
	*http.Response
	body string
}

// get asks for a target of the shop, or for a whole address.
func (v *visitor) get(target string) reply { return v.ask(http.MethodGet, target, "test") }

func (v *visitor) ask(method, target, agent string) reply {
	v.t.Helper()
	address := target
	if strings.HasPrefix(target, "/") {
		address = strings.TrimSuffix(v.site.URL(), "/") + target
	}
	request, err := http.NewRequest(method, address, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	request.Header.Set("User-Agent", agent)
	response, err := v.client.Do(request)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return reply{response, string(body)}
}

// references are the addresses in a page's attributes, resolved, without
// fragments. It is written apart from the crawler's own reading of pages, to
// be a second opinion.
func references(t *testing.T, at string, document string) []string {
	t.Helper()
	base, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	add := func(ref string) {
		u, err := base.Parse(ref)
		if err != nil {
			t.Fatalf("%s: %v", at, err)
		}
		u.Fragment = ""
		found = append(found, u.String())
	}
	for z := html.NewTokenizer(strings.NewReader(document)); z.Next() != html.ErrorToken; {
		for _, a := range z.Token().Attr {
			switch a.Key {
			case "href", "src":
				add(a.Val)
			case "srcset":
				for candidate := range strings.SplitSeq(a.Val, ",") {
					add(strings.Fields(candidate)[0])
				}
			}
		}
	}
	return found
}

// walk reads every page of the shop that can be reached from its start, robots.txt
// ignored, and gives the pages that refer to each address and the clicks to it.
func (v *visitor) walk() (from map[string][]string, clicks map[string]int) {
	origin := strings.TrimSuffix(v.site.URL(), "/")
	from, clicks = map[string][]string{}, map[string]int{"/": 0}
	for queue := []string{"/"}; len(queue) > 0; queue = queue[1:] {
		target := queue[0]
		answer := v.get(target)
		var refs []string
		switch {
		case answer.Header.Get("Location") != "":
			refs = []string{origin + answer.Header.Get("Location")}
		case answer.StatusCode == 200 && answer.Header.Get("Content-Type") == htmlType:
			refs = references(v.t, origin+target, answer.body)
		}
		for _, ref := range refs {
			next, internal := strings.CutPrefix(ref, origin)
			from[next] = append(from[next], target)
			if _, known := clicks[next]; internal && !known {
				clicks[next] = clicks[target] + 1
				queue = append(queue, next)
			}
		}
	}
	return from, clicks
}

func TestEveryLinkAnswersAsListed(t *testing.T) {
	v := newVisitor(t)
	from, _ := v.walk()
	partner := "http://" + v.site.LocalHosts()[0] + "/"
	var outside []string
	for target, pages := range from {
		status, listed := linked[target]
		switch {
		case !strings.HasPrefix(target, "/"):
			outside = append(outside, strings.Replace(target, partner, "http://partner/", 1))
		case slices.Contains([]string{"/store/", "/our-shop/", "/newsletter/thanks"}, target):
			// Only redirects lead there; TestRedirects has them.
		case !listed:
			t.Errorf("%s, linked from %v, is not listed", target, pages)
		default:
			if got := v.get(target).StatusCode; got != status {
				t.Errorf("%s answers %d, want %d", target, got, status)
			}
		}
	}
	for target := range linked {
		if len(from[target]) == 0 {
			t.Errorf("no page links to %s", target)
		}
	}
	if slices.Sort(outside); !slices.Equal(outside, elsewhere) {
		t.Errorf("links out of the shop:\n%v, want\n%v", outside, elsewhere)
	}
}

func TestRedirects(t *testing.T) {
	v := newVisitor(t)
	for from, to := range map[string]string{
		"/lanterns":          "/lanterns/",
		"/store.html":        "/store/",
		"/store/":            "/our-shop/",
		"/our-shop/":         "/shop.html",
		"/newsletter":        "/newsletter/thanks",
		"/newsletter/thanks": "/newsletter",
	} {
		answer := v.get(from)
		if got := answer.Header.Get("Location"); answer.StatusCode != 301 || got != to {
			t.Errorf("%s: %d to %q, want 301 to %q", from, answer.StatusCode, got, to)
		}
	}
}

func TestBrokenLinksInFooterAndAlone(t *testing.T) {
	v := newVisitor(t)
	from, _ := v.walk()
	if n := len(from["/gift-vouchers.html"]); n < 40 {
		t.Errorf("the footer's broken link is on %d pages", n)
	}
	if got := from["/guides/paste-recipe.html"]; !slices.Equal(got, []string{"/guides/mending-paper.html"}) {
		t.Errorf("the lone broken link is on %v", got)
	}
}

func TestDepth(t *testing.T) {
	_, clicks := newVisitor(t).walk()
	if got := clicks["/about/history/today.html"]; got != 6 {
		t.Errorf("the deepest page is %d clicks from the start, want 6", got)
	}
}

func TestRobotsAndSitemap(t *testing.T) {
	v := newVisitor(t)
	origin := strings.TrimSuffix(v.site.URL(), "/")
	robots := v.get("/robots.txt")
	want := "User-agent: *\nDisallow: /staff/\n\nSitemap: " + origin + "/sitemap.xml\n"
	if robots.body != want || robots.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("robots.txt as %s:\n%s", robots.Header.Get("Content-Type"), robots.body)
	}
	var sitemap struct {
		URL []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(v.get("/sitemap.xml").body), &sitemap); err != nil {
		t.Fatal(err)
	}
	var unlinked []string
	from, _ := v.walk()
	for _, u := range sitemap.URL {
		target := strings.TrimPrefix(u.Loc, origin)
		if got := v.get(target).StatusCode; got != 200 {
			t.Errorf("%s in the sitemap answers %d", target, got)
		}
		if len(from[target]) == 0 {
			unlinked = append(unlinked, target)
		}
	}
	if !slices.Equal(unlinked, []string{"/offers/last-lanterns.html"}) {
		t.Errorf("only in the sitemap: %v", unlinked)
	}
}

func TestTitlesAndDescriptions(t *testing.T) {
	v := newVisitor(t)
	title := regexp.MustCompile(`<title>(.*)</title>`)
	byTitle := map[string][]string{}
	var undescribed []string
	for target, status := range linked {
		answer := v.get(target)
		if status != 200 || answer.Header.Get("Content-Type") != htmlType {
			continue
		}
		text := ""
		if m := title.FindStringSubmatch(answer.body); m != nil {
			text = m[1]
		}
		byTitle[text] = append(byTitle[text], target)
		if !strings.Contains(answer.body, `<meta name="description"`) {
			undescribed = append(undescribed, target)
		}
		if n := strings.Count(answer.body, "<h1>"); n != 1 {
			t.Errorf("%s has %d h1", target, n)
		}
	}
	maps.DeleteFunc(byTitle, func(title string, pages []string) bool { return title != "" && len(pages) == 1 })
	twice := byTitle["Kite | Pimbleford Paper Lanterns"]
	slices.Sort(twice)
	if len(byTitle) != 2 || !slices.Equal(byTitle[""], []string{"/news/closing-early.html"}) ||
		!slices.Equal(twice, []string{"/kites/swallow.html", "/kites/swift.html"}) {
		t.Errorf("missing and repeated titles: %v", byTitle)
	}
	if !slices.Equal(undescribed, []string{"/returns.html"}) {
		t.Errorf("without a description: %v", undescribed)
	}
}

func TestPageSaysAboutItself(t *testing.T) {
	v := newVisitor(t)
	origin := strings.TrimSuffix(v.site.URL(), "/")
	for _, row := range []struct{ target, holds string }{
		{"/basket.html", `<meta name="robots" content="noindex">`},
		{"/lanterns/dusk.html", `<link rel="canonical" href="` + origin + `/lanterns/dusk.html">`},
		{"/lanterns/dusk.html?colour=green", `<link rel="canonical" href="` + origin + `/lanterns/dusk.html">`},
		{"/lanterns/?sort=price", `<link rel="canonical" href="` + origin + `/lanterns/">`},
		{"/lanterns/dusk.html?colour=green", "<h1>Dusk lantern in green</h1>"},
		{"/lanterns/?page=2", "<h1>Lanterns, page 2</h1>"},
		{"/lanterns/?utm_source=letter", "<h1>Lanterns</h1>"},
		{"/news/soir%C3%A9e.html", "<h1>Soirée: an evening of shadows</h1>"},
		{"/news/soir%c3%a9e.html", "<h1>Soirée: an evening of shadows</h1>"},
		{"/lanterns/acorn.html", `<img src="../images/acorn.png">`},
		{"/kites/heron.html", `<a href="../guides/light-wind.html">`},
	} {
		if answer := v.get(row.target); answer.StatusCode != 200 || !strings.Contains(answer.body, row.holds) {
			t.Errorf("%s (%d) does not hold %s:\n%s", row.target, answer.StatusCode, row.holds, answer.body)
		}
	}
}

func TestContentTypes(t *testing.T) {
	v := newVisitor(t)
	for target, want := range map[string]string{
		"/":                         "text/html; charset=utf-8",
		"/lanterns/?sort=name":      "text/html; charset=utf-8",
		"/gift-vouchers.html":       "text/html; charset=utf-8",
		"/style.css":                "text/css; charset=utf-8",
		"/images/dusk.svg":          "image/svg+xml",
		"/images/heron.png":         "image/png",
		"/downloads/price-list.pdf": "application/pdf",
		"/sitemap.xml":              "application/xml",
	} {
		if got := v.get(target).Header.Get("Content-Type"); got != want {
			t.Errorf("%s is %s, want %s", target, got, want)
		}
	}
}

func TestImagesAreImages(t *testing.T) {
	v := newVisitor(t)
	for target, status := range linked {
		if status != 200 || !strings.HasPrefix(target, "/images/") {
			continue
		}
		body := v.get(target).body
		var err error
		if strings.HasSuffix(target, ".png") {
			_, err = png.Decode(strings.NewReader(body))
		} else {
			err = xml.Unmarshal([]byte(body), new(struct {
				XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
			}))
		}
		if err != nil {
			t.Errorf("%s: %v", target, err)
		}
	}
	if !strings.HasPrefix(v.get("/downloads/price-list.pdf").body, "%PDF-") {
		t.Error("the price list is no PDF")
	}
}

func TestSlowPage(t *testing.T) {
	v := newVisitor(t)
	began := time.Now()
	if answer := v.get("/stock.html"); answer.StatusCode != 200 {
		t.Errorf("the slow page answers %d", answer.StatusCode)
	}
	if took := time.Since(began); took < slowness {
		t.Errorf("the slow page took %v, want at least %v", took, slowness)
	}
}

func TestPartner(t *testing.T) {
	v := newVisitor(t)
	partner := "http://" + v.site.LocalHosts()[0] + "/"
	for _, row := range []struct {
		path, agent string
		status      int
	}{
		{"", "test", 200},
		{"beeswax.html", "test", 404},
		{"robots.txt", "test", 404},
		{"members/", "test", 403},
		{"members/", "Sitewalk/0.1", 403},
		{"members/", "Mozilla/5.0 (compatible; Sitewalk/0.1)", 403},
		{"members/", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 200},
	} {
		if got := v.ask(http.MethodGet, partner+row.path, row.agent).StatusCode; got != row.status {
			t.Errorf("/%s asked by %q answers %d, want %d", row.path, row.agent, got, row.status)
		}
	}
}

func TestAnswersAreTheSameEveryTime(t *testing.T) {
	v := newVisitor(t)
	targets := slices.Collect(maps.Keys(linked))
	targets = slices.DeleteFunc(targets, func(target string) bool { return target == "/stock.html" })
	for _, target := range targets {
		first, second, head := v.get(target), v.get(target), v.ask(http.MethodHead, target, "test")
		if first.body != second.body || !maps.EqualFunc(first.Header, second.Header, slices.Equal) {
			t.Errorf("%s changes", target)
		}
		if head.StatusCode != first.StatusCode || !maps.EqualFunc(first.Header, head.Header, slices.Equal) || head.body != "" {
			t.Errorf("%s: HEAD says %d %v, GET %d %v", target, head.StatusCode, head.Header, first.StatusCode, first.Header)
		}
	}
	if got := v.ask(http.MethodPost, "/", "test").StatusCode; got != http.StatusMethodNotAllowed {
		t.Errorf("POST answers %d", got)
	}
}

func TestTwoAtOnceAndClose(t *testing.T) {
	first, second := newVisitor(t), newVisitor(t)
	if first.site.URL() == second.site.URL() {
		t.Fatalf("two sites at %s", first.site.URL())
	}
	if !strings.HasSuffix(first.site.URL(), "/") {
		t.Errorf("start address %s", first.site.URL())
	}
	if got := second.get("/about.html").StatusCode; got != 200 {
		t.Errorf("the second site answers %d", got)
	}
	address := first.site.URL()
	first.site.Close()
	if _, err := first.client.Get(address); err == nil {
		t.Error("a closed site answers")
	}
}

func TestAgain(t *testing.T) {
	for _, origin := range []string{"", "http://127.0.0.1:1", "https://127.0.0.1:8642", "http://example.com"} {
		if s := Again(origin); s != nil {
			s.Close()
			t.Errorf("%q is taken for the sample site", origin)
		}
	}
	const usual = "http://127.0.0.1:8642"
	if s := Again(usual); s != nil { // nil where another program has the port
		defer s.Close()
		if s.URL() != usual+"/" {
			t.Errorf("serves %s", s.URL())
		}
		if second := Again(usual); second != nil {
			second.Close()
			t.Error("serves twice at one address")
		}
	}
}
