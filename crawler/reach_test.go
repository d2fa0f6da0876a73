package crawler

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"
)

// silence is how long an answer is waited for where some do not come. A busy
// computer may take a part of it for the others.
const silence = 5 * time.Second

// silent is a site whose network can be taken away: then it takes requests and
// answers nothing.
type silent struct {
	http.Handler
	gone    atomic.Bool
	back    chan struct{}
	answers atomic.Int64
	leaves  int64 // with which answer the network goes, however long the test has no processor
}

func (s *silent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.gone.Load() {
		select {
		case <-r.Context().Done():
		case <-s.back:
		}
		panic(http.ErrAbortHandler)
	}
	s.Handler.ServeHTTP(w, r)
	if s.answers.Add(1) == s.leaves {
		s.gone.Store(true)
	}
}

// quietCrawl begins a crawl whose network goes away after a few pages.
func quietCrawl(t *testing.T, site *silent, s Settings, patience time.Duration) (c *Crawler, ended chan error) {
	t.Helper()
	site.back, site.leaves = make(chan struct{}), 9
	_, base := serve(t, site)
	s.Timeout = silence
	c, err := New(base, s, NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	c.frontier.patience = patience
	ended = make(chan error, 1)
	go func() { ended <- c.Run(context.Background()) }()
	await(t, site.gone.Load)
	return c, ended
}

func slowTree(size int) http.Handler { return tree(size, func() { time.Sleep(5 * time.Millisecond) }) }

// A network that swallows everything for a while costs no page.
func TestNetworkThatSwallowsEverythingForAWhile(t *testing.T) {
	t.Parallel()
	site := &silent{Handler: slowTree(100)}
	c, ended := quietCrawl(t, site, Settings{}, offlinePatience)
	await(t, func() bool { return c.Progress().Manners.Cause == causeOffline })
	if p := c.Progress(); p.Failed != 0 {
		t.Errorf("%d addresses are taken for broken", p.Failed)
	}
	site.gone.Store(false)
	close(site.back)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	p := c.Progress()
	checkSum(t, p)
	if p.State != Finished || p.Works != 100 || p.Failed != 0 || p.Manners.Cause != "" {
		t.Errorf("%+v", p)
	}
}

// A site that never comes back ends the crawl so that it can be carried on,
// with nothing said about what could not be asked for.
func TestSiteThatNeverComesBack(t *testing.T) {
	t.Parallel()
	site := &silent{Handler: slowTree(100)}
	c, ended := quietCrawl(t, site, Settings{}, 300*time.Millisecond)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	close(site.back)
	p := c.Progress()
	checkSum(t, p)
	if p.State != Stopped || p.Failed != 0 || p.Waiting == 0 || p.Manners.Cause != causeOffline {
		t.Errorf("%+v", p)
	}
}

func TestStopWhileTheNetworkIsGone(t *testing.T) {
	t.Parallel()
	site := &silent{Handler: slowTree(100)}
	c, ended := quietCrawl(t, site, Settings{}, offlinePatience)
	await(t, func() bool { return c.Progress().Manners.Cause == causeOffline })
	c.Stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	close(site.back)
	if p := c.Progress(); p.State != Stopped || p.Failed != 0 {
		t.Errorf("%+v", p)
	}
}

// Pages that hang among others that do not are the pages' own fault.
func TestPagesThatHang(t *testing.T) {
	t.Parallel()
	for _, hanging := range []int{1, 4, 12} {
		t.Run(fmt.Sprint(hanging), func(t *testing.T) {
			t.Parallel()
			var stuck []string
			for i := range hanging {
				stuck = append(stuck, fmt.Sprint("/hang", i))
			}
			site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/":
					w.Header().Set("Content-Type", "text/html")
					fmt.Fprint(w, links(append(stuck, "/a", "/b")...))
				case "/a", "/b", "/robots.txt":
				default:
					<-r.Context().Done()
				}
			})
			_, base := serve(t, site)
			_, p := crawl(t, base, Settings{Timeout: silence})
			if p.State != Finished || p.Works != 3 || p.Failed != hanging || p.Unchecked != hanging {
				t.Errorf("%+v", p)
			}
		})
	}
}

// While the site cannot be reached nothing is said about other sites either.
func TestOtherSitesWhileTheNetworkIsGone(t *testing.T) {
	t.Parallel()
	var to []string
	other := &silent{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), back: make(chan struct{})}
	elsewhere, there := serve(t, other)
	for i := range 200 {
		to = append(to, fmt.Sprint(there, "/", i))
	}
	inner := slowTree(100)
	site := &silent{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/2" {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, links(append(to, "/4", "/5")...))
			return
		}
		inner.ServeHTTP(w, r)
	})}
	c, ended := quietCrawl(t, site, Settings{LocalHosts: []string{there[len("http://"):]}}, offlinePatience)
	other.gone.Store(true)
	await(t, func() bool { return c.Progress().Manners.Cause == causeOffline })
	before := elsewhere.total()
	site.gone.Store(false)
	other.gone.Store(false)
	close(site.back)
	close(other.back)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	p := c.Progress()
	checkSum(t, p)
	if p.State != Finished || p.Works != 300 || p.Failed != 0 {
		t.Errorf("%d requests elsewhere while the site was gone; %+v", before, p)
	}
}
