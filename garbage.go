package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Garbage is collected when there is about this much of it. The amount does not
// grow with what is in use, as Go's own rule would have it: most of that lives as
// long as the crawl and has no pointers, so it costs the collector nothing, and a
// crawl of a million pages fits in an ordinary laptop beside everything else.
// While little is in use, more garbage may pile up instead: collecting it less
// often is quicker.
const (
	garbage = 16 << 20 // bytes, at least
	heap    = 80 << 20 // bytes that garbage may fill with what is in use
)

// boundGarbage keeps to that from now on: after each collection it says when the
// next one is due.
func boundGarbage() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	now := 0
	var adjust func(struct{})
	adjust = func(struct{}) {
		metrics.Read(live)
		if percent := garbagePercent(live[0].Value.Uint64()); percent != now {
			debug.SetGCPercent(percent)
			now = percent
		}
		// What nothing refers to is gone after the next collection.
		runtime.AddCleanup(new([16]byte), adjust, struct{}{})
	}
	adjust(struct{}{})
}

// garbagePercent is garbage as a percentage of what is in use (GOGC), in steps:
// changing it stops the program for a moment.
func garbagePercent(live uint64) int {
	room := max(heap, live+garbage) - live
	percent := 100 * room / max(live, 1<<20)
	step := max(percent/8, 1)
	return int(min(max(percent/step*step, 10), 1600))
}
