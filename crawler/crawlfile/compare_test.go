package crawlfile

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sitewalk/crawler"
)

// crawlOf makes a finished crawl of these pages.
func crawlOf(t testing.TB, state crawler.State, pages ...*crawler.Page) *File {
	t.Helper()
	f := newFile(t)
	meta := crawler.Meta{Site: "https://example.com", State: state}
	b := crawler.Batch{Meta: &meta, Pages: pages}
	for i, p := range pages {
		p.ID = int64(i + 1)
		b.Addresses = append(b.Addresses, crawler.Address{ID: p.ID, URL: p.URL, Scope: p.Scope, Kind: p.Kind})
	}
	save(t, f, b)
	if err := f.Finish(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return f
}

func at(path string, outcome crawler.Outcome, change ...func(*crawler.Page)) *crawler.Page {
	p := &crawler.Page{URL: "https://example.com/" + path, Outcome: outcome, Title: "T", Status: 200}
	if outcome == crawler.Broken {
		p.Status = 404
	}
	for _, do := range change {
		do(p)
	}
	return p
}

func compareAll(t testing.TB, old, new *File) (list []Difference, tally Tally) {
	t.Helper()
	err := Compare(context.Background(), old, new, func(d Difference) error {
		list = append(list, d)
		tally.Add(&d)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, tally
}

func TestCompare(t *testing.T) {
	const works, broken = crawler.Works, crawler.Broken
	external := func(p *crawler.Page) { p.Scope = crawler.External }
	old := crawlOf(t, crawler.Finished,
		at("same", works), at("broke", works), at("mended", broken), at("gone", works), at("link-taken-away", broken),
		at("still", broken), at("wall", broken), at("shop", broken, external), at("all", works))
	new := crawlOf(t, crawler.Finished,
		at("new", works), at("same", works), at("broke", broken), at("mended", works), at("new-broken", broken),
		at("still", broken), at("wall", crawler.Unchecked), at("shop", works, external),
		at("all", crawler.Moved, func(p *crawler.Page) {
			p.Status, p.RedirectTo, p.Title, p.MetaDescription = 301, "https://example.com/", "U", "D"
			p.H1, p.Canonical, p.MetaRobots = "H", "https://example.com/c", "noindex"
		}))
	type line struct {
		url           string
		broke, mended bool
		fields        []Field
	}
	want := []line{
		{"all", false, false, []Field{OutcomeField, StatusField, RedirectField, TitleField, DescriptionField, H1Field, CanonicalField, RobotsField}},
		{"broke", true, false, []Field{OutcomeField, StatusField}},
		{"gone", false, false, nil},
		{"link-taken-away", false, true, nil},
		{"mended", false, true, []Field{OutcomeField, StatusField}},
		{"new", false, false, nil},
		{"new-broken", true, false, nil},
		{"shop", false, true, []Field{OutcomeField, StatusField}},
		{"wall", false, false, []Field{OutcomeField, StatusField}},
	}
	list, tally := compareAll(t, old, new)
	for i := range max(len(list), len(want)) {
		if i >= len(list) || i >= len(want) {
			t.Fatalf("%d differences, want %d", len(list), len(want))
		}
		d := list[i]
		got := line{d.URL[len("https://example.com/"):], d.Broke(), d.Mended(), d.Fields}
		if got.url != want[i].url || got.broke != want[i].broke || got.mended != want[i].mended || !slices.Equal(got.fields, want[i].fields) {
			t.Errorf("got %+v, want %+v", got, want[i])
		}
	}
	if tally.Pages != (Turns{New: 1, Gone: 1, Changed: 2, Broke: 2, Mended: 2}) || tally.Others != (Turns{Mended: 1}) {
		t.Errorf("tally %+v", tally)
	}
	if list, tally := compareAll(t, old, old); len(list) > 0 || tally.Any() {
		t.Errorf("a crawl differs from itself: %+v", list)
	}
}

// TestATallyCountsEachAddressOnce is about pages that lose or win a title as they
// break or are mended: the numbers in a sentence have to add up.
func TestATallyCountsEachAddressOnce(t *testing.T) {
	untitled := func(p *crawler.Page) { p.Title = "" }
	list, tally := compareAll(t,
		crawlOf(t, crawler.Finished, at("broke", crawler.Works), at("mended", crawler.Broken, untitled), at("said", crawler.Works)),
		crawlOf(t, crawler.Finished, at("broke", crawler.Broken, untitled), at("mended", crawler.Works), at("said", crawler.Works, untitled)))
	if len(list) != 3 || tally.Pages != (Turns{Broke: 1, Mended: 1, Changed: 1}) {
		t.Errorf("%d differences, tally %+v", len(list), tally.Pages)
	}
}

func TestOnlyAPageThatIsThereSolvesProblems(t *testing.T) {
	found := func(p *crawler.Page) { p.Findings = []crawler.Finding{{Check: "x"}} }
	for outcome, want := range map[crawler.Outcome]int{crawler.Works: 1, crawler.Moved: 1, crawler.Broken: 0, crawler.Unchecked: 0} {
		_, tally := compareAll(t, crawlOf(t, crawler.Finished, at("a", crawler.Works, found)), crawlOf(t, crawler.Finished, at("a", outcome)))
		if got := tally.Solved["x"]; got != want {
			t.Errorf("%v: solved %d, want %d", outcome, got, want)
		}
	}
}

// TestCompareStoredTextAndFindings goes through files.
func TestCompareStoredTextAndFindings(t *testing.T) {
	said := func(hash uint64, checks ...string) *crawler.Page {
		return at("a", crawler.Works, func(p *crawler.Page) {
			p.TextHash = hash
			for _, id := range checks {
				p.Findings = append(p.Findings, crawler.Finding{Check: id})
			}
		})
	}
	list, tally := compareAll(t, crawlOf(t, crawler.Finished, said(1, "x", "y")), crawlOf(t, crawler.Finished, said(2, "y", "z")))
	if len(list) != 1 || !slices.Contains(list[0].Fields, TextField) || tally.Found["z"] != 1 || tally.Solved["x"] != 1 || tally.Found["y"] != 0 {
		t.Errorf("%+v, %+v", list, tally)
	}
	if bareColumns == entryColumns {
		t.Error("links are read, which nobody asks for")
	}
}

func TestComparePart(t *testing.T) {
	old := crawlOf(t, crawler.Finished, at("broken", crawler.Broken))
	list, _ := compareAll(t, old, crawlOf(t, crawler.Stopped))
	if len(list) != 1 || list[0].Mended() {
		t.Errorf("what was not reached is mended: %+v", list)
	}
}

func TestDifferenceOfTextAndFindings(t *testing.T) {
	find := func(ids ...string) (list []crawler.Finding) {
		for _, id := range ids {
			list = append(list, crawler.Finding{Check: id, Detail: "1"}, crawler.Finding{Check: id, Detail: "2"})
		}
		return list
	}
	entry := func(hash uint64, ids ...string) *Entry {
		return &Entry{Page: crawler.Page{TextHash: hash, Findings: find(ids...)}}
	}
	tests := []struct {
		name          string
		old, new      *Entry
		fields        []Field
		found, solved []string
	}{
		{"text", entry(1), entry(2), []Field{TextField}, nil, nil},
		{"text that was not hashed", entry(0), entry(2), nil, nil, nil},
		{"findings", entry(1, "c", "b", "a"), entry(1, "d", "b", "e"), nil, []string{"d", "e"}, []string{"a", "c"}},
		{"new", nil, entry(1, "a"), nil, []string{"a"}, nil},
		{"gone", entry(1, "a"), nil, nil, nil, nil},
	}
	for _, test := range tests {
		d := Difference{Old: test.old, New: test.new}
		d.compare(true)
		if !slices.Equal(d.Fields, test.fields) || !slices.Equal(d.Found, test.found) || !slices.Equal(d.Solved, test.solved) {
			t.Errorf("%s: %v, found %v, solved %v", test.name, d.Fields, d.Found, d.Solved)
		}
	}
}

// TestCompareEqualsModel compares random crawls with two maps.
func TestCompareEqualsModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 20 {
		var files [2]*File
		var titles [2]map[string]string
		for i := range files {
			titles[i] = map[string]string{}
			var pages []*crawler.Page
			for _, n := range rng.Perm(40)[:rng.IntN(40)] {
				p := at(fmt.Sprint(n), crawler.Works)
				p.Title = fmt.Sprint(rng.IntN(2))
				titles[i][p.URL] = p.Title
				pages = append(pages, p)
			}
			files[i] = crawlOf(t, crawler.Finished, pages...)
		}
		want := map[string]bool{}
		for i := range titles {
			for url, title := range titles[i] {
				if other, ok := titles[1-i][url]; !ok || other != title {
					want[url] = true
				}
			}
		}
		list, _ := compareAll(t, files[0], files[1])
		for i, d := range list {
			if !want[d.URL] || i > 0 && list[i-1].URL >= d.URL {
				t.Errorf("%s is given", d.URL)
			}
			delete(want, d.URL)
		}
		if len(want) > 0 {
			t.Errorf("not given: %v", want)
		}
	}
}

func TestCompareStops(t *testing.T) {
	old, new := crawlOf(t, crawler.Finished, at("a", crawler.Works), at("b", crawler.Works)), crawlOf(t, crawler.Finished)
	enough := errors.New("enough")
	calls := 0
	if err := Compare(context.Background(), old, new, func(Difference) error { calls++; return enough }); err != enough || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Compare(ctx, old, new, func(Difference) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, but %v", err)
	}
}

func TestHistory(t *testing.T) {
	dir := t.TempDir()
	for i, c := range []struct {
		name, site, typed string
		state             crawler.State
	}{
		{"1", "https://example.com", "", crawler.Finished},
		{"2", "http://www.Example.com", "", crawler.Failed},
		{"3", "https://example.com:8443", "", crawler.Finished},
		{"4", "", "example.com/shop", crawler.Stopped},
		{"5", "https://example.org", "", crawler.Finished},
		{"6", "https://example.com", "", crawler.Finished},
	} {
		f, err := Create(filepath.Join(dir, c.name+Extension), crawler.Meta{Site: c.site, Typed: c.typed, State: c.state, Started: time.Unix(int64(i), 0)})
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	history, err := History(context.Background(), dir, "https://example.com")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range history {
		names = append(names, filepath.Base(s.Path))
	}
	if want := []string{"6.sitewalk", "4.sitewalk", "2.sitewalk", "1.sitewalk"}; !slices.Equal(names, want) {
		t.Fatalf("%v, want %v", names, want)
	}
	if last, ok := Previous(history, history[0].Meta); !ok || last.Path != history[1].Path {
		t.Errorf("before the newest came %v, %v", last.Path, ok)
	}
	if last, ok := Previous(history, history[1].Meta); !ok || last.Path != history[3].Path {
		t.Errorf("a failed crawl is compared with: %v, %v", last.Path, ok)
	}
	if _, ok := Previous(history, history[3].Meta); ok {
		t.Error("something came before the first")
	}
}
