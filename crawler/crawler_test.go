package crawler

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// counter is a test site that counts.
type counter struct {
	http.Handler
	mu       sync.Mutex
	requests map[string]int
	inside   atomic.Int64
	most     atomic.Int64
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now := c.inside.Add(1)
	defer c.inside.Add(-1)
	for {
		most := c.most.Load()
		if now <= most || c.most.CompareAndSwap(most, now) {
			break
		}
	}
	c.mu.Lock()
	c.requests[r.Method+" "+r.URL.RequestURI()]++
	c.mu.Unlock()
	c.Handler.ServeHTTP(w, r)
}

func (c *counter) asked(request string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.requests[request]
}

func (c *counter) total() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range c.requests {
		n += v
	}
	return n
}

// serve serves a site until the test ends.
func serve(t *testing.T, h http.Handler) (*counter, string) {
	t.Helper()
	c := &counter{Handler: h, requests: make(map[string]int)}
	s := httptest.NewServer(c)
	t.Cleanup(s.Close)
	return c, s.URL
}

// pages is a site of HTML bodies by path and query; what it lacks is not found.
type pages map[string]string

func (p pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, ok := p[r.URL.RequestURI()]
	switch {
	case !ok:
		http.NotFound(w, r)
	case strings.HasPrefix(body, "-> "):
		w.Header().Set("Location", body[3:])
		w.WriteHeader(http.StatusFound)
	case r.URL.Path == "/robots.txt":
		fmt.Fprint(w, body)
	case strings.HasSuffix(r.URL.Path, ".xml"):
		w.Header().Set("Content-Type", "application/xml")
		fmt.Fprint(w, body)
	default:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, body)
	}
}

// links is the body of a page with links.
func links(to ...string) string {
	var b strings.Builder
	b.WriteString("<!doctype html><title>A page</title>")
	for _, t := range to {
		fmt.Fprintf(&b, "<a href=\"%s\">to %s</a>\n", t, t)
	}
	return b.String()
}

// crawl crawls to the end.
func crawl(t *testing.T, start string, s Settings) (*Memory, Progress) {
	t.Helper()
	store := NewMemory()
	c, err := New(start, s, store)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := c.Progress()
	checkSum(t, p)
	return store, p
}

func checkSum(t *testing.T, p Progress) {
	t.Helper()
	if p.Found != p.Checked+p.Skipped+p.Failed+p.Waiting {
		t.Errorf("counts do not add up: %+v", p.Counts)
	}
	if sum := p.Works + p.Moved + p.Broken + p.Unchecked; sum != p.Checked+p.Failed {
		t.Errorf("outcomes do not add up: %+v", p.Counts)
	}
}

// outcomes gives path → outcome or reason of a crawl.
func outcomes(m *Memory, base string) map[string]string {
	all := make(map[string]string)
	byURL := m.Pages()
	for _, a := range m.Addresses() {
		what := "waiting"
		if p := byURL[a.URL]; p != nil {
			what = p.Outcome.String()
		} else if a.Skipped != "" {
			what = "skipped: " + string(a.Skipped)
		}
		all[strings.TrimPrefix(a.URL, base)] = what
	}
	return all
}

func wantOutcomes(t *testing.T, m *Memory, base string, want map[string]string) {
	t.Helper()
	got := outcomes(m, base)
	for path, w := range want {
		if got[path] != w {
			t.Errorf("%s: %q, want %q", path, got[path], w)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[path]; !ok {
			t.Errorf("%s: %q, and not expected at all", path, got[path])
		}
	}
}

func TestCrawlASmallSite(t *testing.T) {
	site, base := serve(t, pages{
		"/robots.txt": "User-agent: *\nDisallow: /private\nSitemap: /map.xml\n",
		"/map.xml":    `<urlset><url><loc>/orphan</loc></url><url><loc>/a</loc></url></urlset>`,
		"/":           links("/a", "/b#part", "/b", "/gone", "/old", "/private/x", "http://localhost:1/", "mailto:x@example.com") + `<img src="/pic.png">`,
		"/a":          links("/", "/deep"),
		"/b":          links("/a"),
		"/deep":       links(),
		"/old":        "-> /older",
		"/older":      "-> /a",
		"/orphan":     links("/from-orphan"),
	})
	m, p := crawl(t, base, Settings{})
	wantOutcomes(t, m, base, map[string]string{
		"/": "works", "/a": "works", "/b": "works", "/deep": "works", "/gone": "broken", "/old": "moved", "/older": "moved",
		"/orphan": "works", "/from-orphan": "broken", "/private/x": "skipped: robots", "/pic.png": "broken",
		"http://localhost:1/": "skipped: private",
	})
	if p.State != Finished || m.Meta().Start != base+"/" || m.Meta().State != Finished {
		t.Errorf("state %q, start %q, stored %q", p.State, m.Meta().Start, m.Meta().State)
	}
	for request, n := range site.requests {
		if n > 1 && request != "GET /pic.png" {
			t.Errorf("%s was asked for %d times", request, n)
		}
	}
	if site.asked("GET /private/x")+site.asked("HEAD /private/x") > 0 {
		t.Error("robots.txt was not obeyed")
	}
	want := []string{base + "/a", base + "/b", base + "/gone", base + "/old", base + "/private/x", "http://localhost:1/"}
	if got := m.Outgoing(m.Pages()[base+"/"]); !slices.Equal(got, want) {
		t.Errorf("links of / are %v, want %v", got, want)
	}
}

func TestPageLimitIsExact(t *testing.T) {
	var to []string
	site := pages{}
	for i := range 150 {
		to = append(to, fmt.Sprint("/p", i))
		site[fmt.Sprint("/p", i)] = links("/")
	}
	site["/"] = links(to...)
	server, base := serve(t, site)
	m, p := crawl(t, base, Settings{MaxPages: 100, Concurrency: 8})
	if n := server.total() - server.asked("GET /robots.txt"); n != 100 {
		t.Errorf("%d requests, want exactly 100", n)
	}
	if p.State != Limited || p.Reasons[ByLimit] != 51 || len(m.Pages()) != 100 || p.Waiting != 0 {
		t.Errorf("state %q, counts %+v, %d pages", p.State, p.Counts, len(m.Pages()))
	}
	// With a higher limit the same crawl goes on.
	meta := m.Meta()
	meta.Settings.MaxPages = 0
	c, err := Resume(meta, m)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p := c.Progress(); p.State != Finished || p.Checked != 151 || p.Skipped != 0 {
		t.Errorf("carried on: state %q, counts %+v", p.State, p.Counts)
	}
}

// A shorter way that is seen after a longer one still brings a page within the
// depth limit.
func TestDepthLimitCountsTheShortestWay(t *testing.T) {
	release := make(chan struct{})
	site := pages{
		"/":  links("/slow", "/1"),
		"/1": links("/2"), "/2": links("/3"), "/3": links("/x"), "/x": links("/y"), "/y": links("/z"), "/z": links(),
		"/slow": links("/x"),
	}
	_, base := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			<-release
		}
		if r.URL.Path == "/3" {
			defer close(release)
		}
		site.ServeHTTP(w, r)
	}))
	m, p := crawl(t, base, Settings{LimitDepth: true, MaxDepth: 3, Concurrency: 3})
	wantOutcomes(t, m, base, map[string]string{
		"/": "works", "/slow": "works", "/1": "works", "/2": "works", "/3": "works",
		"/x": "works", "/y": "works", "/z": "skipped: depth",
	})
	if p.State != Finished {
		t.Errorf("state %q", p.State)
	}
}

func TestStartDecidesTheSite(t *testing.T) {
	_, other := serve(t, pages{"/home": links("/a", "/b"), "/a": links(), "/b": links()})
	_, base := serve(t, pages{"/": "-> " + other + "/home"})
	m, p := crawl(t, base, Settings{})
	if p.State != Finished || m.Meta().Start != other+"/home" || m.Pages()[other+"/a"] == nil {
		t.Errorf("state %q, start %q", p.State, m.Meta().Start)
	}
}

func TestMetaRefresh(t *testing.T) {
	_, other := serve(t, pages{"/": links("/a"), "/a": links()})
	refresh := func(content string) string {
		return "<meta http-equiv=refresh content='" + content + "'><title>Left</title>"
	}
	_, base := serve(t, pages{
		"/":      links("/quick", "/slow", "/itself", "/away", "/1"),
		"/quick": refresh("0; url=/there") + links("/beside"), "/there": links(), "/beside": links(),
		"/slow":   refresh("300; url=/later"),
		"/later":  links(),
		"/itself": refresh("0; url=/itself"),
		"/away":   refresh("0; url=" + other + "/a"),
		"/1":      refresh("0; url=/2"), "/2": refresh("0; url=/1"),
	})
	m, _ := crawl(t, base, Settings{})
	wantOutcomes(t, m, base, map[string]string{
		"/": "works", "/quick": "moved", "/there": "works", "/beside": "works", "/slow": "works", "/later": "works",
		"/itself": "works", "/away": "moved", other + "/a": "skipped: private", "/1": "moved", "/2": "moved",
	})
	if p := m.Pages()[base+"/quick"]; p.Status != 200 || p.RedirectTo != base+"/there" || p.Title != "Left" || p.RedirectID == 0 {
		t.Errorf("%+v", p)
	}

	// A start page that leads to another host at once moves the site.
	_, base = serve(t, pages{"/": refresh("0; url=" + other + "/")})
	m, p := crawl(t, base, Settings{})
	if p.State != Finished || m.Meta().Start != other+"/" || m.Pages()[other+"/a"] == nil {
		t.Errorf("state %q, start %q", p.State, m.Meta().Start)
	}
}

// A site that sends every visitor for a cookie first, and back.
func TestCookieGate(t *testing.T) {
	_, base := serve(t, gated("1", "/a"))
	m, p := crawl(t, base, Settings{})
	wantOutcomes(t, m, base, map[string]string{"/": "works", "/gate": "moved", "/a": "works"})
	if p.State != Finished || p.Checked != 3 || p.Pages != 3 || p.Moved != 1 {
		t.Errorf("%+v", p)
	}
	_, base = serve(t, gated("never", "/a"))
	if m, p = crawl(t, base, Settings{}); p.State != Failed || m.Meta().FailKind != "bad-redirect" {
		t.Errorf("state %q, kind %q", p.State, m.Meta().FailKind)
	}
}

func TestStartThatCannotBeCrawled(t *testing.T) {
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	status := func(n int) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				http.NotFound(w, r)
				return
			}
			w.WriteHeader(n)
		})
	}
	for name, c := range map[string]struct {
		handler http.Handler
		want    string
	}{
		"nothing listens": {nil, "refused"},
		"server error":    {status(500), FailStatus},
		"not found":       {status(404), FailStatus},
		"forbidden":       {status(403), FailStatus},
		"not a page": {http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/pdf")
			fmt.Fprint(w, "%PDF-1.4")
		}), FailNotHTML},
		"robots.txt forbids it":        {pages{"/robots.txt": "User-agent: sitewalk\nDisallow: /\n", "/": links("/a")}, FailRobots},
		"robots.txt of the new host":   {pages{"/": "-> /b", "/b": "-> /c", "/robots.txt": "User-agent: *\nDisallow: /c\n"}, FailRobots},
		"robots.txt answers 500":       {http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) }), FailRobotsUnreachable},
		"redirects in a ring":          {pages{"/": "-> /b", "/b": "-> /"}, "bad-redirect"},
		"redirects without end":        {http.HandlerFunc(endlessRedirects), "too-many-hops"},
		"redirects to what is no page": {pages{"/": "-> mailto:x@example.com"}, "bad-redirect"},
	} {
		t.Run(name, func(t *testing.T) {
			base := closed.URL
			if c.handler != nil {
				_, base = serve(t, c.handler)
			}
			m, p := crawl(t, base, Settings{})
			if p.State != Failed || m.Meta().FailKind != c.want || m.Meta().FailURL == "" {
				t.Errorf("state %q, kind %q, address %q, detail %q; want %q", p.State, m.Meta().FailKind, m.Meta().FailURL, m.Meta().FailDetail, c.want)
			}
		})
	}
}

func TestClosedRobotsOfAnAddressWithoutScheme(t *testing.T) {
	_, base := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(503) }))
	typed := strings.TrimPrefix(base, "http://")
	for ignore, want := range map[bool]string{false: FailRobotsUnreachable, true: FailStatus} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			m, p := crawl(t, typed, Settings{IgnoreRobots: ignore})
			if meta := m.Meta(); p.State != Failed || meta.FailKind != want || meta.FailStatus != 503 {
				t.Errorf("state %q, kind %q, status %d", p.State, meta.FailKind, meta.FailStatus)
			}
		})
	}
}

func endlessRedirects(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Location", r.URL.Path+"x")
	w.WriteHeader(http.StatusMovedPermanently)
}

func TestRetries(t *testing.T) {
	var tries sync.Map
	site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := tries.LoadOrStore(r.URL.Path, new(atomic.Int64))
		try := n.(*atomic.Int64).Add(1)
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, links("/busy", "/always", "/error"))
		case "/busy":
			if try == 1 {
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(429)
			}
		case "/always":
			w.WriteHeader(502)
		case "/error":
			w.WriteHeader(500)
		default:
			http.NotFound(w, r)
		}
	})
	server, base := serve(t, site)
	m, _ := crawl(t, base, Settings{})
	for path, want := range map[string]int{"/busy": 2, "/always": maxTries, "/error": 1} {
		if got := server.asked("GET " + path); got != want {
			t.Errorf("%s was asked for %d times, want %d", path, got, want)
		}
	}
	if p := m.Pages()[base+"/busy"]; p == nil || p.Status != 200 {
		t.Errorf("/busy: %+v", p)
	}
}

// tree is an endless-enough site: page /n links to /2n and /2n+1 up to size.
func tree(size int, delay func()) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var n int
		if r.URL.Path == "/" {
			n = 1
		} else if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err != nil || n > size {
			http.NotFound(w, r)
			return
		}
		delay()
		w.Header().Set("Content-Type", "text/html")
		var to []string
		for _, child := range []int{2 * n, 2*n + 1} {
			if child <= size {
				to = append(to, fmt.Sprint("/", child))
			}
		}
		fmt.Fprint(w, links(to...))
	})
}

// Never more requests under way than the slider says, through changes, with
// every address asked for once.
func TestConcurrencyIsKeptThroughChanges(t *testing.T) {
	defer func(usual float64) { floor = usual }(floor)
	floor = math.Log(time.Hour.Seconds()) // the pilot minds no answer that is held back here
	release := make(chan struct{}, 10_000)
	site, base := serve(t, tree(400, func() { <-release }))
	store := NewMemory()
	c, err := New(base, Settings{Concurrency: 1}, store)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Run(context.Background()) }()
	feed := func(n int) {
		for range n {
			release <- struct{}{}
		}
	}
	step := func(size, pages int) {
		c.SetConcurrency(size)
		before := c.Progress().Checked
		site.most.Store(0)
		feed(pages)
		await(t, func() bool { return c.Progress().Checked >= before+pages })
		await(t, func() bool { return site.inside.Load() == int64(size) })
		if most := site.most.Load(); most > int64(size) {
			t.Errorf("with %d at once, %d were under way", size, most)
		}
	}
	step(1, 40)
	step(20, 100)
	// Shrinking takes effect as the running ones end; none starts beyond three.
	c.SetConcurrency(3)
	feed(17)
	await(t, func() bool { return site.inside.Load() == 3 })
	step(3, 30)
	close(release)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	checkSum(t, c.Progress())
	for request, n := range site.requests {
		if n != 1 {
			t.Errorf("%s was asked for %d times", request, n)
		}
	}
	if got := len(store.Pages()); got != 400 {
		t.Errorf("%d pages, want 400", got)
	}
}

func TestPauseAndStop(t *testing.T) {
	before := runtime.NumGoroutine()
	release := make(chan struct{}, 10_000)
	site, base := serve(t, tree(1000, func() { <-release }))
	store := NewMemory()
	c, err := New(base, Settings{Concurrency: 4}, store)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Run(context.Background()) }()
	for range 50 {
		release <- struct{}{}
	}
	await(t, func() bool { return c.Progress().Checked >= 50 && site.inside.Load() == 4 })

	c.Pause()
	for range 4 {
		release <- struct{}{}
	}
	await(t, func() bool { return c.Progress().InFlight == 0 })
	paused := site.total()
	if p := c.Progress(); p.State != Paused {
		t.Errorf("state %q", p.State)
	}
	for range 100 {
		runtime.Gosched()
	}
	if n := site.total(); n != paused {
		t.Errorf("%d requests started while paused", n-paused)
	}
	c.Continue()
	await(t, func() bool { return site.inside.Load() == 4 })

	c.Stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	stopped := site.total()
	close(release)
	p := c.Progress()
	checkSum(t, p)
	if p.State != Stopped || p.InFlight != 0 || p.Waiting == 0 || store.Meta().State != Stopped {
		t.Errorf("after Stop: %+v, stored %q", p, store.Meta().State)
	}
	await(t, func() bool { return runtime.NumGoroutine() <= before+3 }) // the test server keeps some
	if n := site.total(); n != stopped {
		t.Errorf("%d requests after Stop", n-stopped)
	}

	// What was stopped is carried on to the same end as an undisturbed crawl.
	c, err = Resume(store.Meta(), store)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	p = c.Progress()
	checkSum(t, p)
	if p.State != Finished || p.Found != 1000 || p.Works != 1000 {
		t.Errorf("carried on: %+v", p.Counts)
	}
}

// A site that cannot be reached for a while is waited for, and nothing of it is
// called broken.
func TestNetworkThatIsGoneForAWhile(t *testing.T) {
	// Other tests, which run meanwhile, take ports of 127.0.0.1, perhaps this one.
	listener, err := net.Listen("tcp", "127.77.0.1:0")
	if err != nil { // some systems know only that one
		listener, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	var reads atomic.Int64
	var back atomic.Bool
	site := tree(60, func() {})
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if reads.Add(1) > 5 && !back.Load() { // the crawl may not end before the network goes
			<-r.Context().Done()
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Connection", "close")
		site.ServeHTTP(w, r)
	})
	server := &http.Server{Handler: handler}
	go server.Serve(listener)
	store := NewMemory()
	c, err := New("http://"+address, Settings{Concurrency: 2}, store)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Run(context.Background()) }()
	await(t, func() bool { return reads.Load() > 5 })
	server.Close()
	await(t, func() bool { return c.Progress().Manners.Cause == causeOffline })

	back.Store(true)
	listener, err = net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	server = &http.Server{Handler: handler}
	go server.Serve(listener)
	defer server.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	p := c.Progress()
	checkSum(t, p)
	if p.State != Finished || p.Works != 60 || p.Failed != 0 || p.Manners.Cause != "" {
		t.Errorf("%+v", p)
	}
}

func TestManyMoreAddressesThanTheWindow(t *testing.T) {
	const size = window + window/4
	site, base := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			w.Header().Set("Content-Type", "text/plain")
			return
		}
		w.Header().Set("Content-Type", "text/html")
		for i := range size {
			fmt.Fprintf(w, "<a href=/%d>x</a>", i)
		}
	}))
	_, p := crawl(t, base, Settings{Concurrency: 8})
	if p.Found != size+1 || p.Works != size+1 || site.total() != size+2 {
		t.Errorf("%d requests, counts %+v", site.total(), p.Counts)
	}
}

// A window of addresses that are all forbidden leads to no request that would
// make the frontier look for more.
func TestManyMoreForbiddenAddressesThanTheWindow(t *testing.T) {
	const size = window + window/4
	var b strings.Builder
	for i := range size {
		fmt.Fprintf(&b, "<a href=/private/%d>x</a>", i)
	}
	_, base := serve(t, pages{"/robots.txt": "User-agent: *\nDisallow: /private/\n", "/": b.String() + "<a href=/last>x</a>", "/last": links()})
	_, p := crawl(t, base, Settings{Concurrency: 8})
	if p.State != Finished || p.Reasons[ByRobots] != size || p.Works != 2 {
		t.Errorf("state %q, counts %+v", p.State, p.Counts)
	}
}

// badStore fails at its third Save, like a disk that is full.
type badStore struct {
	*Memory
	saves int
}

var errFull = errors.New("the disk is full")

func (s *badStore) Save(b Batch) error {
	if s.saves++; s.saves > 2 {
		return errFull
	}
	return s.Memory.Save(b)
}

func TestStoreThatFailsEndsTheCrawl(t *testing.T) {
	_, base := serve(t, tree(100_000, func() {}))
	c, err := New(base, Settings{}, &badStore{Memory: NewMemory()})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); !errors.Is(err, errFull) {
		t.Errorf("Run returned %v", err)
	}
	if p := c.Progress(); p.State != Stopped || !errors.Is(p.Err, errFull) {
		t.Errorf("state %q, error %v", p.State, p.Err)
	}
}

// await waits for a condition that another goroutine will make true.
func await(t *testing.T, condition func() bool) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for !condition() {
		if time.Now().After(deadline) {
			t.Fatal("waited in vain")
		}
		time.Sleep(time.Millisecond)
	}
}
