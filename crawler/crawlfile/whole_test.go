package crawlfile

import (
	"context"
	"errors"
	"testing"
)

// An earlier crawl that was left before it was finished is finished when it is
// opened to be read as a whole, unless somebody else has it.
func TestAnEarlierCrawlIsOpenedWhole(t *testing.T) {
	path := savedCrawl(t, 50)
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := OpenWhole(interrupted, path, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	inUse, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{false, true, true} { // whether it is finished
		f, err := OpenWhole(t.Context(), path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if f.Finished() != want {
			t.Errorf("finished: %v, not %v", f.Finished(), want)
		}
		if err := errors.Join(f.Close(), inUse.Close()); err != nil {
			t.Error(err)
		}
	}
	f, err := OpenWhole(t.Context(), path, nil)
	if err != nil || f.Writable() {
		t.Fatalf("one that is finished is kept from others: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
