package cli

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

func TestFailOnTellsByTheExitCode(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(shop))
	t.Cleanup(site.Close)
	file := filepath.Join(t.TempDir(), "s.sitewalk")
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
		{"crawl http://127.0.0.1:1 --quiet --fail-on broken", exitFailed},
	} {
		var out bytes.Buffer
		p := &program{name: "sitewalk", out: &out, err: &out}
		if got := p.run(strings.Fields(c.args)); got != c.want {
			t.Errorf("%s: %d, want %d\n%s", c.args, got, c.want, out.String())
		}
	}
}
