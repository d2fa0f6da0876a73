package page

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"sitewalk/crawler/weburl"
)

const benchAddress = "https://example.com/shop/tools/page-1.html"

// benchPages are pages as shops and papers have them: about 25 KB and 100 links.
func benchPages(n int) [][]byte {
	pages := make([][]byte, n)
	for i := range pages {
		pages[i] = benchPage(rand.New(rand.NewPCG(1, uint64(i))))
	}
	return pages
}

func benchPage(r *rand.Rand) []byte {
	syllables := strings.Fields("ka lo mi ren sta tor vel an der qui pro con tra sen bel mar")
	word := func() (w string) {
		for range 2 + r.IntN(3) {
			w += syllables[r.IntN(len(syllables))]
		}
		return w
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s &amp; %s</title>\n"+
		"<meta name=\"description\" content=\"%s %s\">\n<link rel=\"canonical\" href=\"%s\">\n<style>\n", word(), word(), word(), word(), benchAddress)
	for i := range 30 {
		fmt.Fprintf(&b, ".%s-%d{margin:0 auto;color:#%03d}\n", word(), i, i)
	}
	b.WriteString("</style>\n<script>if(1<2){document.write('<a href=\"/js\">x<\\/a>')}\n")
	for range 12 {
		b.WriteString(" window.addEventListener('load',function(e){track('event',{time:Date.now()})});\n")
	}
	b.WriteString("</script>\n</head>\n<body class=\"page\">\n<header class=\"top\"><nav aria-label='Main'><ul>\n")
	for i := range 20 {
		fmt.Fprintf(&b, "  <li class=\"item item-%d\"><a href=\"/%s/%s/\" data-track='{\"nav\":%d}'>%s</a></li>\n", i, word(), word(), i, word())
	}
	fmt.Fprintf(&b, "</ul></nav></header>\n<main id=\"content\"><h1 class=\"title\">%s <em>%s</em></h1>\n", word(), word())
	for i := range 10 {
		fmt.Fprintf(&b, "<h2 id=\"part-%d\">%s</h2>\n<figure><picture><img loading=\"lazy\" src=\"/img/%d.jpg\" srcset=\"/img/%d-320.jpg 320w, /img/%d-640.jpg 640w\" alt=\"%s\"></picture></figure>\n", i, word(), i, i, i, word())
		for range 2 {
			b.WriteString("<p>")
			for j := range 55 {
				b.WriteString(word())
				switch {
				case j%14 == 3:
					fmt.Fprintf(&b, " <a class=\"link\" href=\"../%s/%s-%d.html?a=1&amp;b=%d\">%s</a> ", word(), word(), j, i, word())
				case j%20 == 5:
					b.WriteString("&nbsp;&mdash; na\u00efve <strong class=\"hl\">x</strong> ")
				default:
					b.WriteByte(' ')
				}
			}
			b.WriteString("</p>\n")
		}
	}
	b.WriteString("</main>\n<footer>\n")
	for range 4 {
		fmt.Fprintf(&b, "<a rel=\"nofollow noopener\" href=\"https://social.example/%s\"><svg viewBox=\"0 0 16 16\"><path d=\"M8 0C3.58 0 0 3.58 0 8\"/></svg></a>\n", word())
	}
	b.WriteString("<a href=\"mailto:info@example.com\">Mail</a></footer></body></html>\n")
	return b.Bytes()
}

func BenchmarkParse(b *testing.B) {
	pages := benchPages(50)
	at, err := weburl.Parse(benchAddress)
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, pages, func(page []byte) {
		if len(Parse(page, "utf-8", at).Links) == 0 {
			b.Fatal("no links")
		}
	})
}

// BenchmarkRead is Parse without resolving the addresses.
func BenchmarkRead(b *testing.B) {
	r := new(reader)
	benchmark(b, benchPages(50), func(page []byte) {
		_, text := decode(page, "utf-8")
		r.readTokens(text)
		r.release()
	})
}

func BenchmarkScanner(b *testing.B) {
	benchmark(b, benchPages(50), func(page []byte) {
		s := scanner{src: page}
		for s.next() {
		}
	})
}

// BenchmarkTokenizer is the bound to compare with: a bare pass of html.Tokenizer.
func BenchmarkTokenizer(b *testing.B) {
	benchmark(b, benchPages(50), func(page []byte) {
		z := html.NewTokenizer(bytes.NewReader(page))
		for z.Next() != html.ErrorToken {
		}
	})
}

// benchmark runs read over one page at a time.
func benchmark(b *testing.B, pages [][]byte, read func([]byte)) {
	size := 0
	for _, page := range pages {
		size += len(page)
	}
	b.SetBytes(int64(size / len(pages)))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		read(pages[i%len(pages)])
	}
}
