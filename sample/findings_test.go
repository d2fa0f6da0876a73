package sample_test

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/sample"
)

// onEveryPage is what is wrong with all pages of the shop that can be read.
const onEveryPage = "http-page csp-missing sniffing-allowed framing-allowed referrer-leaks"

// usual is what most pages have besides: they are short, as the shop's owner
// likes them.
const usual = "canonical-missing content-thin data-missing description-narrow description-short h2-missing link-nofollow share-missing"

// findings are what else is wrong with each address, by its path and query.
var findings = map[string]string{
	"/":                                "canonical-missing content-thin data-missing image-no-size link-nofollow share-missing",
	"/about.html":                      "canonical-missing content-thin data-missing description-short h2-missing image-alt-empty link-nofollow link-without-text new-tab-unsafe share-missing",
	"/about/history/":                  usual,
	"/about/history/first-years.html":  usual,
	"/about/history/the-flood.html":    usual,
	"/about/history/the-new-roof.html": usual,
	"/about/history/today.html":        usual,
	"/about/workshop.html":             "aria-to-nowhere canonical-missing content-dummy content-thin data-missing description-narrow description-short id-twice image-no-size link-nofollow share-missing",
	"/accessories/":                    usual,
	"/accessories/hooks.html":          usual,
	"/accessories/wicks.html":          usual + " viewport-fixed zoom-disabled",
	"/basket.html":                     "link-nofollow noindex",
	"/contact.html":                    "button-without-text canonical-missing content-thin data-missing description-narrow description-short form-on-http input-only-hinted input-without-label label-to-nowhere link-contact-broken link-nofollow share-missing",
	"/delivery.html":                   "canonical-missing content-thin data-missing description-narrow description-short h2-long link-nofollow share-missing table-without-headers",
	"/downloads/price-list.pdf":        "http-page",
	"/find-a-stockist.html":            "answer-server-error",
	"/gift-vouchers.html":              "answer-missing-page",
	"/guides/":                         usual,
	"/guides/hanging-a-lantern.html":   "canonical-missing content-thin data-missing description-narrow description-short heading-empty heading-skipped link-nofollow link-vague share-missing video-without-captions",
	"/guides/light-wind.html":          usual + " plays-by-itself plugin",
	"/guides/mending-paper.html":       usual,
	"/guides/paste-recipe.html":        "answer-missing-page",
	"/images/acorn.png":                "image-not-kept",
	"/images/dusk-large.svg":           "image-not-kept",
	"/images/dusk.svg":                 "image-not-kept",
	"/images/heron.png":                "image-not-kept",
	"/images/lantern.svg":              "image-not-kept",
	"/images/moth-large.svg":           "image-not-kept",
	"/images/moth.svg":                 "image-not-kept",
	"/images/storm.jpg":                "image-broken",
	"/images/workshop.png":             "image-not-kept",
	"/kites/":                          usual,
	"/kites/heron.html":                usual + " image-no-size",
	"/kites/swallow.html":              usual,
	"/kites/swift.html":                "canonical-missing content-thin data-broken description-narrow description-short h2-missing link-nofollow share-no-image",
	"/lanterns":                        "redirect-permanent",
	"/lanterns/":                       "canonical-missing content-thin data-missing description-short h2-missing image-no-size link-nofollow share-missing",
	"/lanterns/?page=2":                usual + " address-parameters",
	"/lanterns/?sort=name":             "canonicalised link-nofollow",
	"/lanterns/?sort=price":            "canonicalised link-nofollow",
	"/lanterns/acorn.html":             usual + " image-alt-missing image-no-size",
	"/lanterns/comet.html":             usual + " hreflang-bad-code hreflang-no-default",
	"/lanterns/dusk.html":              "content-thin data-missing description-narrow description-short h2-missing image-no-size link-nofollow share-missing",
	"/lanterns/dusk.html?colour=green": "canonicalised link-nofollow",
	"/lanterns/ember.html":             usual,
	"/lanterns/harbour.html":           usual,
	"/lanterns/moth.html":              usual + " image-no-size",
	"/lanterns/pebble.html":            usual,
	"/lanterns/storm.html":             usual + " image-no-size",
	"/news/":                           usual,
	"/news/closing-early.html":         usual + " title-missing",
	"/news/lantern-walk.html":          usual + " moving-text obsolete",
	"/news/soir%C3%A9e.html":           usual + " address-foreign-letters",
	"/news/summer-sale.html":           "answer-missing-page",
	"/newsletter":                      "redirect-permanent",
	"/newsletter/thanks":               "redirect-permanent",
	"/offers/last-lanterns.html":       usual,
	"/our-shop/":                       "redirect-permanent",
	"/privacy.html":                    usual + " head-ended-early",
	"/returns.html":                    "canonical-missing content-thin data-missing description-missing link-nofollow share-missing",
	"/shop.html":                       "canonical-missing content-thin data-missing h2-missing link-nofollow share-missing",
	"/stock.html":                      usual + " link-by-script reloads-by-itself slow",
	"/store.html":                      "redirect-permanent",
	"/store/":                          "redirect-permanent",
	"/terms.html":                      usual + " description-several keywords-several noarchive",
	"/trade/prices.html":               "answer-refused",
	"partner /beeswax.html":            "external-missing-page",
}

// pageFindings crawls the sample site and gives what the checks of single
// pages find, by path and query, sorted.
func pageFindings(t *testing.T) map[string][]string {
	t.Helper()
	site, err := sample.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	settings := crawler.Settings{Concurrency: 5, LocalHosts: site.LocalHosts()}
	c, err := crawler.New(site.URL(), settings, crawler.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	found := map[string][]string{}
	c.Inspect = func(p *crawler.Page, s crawler.Sight) {
		audit.Inspect(p, s)
		mu.Lock()
		defer mu.Unlock()
		address := strings.NewReplacer(strings.TrimSuffix(site.URL(), "/"), "", "http://"+site.LocalHosts()[0], "partner ").Replace(p.URL)
		ids := []string{}
		for _, f := range p.Findings {
			ids = append(ids, anySlow(address, f.Check)...)
		}
		slices.Sort(ids)
		found[address] = ids
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return found
}

// anySlow takes all slowness for that of the one slow page: the computer that
// runs the test may be busy.
func anySlow(address, check string) []string {
	switch {
	case check != "slow" && check != "very-slow":
		return []string{check}
	case address == "/stock.html":
		return []string{"slow"}
	}
	return nil
}

func TestFindings(t *testing.T) {
	got := pageFindings(t)
	different := map[string]bool{}
	for _, address := range slices.Sorted(maps.Keys(got)) {
		ids := got[address]
		for _, id := range ids {
			different[id] = true
		}
		want := strings.Fields(findings[address])
		if slices.Contains(ids, "csp-missing") {
			want = append(want, strings.Fields(onEveryPage)...)
		}
		slices.Sort(want)
		if !slices.Equal(ids, want) {
			t.Errorf("%s:\n got %s\nwant %s", address, strings.Join(ids, " "), strings.Join(want, " "))
		}
	}
	for address := range findings {
		if _, ok := got[address]; !ok {
			t.Errorf("%s was not visited", address)
		}
	}
	if len(different) < 60 {
		t.Errorf("only %d checks occur", len(different))
	}
}
