package cli

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sitewalk/crawler"
)

func TestProgressLine(t *testing.T) {
	running := crawler.Progress{State: crawler.Running, Rate: 9.12, Left: 7 * time.Second}
	running.Counts = crawler.Counts{Checked: 1812, Failed: 3, Waiting: 605, Works: 1700, Moved: 100, Broken: 12, Unchecked: 3}
	slowed := running
	slowed.Rate, slowed.Left = 0, 0
	slowed.Manners = crawler.Manners{Slowed: true, Limit: 1, Cause: "slow"}
	for _, c := range []struct {
		progress crawler.Progress
		want     string
	}{
		{crawler.Progress{}, "[....................] 0 checked, 0 waiting, 0 broken"},
		{running, "[###############.....] 1,812 checked, 605 waiting, 12 broken, 3 could not be checked, 9.12/s, about 7 s left"},
		{slowed, "[###############.....] 1,812 checked, 605 waiting, 12 broken, 3 could not be checked, slowed down"},
		{crawler.Progress{State: crawler.Stopping}, "Stopping. Press Ctrl-C again to end at once."},
	} {
		if got := progressLine(c.progress); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestSpeed(t *testing.T) {
	for v, want := range map[float64]string{0.123456: "0.123", 9.119: "9.12", 45.67: "45.7", 99.96: "100", 512.4: "512", 3581.2: "3,581", 1234567: "1,234,567"} {
		if got := speed(v); got != want {
			t.Errorf("%v is %s, not %s", v, got, want)
		}
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		line  string
		width int
		want  string
	}{
		{"abc", 5, "abc  "}, {"abcdef", 5, "ab..."}, {"äöü", 3, "äöü"}, {"abc", 2, "ab"}, {"abc", 0, ""}, {"abc", -1, ""},
	} {
		if got := fit(c.line, c.width); got != c.want {
			t.Errorf("fit(%q, %d) = %q, want %q", c.line, c.width, got, c.want)
		}
	}
}

func TestDraw(t *testing.T) {
	var out strings.Builder
	s := session{program: &program{err: &out, width: 9}}
	s.draw("one", "")
	s.draw("two", "News that may be longer.")
	want := "\rone     " + "\r        \rNews that may be longer.\n" + "\rtwo     "
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// What stands in the way of a crawl is said once, however soon the crawl ends.
func TestOutlookIsNewsOnce(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>Shop</title><div id=root></div><script src=main.js></script>")
	}))
	defer site.Close()
	c, err := crawler.New(site.URL, crawler.Settings{}, crawler.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	s := session{program: &program{err: &out, width: 80}, crawler: c}
	stop := s.show(s.progress())
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	stop()
	if n := strings.Count(out.String(), "The start page is empty until scripts run"); n != 1 {
		t.Errorf("said %d times: %q", n, out.String())
	}
}
