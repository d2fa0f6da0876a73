package crawlfile

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestKeySort compares it with what Go sorts, in memory and in runs.
func TestKeySort(t *testing.T) {
	f := newFile(t)
	defer func(bytes int) { sortBytes = bytes }(sortBytes)
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"", "a", "/", "\x01", "\x02", "\x7f", "\x80", "\xff", "https://example.com/", "12345678", "é", "b"}
	for _, sortBytes = range []int{1 << 20, 4000, 50} {
		for _, size := range []int{0, 1, 2, 3000} {
			var keys []string
			for range size {
				var key strings.Builder
				for range random.IntN(7) {
					key.WriteString(pieces[random.IntN(len(pieces))])
				}
				keys = append(keys, key.String())
			}
			checkKeySort(t, f.writer.conn, keys)
		}
		long := strings.Repeat("long", 100_000)
		checkKeySort(t, f.writer.conn, []string{long + "b", long, long + "a", "short", long})
	}
	if tables, err := f.writer.conn.integer(t.Context(), "SELECT count(*) FROM sqlite_temp_schema"); err != nil || tables != 0 {
		t.Error("left behind:", tables, err)
	}
}

func checkKeySort(t *testing.T, c *conn, keys []string) {
	t.Helper()
	s := newKeySort(c, int64(len(keys)/2))
	want := make([]int, len(keys))
	for i, key := range keys {
		want[i] = i
		place, err := s.add(t.Context(), uint32(i), key)
		if err != nil || string(place) != key {
			t.Fatalf("%q: place %q, %v", key, place, err)
		}
	}
	slices.SortFunc(want, func(a, b int) int { return cmp.Or(strings.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	if s.run == 0 { // sorted by something else before
		for range 2 {
			if len(keys) > 0 != s.change(func(key []byte) { slices.Reverse(key) }) {
				t.Fatal("nothing to change")
			}
			if err := s.each(t.Context(), func(uint32, []byte) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
	}
	n := 0
	err := s.each(t.Context(), func(id uint32, key []byte) error {
		if n >= len(want) || int(id) != want[n] || string(key) != keys[id] {
			return fmt.Errorf("%d is number %d with %q of %d", id, n, key, len(want))
		}
		n++
		return nil
	})
	if err != nil || n != len(want) || sortBytes < 100 && len(keys) > 1000 && s.change(nil) {
		t.Fatalf("%d of %d in runs of %d bytes: %v", n, len(want), sortBytes, err)
	}
}

// TestKeySortEnds ends it in the middle: in its runs and in what it is used for.
func TestKeySortEnds(t *testing.T) {
	f := newFile(t)
	defer func(bytes int) { sortBytes = bytes }(sortBytes)
	for _, sortBytes = range []int{1 << 20, 100} {
		ctx, cancel := context.WithCancel(t.Context())
		s := newKeySort(f.writer.conn, 10)
		for i := range 10_000 {
			if _, err := s.add(ctx, uint32(i), fmt.Sprint("key", i)); err != nil {
				t.Fatal(err)
			}
		}
		last := []byte{}
		err := s.each(ctx, func(id uint32, key []byte) error {
			if bytes.Compare(last, key) >= 0 {
				return fmt.Errorf("%q after %q", key, last)
			}
			last = append(last[:0], key...)
			cancel()
			return nil
		})
		if err != context.Canceled {
			t.Errorf("in runs of %d bytes: %v", sortBytes, err)
		}
	}
	checkKeySort(t, f.writer.conn, []string{"b", "a", strings.Repeat("c", 200)}) // what is left of the last one is in nobody's way
}

func TestTreeKey(t *testing.T) {
	for _, url := range []string{"", "https://example.com/a/b?c/d?e", "no address"} {
		if got := treeURL([]byte(treeKey(url))); got != url {
			t.Errorf("%q comes back as %q", url, got)
		}
	}
}
