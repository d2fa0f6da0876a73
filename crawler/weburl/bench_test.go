package weburl

import (
	"net/url"
	"testing"

	"golang.org/x/text/encoding/charmap"
)

func BenchmarkResolve(b *testing.B) {
	base := mustParse(b, "https://shop.example/garden/chairs/oak.html?x=1#top")
	for name, ref := range map[string]string{
		"root":     "/products/garden/chairs/oak-chair-2.html",
		"relative": "../tables/oak-table-2.html?colour=dark",
		"same":     "https://shop.example/products/garden/chairs/oak-chair-2.html",
		"other":    "https://www.other.example/products/garden/chairs/oak-chair-2.html",
		"letters":  "/продукты/стул",
		"idn":      "https://bücher.example/x",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := base.Resolve(ref, charmap.Windows1251); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/parser", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := parse(ref, base, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	// What net/url takes, for comparison.
	standard, err := url.Parse(base.String())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("root/net-url", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			u, err := standard.Parse("/products/garden/chairs/oak-chair-2.html")
			if err != nil || u.String() == "" {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkKey(b *testing.B) {
	for name, raw := range map[string]string{
		"plain":   "https://shop.example/products/garden/chairs/oak-chair-2.html?colour=dark",
		"escaped": "https://shop.example/%D0%B4%D0%BE%D0%BC/%D1%81%D1%82%D1%83%D0%BB",
		"folded":  "https://shop.example/%d0%b4%d0%be%d0%bc/%7ejoe",
	} {
		u := mustParse(b, raw)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = u.Key()
			}
		})
	}
}

func BenchmarkDisplay(b *testing.B) {
	u := mustParse(b, "https://shop.example/%D0%B4%D0%BE%D0%BC/oak-chair-2.html")
	b.ReportAllocs()
	for b.Loop() {
		_ = u.Display()
	}
}
