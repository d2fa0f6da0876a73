package crawlfile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sitewalk/crawler"
)

// answersPages is the size of the crawl that BenchmarkAnswers asks.
const answersPages = 200_000

// firstRows is how many rows a list reads at once.
const firstRows = 64

// soonEnough is within what time a person takes an answer for immediate.
const soonEnough = 100 * time.Millisecond

// answersFile gives the path of a crawl of 200,000 results with findings and
// texts, finished or as it is just before. They are kept in the folder for
// temporary files, by their version, because making them takes minutes.
func answersFile(b *testing.B, finished bool) string {
	b.Helper()
	name := "running"
	if finished {
		name = "finished"
	}
	path := filepath.Join(os.TempDir(), fmt.Sprintf("sitewalk-answers-%d-%d-%s%s", answersPages, len(migrations), name, Extension))
	if f, err := OpenReadOnly(path); err == nil {
		complete := f.Finished() == finished
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
		if complete {
			return path
		}
	}
	if !finished {
		makeAnswers(b, path)
		return path
	}
	copyFile(b, answersFile(b, false), path)
	f, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := errors.Join(f.Finish(context.Background(), nil), f.Close()); err != nil {
		b.Fatal(err)
	}
	return path
}

// copyFile copies a crawl file that nobody has open.
func copyFile(b *testing.B, from, to string) {
	b.Helper()
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, content, 0o644)
	}
	if err != nil {
		b.Fatal(err)
	}
}

// makeAnswers saves a shop's crawl: most pages work, some addresses are broken,
// have moved or are pictures, some pages have no title, and many have findings
// that few others have.
func makeAnswers(b *testing.B, path string) {
	b.Helper()
	draft := path + ".draft"
	_ = os.Remove(draft)
	f, err := Create(draft, crawler.Meta{Typed: "shop.example.com", Site: "https://shop.example.com"})
	if err != nil {
		b.Fatal(err)
	}
	texts := pageTexts(20_000)
	s := newSite(answersPages)
	for s.asked < answersPages {
		batch := s.batch(500)
		for _, p := range batch.Pages {
			vary(p, texts)
		}
		save(b, f, batch)
	}
	if err := errors.Join(f.Close(), os.Rename(draft, path)); err != nil {
		b.Fatal(err)
	}
}

func vary(p *crawler.Page, texts []string) {
	n := int(p.ID)
	switch {
	case n%50 == 7:
		p.Outcome, p.Status, p.Title, p.Findings = crawler.Broken, 404, "", []crawler.Finding{{Check: "answer-missing-page"}}
		return
	case n%40 == 9:
		p.Outcome, p.Status, p.Title, p.RedirectTo = crawler.Moved, 301, "", "https://shop.example.com/"
		p.Findings = []crawler.Finding{{Check: "redirect-permanent"}}
		return
	case n%20 == 11:
		p.Kind, p.ContentType, p.Title = crawler.ImageKind, "image/jpeg", ""
		p.Findings = []crawler.Finding{{Check: "image-not-kept"}}
		return
	case n%100 == 3:
		p.Title = ""
		p.Findings = append(p.Findings, crawler.Finding{Check: "title-missing"})
	case n%1000 == 501:
		p.Findings = append(p.Findings, crawler.Finding{Check: "data-broken", Detail: "line 1, after “{”"})
	}
	p.Text = texts[n%len(texts)] + fmt.Sprintf("\nSerial number sn%dx", n)
	if n == answersPages*9/10 {
		p.Text += "\nThe only xylophone, rare, call (089) 765-43.21"
	}
}

// question is something that a window asks.
type question struct {
	name   string
	filter Filter
	sort   Sort
}

// questions are all sorts, all filters, and filters together.
func questions() []question {
	shop := []question{
		{"all", Filter{}, Sort{}},
		{"works", Filter{Outcomes: []crawler.Outcome{crawler.Works}}, Sort{}},
		{"broken", Filter{Outcomes: []crawler.Outcome{crawler.Broken}}, Sort{}},
		{"waiting", Filter{Outcomes: []crawler.Outcome{crawler.Waiting}}, Sort{}},
		{"finding-many", Filter{Findings: []string{"title-long"}}, Sort{}},
		{"finding-few", Filter{Findings: []string{"data-broken"}}, Sort{}},
		{"findings-two", Filter{Findings: []string{"title-missing", "data-broken"}}, Sort{}},
		{"finding-duplicates", Filter{Findings: []string{"content-duplicate"}}, Sort{}},
		{"finding-near-duplicates", Filter{Findings: []string{"content-near-duplicate"}}, Sort{}},
		{"finding-broken-links", Filter{Findings: []string{"link-broken"}}, Sort{}},
		{"kind", Filter{Kinds: []crawler.Kind{crawler.ImageKind}}, Sort{}},
		{"scope", Filter{Scopes: []crawler.Scope{crawler.Internal}}, Sort{}},
		{"text-many", Filter{Text: "chair"}, Sort{}},
		{"text-few", Filter{Text: "model 77123"}, Sort{}},
		{"text-none", Filter{Text: "xylophone"}, Sort{}},
		{"text-accented", Filter{Text: "é"}, Sort{}},
		{"depth", Filter{Depth: Exactly(2)}, Sort{}},
		{"ms", Filter{MS: Span{50, 70}}, Sort{}},
		{"combined", Filter{Outcomes: []crawler.Outcome{crawler.Works}, Kinds: []crawler.Kind{crawler.PageKind}, Findings: []string{"title-long"},
			Text: "model 7", Depth: AtLeast(2), MS: Span{0, 100}}, Sort{By: ByTitle, Desc: true}},
	}
	for _, by := range []Column{ByURL, ByTitle, ByStatus, ByTime, BySize, ByDepth} {
		shop = append(shop, question{"sort-" + string(by), Filter{}, Sort{By: by}}, question{"sort-" + string(by) + "-down", Filter{}, Sort{By: by, Desc: true}})
	}
	return shop
}

// BenchmarkAnswers measures how long the first rows of what a window asks take
// on a crawl of 200,000 results, finished and running. What takes longer than a
// person takes for immediate is said.
func BenchmarkAnswers(b *testing.B) {
	if testing.Short() {
		b.Skip("makes 200,000 pages")
	}
	ctx := context.Background()
	finished := answersFile(b, true)
	measure(b, "finished/open", func() error {
		f, err := Open(finished)
		if err != nil {
			return err
		}
		_, metaErr := f.Meta(ctx)
		_, countErr := f.Counts(ctx)
		return errors.Join(metaErr, countErr, firstOf(f, Filter{}, Sort{}), f.Close())
	})
	f := openForAnswers(b, finished)
	for _, q := range questions() {
		measure(b, "finished/"+q.name, func() error { return firstOf(f, q.filter, q.sort) })
	}
	for _, by := range []Column{ByWords, ByDescription, ByProblems, ByFoundOn} {
		measure(b, "finished/prepare-"+string(by), func() error {
			f.late.keep("", -1, nil) // forgets what was made
			return f.PrepareSort(ctx, by)
		})
		measure(b, "finished/prepared-"+string(by), func() error { return firstOf(f, Filter{}, Sort{By: by}) })
	}
	measure(b, "finished/charts", func() error { _, err := f.Charts(ctx); return err })
	for _, check := range []string{"link-broken", "content-near-duplicate", "image-no-size"} {
		measure(b, "finished/causes-"+check, func() error { _, err := f.Causes(ctx, check, 200); return err })
	}
	measure(b, "finished/tree", func() error { _, _, err := f.Tree(ctx, "", Filter{}, 0, firstRows); return err })
	for _, text := range []string{"xylophone", "089 7654321", "sn123456x", "Item 777 costs", "€ 49.90", "kalomi", "call", "nowhere to be found", `"The only"`} {
		measure(b, "finished/search-"+text, func() error { return firstHits(f, text, 1) })
		measure(b, "finished/search-64-"+text, func() error { return firstHits(f, text, firstRows) })
	}

	f = openForAnswers(b, answersFile(b, false))
	for _, q := range questions() {
		if q.sort == (Sort{}) {
			measure(b, "running/"+q.name, func() error { return firstNew(f, q.filter) })
		} else {
			measure(b, "running/"+q.name, func() error { return firstOf(f, q.filter, q.sort) })
		}
	}
	for _, text := range []string{"xylophone", "call"} {
		measure(b, "running/search-"+text, func() error { return firstHits(f, text, 1) })
	}
}

func openForAnswers(b *testing.B, path string) *File {
	b.Helper()
	f, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	return f
}

// measure is a benchmark of an answer.
func measure(b *testing.B, name string, answer func() error) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			if err := answer(); err != nil {
				b.Fatal(err)
			}
		}
		each := b.Elapsed() / time.Duration(b.N)
		b.ReportMetric(float64(each.Microseconds())/1000, "ms")
		if each > soonEnough {
			b.Logf("%v is not immediate", each.Round(time.Millisecond))
		}
	})
}

// firstOf reads the first rows of a list.
func firstOf(f *File, filter Filter, sort Sort) error {
	ids, err := f.IDs(context.Background(), filter, sort)
	if err != nil {
		return err
	}
	_, err = f.Rows(context.Background(), ids[:min(len(ids), firstRows)])
	return err
}

// firstNew reads the first rows of the list of a running crawl, as the window
// does: of no more than so many results at once.
func firstNew(f *File, filter Filter) error {
	const lookAtMost = 100_000
	ids, _, err := f.NewIDs(context.Background(), filter, 0, lookAtMost)
	if err != nil {
		return err
	}
	_, err = f.Rows(context.Background(), ids[:min(len(ids), firstRows)])
	return err
}

// firstHits searches until there are so many hits, or to the end.
func firstHits(f *File, text string, enoughHits int) error {
	enough := errors.New("enough")
	n := 0
	err := f.Search(context.Background(), text, func(Hit) error {
		if n++; n == enoughHits {
			return enough
		}
		return nil
	})
	if errors.Is(err, enough) {
		return nil
	}
	return err
}
