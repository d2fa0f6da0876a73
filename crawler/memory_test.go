package crawler

import (
	"reflect"
	"testing"
)

func TestMemory(t *testing.T) {
	m := NewMemory()
	addresses := []Address{
		{ID: 1, URL: "https://example.com/"},
		{ID: 2, URL: "https://example.com/logo.png", Kind: ImageKind},
		{ID: 3, URL: "https://example.com/a", Depth: 2},
		{ID: 4, URL: "https://example.org/", Scope: External},
		{ID: 5, URL: "https://example.com/private", Skipped: ByRobots},
	}
	p := &Page{ID: 1, Outcome: Works, Links: []Link{{Target: 3, Text: "a"}}}
	if err := m.Save(Batch{Addresses: addresses, Pages: []*Page{p}, Changes: []Change{{ID: 3, InSitemap: true}, {ID: 5}, {ID: 5, Skipped: Trap}}}); err != nil {
		t.Fatal(err)
	}

	for _, test := range []struct {
		lane  Lane
		after int64
		n     int
		want  []int64
	}{
		{PageLane, 0, 9, []int64{3}},
		{LeafLane, 0, 9, []int64{2, 4}},
		{LeafLane, 0, 1, []int64{2}},
		{LeafLane, 2, 9, []int64{4}},
		{LeafLane, 99, 9, nil},
	} {
		found, err := m.Next(test.lane, test.after, test.n)
		var ids []int64
		for _, a := range found {
			ids = append(ids, a.ID)
		}
		if err != nil || !reflect.DeepEqual(ids, test.want) {
			t.Errorf("Next(%d, %d, %d) = %v, %v, want %v", test.lane, test.after, test.n, ids, err, test.want)
		}
	}
	var outcomes []Outcome
	if err := m.Known(func(a Address, v Verdict) bool {
		outcomes = append(outcomes, v.Outcome)
		return a.ID < 5
	}); err != nil {
		t.Fatal(err)
	}
	if want := []Outcome{Works, Waiting, Waiting, Waiting, Skipped}; !reflect.DeepEqual(outcomes, want) {
		t.Errorf("outcomes %v, want %v", outcomes, want)
	}
	if a := m.Addresses(); !a[2].InSitemap || a[2].Skipped != "" || a[4].Skipped != Trap {
		t.Errorf("after the changes: %+v", a)
	}
}
