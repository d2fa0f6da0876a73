package page

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"sitewalk/crawler/weburl"
)

var update = flag.Bool("update", false, "write what Parse makes of testdata/*.html beside it")

var kindNames = [...]string{"anchor", "frame", "canonical", "next", "prev", "alternate", "refresh", "image"}

var positionNames = [...]string{"body", "head", "nav", "header", "footer", "aside", "main"}

func address(t testing.TB, raw string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// describe writes facts for a person to check, one a line.
func describe(f *Facts) string {
	var b strings.Builder
	fact := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	fact("charset", f.Charset)
	fact("base", f.Base.String())
	fact("title", f.Title)
	fact("h1", f.H1)
	fact("paragraph", f.FirstParagraph)
	fact("description", f.MetaDescription)
	fact("robots", f.MetaRobots)
	fact("canonical", f.Canonical)
	fact("lang", f.Lang)
	for _, l := range f.Links {
		fmt.Fprintf(&b, "%s %s %s", kindNames[l.Kind], positionNames[l.Position], l.URL)
		if l.Text != "" {
			fmt.Fprintf(&b, " %q", l.Text)
		}
		if l.Rel != "" {
			fmt.Fprintf(&b, " rel=%q", l.Rel)
		}
		b.WriteByte('\n')
	}
	for _, bad := range f.BadLinks {
		fmt.Fprintf(&b, "bad %q\n", bad)
	}
	return b.String()
}

func TestParseFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.html")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	at := address(t, "https://example.com/dir/page.html?old")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(Parse(body, "", at))
			expected := strings.TrimSuffix(file, ".html") + ".txt"
			if *update {
				if err := os.WriteFile(expected, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(expected)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// marked is a page with much that is marked.
const marked = `<head><title>a</title><title>b</title><meta name=viewport content="width=9,user-scalable=no">
<link rel=canonical href="/x#y" lang=en><link rel=alternate hreflang=en-UK href=/uk><script src="http://a/b.js"></script>
<script type="application/ld+json">{,}</script><div id=i>Lorem ipsum</div><base href=/><base href=/a><body><main><main>
<h3>a</h3><h1><img alt=b></h1><h4></h4><marquee><font><a href="javascript:x">here</a><a href=c:\d></a><a href="mailto:">m</a>
<form action="http://a/"><label for=i><input placeholder=p><input id=i name=n type=password><select><button></button></form>
<p aria-labelledby="i j" tabindex=1 accesskey=a><b accesskey=a id=i><table><tr><td>1<td>2<tr><td>3<td>4</table>
<iframe src="http://f/"></iframe><video autoplay></video><object type="application/x-y"><img src=a.jpg alt=a.jpg><area href=/ alt="">`

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.html")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body, "")
	}
	f.Add([]byte(marked), "utf-8")
	at := address(f, "https://example.com/dir/page.html?old")
	f.Fuzz(func(t *testing.T, body []byte, charset string) {
		facts := ParseText(body, charset, at)
		again := ParseText(body, charset, at)
		if first, second := describe(facts), describe(again); first != second {
			t.Errorf("read twice, the page says\n%s\nand\n%s", first, second)
		}
		if !reflect.DeepEqual(facts, again) {
			t.Errorf("read twice, the page has\n%+v\nand\n%+v", facts, again)
		}
		if facts.OwnWords > facts.Words || facts.Prose.Words > facts.OwnWords || !slices.IsSorted(facts.Anchors) {
			t.Errorf("%d words, %d of its own, %+v", facts.Words, facts.OwnWords, facts.Prose)
		}
		again.Text = ""
		if plain := Parse(body, charset, at); !reflect.DeepEqual(plain, again) {
			t.Errorf("without its text, the page has\n%+v\nnot\n%+v", plain, again)
		}
		checkTexts(t, facts)
	})
}

// TestNUL puts NUL bytes everywhere into a page: no text has them.
func TestNUL(t *testing.T) {
	at := address(t, "https://example.com/dir/page.html?old")
	pages := []string{
		"<head>\x00", "<head>&#0;\x00<p>", "<head><a\x00>", "<a accesskey=\x00><b accesskey=\x00>",
		"<svg><title><![CDATA[\x00]]></title></svg>", "<h1><svg><foreignObject><![CDATA[a\x00]]>", "<p>a<math><mi><![CDATA[\x00]]>",
		"<a href=/><svg><text><![CDATA[\x00]]></text></svg></a>",
	}
	page := marked + "<svg><text><![CDATA[x]]></text></svg>"
	for i := range len(page) + 1 {
		pages = append(pages, page[:i]+"\x00"+page[i:])
	}
	for _, page := range pages {
		if checkTexts(t, ParseText([]byte(page), "utf-8", at)); t.Failed() {
			t.Fatalf("in %q", page)
		}
	}
}

// What ends the head is shown without half a character reference at its end.
func TestExampleOfReferences(t *testing.T) {
	for n := 1; n < 60; n++ {
		f := Parse([]byte("<head>"+strings.Repeat("&Auml;&nbsp;&CounterClockwiseContourIntegral;", n)), "utf-8", address(t, "https://example.com/"))
		if e := f.Examples(HeadEnded); len(e) != 1 || strings.Contains(e[0], "&") {
			t.Errorf("%d times: %q", n, e)
		}
	}
}

// checkTexts checks what Facts promises of texts.
func checkTexts(t *testing.T, f *Facts) {
	t.Helper()
	texts := []string{f.Title, f.H1, f.SecondH1, f.H2, f.SecondH2, f.FirstParagraph, f.MetaDescription, f.MetaKeywords, f.MetaRobots, f.Lang}
	for m := range Mark(markCount) {
		examples := f.Examples(m)
		if len(examples) > maxExamples || len(examples) > f.Count(m) {
			t.Errorf("mark %d: %d examples of %d", m, len(examples), f.Count(m))
		}
		texts = append(texts, examples...)
	}
	for _, l := range f.Links {
		texts = append(texts, l.Text, l.Rel)
		if !l.URL.IsHTTP() {
			t.Errorf("%s is not http", l.URL)
		}
	}
	texts = append(texts, strings.Split(f.Text, "\n")...)
	for _, text := range texts {
		if text != strings.Join(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n\f\r", r) }), " ") {
			t.Errorf("%q has white space to collapse", text)
		}
		if !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
			t.Errorf("%q is no clean text", text)
		}
	}
}

// TestParseSeveralAtOnce shows that readers share nothing.
func TestParseSeveralAtOnce(t *testing.T) {
	pages := benchPages(4)
	at := address(t, benchAddress)
	want := make([]string, len(pages))
	for i, page := range pages {
		want[i] = describe(Parse(page, "utf-8", at))
	}
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for i := range 40 {
				n := (worker + i) % len(pages)
				if got := describe(Parse(pages[n], "utf-8", at)); got != want[n] {
					t.Errorf("page %d reads differently beside others:\n%s", n, got)
					return
				}
			}
		})
	}
	group.Wait()
}
