package crawler_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"sitewalk/crawler"
)

// changingSite is a site whose pages change between two looks.
type changingSite struct {
	mu    sync.Mutex
	pages map[string]string
	asked map[string]int
}

func (s *changingSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[r.URL.Path]++
	body, ok := s.pages[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, body)
}

func (s *changingSite) change(path, body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages[path] = body
	clear(s.asked)
}

func TestRecheckAsksForNothingElse(t *testing.T) {
	site := &changingSite{asked: map[string]int{}, pages: map[string]string{
		"/":  `<a href="/a">a</a><a href="/b">b</a>`,
		"/a": `<a href="/gone">gone</a>`,
		"/b": `<title>B</title>`,
	}}
	server := httptest.NewServer(site)
	defer server.Close()
	store := crawler.NewMemory()
	c, err := crawler.New(server.URL, crawler.Settings{MaxPages: 4}, store)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	before := store.Meta()
	page := func(path string) *crawler.Page { return store.Pages()[server.URL+path] }
	if page("/gone").Outcome != crawler.Broken {
		t.Fatal("the link is not broken to begin with")
	}

	site.change("/a", `<title>A</title><a href="/new">new</a>`) // the link is mended and leads to a page nobody knew
	site.change("/new", `<a href="/newer">newer</a>`)
	again, err := crawler.Recheck(before, store, []int64{page("/a").ID, page("/gone").ID})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if page("/a").Title != "A" || page("/gone") == nil || page("/new") == nil {
		t.Errorf("after the recheck there are %v", store.Pages())
	}
	if site.asked["/"]+site.asked["/b"]+site.asked["/newer"] > 0 || site.asked["/a"] != 1 || site.asked["/gone"] != 1 || site.asked["/new"] != 1 {
		t.Errorf("asked for %v", site.asked)
	}
	if after := store.Meta(); after.State != before.State || after.Settings.MaxPages != 4 || !after.Finished.Equal(before.Finished) {
		t.Errorf("the crawl says %+v of itself", after)
	}
	waiting, err := store.Next(crawler.PageLane, 0, 10)
	if err != nil || len(waiting) != 1 || waiting[0].URL != server.URL+"/newer" {
		t.Errorf("%v waits, %v", waiting, err)
	}
}
