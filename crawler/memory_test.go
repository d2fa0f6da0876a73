package crawler

import (
	"reflect"
	"testing"
)

func TestMemory(t *testing.T) {
	m := NewMemory(Meta{Typed: "example.com"})
	addresses := []Address{
		{ID: 1, URL: "https://example.com/"},
		{ID: 2, URL: "https://example.com/logo.png", Kind: ImageKind},
		{ID: 3, URL: "https://example.com/a", Depth: 2},
		{ID: 4, URL: "https://example.org/", Scope: External},
		{ID: 5, URL: "https://example.com/private", Skipped: ByRobots},
	}
	p := &Page{ID: 1, Outcome: Works, Links: []Link{{Target: 3, Text: "a"}}}
	if err := m.Save(Batch{Addresses: addresses, Pages: []*Page{p}, Changes: []Change{{ID: 3, Depth: 1}}}); err != nil {
		t.Fatal(err)
	}
	p.Links[0].Text = "changed afterwards"

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
	if err := m.Known(func(a Address, o Outcome) bool {
		outcomes = append(outcomes, o)
		return a.ID < 5
	}); err != nil {
		t.Fatal(err)
	}
	if want := []Outcome{Works, Waiting, Waiting, Waiting, Skipped}; !reflect.DeepEqual(outcomes, want) {
		t.Errorf("outcomes %v, want %v", outcomes, want)
	}
	if got := m.Pages()[0].Links[0].Text; got != "a" {
		t.Errorf("a saved page changed: %q", got)
	}
	if got := m.Addresses()[2].Depth; got != 1 {
		t.Errorf("depth after the change is %d", got)
	}
}

func TestMemoryKeepsNothingOfAWrongBatch(t *testing.T) {
	for name, b := range map[string]Batch{
		"gap":    {Addresses: []Address{{ID: 1}, {ID: 3}}},
		"change": {Addresses: []Address{{ID: 1}}, Changes: []Change{{ID: 2}}},
		"page":   {Addresses: []Address{{ID: 1}}, Pages: []*Page{{ID: 2}}},
	} {
		m := NewMemory(Meta{})
		if err := m.Save(b); err == nil {
			t.Errorf("%s: no error", name)
		}
		if len(m.Addresses())+len(m.Pages()) > 0 {
			t.Errorf("%s: something was kept", name)
		}
	}
}
