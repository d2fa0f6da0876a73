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
	const size = 500
	s := newSite(max(b.N, 1000))
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

// BenchmarkFinish finishes a crawl of 20,000 pages.
func BenchmarkFinish(b *testing.B) {
	f := benchFile(b, 20_000)
	for b.Loop() {
		b.StopTimer()
		save(b, f, crawler.Batch{Changes: []crawler.Change{{ID: 1}}})
		b.StartTimer()
		if err := f.Finish(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
	}
}

func benchFile(b *testing.B, pages int) *File {
	b.Helper()
	f := newFile(b)
	s := newSite(pages)
	for saved := 0; saved < pages; saved += 1000 {
		save(b, f, s.batch(min(1000, pages-saved)))
	}
	return f
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
