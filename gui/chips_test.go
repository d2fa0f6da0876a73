package gui

import (
	"reflect"
	"testing"

	"fyne.io/fyne/v2/test"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

func TestConditionsOfAFilter(t *testing.T) {
	newTestApp(t)
	for _, c := range []struct {
		filter crawlfile.Filter
		want   []string
	}{
		{crawlfile.Filter{}, nil},
		{crawlfile.Filter{Text: "shoes"}, []string{"“shoes”"}},
		{crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Broken, crawler.Moved}, Kinds: []crawler.Kind{crawler.ImageKind}}, []string{"Broken / Moved", "Images"}},
		{crawlfile.Filter{Findings: []string{"content-by-script"}}, []string{"Page that is empty without scripts"}},
		{pagesLike(crawlfile.Exactly(2), crawlfile.Span{}), []string{"Works", "Pages", "On this site", "2 clicks"}},
		{pagesLike(crawlfile.Exactly(-1), timeSpan(0)), []string{"Works", "Pages", "On this site", "No link leads there", timeName(0)}},
		{crawlfile.Filter{Depth: crawlfile.AtLeast(7), Scopes: []crawler.Scope{crawler.External}}, []string{"On other sites", "7 clicks or more"}},
	} {
		var got []string
		for _, one := range conditionsOf(c.filter) {
			got = append(got, one.name)
			if n := len(conditionsOf(one.without)); n != len(c.want)-1 {
				t.Errorf("without %q, %+v has %d conditions", one.name, c.filter, n)
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v is %q, not %q", c.filter, got, c.want)
		}
	}
}

func TestChipsTakeConditionsAway(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(10)}).source(), false)
	l.choose(crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Broken}})
	if l.chips.content.Visible() {
		t.Error("a condition alone has a chip")
	}
	l.search.SetText("even")
	wantLength(t, l, 5)
	if !l.chips.content.Visible() || len(l.chips.row.Objects) != 2 {
		t.Fatalf("two conditions have %d chips", len(l.chips.row.Objects))
	}
	test.Tap(&l.chips.row.Objects[0].(*button).Button)
	if len(l.filter.Outcomes) != 0 || l.filter.Text != "even" || l.chips.content.Visible() {
		t.Errorf("the first chip leaves %+v", l.filter)
	}
	l.choose(crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Broken}})
	test.Tap(&l.chips.row.Objects[1].(*button).Button)
	if len(l.filter.Outcomes) != 1 || l.filter.Text != "" || l.search.Text != "" {
		t.Errorf("the second chip leaves %+v and %q", l.filter, l.search.Text)
	}
}
