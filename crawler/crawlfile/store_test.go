package crawlfile

import (
	"context"
	"reflect"
	"testing"

	"sitewalk/crawler"
)

// TestStoreEqualsMemory saves the same crawl to a file and to memory and asks
// both the same questions, while it grows and after it was opened again.
func TestStoreEqualsMemory(t *testing.T) {
	ctx := context.Background()
	f := newFile(t)
	m := newModel(1)
	after := [2]int64{}
	for round := range 60 {
		m.saveBoth(t, f, m.grow())
		if round%20 == 19 {
			f = reopen(t, f)
			after = [2]int64{}
		}
		got, err := f.Counts(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if want := m.counts(); !reflect.DeepEqual(got, want) {
			t.Fatalf("round %d: counts\n%+v, want\n%+v", round, got, want)
		}
		if c := got; c.Found != c.Checked+c.Skipped+c.Failed+c.Waiting || c.Checked+c.Failed != c.Works+c.Moved+c.Broken+c.Unchecked {
			t.Fatalf("round %d: the counts do not add up: %+v", round, c)
		}
		for _, lane := range []crawler.Lane{crawler.PageLane, crawler.LeafLane} {
			for _, from := range []int64{after[lane], 0, after[lane]} {
				got := next(t, f, lane, from, 5)
				if want := next(t, m, lane, from, 5); !reflect.DeepEqual(got, want) {
					t.Fatalf("round %d: Next(%d, %d) =\n%v, want\n%v", round, lane, from, got, want)
				}
				if len(got) > 0 && m.rng.IntN(2) == 0 {
					after[lane] = got[len(got)-1].ID
				}
			}
		}
	}
	type known struct {
		crawler.Address
		crawler.Verdict
	}
	collect := func(s crawler.Store) (all []known) {
		if err := s.Known(func(a crawler.Address, v crawler.Verdict) bool {
			all = append(all, known{a, v})
			return true
		}); err != nil {
			t.Fatal(err)
		}
		return all
	}
	if got, want := collect(f), collect(m); !reflect.DeepEqual(got, want) {
		t.Errorf("known addresses differ:\n%v, want\n%v", got, want)
	}
}

func next(t *testing.T, s crawler.Store, lane crawler.Lane, after int64, n int) []crawler.Address {
	t.Helper()
	found, err := s.Next(lane, after, n)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func reopen(t *testing.T, f *File) *File {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := Open(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestKnownStops(t *testing.T) {
	f := newFile(t)
	save(t, f, crawler.Batch{Addresses: []crawler.Address{{ID: 1, URL: "a"}, {ID: 2, URL: "b"}}})
	n := 0
	if err := f.Known(func(crawler.Address, crawler.Verdict) bool { n++; return false }); err != nil || n != 1 {
		t.Errorf("%d calls, %v", n, err)
	}
}

func TestSaveIsOneStep(t *testing.T) {
	f := newFile(t)
	save(t, f, crawler.Batch{Addresses: []crawler.Address{{ID: 1, URL: "https://example.com/"}}})
	before, _ := f.Counts(context.Background())
	wrong := crawler.Batch{
		Addresses: []crawler.Address{{ID: 2, URL: "https://example.com/b"}},
		Pages:     []*crawler.Page{{ID: 1, Outcome: crawler.Works, Status: 200, Links: []crawler.Link{{Target: 2}}}},
		Changes:   []crawler.Change{{ID: 99}},
	}
	if err := f.Save(wrong); err == nil {
		t.Fatal("the change of an unknown address was accepted")
	}
	if after, _ := f.Counts(context.Background()); !reflect.DeepEqual(before, after) {
		t.Errorf("counts changed: %+v, %+v", before, after)
	}
	wrong.Changes = nil
	save(t, f, wrong) // and the writer's memory was undone as well
	if refs, err := f.Outlinks(context.Background(), 1); err != nil || len(refs) != 1 || refs[0].ID != 2 {
		t.Errorf("links %v, %v", refs, err)
	}
}

func TestMetaIsKept(t *testing.T) {
	ctx := context.Background()
	f := newFile(t)
	meta, err := f.Meta(ctx)
	if err != nil || meta.Typed != "example.com" {
		t.Fatalf("%+v, %v", meta, err)
	}
	meta.State = crawler.Limited
	meta.Settings.Exclude = []string{"/private/*"}
	save(t, f, crawler.Batch{Meta: &meta})
	f = reopen(t, f)
	if again, err := f.Meta(ctx); err != nil || !reflect.DeepEqual(again, meta) {
		t.Errorf("%+v, %v, want %+v", again, err, meta)
	}
}
