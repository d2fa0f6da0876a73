package crawlfile

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"sitewalk/crawler"
)

// lateColumns are the columns whose orders are made late, with how two rows compare.
var lateColumns = map[Column]func(a, b *FullRow) int{
	ByOutcome:     func(a, b *FullRow) int { return cmp.Compare(a.asked(a.Outcome), b.asked(b.Outcome)) },
	ByProblems:    func(a, b *FullRow) int { return cmp.Compare(a.Problems, b.Problems) },
	ByType:        func(a, b *FullRow) int { return compareFolded(a.ContentType, b.ContentType) },
	ByMoved:       func(a, b *FullRow) int { return cmp.Compare(a.RedirectTo, b.RedirectTo) },
	ByChecked:     func(a, b *FullRow) int { return a.At.Compare(b.At) },
	ByH1:          func(a, b *FullRow) int { return compareFolded(a.H1, b.H1) },
	ByDescription: func(a, b *FullRow) int { return compareFolded(a.Description, b.Description) },
	ByWords:       func(a, b *FullRow) int { return cmp.Compare(a.Words, b.Words) },
	ByLang:        func(a, b *FullRow) int { return compareFolded(a.Lang, b.Lang) },
	ByCanonical:   func(a, b *FullRow) int { return cmp.Compare(a.Canonical, b.Canonical) },
	ByRobots:      func(a, b *FullRow) int { return compareFolded(a.MetaRobots, b.MetaRobots) },
	ByFoundOn:     func(a, b *FullRow) int { return cmp.Compare(a.askedFrom(), b.askedFrom()) },
	ByLinksTo:     func(a, b *FullRow) int { return cmp.Compare(a.In, b.In) },
	ByLinksOn:     func(a, b *FullRow) int { return cmp.Compare(a.Out, b.Out) },
}

// asked is an outcome, none for an address without a result.
func (r *FullRow) asked(o crawler.Outcome) crawler.Outcome {
	if r.At.IsZero() {
		return 0
	}
	return o
}

func (r *FullRow) askedFrom() string {
	if r.At.IsZero() {
		return ""
	}
	return r.FoundOn
}

// compareFolded compares as SQLite's NOCASE does.
func compareFolded(a, b string) int {
	fold := func(s string) string {
		return strings.Map(func(r rune) rune {
			if 'A' <= r && r <= 'Z' {
				return r + 'a' - 'A'
			}
			return r
		}, s)
	}
	return cmp.Compare(fold(a), fold(b))
}

// Every order that is made late is that of the rows, while a crawl goes on and
// after it was finished, of all addresses and of a few.
func TestLateOrders(t *testing.T) {
	ctx := context.Background()
	f := newFile(t)
	m := newModel(31)
	for range 14 {
		m.saveBoth(t, f, m.grow())
	}
	filters := []Filter{
		{}, {Outcomes: []crawler.Outcome{crawler.Works}}, {Text: "contact"},
		{Outcomes: []crawler.Outcome{crawler.Skipped, crawler.Waiting, crawler.Works, crawler.Broken}},
	}
	for _, state := range []string{"unfinished", "finished"} {
		for _, filter := range filters {
			plain, err := f.IDs(ctx, filter, Sort{})
			if err != nil {
				t.Fatal(err)
			}
			for by, compare := range lateColumns {
				rows, err := f.FullRows(ctx, plain, allExtras)
				if err != nil {
					t.Fatal(err)
				}
				slices.SortStableFunc(rows, func(a, b FullRow) int { return compare(&a, &b) })
				for _, desc := range []bool{false, true} {
					got, err := f.IDs(ctx, filter, Sort{by, desc})
					if err != nil || len(got) != len(rows) {
						t.Fatalf("%s by %s: %d of %d, %v", state, by, len(got), len(rows), err)
					}
					if desc {
						slices.Reverse(got)
					}
					for i, id := range got {
						if rows[i].ID != id {
							t.Fatalf("%s, %+v by %s (falling: %v): address %d at %d, not %d", state, filter, by, desc, id, i, rows[i].ID)
						}
					}
				}
			}
		}
		if err := f.Finish(ctx, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// Whether addresses are read one by one or all at once makes no difference.
func TestLateOrdersOfManyAndOfFew(t *testing.T) {
	ctx := context.Background()
	f := newFile(t)
	s := newSite(300)
	for s.asked < 300 {
		save(t, f, s.batch(100))
	}
	ids, err := f.IDs(ctx, Filter{}, Sort{})
	if err != nil {
		t.Fatal(err)
	}
	late := func(ids []int64, by Column) []int64 {
		err := f.glance(ctx, func(c *conn) (err error) {
			ids, err = f.sortLate(ctx, c, ids, by, false)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return ids
	}
	for by := range lateColumns {
		few := late(slices.Clone(ids), by)
		many := slices.Clone(ids)
		for id := int64(1 << 20); len(many) <= fewAddresses; id++ { // which the file does not have
			many = append(many, id)
		}
		many = late(many, by)
		many = slices.DeleteFunc(many, func(id int64) bool { return id >= 1<<20 })
		if !slices.Equal(few, many) {
			t.Errorf("by %s:\n%v\n%v", by, few, many)
		}
	}
}

// TestPreparedOrders fails when an order that is at hand is another than one that
// is made anew, or stays when the crawl goes on.
func TestPreparedOrders(t *testing.T) {
	ctx := context.Background()
	f := newFile(t)
	s := newSite(400)
	for s.asked < 200 {
		save(t, f, s.batch(100))
	}
	ids := func(by Column) []int64 {
		t.Helper()
		ids, err := f.IDs(ctx, Filter{}, Sort{By: by})
		if err != nil {
			t.Fatal(err)
		}
		return ids
	}
	prepare := func() {
		t.Helper()
		for by := range lateColumns {
			if err := f.PrepareSort(ctx, by); err != nil {
				t.Fatal(err)
			}
		}
	}
	prepare()
	if len(f.late.made) > 0 {
		t.Error("orders of a running crawl are kept")
	}
	for range 2 { // the second time, the crawl has gone on
		want := map[Column][]int64{}
		for by := range lateColumns {
			want[by] = ids(by)
		}
		if err := f.Finish(ctx, nil); err != nil {
			t.Fatal(err)
		}
		for by := range lateColumns {
			if by != ByProblems && by != ByFoundOn && by != ByLinksTo && !slices.Equal(ids(by), want[by]) { // those change with Finish
				t.Errorf("by %s: %v, want %v", by, ids(by), want[by])
			}
		}
		prepare()
		if n := len(f.late.made); n == 0 || n > keptOrders {
			t.Errorf("%d orders are kept", n)
		}
		for by := range lateColumns {
			if first := ids(by); !slices.Equal(ids(by), first) {
				t.Errorf("by %s, asking changes the order", by)
			}
		}
		save(t, f, s.batch(100))
	}
}

// Addresses without an answer change the order by links, too.
func TestOrderByLinksAfterAddresses(t *testing.T) {
	f := newFile(t)
	root := &crawler.Page{ID: 1, URL: surveyOrigin + "/", Outcome: crawler.Works, Status: 200, ContentType: "text/html", Links: []crawler.Link{{Target: 2}}}
	all := Filter{Outcomes: []crawler.Outcome{crawler.Works, crawler.Waiting, crawler.Skipped}}
	for _, step := range []struct {
		batch crawler.Batch
		want  []int64
	}{
		{crawler.Batch{Addresses: []crawler.Address{{ID: 1, URL: root.URL}, {ID: 2, URL: root.URL + "a", FoundOn: 1}}, Pages: []*crawler.Page{root}}, []int64{1, 2}},
		{crawler.Batch{Addresses: []crawler.Address{{ID: 3, URL: root.URL + "b", InSitemap: true}}}, []int64{1, 3, 2}},
	} {
		save(t, f, step.batch)
		if err := f.Finish(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if got, err := f.IDs(t.Context(), all, Sort{By: ByLinksTo}); err != nil || !slices.Equal(got, step.want) {
			t.Errorf("%v, want %v: %v", got, step.want, err)
		}
	}
}
