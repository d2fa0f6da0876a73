package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

func TestGarbagePercent(t *testing.T) {
	for live, want := range map[uint64][2]int{0: {800, 1600}, 8 << 20: {800, 900}, 16 << 20: {360, 400}, 48 << 20: {60, 67}, 96 << 20: {14, 17}, 1 << 40: {10, 10}} {
		if got := garbagePercent(live); got < want[0] || got > want[1] {
			t.Errorf("with %d bytes in use, %d percent, want %d to %d", live, got, want[0], want[1])
		}
	}
}

// TestBoundGarbage holds much memory and waits until the collector is told.
func TestBoundGarbage(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	boundGarbage()
	held := make([]byte, 256<<20)
	percent := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	for ; ; runtime.Gosched() {
		runtime.GC()
		if metrics.Read(percent); percent[0].Value.Uint64() <= 12 {
			break
		}
	}
	runtime.KeepAlive(held)
}
