//go:build unix

package crawlfile

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sitewalk/crawler"
)

// BenchmarkSave stores pages with 90 links in batches of 500 and tells what a
// page costs in time of the processor and bytes of the file.
func BenchmarkSave(b *testing.B) {
	b.Run("plain", func(b *testing.B) { benchmarkSave(b, true) })
	b.Run("findings", func(b *testing.B) { benchmarkSave(b, false) })
}

func benchmarkSave(b *testing.B, plain bool) {
	const size = 500
	s := newSite(max(b.N, 1000))
	s.plain = plain
	path := filepath.Join(b.TempDir(), "bench"+Extension)
	f, err := Create(path, crawler.Meta{})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var spent time.Duration
	b.ReportAllocs()
	for saved := 0; saved < b.N; saved += size {
		b.StopTimer()
		batch := s.batch(min(size, b.N-saved))
		before := cpu()
		b.StartTimer()
		save(b, f, batch)
		b.StopTimer()
		spent += cpu() - before
		b.StartTimer()
	}
	b.StopTimer()
	b.ReportMetric(spent.Seconds()/float64(b.N)*1000, "cpu-s/1k-pages")
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(fileSize(b, path))/float64(b.N), "B/page")
	b.ReportMetric(float64(f.writer.lastLink)/float64(b.N), "links/page")
}

// BenchmarkLarge asks a crawl of 200,000 pages what a window asks, before and
// after it was finished. Making it takes a while.
func BenchmarkLarge(b *testing.B) {
	if testing.Short() {
		b.Skip("makes 200,000 pages")
	}
	const pages = 200_000
	ctx := context.Background()
	f := newFile(b)
	s := newSite(pages)
	s.plain = os.Getenv("SITEWALK_PLAIN") != ""
	for s.asked < pages {
		save(b, f, s.batch(500))
	}
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	window := make([]int64, 50)
	for i := range window {
		window[i] = int64(1 + i*pages/len(window))
	}
	questions := []struct {
		name string
		ask  func() error
	}{
		{"IDs", func() error { _, err := f.IDs(ctx, Filter{}, Sort{}); return err }},
		{"IDsByTitle", func() error { _, err := f.IDs(ctx, Filter{}, Sort{By: ByTitle}); return err }},
		{"IDsByTime", func() error { _, err := f.IDs(ctx, Filter{}, Sort{By: ByTime}); return err }},
		{"IDsByWords", func() error { _, err := f.IDs(ctx, Filter{}, Sort{By: ByWords}); return err }},
		{"IDsByDescription", func() error { _, err := f.IDs(ctx, Filter{}, Sort{By: ByDescription}); return err }},
		{"IDsByProblems", func() error { _, err := f.IDs(ctx, Filter{}, Sort{By: ByProblems}); return err }},
		{"IDsByFoundOn", func() error { _, err := f.IDs(ctx, Filter{}, Sort{By: ByFoundOn}); return err }},
		{"IDsWithText", func() error { _, err := f.IDs(ctx, Filter{Text: "model 77"}, Sort{}); return err }},
		{"IDsWithFinding", func() error {
			_, err := f.IDs(ctx, Filter{Findings: []string{"title-long"}}, Sort{By: ByTitle})
			return err
		}},
		{"Causes100", func() error { _, err := f.Causes(ctx, "image-no-size", 100); return err }},
		{"Causes100OfLinks", func() error { _, err := f.Causes(ctx, "link-broken", 100); return err }},
		{"Counts", func() error { _, err := f.Counts(ctx); return err }},
		{"Charts", func() error { _, err := f.Charts(ctx); return err }},
		{"Rows50", func() error { _, err := f.Rows(ctx, window); return err }},
		{"Rows50WithTexts", func() error { _, err := f.FullRows(ctx, window, WithTexts); return err }},
		{"Rows50WithInLinks", func() error { _, err := f.FullRows(ctx, window, WithInLinks); return err }},
		{"Rows50WithOutLinks", func() error { _, err := f.FullRows(ctx, window, WithOutLinks); return err }},
		{"Rows50WithAll", func() error { _, err := f.FullRows(ctx, window, allExtras); return err }},
		{"Entry", func() error { _, err := f.Entry(ctx, pages/2); return err }},
		{"Outlinks", func() error { _, err := f.Outlinks(ctx, pages/2); return err }},
		{"Inlinks500OfMenu", func() error { _, _, err := f.Inlinks(ctx, 2, 500); return err }},
		{"Inlinks500OfPage", func() error { _, _, err := f.Inlinks(ctx, 100, 500); return err }},
	}
	for _, state := range []string{"unfinished", "finished"} {
		if state == "finished" {
			b.Run("Finish", func(b *testing.B) {
				var spent time.Duration
				for range b.N {
					b.StopTimer()
					save(b, f, crawler.Batch{Changes: []crawler.Change{{ID: 1}}})
					before := cpu()
					b.StartTimer()
					must(f.Finish(ctx, nil))
					spent += cpu() - before
				}
				b.ReportMetric(float64(spent.Microseconds())/float64(b.N)/pages, "cpu-µs/page")
			})
		}
		b.Run(state+"/Entries", func(b *testing.B) {
			entries, before := 0, cpu()
			for b.Loop() {
				must(f.Entries(ctx, func(*Entry) error { entries++; return nil }))
			}
			b.ReportMetric(float64((cpu()-before).Microseconds())/float64(entries), "cpu-µs/entry")
		})
		b.Run(state+"/LinkCounts", func(b *testing.B) {
			before := cpu()
			for b.Loop() {
				_, err := f.LinkCounts(ctx, nil)
				must(err)
			}
			b.ReportMetric(float64((cpu()-before).Microseconds())/float64(b.N)/pages, "cpu-µs/page")
		})
		for _, q := range questions {
			b.Run(state+"/"+q.name, func(b *testing.B) {
				for b.Loop() {
					must(q.ask())
				}
			})
		}
	}
}

func fileSize(b *testing.B, path string) int64 {
	b.Helper()
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	return info.Size()
}

// cpu is the time of the processor this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
