package gui

import (
	"context"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

func newTestProblem(t *testing.T, causes []crawlfile.Cause) (p *problemPane, opened *[]int64) {
	t.Helper()
	newTestApp(t)
	opened = new([]int64)
	p = newProblemPane(syncFeed(), newTestSheets(t), func(err error) { t.Error(err) }, problemActions{
		open: func(id int64, _ bool) { *opened = append(*opened, id) }, changed: func() {},
		recheck: func(audit.Check) {}, verdict: func(audit.Check, bool) {},
	})
	test.NewTempWindow(t, p.object()).Resize(fyne.NewSize(800, 400))
	rows := fakeRows{}
	p.read(problemSource{
		causes: func(_ context.Context, _ string, limit int) ([]crawlfile.Cause, error) {
			return causes[:min(limit, len(causes))], nil
		},
		ids:  func(context.Context, crawlfile.Filter, crawlfile.Sort) ([]int64, error) { return upTo(12), nil },
		rows: rows.plain,
	})
	return p, opened
}

var menuCause = crawlfile.Cause{Target: 7, URL: "https://example.com/gone", Text: "Vouchers", Position: "nav", Pages: 740, Example: 1}

func TestAProblemIsExplained(t *testing.T) {
	p, opened := newTestProblem(t, []crawlfile.Cause{menuCause})
	check, _ := audit.ByID("answer-missing-page")
	p.show(check, 12)
	if p.name.full != check.Name() || p.why.Text != check.Why() || p.fix.Text != check.Fix() || !strings.Contains(p.hurts.full, "12 pages") {
		t.Errorf("it says %q, %q, %q, %q", p.name.full, p.hurts.full, p.why.Text, p.fix.Text)
	}
	if got := p.causes[0]; !strings.Contains(got.first, "Vouchers") || got.second != "In the menu, on 740 pages: fix it once" {
		t.Errorf("the cause is %q, %q", got.first, got.second)
	}
	p.lines.Select(0)
	if len(*opened) != 1 || (*opened)[0] != 7 {
		t.Errorf("a click on the cause opened %v", *opened)
	}
	p.onFold()
	if p.body.Visible() || !p.content.Visible() {
		t.Error("a folded explanation hides too much, or too little")
	}
}

func TestTheMessageToADeveloperNamesThePlaces(t *testing.T) {
	p, _ := newTestProblem(t, []crawlfile.Cause{menuCause})
	check, _ := audit.ByID("answer-missing-page")
	p.show(check, 12)
	p.onCopy()
	message := fyne.CurrentApp().Clipboard().Content()
	for _, part := range []string{check.Ask(), "“Vouchers” leads to", "on 740 pages", "and 2 more"} {
		if !strings.Contains(message, part) {
			t.Errorf("the message lacks %q:\n%s", part, message)
		}
	}
	if p.said.Text == "" {
		t.Error("nothing tells that the message was copied")
	}
}

func TestCausesSayWhereTheyStand(t *testing.T) {
	for _, c := range []struct {
		cause       crawlfile.Cause
		name, place string
	}{
		{menuCause, "“Vouchers” leads to https://example.com/gone", "In the menu, on 740 pages: fix it once"},
		{crawlfile.Cause{Target: 2, URL: "https://example.com/a.png", Position: "main", Pages: 1}, "https://example.com/a.png", "In the text, on one page"},
		{crawlfile.Cause{Target: 2, URL: "https://example.com/list", Pages: 10}, "https://example.com/list", "for 10 of these pages"},
		{crawlfile.Cause{Detail: "Welcome", Pages: 3}, "Welcome", "on 3 pages"},
		{crawlfile.Cause{Pages: 1}, "On the page itself", "on one page"},
	} {
		if name, place := causeName(&c.cause), causePlace(&c.cause); name != c.name || place != c.place {
			t.Errorf("%q, %q, not %q, %q", name, place, c.name, c.place)
		}
	}
}
