package page

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
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
	at := address(f, "https://example.com/dir/page.html?old")
	f.Fuzz(func(t *testing.T, body []byte, charset string) {
		facts := Parse(body, charset, at)
		description := describe(facts)
		if again := describe(Parse(body, charset, at)); again != description {
			t.Errorf("read twice, the page says\n%s\nand\n%s", description, again)
		}
		if Parse(body, charset, at).Text != facts.Text {
			t.Errorf("read twice, the page shows different texts")
		}
		checkTexts(t, facts)
	})
}

// checkTexts checks what Facts promises of texts.
func checkTexts(t *testing.T, f *Facts) {
	t.Helper()
	texts := []string{f.Title, f.H1, f.FirstParagraph, f.MetaDescription, f.MetaRobots, f.Lang}
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
