package gui

import (
	"strings"
	"testing"
	"time"

	"sitewalk/crawler"
)

// The first pages of a large site foretell badly.
func TestStatusRenewsWhatItForetells(t *testing.T) {
	newTestApp(t)
	s := newStatusPane(newTestSheets(t), func() {})
	s.show(crawler.Progress{State: crawler.Running})
	now := time.Now()
	for _, c := range []struct {
		pages int
		after time.Duration
		says  string
	}{
		{150_000, 0, "150,000 pages"},
		{20_000, outlookRenewed / 2, "150,000 pages"},
		{20_000, outlookRenewed, "20,000 pages"},
		{90_000, outlookShown, ""},
	} {
		s.foretell(crawler.Outlook{Ready: true, Pages: c.pages, Left: time.Minute, First: 10}, now.Add(c.after))
		text := s.outlook.Text
		if !s.outlook.Visible() {
			text = ""
		}
		if !strings.Contains(text, c.says) || c.says == "" && text != "" {
			t.Errorf("%d pages foretold %v later: it says %q", c.pages, c.after, text)
		}
	}
}

func TestStatusForetellsForAWhile(t *testing.T) {
	newTestApp(t)
	s := newStatusPane(newTestSheets(t), func() {})
	now := time.Now()
	ready := crawler.Outlook{Ready: true, Pages: 300, Left: time.Minute, First: 10}
	for _, c := range []struct {
		name    string
		state   crawler.State
		outlook crawler.Outlook
		after   time.Duration
		visible bool
		changed bool
	}{
		{"too early", crawler.Running, crawler.Outlook{}, 0, false, false},
		{"the first ten pages", crawler.Running, ready, 0, true, true},
		{"a moment later", crawler.Running, ready, outlookShown / 2, true, false},
		{"after a while", crawler.Running, ready, outlookShown, false, true},
		{"not again", crawler.Running, ready, 2 * outlookShown, false, false},
	} {
		s.show(crawler.Progress{State: c.state})
		changed := s.foretell(c.outlook, now.Add(c.after))
		if changed != c.changed || s.outlook.Visible() != c.visible {
			t.Errorf("%s: changed %v, visible %v", c.name, changed, s.outlook.Visible())
		}
	}
	s.expect()
	s.show(crawler.Progress{State: crawler.Running})
	s.foretell(ready, now)
	s.show(crawler.Progress{State: crawler.Finished})
	if !s.foretell(ready, now) || s.outlook.Visible() {
		t.Error("a crawl that has ended still looks ahead")
	}
}
