package crawlfile

import (
	"context"
	"fmt"
	"reflect"
	"testing"
)

// TestEntriesEqualModel compares what is exported with the pages that were
// saved, with and without room for the links and addresses that came first.
func TestEntriesEqualModel(t *testing.T) {
	defer func(links int64, bytes, entries int) {
		aimsHeld, urlBytesHeld, entryBatch = links, bytes, entries
	}(aimsHeld, urlBytesHeld, entryBatch)
	entryBatch = 3
	for _, bounds := range []struct {
		links int64
		bytes int
	}{{1, 0}, {5, 100}, {20, 1000}, {1000, 1 << 20}} {
		aimsHeld, urlBytesHeld = bounds.links, bounds.bytes
		t.Run(fmt.Sprintf("%d links, %d bytes", bounds.links, bounds.bytes), func(t *testing.T) {
			f := newFile(t)
			m := newModel(5)
			for range 12 {
				m.saveBoth(t, f, m.grow())
				checkEntries(t, f, m, false)
			}
			if err := f.Finish(context.Background(), nil); err != nil {
				t.Fatal(err)
			}
			checkEntries(t, f, m, true)
		})
	}
}

// TestEntriesStop passes on the error of the one who reads.
func TestEntriesStop(t *testing.T) {
	f := newFile(t)
	save(t, f, newSite(10).batch(5))
	n := 0
	stop := fmt.Errorf("enough")
	if err := f.Entries(context.Background(), func(*Entry) error { n++; return stop }); err != stop || n != 1 {
		t.Errorf("%d entries, %v", n, err)
	}
}

// TestEdges keeps the targets of pages of all sizes.
func TestEdges(t *testing.T) {
	f := newFile(t)
	ctx := context.Background()
	e, err := newEdges(ctx, f.writer.conn, "edge")
	if err != nil {
		t.Fatal(err)
	}
	want := map[uint32][]uint32{}
	m := newModel(1)
	for seq := uint32(2); seq < 300; seq += 1 + m.rng.Uint32N(4) {
		targets := make([]uint32, m.rng.IntN(2000))
		for i := range targets {
			targets[i] = m.rng.Uint32() >> m.rng.IntN(32)
		}
		want[seq] = targets
		if err := e.add(seq, targets); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.flush(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got := map[uint32][]uint32{}
		err := e.each(ctx, func(float64) {}, func(seq uint32, targets []uint32) error {
			got[seq] = append([]uint32{}, targets...)
			return nil
		})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v: got %d pages, want %d", err, len(got), len(want))
		}
	}
	if err := e.drop(); err != nil {
		t.Fatal(err)
	}
}
