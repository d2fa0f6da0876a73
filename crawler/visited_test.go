package crawler

import (
	"math/rand/v2"
	"testing"
)

func TestVisitedEqualsAMap(t *testing.T) {
	var v visited
	want := map[uint64]mark{}
	rng := rand.New(rand.NewPCG(1, 2))
	var hashes []uint64
	for range 200_000 {
		hash := rng.Uint64()
		switch rng.IntN(4) {
		case 0:
			hash &= 0xff<<56 | 0xff // many in one place
		case 1:
			if len(hashes) > 0 {
				hash = hashes[rng.IntN(len(hashes))]
			}
		}
		m := mark(rng.Uint32() | 1)
		v.put(hash, m)
		want[hash] = m
		hashes = append(hashes, hash)
	}
	for hash, m := range want {
		if got, ok := v.get(hash); !ok || got != m {
			t.Fatalf("%x: %v, %v, want %v", hash, got, ok, m)
		}
	}
	for range 100_000 {
		hash := rng.Uint64()
		_, known := want[hash]
		if _, ok := v.get(hash); ok != known {
			t.Fatalf("%x is known: %v", hash, ok)
		}
	}
}

func BenchmarkVisited(b *testing.B) {
	var v visited
	rng := rand.New(rand.NewPCG(1, 2))
	hashes := make([]uint64, 1_000_000)
	for i := range hashes {
		hashes[i] = rng.Uint64()
		v.put(hashes[i], mark(i+1))
	}
	b.ResetTimer()
	for i := range b.N {
		v.get(hashes[i*7919%len(hashes)])
	}
	room := 0
	for i := range v.shards {
		room += 12 * len(v.shards[i].marks)
	}
	b.ReportMetric(float64(room)/float64(len(hashes)), "B/address")
}
