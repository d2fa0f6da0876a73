package cli_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/fetch"
)

// misbehaviour is one thing that servers do, and what has to come of it.
type misbehaviour struct {
	does func(*talk)
	want string // outcome, then the status, then the kind of failure, where there are any
}

// timeLimit is for each answer. A busy computer takes a part of it for answers
// that would come.
const timeLimit = 6 * time.Second

// misbehaviours are by path. A name that ends in "/" answers for all below it.
func misbehaviours() map[string]misbehaviour {
	gzipBomb := gzipBomb()
	text := func(s string) func(*talk) { return func(t *talk) { t.say(s) } }
	redirect := func(location string) func(*talk) {
		return text("HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
	}
	page := func(body string) func(*talk) { return func(t *talk) { t.page(body) } }
	then := func(head string, rest func(*talk)) func(*talk) {
		return func(t *talk) {
			t.say(head)
			rest(t)
		}
	}
	flood := func(s string) func(*talk) { return func(t *talk) { t.flood(s) } }
	drip := func(s string) func(*talk) { return func(t *talk) { t.drip(s) } }

	return map[string]misbehaviour{
		// Bodies
		"/body/endless":        {then(html+"\r\n", flood("endless ")), "works 200 too-large"},
		"/body/endless-chunks": {then(html+"Transfer-Encoding: chunked\r\n\r\n", flood("2000\r\n"+strings.Repeat("endless ", 1024)+"\r\n")), "works 200 too-large"},
		"/body/endless-404":    {then("HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n", flood("endless ")), "broken 404 too-large"},
		"/body/endless-302":    {then("HTTP/1.1 302 Found\r\nLocation: /fine\r\n\r\n", flood("endless ")), "moved 302"},
		"/body/endless-pdf":    {then(ok+"Content-Type: application/pdf\r\n\r\n", flood("endless ")), "works 200"},
		"/body/drip":           {then(html+"\r\n<title>Drip</title>", drip("x")), "works 200 timeout"},
		"/body/drip-chunks":    {then(html+"Transfer-Encoding: chunked\r\n\r\n", drip("1\r\nx\r\n")), "works 200 timeout"},
		"/body/drip-extension": {then(html+"Transfer-Encoding: chunked\r\n\r\n5;", drip("x")), "works 200 timeout"},
		"/body/extension":      {then(html+"Transfer-Encoding: chunked\r\n\r\n5;", flood("x")), "works 200 truncated"},
		"/body/trailers":       {then(html+"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n", flood("X-Trailer: x\r\n")), "works 200"}, // the body is whole
		"/body/stall":          {then(html+"Content-Length: 100\r\n\r\n<title>Stall", (*talk).wait), "works 200 timeout"},
		"/body/shorter":        {text(html + "Content-Length: 1000\r\n\r\nshort"), "works 200 truncated"},
		"/body/longer":         {text(html + "Content-Length: 5\r\n\r\nlonger than announced"), "works 200"},
		"/body/negative":       {text(html + "Content-Length: -1\r\n\r\nbody"), "works 200"},
		"/body/huge-length":    {text(html + "Content-Length: 99999999999999999999999\r\n\r\nbody"), "works 200"},
		"/body/claims-1TB":     {text(html + "Content-Length: 1099511627776\r\n\r\nbody"), "works 200 truncated"},
		"/body/two-lengths":    {text(html + "Content-Length: 4\r\nContent-Length: 9\r\n\r\nbody"), "works 200"},
		"/body/cut-chunk":      {text(html + "Transfer-Encoding: chunked\r\n\r\nff\r\nshort"), "works 200 truncated"},
		"/body/no-last-chunk":  {text(html + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), "works 200 truncated"},
		"/body/junk-chunk":     {text(html + "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n"), "works 200 truncated"},
		"/body/huge-chunk":     {text(html + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello"), "works 200 truncated"},
		"/body/not-chunked":    {text(html + "Transfer-Encoding: identity\r\n\r\nhello"), "works 200"},
		"/body/nothing":        {text(html + "Content-Length: 0\r\n\r\n"), "works 200"},
		"/body/204":            {text("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"), "works 204"},
		// Codings
		"/coding/gzip-bomb":   {text(html + "Content-Encoding: gzip\r\n\r\n" + gzipBomb), "works 200 too-large"},
		"/coding/brotli-bomb": {text(html + "Content-Encoding: br\r\n\r\n" + packed(brotlied)), "works 200 too-large"},
		"/coding/zstd-bomb":   {text(html + "Content-Encoding: zstd\r\n\r\n" + packed(zstandard)), "works 200 too-large"},
		"/coding/double-bomb": {text(html + "Content-Encoding: gzip, gzip\r\n\r\n" + small(gzipBomb)), "works 200 too-large"},
		"/coding/twice-said":  {text(html + "Content-Encoding: gzip, gzip\r\n\r\n" + small("<title>Once</title>")), "broken 200 bad-encoding"},
		"/coding/twice-done":  {text(html + "Content-Encoding: gzip\r\n\r\n" + small(small("<title>Twice</title>"))), "broken 200 bad-encoding"},
		"/coding/hundred":     {text(html + "Content-Encoding: " + strings.Repeat("gzip,", 100) + "\r\n\r\nhello"), "broken 200 bad-encoding"},
		"/coding/a-lie":       {text(html + "Content-Encoding: gzip\r\n\r\n<title>Plain text</title>"), "broken 200 bad-encoding"},
		"/coding/cut":         {text(html + "Content-Encoding: gzip\r\n\r\n" + gzipBomb[:1000]), "works 200 truncated"},
		"/coding/noise":       {text(html + "Content-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" + strings.Repeat("\xff", 500)), "broken 200 bad-encoding"},
		"/coding/unknown":     {text(html + "Content-Encoding: none\r\n\r\n<title>Fine</title>"), "works 200"},
		// Heads
		"/head/flood":        {then(html, flood("X-Header: x\r\n")), "unchecked bad-response"},
		"/head/one-huge":     {then(html+"X-Header: ", flood("x")), "unchecked bad-response"},
		"/head/many":         {text(html + strings.Repeat("X-Header: x\r\n", 5000) + "\r\nbody"), "works 200"},
		"/head/drip":         {then(html, drip("X: y\r\n")), "unchecked timeout"},
		"/head/silence":      {(*talk).wait, "unchecked timeout"},
		"/head/100-flood":    {flood("HTTP/1.1 100 Continue\r\n\r\n"), "unchecked bad-response"},
		"/head/100-drip":     {drip("HTTP/1.1 100 Continue\r\n\r\n"), "unchecked timeout"},
		"/head/103":          {text("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + html + "\r\n<title>Late</title>"), "works 200"},
		"/head/101":          {text("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n"), "broken 101 bad-response"},
		"/head/000":          {text("HTTP/1.1 000 Nothing\r\n\r\n"), "unchecked bad-response"},
		"/head/999":          {text("HTTP/1.1 999 Request denied\r\nConnection: close\r\n\r\n"), "unchecked 999"},
		"/head/1000":         {text("HTTP/1.1 1000 Much\r\n\r\n"), "unchecked bad-response"},
		"/head/no-reason":    {text("HTTP/1.1 200\r\nContent-Type: text/html\r\nConnection: close\r\n\r\nbody"), "works 200"},
		"/head/line-feeds":   {text("HTTP/1.1 200 OK\nContent-Type: text/html\nConnection: close\n\nbody"), "works 200"},
		"/head/folded":       {text("HTTP/1.1 200 OK\r\nContent-Type:\r\n text/html\r\nConnection: close\r\n\r\nbody"), "works 200"},
		"/head/no-colon":     {text("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nnonsense\r\nConnection: close\r\n\r\nbody"), "works 200"},
		"/head/nul":          {text("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Nul: a\x00b\r\nConnection: close\r\n\r\nbody"), "works 200"},
		"/head/http09":       {text("<html><title>No head at all</title><a href=/fine>fine</a>"), "unchecked bad-response"},
		"/head/ssh":          {text("SSH-2.0-OpenSSH_9.2\r\n"), "unchecked bad-response"},
		"/head/noise":        {text(strings.Repeat("\x00\xff\x80", 5000)), "unchecked bad-response"},
		"/head/tls":          {text("\x15\x03\x01\x00\x02\x02\x46"), "unchecked bad-response"},
		"/head/http2":        {text("HTTP/2.0 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\nbody"), "works 200"},
		"/head/set-cookies":  {text(html + strings.Repeat("Set-Cookie: a"+strings.Repeat("x", 90)+"=b; Path=/head/x\r\n", 5000) + "\r\nbody"), "works 200"},
		"/head/no-type":      {text(ok + "Connection: close\r\n\r\n<!doctype html><title>Guessed</title>"), "works 200"},
		"/head/junk-type":    {text(ok + "Content-Type: ///;;;=\r\nConnection: close\r\n\r\n<!doctype html><title>Guessed</title>"), "works 200"},
		"/head/wrong-type":   {text(html + "Connection: close\r\n\r\n\x89PNG\r\n\x1a\n\x00\x00"), "works 200"},
		"/head/junk-charset": {text(ok + "Content-Type: text/html; charset=\"utf-99\r\nConnection: close\r\n\r\n<title>x</title>"), "works 200"},
		"/head/keeps-alive":  {text(html + "Connection: keep-alive\r\nContent-Length: 5\r\n\r\nhello"), "works 200"},
		"/head/one-too-many": {text(html + "Content-Length: 5\r\n\r\nhello" + html + "Content-Length: 5\r\n\r\nother"), "works 200"},
		// Ends
		"/end/at-once":      {func(*talk) {}, "unchecked reset"},
		"/end/reset":        {(*talk).reset, "unchecked reset"},
		"/end/status":       {then("HTTP/1.1 200 OK\r\n", (*talk).reset), "unchecked reset"},
		"/end/half-status":  {text("HTTP/1.1 2"), "unchecked reset"},
		"/end/headers":      {text("HTTP/1.1 200 OK\r\nContent-Type: te"), "unchecked reset"},
		"/end/body":         {then(html+"Content-Length: 1000\r\n\r\n<title>Cut</title>", (*talk).reset), "works 200 truncated"},
		"/end/fresh-cookie": {then("HTTP/1.1 302 Found\r\nSet-Cookie: a=b; Path=/end\r\nLocation: /end/fresh-cookie\r\nConnection: close\r\n\r\n", (*talk).reset), "broken 302 bad-redirect"},
		// Redirects
		"/to/self":      {redirect("/to/self"), "broken 302 bad-redirect"},
		"/to/self#frag": {redirect("#frag"), ""},
		"/to/ring-a":    {redirect("/to/ring-b"), "moved 302"},
		"/to/ring-b":    {redirect("/to/ring-c"), "moved 302"},
		"/to/ring-c":    {redirect("/to/ring-a"), "moved 302"},
		"/to/nowhere":   {text("HTTP/1.1 302 Found\r\nConnection: close\r\n\r\n"), "broken 302 bad-redirect"},
		"/to/empty":     {redirect(""), "broken 302 bad-redirect"},
		"/to/script":    {redirect("javascript:alert(1)"), "broken 302 bad-redirect"},
		"/to/file":      {redirect("file:///etc/passwd"), "broken 302 bad-redirect"},
		"/to/bad-host":  {redirect("http://[::1"), "broken 302 bad-redirect"},
		"/to/no-host":   {redirect("http:///"), "broken 302 bad-redirect"},
		"/to/long":      {redirect("/" + strings.Repeat("long", 2000)), "moved 302"},
		"/to/spaces":    {redirect("  /fine with spaces  "), "moved 302"},
		"/to/latin":     {redirect("/caf\xe9"), "moved 302"},
		"/to/neighbour": {redirect("http://192.168.77.77:1/"), "moved 302"},
		"/to/two":       {text("HTTP/1.1 302 Found\r\nLocation: /fine\r\nLocation: /other\r\nConnection: close\r\n\r\n"), "moved 302"},
		"/to/300":       {text("HTTP/1.1 300 Multiple Choices\r\nConnection: close\r\n\r\n"), "broken 300"},
		"/to/304":       {text("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"), "works 304"},
		"/to/new/":      {func(t *talk) { redirect(t.path + "x")(t) }, "moved 302"},
		"/to/refresh":   {page("<meta http-equiv=refresh content='0;url=/to/refresh'><title>Again</title>"), "works 200"},
		"/to/new/" + strings.Repeat("x", crawler.MaxHops): {nil, "broken 302 too-many-hops"},
		// Refusals
		"/no/429":      {text("HTTP/1.1 429 Slow Down\r\nRetry-After: 999999999999\r\nConnection: close\r\n\r\n"), "unchecked 429"},
		"/no/429-date": {text("HTTP/1.1 429 Slow Down\r\nRetry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\nConnection: close\r\n\r\n"), "unchecked 429"},
		"/no/503":      {text("HTTP/1.1 503 Busy\r\nRetry-After: 86400\r\nConnection: close\r\n\r\n"), "broken 503"},
		"/no/503-junk": {text("HTTP/1.1 503 Busy\r\nRetry-After: -5 soon\r\nConnection: close\r\n\r\n"), "broken 503"},
		"/no/401":      {text("HTTP/1.1 401 Who\r\nWWW-Authenticate: " + strings.Repeat("Basic ", 1000) + "\r\nConnection: close\r\n\r\n"), "unchecked 401"},
		// Pages
		"/page/huge-title":  {page("<title>" + strings.Repeat("huge ", 1_000_000) + "</title>"), "works 200"},
		"/page/deep":        {page(strings.Repeat("<div><b><i>", 100_000) + "<p>deep"), "works 200"},
		"/page/links":       {page(manyLinks(100_000)), "works 200"},
		"/page/attributes":  {page("<a " + strings.Repeat("a=b href=/fine ", 100_000) + ">x</a>"), "works 200"},
		"/page/attribute":   {page("<a href='/fine' title='" + strings.Repeat("x", 4_000_000) + "'>x</a>"), "works 200"},
		"/page/comment":     {page("<title>Open</title><!-- " + strings.Repeat("<a href=/fine>- ", 100_000)), "works 200"},
		"/page/nul":         {page("<ti\x00tle>\x00</title><a href='/fi\x00ne'>\x00</a>" + strings.Repeat("\x00", 100_000)), "works 200"},
		"/page/base":        {page("<base href='javascript:1'><base href='//[' ><a href='/fine'>x</a>"), "works 200"},
		"/page/long-link":   {page("<a href='/" + strings.Repeat("long", 100_000) + "'>x</a>"), "works 200"},
		"/page/srcset":      {page("<img srcset='" + strings.Repeat("/fine.png 1x, ", 100_000) + "'>"), "works 200"},
		"/page/entities":    {page("<p>" + strings.Repeat("&amp;&#x10ffff;&#99999999999;&notanentity;", 100_000)), "works 200"},
		"/page/open":        {page(strings.Repeat("<a href=/fine><table><p>", 100_000)), "works 200"},
		"/page/invalid":     {page("<title>\xff\xfe\xf0\x28\x8c\x28</title><a href='/%zz%'>x</a><a href='http://%zz/'>y</a>"), "works 200"},
		"/page/utf-16":      {text(ok + "Content-Type: text/html; charset=utf-16le\r\nConnection: close\r\n\r\n<\x00t\x00i\x00t\x00l\x00e\x00>\x00x\x00"), "works 200"},
		"/page/many-images": {page(strings.Repeat("<img src=/image/same.png>", 20_000)), "works 200"},
		// Images, of which only the head is asked for
		"/image/head-body.png":    {text(ok + "Content-Type: image/png\r\nContent-Length: 5\r\n\r\nhello"), "works 200"},
		"/image/head-refused.png": {func(t *talk) { headRefused(t) }, "works 200"},
		"/image/head-hangs.png":   {(*talk).wait, "unchecked timeout"},
		"/image/html.png":         {page("<title>No image</title><a href=/trapped>x</a>"), "works 200"},
		"/image/endless.png":      {func(t *talk) { headRefused(t); t.flood("x") }, "works 200"},
		"/image/same.png":         {text(ok + "Content-Type: image/png\r\nContent-Length: 0\r\n\r\n"), "works 200"},
	}
}

func headRefused(t *talk) {
	if t.method == "HEAD" {
		t.say("HTTP/1.1 405 No\r\nAllow: GET\r\nConnection: close\r\n\r\n")
		return
	}
	t.say(ok + "Content-Type: image/png\r\nConnection: close\r\n\r\nimage")
}

// manyLinks is a page with more links than are kept of one, to addresses that
// robots.txt forbids.
func manyLinks(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<a href=/private/%d>%d</a>", i, i)
	}
	return b.String()
}

// hostileSite is a site whose start page leads to all misbehaviours.
func hostileSite(t *testing.T) (url string, want map[string]string) {
	all := misbehaviours()
	want = make(map[string]string)
	var start strings.Builder
	start.WriteString("<!doctype html><title>Hostile</title><a href=/fine>fine</a>")
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if all[path].want != "" {
			want[path] = all[path].want
		}
		if strings.HasPrefix(path, "/image/") {
			fmt.Fprintf(&start, "<img src='%s'>", path)
		} else if all[path].does != nil {
			fmt.Fprintf(&start, "<a href='%s'>%s</a>", path, path)
		}
	}
	want["/"], want["/fine"] = "works 200", "works 200"
	url = rawServer(t, func(heard *talk) {
		switch {
		case heard.path == "/":
			heard.page(start.String())
		case heard.path == "/robots.txt":
			heard.say(ok + "Content-Type: text/plain\r\nConnection: close\r\n\r\n" + hostileRobots())
		case strings.HasPrefix(heard.path, "/map/"):
			hostileSitemap(heard)
		case strings.HasPrefix(heard.path, "/to/new/"):
			all["/to/new/"].does(heard)
		case all[heard.path].does != nil:
			all[heard.path].does(heard)
		default:
			heard.page("<title>Fine</title>")
		}
	})
	return url, want
}

func hostileRobots() string {
	var b strings.Builder
	b.WriteString("\xef\xbb\xbfUser-agent: *\r\nDisallow: /private/\rCrawl-delay: nonsense\n")
	for _, name := range []string{"self", "ring", "new/", "endless", "hang", "bomb", "noise", "deep", "huge"} {
		b.WriteString("Sitemap: /map/" + name + "\n")
	}
	b.WriteString(strings.Repeat("\x00", 1000) + "\nDisallow: " + strings.Repeat("*a", 100_000) + "\n")
	b.WriteString(strings.Repeat("Disallow: /"+strings.Repeat("*", 50)+"zzz$\n", 500))
	return b.String()
}

func hostileSitemap(t *talk) {
	xml := ok + "Content-Type: application/xml\r\nConnection: close\r\n\r\n"
	index := func(path string) {
		t.say(xml + "<sitemapindex><sitemap><loc>" + path + "</loc></sitemap></sitemapindex>")
	}
	switch t.path {
	case "/map/self":
		index("/map/self")
	case "/map/ring":
		index("/map/ring2")
	case "/map/ring2":
		index("/map/ring")
	case "/map/endless":
		t.say(xml + "<urlset>")
		t.flood("<url><loc>/private/</loc></url>")
	case "/map/hang":
		t.wait()
	case "/map/bomb":
		t.say(ok + "Content-Type: application/gzip\r\nConnection: close\r\n\r\n" + gzipBomb())
	case "/map/noise":
		t.say(xml + strings.Repeat("\x00\xff<url><loc>", 10_000))
	case "/map/deep":
		t.say(xml + strings.Repeat("<urlset><url>", 100_000))
	case "/map/huge":
		t.say(xml + "<urlset>")
		for i := range 20_000 {
			t.say("<url><loc>/private/" + strconv.Itoa(i) + "</loc></url>")
		}
		t.say("</urlset>")
	default: // a new one each time
		index(t.path + "x")
	}
}

// verdict is what the table of misbehaviours holds of a result.
func verdict(outcome string, status int, kind string) string {
	if status != 0 {
		outcome += " " + strconv.Itoa(status)
	}
	if kind != "" {
		outcome += " " + kind
	}
	return outcome
}

// TestHostileSite crawls with the built program, whose memory it measures.
func TestHostileSite(t *testing.T) {
	url, want := hostileSite(t)
	output := filepath.Join(t.TempDir(), "out.json")
	command := exec.Command(program(t), "crawl", url, "--quiet", "--timeout", timeLimit.String(), "--concurrency", "10", "--output", output)
	began := time.Now()
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	peak := watchMemory(command.Process.Pid)
	if err := command.Wait(); err != nil || out.Len() > 0 {
		t.Errorf("%v; told to be quiet, it said:\n%s", err, &out)
	}
	if most := <-peak; most > 0 {
		t.Logf("%d misbehaviours, %.1f s, peak memory %d MB", len(want), time.Since(began).Seconds(), most>>20)
		if most > 400<<20 {
			t.Errorf("%d MB of memory", most>>20)
		}
	}
	got := make(map[string]string)
	for path, item := range readResult(t, output).byURL("pages") {
		kind, _, _ := strings.Cut(item["error"].(string), ":")
		got[strings.TrimPrefix(path, url)] = verdict(item["outcome"].(string), int(item["status"].(float64)), kind)
	}
	for path, expected := range want {
		if got[path] != expected {
			t.Errorf("%s: %q, want %q", path, got[path], expected)
		}
	}
}

// watchMemory gives, when a process has ended, the most memory it held in
// bytes; 0 where the system does not tell.
func watchMemory(pid int) <-chan int64 {
	most := make(chan int64, 1)
	go func() {
		var peak int64
		for {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			_, line, found := strings.Cut(string(status), "VmHWM:")
			if err != nil || !found {
				most <- peak
				return
			}
			var kilobytes int64
			fmt.Sscan(line, &kilobytes)
			peak = max(peak, kilobytes<<10)
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return most
}

// TestHostileSiteLeavesNothing crawls within the test, so that goroutines that
// are left over are seen, and every result has its sentence.
func TestHostileSiteLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("crawl", func(t *testing.T) {
		url, want := hostileSite(t)
		store := crawler.NewMemory()
		c, err := crawler.New(url, crawler.Settings{Timeout: timeLimit / 2, Concurrency: 10}, store)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if p := c.Progress(); p.State != crawler.Finished || p.Waiting != 0 || p.Found != p.Checked+p.Failed+p.Skipped {
			t.Errorf("%+v", p)
		}
		pages := store.Pages()
		for path := range want {
			p := pages[url+path]
			if p == nil {
				t.Errorf("%s is missing", path)
				continue
			}
			m := audit.Page(p.Outcome, p.Status, p.ErrorKind, "", p.Error)
			if m.Text == "" || m.Text == audit.Page(crawler.Broken, 0, fetch.Kind("?"), "", "").Text {
				t.Errorf("%s: no words for it: %+v", path, m)
			}
			if p.ErrorKind != "" && p.Error == "" {
				t.Errorf("%s: a failure without its cause", path)
			}
		}
	})
	deadline := time.Now().Add(time.Minute)
	for runtime.NumGoroutine() > before {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
		time.Sleep(5 * time.Millisecond)
	}
}
