package crawlfile

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sitewalk/crawler"
)

// pageTexts makes up what the pages of a shop say: a menu and a footer that they
// share, and some hundred words of their own with a price and a number.
func pageTexts(n int) []string {
	rng := rand.New(rand.NewPCG(3, 4))
	syllables := strings.Fields("ka lo mi ren sta tor vel an der qui pro con tra sen bel mar nor gri plo fen ash ber dal")
	vocabulary := make([]string, 20_000)
	for i := range vocabulary {
		for range 1 + rng.IntN(4) {
			vocabulary[i] += syllables[rng.IntN(len(syllables))]
		}
	}
	zipf := rand.NewZipf(rng, 1.1, 10, uint64(len(vocabulary)-1))
	words := func(b *strings.Builder, n int, end string) {
		for range n {
			b.WriteString(vocabulary[zipf.Uint64()])
			b.WriteByte(' ')
		}
		b.WriteString(end)
	}
	var menu, footer strings.Builder
	for range 60 {
		words(&menu, 2, "\n")
	}
	for range 20 {
		words(&footer, 8, "\n")
	}
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		b.WriteString(menu.String())
		for range 8 {
			words(&b, 30, ".\n")
		}
		fmt.Fprintf(&b, "Item %d costs € %d.%02d, call 030-%03d %04d\n", i, rng.IntN(500), rng.IntN(100), rng.IntN(1000), rng.IntN(10000))
		b.WriteString(footer.String())
		texts[i] = b.String()
	}
	return texts
}

// BenchmarkTexts tells what keeping the texts costs for each page, in time of the
// processor and bytes, beside gathering them.
func BenchmarkTexts(b *testing.B) {
	texts := pageTexts(2000)
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	f := newFile(b)
	pages := make([]*crawler.Page, len(texts))
	for i, text := range texts {
		pages[i] = textPage(1, "Title", "Description", text)
	}
	ctx := context.Background()
	b.SetBytes(int64(size / len(texts)))
	for i := 0; b.Loop(); i++ {
		if err := f.writer.texts.add(ctx, int64(i+1), pages[i%len(pages)]); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	stored, err := f.writer.conn.integer(ctx, "SELECT sum(length(texts) + length(grams)) FROM text")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(stored)/float64(b.N), "B/page")
}

// BenchmarkSearch searches 200,000 pages. Making them takes a while.
func BenchmarkSearch(b *testing.B) {
	if testing.Short() {
		b.Skip("makes 200,000 pages")
	}
	const pages = 200_000
	ctx := context.Background()
	texts := pageTexts(20_000)
	f := newFile(b)
	for id := int64(1); id <= pages; {
		var batch crawler.Batch
		for range 500 {
			text := texts[int(id)%len(texts)] + fmt.Sprintf("\nSerial number sn%dx", id)
			if id == pages*9/10 {
				text += "\nThe only xylophone, rare, call (089) 765-43.21"
			}
			batch.Addresses = append(batch.Addresses, crawler.Address{ID: id, URL: fmt.Sprintf("https://example.com/%d", id)})
			batch.Pages = append(batch.Pages, textPage(id, "Title", "", text))
			id++
		}
		save(b, f, batch)
	}
	info, err := os.Stat(f.Path())
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d bytes a page", info.Size()/pages)
	for _, query := range []string{"xylophone", "089 7654321", "sn123456x", "Item 777 costs", "kalomi", "ylo", "nowhere", `"The only"`} {
		first := fmt.Errorf("enough")
		b.Run("first/"+query, func(b *testing.B) {
			for b.Loop() {
				_ = f.Search(ctx, query, func(Hit) error { return first })
			}
		})
		b.Run("all/"+query, func(b *testing.B) {
			hits := 0
			for b.Loop() {
				hits = 0
				if err := f.Search(ctx, query, func(Hit) error { hits++; return nil }); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(hits), "pages")
		})
	}
}
