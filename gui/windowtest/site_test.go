//go:build windowtest

package windowtest

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// The site's shape: its home page links to all sections, each section to its
// leaves, and every page back home.
const (
	sections  = 24
	leaves    = 2
	addresses = 1 + sections + sections*leaves + 3 // home, pages, and what the home page has besides: a broken link, a redirect, an image
)

// site is a website on the loopback that counts what it is asked for, and
// answers when the test lets it. The home page and robots.txt always answer.
type site struct {
	*httptest.Server

	mu      sync.Mutex
	open    bool
	tickets int // answers that may pass while it is not open
	changed chan struct{}
	asked   map[string]int
	flying  int // requests that wait for their answer
	highest int // the most that ever waited at once
}

func newSite(t *testing.T) *site { return newSiteAt(t, "127.0.0.1:0") }

// newSiteAt is a site at an address of the loopback.
func newSiteAt(t *testing.T, address string) *site {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{changed: make(chan struct{}), asked: map[string]int{}}
	s.Server = httptest.NewUnstartedServer(s)
	_ = s.Listener.Close()
	s.Listener = listener
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // the window tries https first
	s.Start()
	t.Cleanup(func() {
		s.letAll()
		s.Close()
	})
	return s
}

// typed is the site's address as a person would type it.
func (s *site) typed() string { return strings.TrimPrefix(s.URL, "http://") }

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.enter(r.URL.Path)
	defer s.leave()
	if r.URL.Path != "/" && r.URL.Path != "/robots.txt" {
		s.wait(r.Context())
	}
	w.Header()["Date"] = nil
	answer(w, r)
}

func answer(w http.ResponseWriter, r *http.Request) {
	var section, leaf int
	switch path := r.URL.Path; {
	case path == "/":
		page(w, "A quiet garden", homeLinks())
	case path == "/old":
		http.Redirect(w, r, "/section-01", http.StatusMovedPermanently)
	case path == "/rose.png":
		w.Header().Set("Content-Type", "image/png")
		_, _ = io.WriteString(w, "\x89PNG\r\n\x1a\n")
	case matches(path, "/section-%02d/leaf-%d", &section, &leaf):
		page(w, fmt.Sprintf("Leaf %d of bed %02d", leaf, section), `<a href="/">Home</a>`)
	case matches(path, "/section-%02d", &section):
		page(w, fmt.Sprintf("Bed %02d", section), sectionLinks(section))
	default:
		http.NotFound(w, r)
	}
}

func matches(path, pattern string, numbers ...any) bool {
	n, err := fmt.Sscanf(path, pattern, numbers...)
	return err == nil && n == len(numbers)
}

func page(w http.ResponseWriter, title, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><head><title>%[1]s</title></head><body><h1>%[1]s</h1><p>All about %[1]s.</p>%[2]s</body></html>`, title, body)
}

func homeLinks() string {
	var b strings.Builder
	for i := range sections {
		fmt.Fprintf(&b, `<a href="/section-%02d">Bed %02d</a> `, i, i)
	}
	b.WriteString(`<a href="/compost">Compost</a> <a href="/old">The old beds</a> <img src="/rose.png" alt="A rose">`)
	return b.String()
}

func sectionLinks(section int) string {
	var b strings.Builder
	b.WriteString(`<a href="/">Home</a> `)
	for i := range leaves {
		fmt.Fprintf(&b, `<a href="/section-%02d/leaf-%d">Leaf %d</a> `, section, i, i)
	}
	return b.String()
}

func (s *site) enter(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[path]++
	s.flying++
	s.highest = max(s.highest, s.flying)
}

func (s *site) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flying--
}

// wait returns when an answer may be given, or nobody waits for it any more.
func (s *site) wait(ctx context.Context) {
	for {
		s.mu.Lock()
		if s.open || s.tickets > 0 {
			s.tickets = max(0, s.tickets-1)
			s.mu.Unlock()
			return
		}
		changed := s.changed
		s.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// let lets so many further answers pass.
func (s *site) let(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tickets += n
	s.wake()
}

func (s *site) letAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = true
	s.wake()
}

func (s *site) hold() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open, s.tickets = false, 0
}

// wake lets all that wait look again. The lock is held.
func (s *site) wake() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// inFlight is how many requests wait for their answer.
func (s *site) inFlight() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.flying
}

// requests is how many there were.
func (s *site) requests() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, times := range s.asked {
		n += times
	}
	return n
}

// forgetFlights starts counting anew how many wait at once.
func (s *site) forgetFlights() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.highest = s.flying
}

// most is the most requests that ever waited at once since forgetFlights.
func (s *site) most() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.highest
}

// repeated gives the paths that were asked for more than once.
func (s *site) repeated() (paths []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, times := range s.asked {
		if times > 1 {
			paths = append(paths, path)
		}
	}
	return paths
}
