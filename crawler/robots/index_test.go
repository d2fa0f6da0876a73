package robots

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// manyRules is a robots.txt of n rules with wildcards.
func manyRules(n int) string {
	var file strings.Builder
	file.WriteString("User-agent: *\n")
	for i := range n {
		switch i % 5 {
		case 0:
			fmt.Fprintf(&file, "Disallow: /*?filter%d=*\n", i)
		case 1:
			fmt.Fprintf(&file, "Disallow: /shop/*/brand-%d/\n", i)
		case 2:
			fmt.Fprintf(&file, "Allow: /*/item%d$\n", i)
		case 3:
			fmt.Fprintf(&file, "Disallow: /old/page-%d*.html$\n", i)
		case 4:
			fmt.Fprintf(&file, "Disallow: *sort=%d&order=\n", i)
		}
	}
	return file.String()
}

// The index gives the rule that a look at all of them gives.
func TestIndexDecidesAsAllRulesDo(t *testing.T) {
	parts := strings.Fields("/ a b ab * $ /a ab/ .h ? ?a= &b x1 abcd bcde /abc")
	r := rand.New(rand.NewPCG(1, 2))
	text := func(n int, of []string) string {
		var b strings.Builder
		for range n {
			b.WriteString(of[r.IntN(len(of))])
		}
		return b.String()
	}
	matched := 0
	for range 300 {
		var file strings.Builder
		file.WriteString("User-agent: *\n")
		for range indexedFrom + r.IntN(60) {
			fmt.Fprintf(&file, "%s: /%s\n", []string{"Allow", "Disallow"}[r.IntN(2)], text(1+r.IntN(6), parts))
		}
		rules := Parse([]byte(file.String()), "Sitewalk")
		if rules.index == nil {
			t.Fatal("no index")
		}
		for range 50 {
			target := normalTarget("/" + text(r.IntN(8), parts))
			want, got := firstMatch(rules.rules, target), rules.decisive(target)
			if got != want {
				t.Fatalf("%q: %v, want %v of\n%s", target, got, want, file.String())
			}
			if want != nil {
				matched++
			}
		}
	}
	if matched < 1000 {
		t.Errorf("only %d targets met a rule", matched)
	}
}

func FuzzIndex(f *testing.F) {
	f.Add("/*?a=\n/b*c$\n/shop/\n*\n/%2a", "/b/x?a=c")
	f.Add("/\n/a\n/ab\n/abc\n/abcd\n/*d$", "/abcd")
	f.Fuzz(func(t *testing.T, written, target string) {
		var file strings.Builder
		file.WriteString("User-agent: *\n")
		lines := strings.Split(written, "\n")
		for i := range max(indexedFrom, len(lines)) { // few lines stand there again and again
			fmt.Fprintf(&file, "%s: %s\n", []string{"Allow", "Disallow"}[i%2], lines[i%len(lines)])
		}
		rules := Parse([]byte(file.String()), "Sitewalk")
		if target == "" || target == "/robots.txt" {
			return
		}
		if want, got := firstMatch(rules.rules, normalTarget(target)), rules.decisive(target); got != want {
			t.Errorf("%q: %v, want %v", target, got, want)
		}
	})
}

func BenchmarkManyRules(b *testing.B) {
	const target = "/products/garden/chairs/oak-chair-2?colour=dark"
	rules := Parse([]byte(manyRules(5000)), "Sitewalk")
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			rules.Allowed(target)
		}
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			firstMatch(rules.rules, target)
		}
	})
	b.Run("parse", func(b *testing.B) {
		body := []byte(manyRules(5000))
		for b.Loop() {
			Parse(body, "Sitewalk")
		}
	})
}
