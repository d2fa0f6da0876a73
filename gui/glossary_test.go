package gui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/export"
)

func TestTermsInATextAreFound(t *testing.T) {
	newTestApp(t)
	for text, want := range map[string]string{
		"":                          "",
		"The robots.txt forbids it": "robots.txt",
		"Two redirects, no sitemap": "Redirect, Sitemap",
		"The hostname of an observer, undescribed": "",
		"COOKIES!":                      "Cookie",
		"observers, cookie-cutter":      "Cookie",
		"the link:noindex,nofollow":     "noindex, nofollow",
		"a detour over http, not https": "Redirect, Encryption",
	} {
		var got []string
		for _, found := range termsIn(text) {
			got = append(got, found.name)
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%q has the terms %q, not %q", text, s, want)
		}
	}
}

// No word of the trade stands in what the checks say that is not explained.
func TestWordsOfTheTradeAreExplained(t *testing.T) {
	newTestApp(t)
	trade := []string{"redirect", "robots.txt", "sitemap", "canonical", "noindex", "nofollow", "hreflang", "x-default",
		"structured data", "open graph", "certificate", "encryption", "https", "hsts", "cookie", "server", "header", "headers", "compression",
		"script", "scripts", "parameter", "screen reader", "subdomain", "html", "utm", "meta description", "h1"}
	var texts []string
	for _, c := range audit.Checks() {
		texts = append(texts, c.Name()+"\n"+c.Why()+"\n"+c.Fix())
	}
	for _, f := range export.Formats() {
		texts = append(texts, f.Name)
	}
	trade = append(trade, "csv", "json", "nginx", "apache", "screaming frog", "link graph")
	for _, text := range texts {
		found := termsIn(text)
		for _, word := range trade {
			if !hasWord(strings.ToLower(text), word) {
				continue
			}
			if !slices.ContainsFunc(found, func(one term) bool { return slices.Contains(strings.Split(one.words, ","), word) }) {
				t.Errorf("%q is not explained in %q", word, text)
			}
		}
	}
	for _, one := range terms() {
		if one.name == "" || one.words == "" || len(one.what) < 30 {
			t.Errorf("%+v is not whole", one)
		}
	}
}

// shownIn are the texts of what lies over a window.
func shownIn(s *sheets) (texts []string) {
	for _, one := range s.closing() {
		for _, o := range test.LaidOutObjects(one.popup) {
			if label, ok := o.(*widget.Label); ok {
				texts = append(texts, label.Text)
			}
		}
	}
	return texts
}

func TestTheWordsButtonExplains(t *testing.T) {
	s := newTestSheets(t)
	w := newWordsButton(s)
	s.window.SetContent(w.explained)
	w.about("nothing of the sort")
	if w.Visible() {
		t.Error("there is a button with nothing to explain")
	}
	w.about("a redirect")
	if !w.Visible() || w.name.Text != "What is “Redirect”?" {
		t.Errorf("the button is %q", w.name.Text)
	}
	w.about("a redirect", "in the sitemap")
	test.Tap(w.explained)
	if got := shownIn(s); len(got) != 4 || got[0] != "Redirect" || got[2] != "Sitemap" {
		t.Errorf("it says %q", got)
	}
	s.dismiss()
	if s.covered() {
		t.Error("it cannot be closed")
	}
}

func TestFactsAndFindingsExplainTheirWords(t *testing.T) {
	w := newTestWindow(t)
	crawled(t, w)
	rows, err := w.crawl.file.Rows(t.Context(), w.list.pages.ids)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(rows, func(r crawlfile.Row) bool {
		return r.Scope == crawler.Internal && r.Kind == crawler.PageKind && r.Outcome == crawler.Works
	})
	w.onRow(rows[at].ID)
	names := 0
	for _, o := range test.LaidOutObjects(w.details.facts) {
		name, ok := o.(*explained)
		if !ok {
			continue
		}
		names++
		if test.Tap(name); len(shownIn(w.sheets)) != 2 || shownIn(w.sheets)[0] != name.name.Text {
			t.Errorf("%s says %q", name.name.Text, shownIn(w.sheets))
		}
		w.onEscape()
		name.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
		if !w.sheets.covered() {
			t.Errorf("the space bar does not explain %s", name.name.Text)
		}
		w.onEscape()
	}
	if names < 6 || !w.detailsOpen() {
		t.Errorf("%d facts explain themselves", names)
	}
	w.goTo(findingView("canonical-to-redirect"))
	check, _ := audit.ByID("title-missing")
	w.problem.show(check, 1)
	if w.problem.words.Visible() != (len(termsIn(check.Name(), check.Why(), check.Fix())) > 0) {
		t.Error("the words of a finding are explained where there are none, or not")
	}
}

func TestOutcomesSayWhatTheyMean(t *testing.T) {
	l, _ := newTestList(t)
	l.show((&fakeSource{saved: upTo(4)}).source(), false)
	if l.noted.Visible() {
		t.Errorf("all addresses are %q", l.note.Text)
	}
	for _, o := range []crawler.Outcome{crawler.Moved, crawler.Broken, crawler.Unchecked, crawler.Skipped} {
		l.choose(crawlfile.Filter{Outcomes: []crawler.Outcome{o}})
		if !l.noted.Visible() || l.note.Text != outcomeNote(o) {
			t.Errorf("%v says %q", o, l.note.Text)
		}
	}
	l.choose(crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Works}})
	if l.noted.Visible() {
		t.Errorf("what works says %q", l.note.Text)
	}
}
