package crawler

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
)

// gated is a site that sends every visitor without its cookie for one first. Its
// start page has links; the gate gives the value 1.
func gated(cookie string, to ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got, err := r.Cookie("seen")
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.URL.Path == "/gate":
			http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1", Path: "/"})
			http.Redirect(w, r, "/", http.StatusFound)
		case err != nil || got.Value != cookie:
			http.Redirect(w, r, "/gate", http.StatusFound)
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, links(to...))
		}
	})
}

// stopAt crawls until a request hangs, and stops.
func stopAt(t *testing.T, hangs func(*http.Request) bool) (m *Memory, state State) {
	t.Helper()
	var free atomic.Bool
	hanging := make(chan struct{}, 100)
	site := gated("1", "/a", "/b", "/c")
	_, base := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if free.Load() || !hangs(r) {
			site.ServeHTTP(w, r)
			return
		}
		hanging <- struct{}{}
		<-r.Context().Done()
	}))
	m = NewMemory()
	c, err := New(base, Settings{Concurrency: 1}, m)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Run(t.Context()) }()
	<-hanging
	c.Stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	free.Store(true)
	return m, c.Progress().State
}

// A crawl that is carried on has none of the cookies of the earlier session: a site that
// wants one from each visitor is asked for it again.
func TestResumeOfASiteBehindACookie(t *testing.T) {
	m, state := stopAt(t, func(r *http.Request) bool { return r.URL.Path == "/b" })
	if state != Stopped {
		t.Fatal(state)
	}
	if p := carryOn(t, m); p.State != Finished || p.Works != 4 || p.Moved != 1 {
		t.Errorf("state %q, %+v", p.State, p.Counts)
	}
}

// Stopping while the start is asked for again with its cookie costs nothing.
func TestStopWhileAskingWithTheCookie(t *testing.T) {
	m, state := stopAt(t, func(r *http.Request) bool {
		_, err := r.Cookie("seen")
		return err == nil && r.URL.Path == "/"
	})
	if state != Stopped {
		t.Errorf("state %q, kind %q", state, m.Meta().FailKind)
	}
	if p := carryOn(t, m); p.State != Finished || p.Works != 4 || p.Moved != 1 {
		t.Errorf("state %q, kind %q, %+v", p.State, m.Meta().FailKind, p.Counts)
	}
}

func TestRecheckOfASiteBehindACookie(t *testing.T) {
	_, base := serve(t, gated("1", "/a", "/b", "/c"))
	m, p := crawl(t, base, Settings{})
	if p.Works != 4 {
		t.Fatalf("%+v", p.Counts)
	}
	c, err := Recheck(m.Meta(), m, []int64{m.Pages()[base+"/b"].ID})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := m.Pages()[base+"/b"].Outcome; got != Works {
		t.Errorf("outcome %v, redirects to %q", got, m.Pages()[base+"/b"].RedirectTo)
	}
}
