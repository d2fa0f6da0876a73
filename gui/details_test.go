package gui

import (
	"context"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/page"
)

// twoPages is a site of a start page, 1, that links to a page that is gone, 2.
func twoPages() library {
	return library{
		entry: func(_ context.Context, id int64) (crawlfile.Entry, error) {
			if id == 1 {
				return crawlfile.Entry{Page: crawler.Page{ID: 1, URL: "https://example.com/", Title: "Home", Outcome: crawler.Works, Status: 200, Took: 80 * time.Millisecond, Lang: "en"}}, nil
			}
			return crawlfile.Entry{Page: crawler.Page{ID: 2, URL: "https://example.com/gone", Outcome: crawler.Broken, Status: 404, Error: "status 404"}, Depth: 1, FoundOn: "https://example.com/"}, nil
		},
		inlinks: func(_ context.Context, id int64, _ int) ([]crawlfile.Ref, int, error) {
			if id == 1 {
				return nil, 0, nil
			}
			return []crawlfile.Ref{{ID: 1, URL: "https://example.com/", Title: "Home", Text: "our offer", Outcome: crawler.Works}}, 740, nil
		},
		outlinks: func(_ context.Context, id int64) ([]crawlfile.Ref, error) {
			if id == 2 {
				return nil, nil
			}
			return []crawlfile.Ref{{ID: 2, URL: "https://example.com/gone", Text: "our offer", Outcome: crawler.Broken, Status: 404}}, nil
		},
		images: func(context.Context, int64) ([]crawlfile.Ref, error) { return nil, nil },
		findings: func(_ context.Context, id int64) ([]crawler.Finding, error) {
			return map[int64][]crawler.Finding{1: {{Check: "title-missing"}, {Check: "unknown"}}}[id], nil
		},
	}
}

func newTestDetails(t *testing.T) *details {
	t.Helper()
	newTestApp(t)
	d := newDetails(syncFeed(), newTestSheets(t), func(err error) { t.Error(err) }, func() {})
	test.NewTempWindow(t, d.object()).Resize(fyne.NewSize(400, 600))
	d.read(twoPages())
	return d
}

func TestDetailsSayWhatHappenedAndWhereItIsLinked(t *testing.T) {
	d := newTestDetails(t)
	d.open(2)
	if !strings.Contains(d.said.Text, "404") || d.advice.Text == "" || !strings.HasSuffix(d.url.Text, "/gone") {
		t.Errorf("said %q and advised %q about %q", d.said.Text, d.advice.Text, d.url.Text)
	}
	if d.inTab.Text != "Linked from (740)" || d.outTab.Text != "Links (0)" {
		t.Errorf("tabs %q and %q", d.inTab.Text, d.outTab.Text)
	}
	if got := d.inlinks.refs[0]; got.first != "Home" || got.second != "“our offer”" {
		t.Errorf("linked from %+v", got)
	}
	if !d.inlinks.note.Visible() || !strings.Contains(d.inlinks.note.Text, "740") {
		t.Errorf("the note says %q", d.inlinks.note.Text)
	}
	if d.cause.body.Visible() {
		t.Error("the technical cause is shown before anybody asked")
	}
	d.cause.onToggle()
	if !d.cause.body.Visible() || !strings.Contains(d.cause.text.Text, "404") {
		t.Errorf("the cause says %q", d.cause.text.Text)
	}
}

func TestCauseIsCopied(t *testing.T) {
	d := newTestDetails(t)
	d.open(2)
	d.cause.onCopy()
	if got := fyne.CurrentApp().Clipboard().Content(); !strings.Contains(got, "404") {
		t.Errorf("copied %q", got)
	}
}

func TestLinksAreFollowedThereAndBack(t *testing.T) {
	d := newTestDetails(t)
	d.open(2)
	d.inlinks.lines.Select(0)
	if d.title.Text != "Home" || !d.back.Visible() {
		t.Fatalf("following the link showed %q", d.title.Text)
	}
	d.onBack()
	if !strings.HasSuffix(d.url.Text, "/gone") || d.back.Visible() {
		t.Errorf("going back showed %q", d.url.Text)
	}
}

func TestWalkingThroughLinksDoesNotFollowThem(t *testing.T) {
	d := newTestDetails(t)
	d.open(2)
	d.inlinks.lines.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if d.id != 2 {
		t.Error("an arrow key followed a link")
	}
	d.inlinks.lines.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if d.id != 1 {
		t.Error("Enter did not follow the link")
	}
}

func TestAddressIsCopied(t *testing.T) {
	d := newTestDetails(t)
	d.open(2)
	test.Tap(&d.copy.Button)
	if got := fyne.CurrentApp().Clipboard().Content(); got != "https://example.com/gone" {
		t.Errorf("copied %q", got)
	}
}

func TestFactsLeaveOutWhatIsNotKnown(t *testing.T) {
	d := newTestDetails(t)
	_ = d
	for _, c := range []struct {
		entry crawlfile.Entry
		want  string
	}{
		{crawlfile.Entry{Page: crawler.Page{Outcome: crawler.Works, Status: 200, Took: 80 * time.Millisecond, Size: 2000, Title: "x"}}, "Status Answered in Clicks from start Size"},
		{crawlfile.Entry{Page: crawler.Page{Outcome: crawler.Skipped}, FoundOn: "https://example.com/"}, "Found on"},
		{crawlfile.Entry{Page: crawler.Page{Outcome: crawler.Unchecked, Scope: crawler.External}}, "Status"},
		{crawlfile.Entry{Page: crawler.Page{Outcome: crawler.Moved, Status: 301, RedirectTo: "https://example.com/new"}}, "Status Answered in Moved to Clicks from start"},
	} {
		var names []string
		for _, f := range facts(&c.entry) {
			names = append(names, f.name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

func TestLinkWords(t *testing.T) {
	newTestApp(t)
	for _, c := range []struct {
		ref  crawlfile.Ref
		want string
	}{
		{crawlfile.Ref{Text: "our offer"}, "“our offer”"},
		{crawlfile.Ref{}, "Link without words"},
		{crawlfile.Ref{Link: crawler.Link{Kind: page.Image}, Text: "A kite"}, "Image: A kite"},
		{crawlfile.Ref{Link: crawler.Link{Kind: page.Image}}, "Image without a description"},
	} {
		if got := linkWords(&c.ref); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

// A redirect is no link, and does not read as one.
func TestARedirectIsNoLinkWithoutWords(t *testing.T) {
	newTestApp(t)
	refs := newInRefs([]crawlfile.Ref{
		{ID: 1, URL: "https://example.com/old", Outcome: crawler.Moved},
		{ID: 2, URL: "https://example.com/", Title: "Home", Outcome: crawler.Works},
	})
	if refs[0].second != "Sends visitors on to this address" || refs[1].second != "Link without words" {
		t.Errorf("%+v", refs)
	}
}
