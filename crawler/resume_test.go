package crawler

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
)

// carryOn resumes what a store holds and crawls to the end.
func carryOn(t *testing.T, m *Memory) Progress {
	t.Helper()
	c, err := Resume(m.Meta(), m)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := c.Progress()
	checkSum(t, p)
	return p
}

// A program that is killed at once leaves a crawl without a single address.
func TestResumeBeforeTheFirstAddress(t *testing.T) {
	_, base := serve(t, pages{"/": links("/a"), "/a": links()})
	m := NewMemory()
	if err := m.Save(Batch{Meta: &Meta{Typed: base, State: Running}}); err != nil {
		t.Fatal(err)
	}
	if p := carryOn(t, m); p.State != Finished || p.Works != 2 {
		t.Errorf("state %q, counts %+v", p.State, p.Counts)
	}
}

// Pages may all be done while a sitemap is still being read.
func TestResumeReadsSitemapsAgain(t *testing.T) {
	var hang atomic.Bool
	hang.Store(true)
	site := pages{"/robots.txt": "Sitemap: /map.xml\n", "/": links("/a"), "/a": links(), "/orphan": links(),
		"/map.xml": "<urlset><url><loc>/orphan</loc></url></urlset>"}
	asked := make(chan struct{}, 10)
	_, base := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/map.xml" && hang.Load() {
			asked <- struct{}{}
			<-r.Context().Done()
			return
		}
		site.ServeHTTP(w, r)
	}))
	m := NewMemory()
	c, err := New(base, Settings{Concurrency: 4}, m)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Run(t.Context()) }()
	<-asked
	await(t, func() bool { return c.Progress().Works == 2 })
	c.Stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	hang.Store(false)
	if p := carryOn(t, m); p.State != Finished || p.Works != 3 {
		t.Errorf("state %q, counts %+v", p.State, p.Counts)
	}
}

// A crawl that has ended stays as it is when it is carried on.
func TestResumeOfAnEndedCrawl(t *testing.T) {
	site := pages{}
	for i := range 20 {
		site[fmt.Sprint("/", i)] = links("/", fmt.Sprint("/", i+1))
	}
	site["/"] = links("/0")
	server, base := serve(t, site)
	m, before := crawl(t, base, Settings{LimitDepth: true, MaxDepth: 5})
	asked := server.total()
	after := carryOn(t, m)
	if after.State != Finished || after.Found != before.Found || after.Works != before.Works || after.Skipped != before.Skipped {
		t.Errorf("before %+v, after %+v", before.Counts, after.Counts)
	}
	if n := server.total() - asked; n > 1 {
		t.Errorf("%d further requests", n)
	}
}
