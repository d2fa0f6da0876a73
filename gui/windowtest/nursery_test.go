//go:build windowtest

package windowtest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// The titles that a nursery's crawl has at places that can be checked.
const (
	firstFound   = "Front garden"
	lastFound    = "Hindmost garden"
	firstByTitle = "Aardvark's garden"
	lastByTitle  = "Zebra's garden"
	quickest     = "Hare's garden"
	slowest      = "Snail's garden"
	needle       = "Needle in the hay"
)

// pace is how many pages a second a nursery gives away.
const pace = 3000

// nursery is a site of as many small pages as one likes.
type nursery struct {
	*httptest.Server
	t        *testing.T
	answered atomic.Int64

	mu   sync.Mutex
	next time.Time // when the next answer may be given
}

func newNursery(t *testing.T) *nursery {
	n := &nursery{t: t}
	n.Server = httptest.NewServer(n)
	t.Cleanup(n.Close)
	return n
}

func (n *nursery) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	number, isSeedling := strings.CutPrefix(r.URL.Path, "/seedling/")
	if !isSeedling {
		http.NotFound(w, r)
		return
	}
	time.Sleep(n.turn())
	n.answered.Add(1)
	page(w, "Seedling "+number, `<a href="/">Home</a>`)
}

// turn gives every request its turn.
func (n *nursery) turn() (wait time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	const late = 100 * time.Millisecond // that may be caught up with
	n.next = n.next.Add(time.Second / pace)
	if earliest := time.Now().Add(-late); n.next.Before(earliest) {
		n.next = earliest
	}
	return time.Until(n.next)
}

// answers is how many pages were asked for.
func (n *nursery) answers() int { return int(n.answered.Load()) }

// grow writes the file of a crawl of the nursery that was stopped, after so many
// pages, with so many more waiting.
func (n *nursery) grow(folder string, pages, waiting int) {
	n.t.Helper()
	began := time.Now()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		n.t.Fatal(err)
	}
	meta := crawler.Meta{Typed: n.URL, Start: n.URL + "/", Site: n.URL, Started: time.Now(), State: crawler.Stopped,
		Settings: crawler.Settings{IgnoreTraps: true}}
	file, err := crawlfile.Create(filepath.Join(folder, "nursery"+crawlfile.Extension), meta)
	if err != nil {
		n.t.Fatal(err)
	}
	const batch = 1000
	for first := 1; first <= pages+waiting; first += batch {
		var b crawler.Batch
		for i := first; i < min(first+batch, pages+waiting+1); i++ {
			b.Addresses = append(b.Addresses, n.address(i, pages))
			if i <= pages {
				b.Pages = append(b.Pages, n.page(i, pages))
			}
		}
		if err := file.Save(b); err != nil {
			n.t.Fatal(err)
		}
	}
	n.t.Logf("a crawl of %d pages was made in %.1f s", pages, time.Since(began).Seconds())
	began = time.Now()
	if err := file.Finish(context.Background(), nil); err != nil {
		n.t.Fatal(err)
	}
	n.t.Logf("and finished in %.1f s", time.Since(began).Seconds())
	if err := file.Close(); err != nil {
		n.t.Fatal(err)
	}
}

func (n *nursery) address(i, pages int) crawler.Address {
	a := crawler.Address{ID: int64(i), URL: fmt.Sprintf("%s/bed/%d", n.URL, i), Depth: 1, FoundOn: 1}
	switch {
	case i == 1:
		a.URL, a.Depth, a.FoundOn = n.URL+"/", 0, 0
	case i > pages:
		a.URL = fmt.Sprintf("%s/seedling/%d", n.URL, i)
	}
	return a
}

func (n *nursery) page(i, pages int) *crawler.Page {
	p := &crawler.Page{ID: int64(i), URL: n.address(i, pages).URL, Outcome: crawler.Works, Status: 200, ContentType: "text/html",
		Size: int64(1000 + i%977), Took: time.Duration(20+i%50) * time.Millisecond, At: time.Unix(1_800_000_000, 0),
		Title: fmt.Sprintf("Bed %d of the garden", i), Lang: "en",
		Links: []crawler.Link{{Target: 1, Text: "Home"}, {Target: int64(i%pages + 1), Text: "Next bed"}, {Target: int64(i/2 + 1), Text: "Another bed"}}}
	switch i {
	case 1:
		p.Title = firstFound
	case pages / 7:
		p.Title = firstByTitle
	case pages / 5:
		p.Title = lastByTitle
	case pages / 4:
		p.Title, p.Took = quickest, time.Microsecond
	case pages / 3:
		p.Title, p.Took = slowest, 100*time.Second
	case pages / 2:
		p.Title = needle
	case pages:
		p.Title = lastFound
	}
	return p
}
