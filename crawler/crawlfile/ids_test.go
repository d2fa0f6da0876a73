package crawlfile

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitewalk/crawler"
)

// TestIDsEqualModel asks for lists in every order through all sorts of filters,
// while a crawl goes on and after it was finished.
func TestIDsEqualModel(t *testing.T) {
	ctx := context.Background()
	f := newFile(t)
	m := newModel(11)
	for range 12 {
		m.saveBoth(t, f, m.grow())
	}
	filters := []Filter{
		{},
		{Outcomes: []crawler.Outcome{crawler.Broken}},
		{Outcomes: []crawler.Outcome{crawler.Moved, crawler.Unchecked}, Kinds: []crawler.Kind{crawler.PageKind}},
		{Scopes: []crawler.Scope{crawler.External}},
		{Kinds: []crawler.Kind{crawler.ImageKind, crawler.FileKind}, Scopes: []crawler.Scope{crawler.Internal}},
		{Outcomes: []crawler.Outcome{crawler.Waiting}},
		{Outcomes: []crawler.Outcome{crawler.Skipped}},
		{Outcomes: []crawler.Outcome{crawler.Skipped, crawler.Waiting, crawler.Works}, Scopes: []crawler.Scope{crawler.Internal}},
		{Findings: []string{"title-missing"}},
		{Findings: []string{"image-alt", "lang-missing", "no such check"}, Scopes: []crawler.Scope{crawler.Internal}, Text: "contact"},
		{Findings: []string{"no such check"}, Outcomes: []crawler.Outcome{crawler.Works, crawler.Waiting}},
		{Depth: Exactly(1)},
		{Depth: AtLeast(2), Text: "contact"},
		{Depth: Exactly(-1)},
		{MS: Span{100, 500}, Outcomes: []crawler.Outcome{crawler.Works, crawler.Waiting}},
		{Text: "contact"},
		{Text: "ÜBER"},
		{Text: "оригинал"},
		{Text: "%"},
		{Text: "_"},
		{Text: "straSSe"},
		{Text: "straße"},
		{Text: `\`},
		{Text: "EXAMPLE.com/z", Outcomes: []crawler.Outcome{crawler.Skipped, crawler.Works}},
		{Text: "no such text"},
		{Text: "a\nb"},
	}
	check := func(state string) {
		t.Helper()
		for _, filter := range filters {
			for _, by := range []Column{ByFound, ByURL, ByTitle, ByStatus, ByTime, BySize, ByDepth, "unknown"} {
				for _, desc := range []bool{false, true} {
					sort := Sort{by, desc}
					got, err := f.IDs(ctx, filter, sort)
					if err != nil {
						t.Fatal(err)
					}
					if want := m.ids(filter, sort, f.Finished()); !slices.Equal(got, want) {
						t.Fatalf("%s: %+v by %+v:\n%v, want\n%v", state, filter, sort, got, want)
					}
				}
			}
		}
	}
	check("unfinished")
	if err := f.Finish(ctx, nil); err != nil {
		t.Fatal(err)
	}
	check("finished")
	m.saveBoth(t, f, m.grow())
	check("gone on")
}

// ids is what IDs should give.
func (m *model) ids(filter Filter, sort Sort, finished bool) []int64 {
	pages := m.results()
	places := m.places()
	text := strings.ToLower(strings.ReplaceAll(filter.Text, "\n", " "))
	var chosen []crawler.Address
	for _, a := range m.Addresses() {
		p := pages[a.ID]
		if p == nil {
			if len(filter.Findings) > 0 || !filter.Depth.all() || !filter.MS.all() {
				continue
			}
			p = &crawler.Page{URL: a.URL, Scope: a.Scope, Kind: a.Kind, Status: -1, Size: -1, Took: -1}
			if a.Skipped != "" {
				p.Outcome = crawler.Skipped
			}
		}
		wanted := p.Outcome != crawler.Waiting && p.Outcome != crawler.Skipped
		if len(filter.Outcomes) > 0 {
			wanted = slices.Contains(filter.Outcomes, p.Outcome)
		}
		depth := int64(a.Depth)
		if finished {
			depth = int64(places[a.ID].depth)
		}
		page := p.Scope == crawler.Internal && p.Kind != crawler.ImageKind
		has := func(s Span, n int64) bool { return s.all() || page && s.From <= n && n < s.To }
		wanted = wanted && has(filter.Depth, depth) && has(filter.MS, p.Took.Milliseconds()) && (filter.MS.all() || p.Status > 0)
		if wanted && (len(filter.Kinds) == 0 || slices.Contains(filter.Kinds, p.Kind)) &&
			(len(filter.Scopes) == 0 || slices.Contains(filter.Scopes, p.Scope)) &&
			(len(filter.Findings) == 0 || slices.ContainsFunc(p.Findings, func(found crawler.Finding) bool {
				return slices.Contains(filter.Findings, found.Check)
			})) &&
			(strings.Contains(strings.ToLower(p.Title), text) || strings.Contains(strings.ToLower(a.URL), text) ||
				strings.Contains(strings.ToLower(readable(a.URL)), text)) {
			chosen = append(chosen, a)
		}
	}
	value := func(id int64, of func(*crawler.Page) int64) int64 {
		if p := pages[id]; p != nil {
			return of(p)
		}
		return -1
	}
	title := func(id int64) string {
		if p := pages[id]; p != nil {
			return strings.Map(func(r rune) rune { // as SQLite's NOCASE
				if 'A' <= r && r <= 'Z' {
					return r + 'a' - 'A'
				}
				return r
			}, p.Title)
		}
		return ""
	}
	slices.SortStableFunc(chosen, func(a, b crawler.Address) int {
		switch sort.By {
		case ByURL:
			return strings.Compare(a.URL, b.URL)
		case ByTitle:
			return strings.Compare(title(a.ID), title(b.ID))
		case ByStatus:
			status := func(p *crawler.Page) int64 { return int64(p.Status) }
			return cmp.Compare(value(a.ID, status), value(b.ID, status))
		case ByTime:
			took := func(p *crawler.Page) int64 { return int64(p.Took) }
			return cmp.Compare(value(a.ID, took), value(b.ID, took))
		case BySize:
			size := func(p *crawler.Page) int64 { return p.Size }
			return cmp.Compare(value(a.ID, size), value(b.ID, size))
		case ByDepth:
			if finished {
				return cmp.Compare(places[a.ID].depth, places[b.ID].depth)
			}
			return cmp.Compare(a.Depth, b.Depth)
		}
		return 0
	})
	var ids []int64
	for _, a := range chosen {
		ids = append(ids, a.ID)
	}
	if sort.Desc {
		slices.Reverse(ids)
	}
	return ids
}

func TestNewIDs(t *testing.T) {
	ctx := context.Background()
	f := newFile(t)
	m := newModel(5)
	var mark int64
	var seen []int64
	for range 10 {
		b := m.grow()
		m.saveBoth(t, f, b)
		ids, next, err := f.NewIDs(ctx, Filter{}, mark, 0)
		if err != nil {
			t.Fatal(err)
		}
		var want []int64
		for _, p := range b.Pages {
			want = append(want, p.ID)
		}
		if !slices.Equal(ids, want) {
			t.Fatalf("new are %v, want %v", ids, want)
		}
		if again, same, err := f.NewIDs(ctx, Filter{}, next, 0); len(again) != 0 || same != next || err != nil {
			t.Fatalf("new after the mark: %v, %d, %v", again, same, err)
		}
		mark = next
		seen = append(seen, ids...)
	}
	if all, _, err := f.NewIDs(ctx, Filter{}, 0, 0); err != nil || len(all) != len(m.Pages()) || len(seen) < len(all) {
		t.Errorf("%d in all, %d seen, %v", len(all), len(seen), err)
	}
	var parts []int64
	for mark, next := int64(0), int64(0); ; mark = next {
		ids, after, err := f.NewIDs(ctx, Filter{}, mark, 7)
		if err != nil || after > mark+7 {
			t.Fatalf("after %d comes %d, %v", mark, after, err)
		}
		parts = append(parts, ids...)
		if next = after; next < mark+7 {
			break
		}
	}
	if all, _, err := f.NewIDs(ctx, Filter{}, 0, 0); err != nil || !slices.Equal(parts, all) {
		t.Errorf("in parts of seven: %d, not %d, %v", len(parts), len(all), err)
	}
	for _, filter := range []Filter{
		{Outcomes: []crawler.Outcome{crawler.Broken}, Text: "example"},
		{Findings: []string{"image-alt"}, Text: "example"},
	} {
		some, _, err := f.NewIDs(ctx, filter, 0, 0)
		slices.Sort(some)
		if want, _ := f.IDs(ctx, filter, Sort{}); err != nil || len(want) == 0 || !slices.Equal(some, want) {
			t.Errorf("%v, want %v, %v", some, want, err)
		}
	}
}

func TestRowsAndEntries(t *testing.T) {
	ctx := context.Background()
	f := newFile(t)
	m := newModel(21)
	for range 8 {
		m.saveBoth(t, f, m.grow())
	}
	for _, finished := range []bool{false, true} {
		if finished {
			if err := f.Finish(ctx, nil); err != nil {
				t.Fatal(err)
			}
		}
		checkEntries(t, f, m, finished)
		checkRows(t, f, m)
	}
}

// checkEntries compares all that a file says about each address.
func checkEntries(t *testing.T, f *File, m *model, finished bool) {
	t.Helper()
	ctx := context.Background()
	addresses := map[int64]crawler.Address{}
	for _, a := range m.Addresses() {
		addresses[a.ID] = a
	}
	places := m.places()
	var want []*Entry
	for _, p := range m.Pages() {
		a := addresses[p.ID]
		e := &Entry{Page: *p, Depth: a.Depth, FoundOnID: a.FoundOn, InSitemap: a.InSitemap}
		if finished {
			e.Depth, e.FoundOnID = places[p.ID].depth, places[p.ID].foundOn
		}
		e.FoundOn = addresses[e.FoundOnID].URL
		e.Links = nil
		for _, l := range p.Links {
			url := cmp.Or(l.Spelling, addresses[l.Target].URL)
			if l.Kind == 0 && !slices.Contains(e.Outgoing, url) {
				e.Outgoing = append(e.Outgoing, url)
			}
			if l.Kind == 7 && !slices.Contains(e.Images, url) {
				e.Images = append(e.Images, url)
			}
		}
		want = append(want, e)
	}
	slices.SortFunc(want, func(a, b *Entry) int { return strings.Compare(a.URL, b.URL) })
	n := 0
	if err := f.Entries(ctx, func(e *Entry) error {
		ofPages := len(want[min(n, len(want)-1)].Findings)
		for _, more := range e.Findings[min(ofPages, len(e.Findings)):] {
			if !finished || !slices.Contains(CrawlChecks(), more.Check) {
				return fmt.Errorf("entry %d has %+v", n, more)
			}
		}
		whole := *e
		if len(e.Findings) > ofPages {
			e.Findings = e.Findings[:ofPages:ofPages]
		}
		if len(e.Findings) == 0 {
			e.Findings = nil
		}
		if n < len(want) && !reflect.DeepEqual(e, want[n]) {
			return fmt.Errorf("entry %d is\n%+v, want\n%+v", n, e, want[n])
		}
		n++
		one, err := f.Entry(ctx, e.ID)
		if err == nil && !reflect.DeepEqual(one, whole) {
			err = fmt.Errorf("alone, the entry is\n%+v, want\n%+v", one, e)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if n != len(want) {
		t.Errorf("%d entries, want %d", n, len(want))
	}
	checkSkippedEntries(t, f, m, finished)
}

func checkSkippedEntries(t *testing.T, f *File, m *model, finished bool) {
	t.Helper()
	pages, places, url := m.results(), m.places(), map[int64]string{}
	for _, a := range m.Addresses() {
		url[a.ID] = a.URL
	}
	var want, got []SkippedEntry
	for _, a := range m.Addresses() {
		if a.Skipped == "" || pages[a.ID] != nil {
			continue
		}
		from := a.FoundOn
		if finished {
			from = places[a.ID].foundOn
		}
		want = append(want, SkippedEntry{a.URL, a.Skipped, url[from]})
	}
	slices.SortFunc(want, func(a, b SkippedEntry) int { return strings.Compare(a.URL, b.URL) })
	err := f.SkippedEntries(context.Background(), func(e SkippedEntry) error { got = append(got, e); return nil })
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("skipped %v, want %v, %v", got, want, err)
	}
}

// checkRows compares the rows of the list with the entries.
func checkRows(t *testing.T, f *File, m *model) {
	t.Helper()
	ctx := context.Background()
	ids := []int64{1 << 40} // in no row
	for _, a := range m.Addresses() {
		ids = append(ids, a.ID)
	}
	m.rng.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	rows, err := f.Rows(ctx, ids)
	if err != nil {
		t.Fatal(err)
	}
	ids = slices.DeleteFunc(ids, func(id int64) bool { return id == 1<<40 })
	if len(rows) != len(ids) {
		t.Fatalf("%d rows, want %d", len(rows), len(ids))
	}
	for i, id := range ids {
		e, err := f.Entry(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		want := Row{ID: id, URL: e.URL, Title: e.Title, Outcome: e.Outcome, Scope: e.Scope, Kind: e.Kind, Status: e.Status,
			ErrorKind: string(e.ErrorKind), MS: e.Took.Milliseconds(), Size: e.Size, Depth: e.Depth, Skipped: e.Skipped}
		if rows[i] != want {
			t.Errorf("row %+v, want %+v", rows[i], want)
		}
	}
}

func TestOneLongList(t *testing.T) {
	f := newFile(t)
	b := crawler.Batch{Addresses: []crawler.Address{{ID: 1, URL: "https://example.com/"}}, Pages: []*crawler.Page{{ID: 1, Outcome: crawler.Works, Status: 200}}}
	for id := int64(2); id <= 50_001; id++ {
		b.Addresses = append(b.Addresses, crawler.Address{ID: id, URL: fmt.Sprintf("https://example.com/%d", id), FoundOn: 1, Depth: 1})
		b.Pages[0].Links = append(b.Pages[0].Links, crawler.Link{Target: id})
	}
	save(t, f, b)
	refs, err := f.Outlinks(context.Background(), 1)
	if err != nil || len(refs) != 50_000 || refs[49_999].ID != 50_001 {
		t.Errorf("%d links, %v", len(refs), err)
	}
}
