package crawlfile

import (
	"context"
	"reflect"
	"slices"
	"testing"
)

const allExtras = WithTexts | WithInLinks | WithOutLinks | WithProblems

// Every extra of a row equals what is told of the address alone.
func TestExtrasEqualEntries(t *testing.T) {
	ctx := context.Background()
	f := newFile(t)
	m := newModel(23)
	for range 12 {
		m.saveBoth(t, f, m.grow())
	}
	check := func(finished bool) {
		t.Helper()
		var ids []int64
		for _, a := range m.Addresses() {
			ids = append(ids, a.ID)
		}
		slices.Reverse(ids)
		rows, err := f.FullRows(ctx, append(ids, 1<<40), allExtras)
		if err != nil || len(rows) != len(ids) {
			t.Fatalf("%d of %d rows, %v", len(rows), len(ids), err)
		}
		plain, err := f.Rows(ctx, ids)
		if err != nil {
			t.Fatal(err)
		}
		for i, id := range ids {
			got := rows[i]
			if !reflect.DeepEqual(got.Row, plain[i]) {
				t.Fatalf("row %d is %+v, not %+v", id, got.Row, plain[i])
			}
			want := FullRow{Row: plain[i], In: -1, Out: -1, Problems: -1}
			e, err := f.Entry(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			want.Description, want.H1, want.ContentType, want.Canonical, want.MetaRobots = e.MetaDescription, e.H1, e.ContentType, e.Canonical, e.MetaRobots
			want.Lang, want.RedirectTo, want.FoundOn, want.Words, want.At = e.Lang, e.RedirectTo, e.FoundOn, e.Words, e.At
			if finished {
				if _, want.In, err = f.Inlinks(ctx, id, 1); err != nil {
					t.Fatal(err)
				}
			}
			if !e.At.IsZero() {
				links, err := f.Outlinks(ctx, id)
				if err != nil {
					t.Fatal(err)
				}
				checks := map[string]bool{}
				for _, found := range e.Findings {
					checks[found.Check] = true
				}
				want.Out, want.Problems = len(links), len(checks)
			}
			if got != want {
				t.Errorf("finished %v, %d:\n got %+v\nwant %+v", finished, id, got, want)
			}
		}
	}
	check(false)
	if err := f.Finish(ctx, nil); err != nil {
		t.Fatal(err)
	}
	check(true)
	if len(found(t, f, ctx)) == 0 {
		t.Error("nothing was found in this crawl")
	}
}

func found(t *testing.T, f *File, ctx context.Context) map[string]int {
	t.Helper()
	counts, err := f.Counts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return counts.Findings
}

// What is not asked for is not there.
func TestExtrasThatNobodyAskedFor(t *testing.T) {
	ctx := context.Background()
	f := newFile(t)
	save(t, f, newSite(50).batch(50))
	for _, want := range []Extras{0, WithTexts, WithInLinks, WithOutLinks, WithProblems} {
		rows, err := f.FullRows(ctx, []int64{2, 1}, want)
		if err != nil || len(rows) != 2 || rows[0].ID != 2 {
			t.Fatalf("%v %v", rows, err)
		}
		r := rows[1]
		if (r.At.IsZero()) != (want != WithTexts) || (r.Out < 0) != (want != WithOutLinks) || (r.Problems < 0) != (want != WithProblems) || r.In != -1 {
			t.Errorf("asked for %b: %+v", want, r)
		}
	}
	if rows, err := f.FullRows(ctx, nil, allExtras); rows != nil || err != nil {
		t.Errorf("%v %v", rows, err)
	}
}
