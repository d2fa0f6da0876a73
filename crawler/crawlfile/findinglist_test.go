package crawlfile

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// FuzzFindingList reads any text as a list of findings; one that it takes is
// written and read again.
func FuzzFindingList(f *testing.F) {
	for _, seed := range []string{"", "[]", "[1]", "[1,2,[3,\"a\"]]", `[[4,"\"\\\u0001ü"],[5,77]]`, "[1,", "[[1]]", "[0]", "[1] ", "[99999999999]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, list string) {
		if !utf8.ValidString(list) {
			t.Skip() // crawl files keep to UTF-8
		}
		var items []foundItem
		var written []byte
		err := eachFinding(list, func(item foundItem) error {
			items = append(items, item)
			if item.address != 0 {
				written = appendFindingAt(written, int64(item.number), item.address)
			} else {
				written = appendFinding(written, int64(item.number), item.detail)
			}
			return nil
		})
		if err != nil {
			return
		}
		n := 0
		if err := eachFinding(string(written), func(item foundItem) error {
			if item != items[n] {
				t.Errorf("%+v became %+v", items[n], item)
			}
			n++
			return nil
		}); err != nil || n != len(items) {
			t.Errorf("%q: %d of %d, %v", written, n, len(items), err)
		}
	})
}

// TestAnchorSet never lacks what was added, and hardly ever has what was not.
func TestAnchorSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 7, 100, 3000} {
		hashes := make([]uint32, n)
		for i := range hashes {
			hashes[i] = rng.Uint32()
		}
		set := newAnchorSet(hashes)
		for _, h := range hashes {
			if !set.has(h) {
				t.Fatalf("%d: %x is missing", n, h)
			}
		}
		wrong := 0
		for range 10_000 {
			if set.has(rng.Uint32()) {
				wrong++
			}
		}
		if wrong > 400 {
			t.Errorf("%d: %d of 10,000 seem to be there", n, wrong)
		}
	}
}
