//go:build unix

package crawlfile_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// BenchmarkFindings crawls a site with the checks and without, and reports what
// they take of the processor's time: judging each page, storing what was found,
// and the checks of the whole crawl. SITEWALK_PAGES is the size of the site,
// which another process serves.
func BenchmarkFindings(b *testing.B) {
	pages := 4000
	if text := os.Getenv("SITEWALK_PAGES"); text != "" {
		var err error
		if pages, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	server := exec.Command(os.Args[0], strconv.Itoa(pages))
	server.Env = crawlfile.ChildTask("serve")
	out, err := server.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	defer server.Wait()
	defer server.Process.Kill()
	site, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	site = strings.TrimSpace(site)

	var cost [2]time.Duration
	for b.Loop() {
		for with, inspect := range []crawler.Inspector{nil, audit.Inspect} {
			cost[with] += crawlFor(b, site, pages, inspect)
		}
	}
	each := float64(b.N * pages)
	b.ReportMetric(float64(cost[1].Microseconds())/each, "cpu-µs/page")
	b.ReportMetric(100*(1-float64(cost[0])/float64(cost[1])), "%-for-findings")
}

// crawlFor crawls a site and gives the time that this process used.
func crawlFor(b *testing.B, site string, pages int, inspect crawler.Inspector) time.Duration {
	b.Helper()
	crawlfile.WithSurvey(inspect != nil)
	defer crawlfile.WithSurvey(true)
	settings := crawler.Settings{Concurrency: 10}
	meta := crawler.Meta{Typed: site, Settings: settings, State: crawler.Ready, Started: time.Now()}
	file, err := crawlfile.Create(filepath.Join(b.TempDir(), fmt.Sprint(time.Now().UnixNano(), crawlfile.Extension)), meta)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	before := crawlfile.CPU()
	c, err := crawler.New(site, settings, file)
	if err != nil {
		b.Fatal(err)
	}
	c.Inspect = inspect
	if err := c.Run(b.Context()); err != nil {
		b.Fatal(err)
	}
	if err := file.Finish(b.Context(), nil); err != nil {
		b.Fatal(err)
	}
	used := crawlfile.CPU() - before
	counts, err := file.Counts(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	if counts.Works < pages || inspect != nil != (len(counts.Findings) > 10) {
		b.Fatalf("%d pages work, %d kinds of findings", counts.Works, len(counts.Findings))
	}
	return used
}
