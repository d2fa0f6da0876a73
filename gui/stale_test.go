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
	w.asTree = true
	w.showMiddle()
	w.problem.busy(true)
	w.take(w.crawl, site.URL())
	if w.asTree || w.below.Objects[0] == w.treed || w.below.Objects[0] != w.middle() {
		t.Error("the folders of the crawl before are in the list's place")
	}
	if w.problem.rechecking {
		t.Error("a check of the crawl before keeps the button of this one")
	}
}

// A folder that is closed while another is being read keeps the lines in order.
func TestClosingAFolderWhileAnotherIsRead(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	w.tree.show(w.crawl.file.Tree, crawlfile.Filter{})
	w.tree.onLine(0)
	asked := w.tree.asking.asked
	if !w.tree.lines[0].open {
		t.Fatal("the folder is not open")
	}
	w.tree.onLine(0) // closes it
	if w.tree.asking.asked == asked {
		t.Error("the answer for a line that moved is not dropped")
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
