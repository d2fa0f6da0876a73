package gui

import (
	"reflect"
	"testing"

	"sitewalk/crawler/crawlfile"
)

// Another crawl begins with its list, whatever was shown of the one before.
func TestAnotherCrawlBeginsWithItsList(t *testing.T) {
	w := newTestWindow(t)
	site := startSample(t)
	crawlAgain(t, w, site)
	w.goTo(view{})
	w.list.showTree(true)
	w.problem.work(newAgain("title-missing"))
	w.take(w.crawl, site.URL())
	if w.list.asTree || w.list.body.Objects[0] != w.list.table || w.below.Objects[0] != w.middle() {
		t.Error("the folders of the crawl before are in the list's place")
	}
	if w.problem.again != nil {
		t.Error("a check of the crawl before keeps the button of this one")
	}
}

// Everything that is asked of an address makes a filter one that chooses.
func TestZeroFilterAsksNothing(t *testing.T) {
	var f crawlfile.Filter
	if !f.IsZero() {
		t.Error("the zero filter chooses")
	}
	for i := range reflect.TypeFor[crawlfile.Filter]().NumField() {
		var f crawlfile.Filter
		switch v := reflect.ValueOf(&f).Elem().Field(i); v.Interface().(type) {
		case bool:
			v.SetBool(true)
		case string:
			v.SetString("x")
		case crawlfile.Span:
			v.Set(reflect.ValueOf(crawlfile.Exactly(1)))
		default:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		if f.IsZero() {
			t.Errorf("%s does not count", reflect.TypeFor[crawlfile.Filter]().Field(i).Name)
		}
	}
}
