package cli

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

func TestFailOnTellsByTheExitCode(t *testing.T) {
	var grown atomic.Bool // whether the site has a broken link more
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/about" && grown.Load() {
			page(w, "About us", "/lost")
			return
		}
		shop(w, r)
	}))
	t.Cleanup(site.Close)
	file := filepath.Join(t.TempDir(), "s.sitewalk")
	later := filepath.Join(t.TempDir(), "later.sitewalk")
	for _, c := range []struct {
		args string
		want int
	}{
		{"crawl " + site.URL + " --quiet --crawl-file " + file + " --fail-on broken", exitFound},
		{"export " + file + " --quiet --fail-on broken", exitFound},
		{"export " + file + " --quiet --fail-on findings=answer-missing-page", exitFound},
		{"export " + file + " --quiet --fail-on findings", exitFound},
		{"export " + file + " --quiet --fail-on findings=answer-timeout,answer-none", exitFine},
		{"export " + file + " --quiet --fail-on findings=nothing-like-it", exitUsage},
		{"crawl " + site.URL + " --quiet --fail-on new --against " + file, exitFine},
		{"crawl " + site.URL + " --quiet --fail-on new", exitUsage},
		{"grow", exitUsage},
		{"crawl " + site.URL + " --quiet --crawl-file " + later + " --fail-on new --against " + file, exitFound},
		{"export " + later + " --quiet --fail-on new --against " + file, exitFound},
		{"crawl http://127.0.0.1:1 --quiet --fail-on broken", exitFailed},
	} {
		grown.Store(grown.Load() || c.args == "grow")
		var out bytes.Buffer
		p := &program{name: "sitewalk", out: &out, err: &out}
		if got := p.run(strings.Fields(c.args)); got != c.want {
			t.Errorf("%s: %d, want %d\n%s", c.args, got, c.want, out.String())
		}
	}
}
