package cli

import (
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"sitewalk/crawler"
)

func parseCrawl(args ...string) (crawlRequest, error) {
	var r crawlRequest
	err := r.parse(args, r.options())
	return r, err
}

func TestCrawlOptions(t *testing.T) {
	for _, c := range []struct {
		args string
		want crawlRequest
	}{
		{"a.example", crawlRequest{}},
		{"--concurrency 7 a.example", crawlRequest{settings: crawler.Settings{Concurrency: 7}}},
		{"a.example --concurrency=64 --max-pages=0", crawlRequest{settings: crawler.Settings{Concurrency: 64}}},
		{"a.example --max-pages 25 --max-depth 0", crawlRequest{settings: crawler.Settings{MaxPages: 25, LimitDepth: true}}},
		{"a.example --max-depth 4", crawlRequest{settings: crawler.Settings{MaxDepth: 4, LimitDepth: true}}},
		{"a.example --timeout 10s", crawlRequest{settings: crawler.Settings{Timeout: 10 * time.Second}}},
		{"a.example --timeout 10", crawlRequest{settings: crawler.Settings{Timeout: 10 * time.Second}}},
		{"a.example --timeout 1.5 --delay 250ms", crawlRequest{settings: crawler.Settings{Timeout: 1500 * time.Millisecond, Delay: 250 * time.Millisecond}}},
		{"a.example --delay 0", crawlRequest{}},
		{"-quiet a.example", crawlRequest{quiet: true}},
		{"--quiet=false a.example", crawlRequest{}},
		{"--ignore-robots --ignore-traps --insecure --subdomains --no-external --no-images a.example", crawlRequest{settings: crawler.Settings{
			IgnoreRobots: true, IgnoreTraps: true, InsecureTLS: true, Subdomains: true, NoExternal: true, NoImages: true}}},
		{"--include /a --exclude b --include *.html$ a.example", crawlRequest{settings: crawler.Settings{Include: []string{"/a", "*.html$"}, Exclude: []string{"b"}}}},
		{"--output x.json a.example --output=dir/y.JSON --crawl-file z", crawlRequest{outputs: outputs{"x.json", "dir/y.JSON"}, file: "z"}},
		{"--header X:1 --header x:2 --header Authorization:Basic=a:b a.example", crawlRequest{settings: crawler.Settings{
			Header: http.Header{"X": {"1", "2"}, "Authorization": {"Basic=a:b"}}}}},
		{"--user-agent me/1 -- a.example", crawlRequest{settings: crawler.Settings{UserAgent: "me/1"}}},
	} {
		c.want.typed = "a.example"
		got, err := parseCrawl(strings.Fields(c.args)...)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %+v (%v)\nwant %+v", c.args, got, err, c.want)
		}
	}
}

func TestSampleTakesNoURL(t *testing.T) {
	if r, err := parseCrawl("--sample"); err != nil || !r.sample {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := parseCrawl("--sample", "a.example"); err == nil {
		t.Error("a URL beside --sample was taken")
	}
}

func TestWrongUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string // contained in the error
	}{
		{nil, "a URL is missing"},
		{[]string{"a.example", "b.example"}, "one URL is enough"},
		{[]string{""}, `"" is not the address of a website`},
		{[]string{"not a web address"}, "is not the address of a website"},
		{[]string{"a.example", "--concurency", "3"}, "did you mean --concurrency?"},
		{[]string{"a.example", "--zzzzzzz"}, "there is no option --zzzzzzz"},
		{[]string{"a.example", "--output"}, "--output needs a value: --output FILE"},
		{[]string{"a.example", "--output", "--quiet"}, "--output needs a value"},
		{[]string{"a.example", "--output", ""}, "a file name is needed"},
		{[]string{"a.example", "--output", "x.docx"}, "the ending has to be one of a format"},
		{[]string{"a.example", "--output", "x.json", "--output", "./x.json"}, "given twice"},
		{[]string{"a.example", "--output", "x.json", "--crawl-file", "x.json"}, "both the crawl file and an output"},
		{[]string{"a.example", "--crawl-file="}, "a file name is needed"},
		{[]string{"a.example", "--concurrency", "0"}, "from 1 to 64"},
		{[]string{"a.example", "--concurrency", "65"}, "from 1 to 64"},
		{[]string{"a.example", "--max-pages", "-1"}, "whole number"},
		{[]string{"a.example", "--max-depth", "x"}, "whole number"},
		{[]string{"a.example", "--timeout", "0"}, "a time is needed"},
		{[]string{"a.example", "--timeout", "-5s"}, "a time is needed"},
		{[]string{"a.example", "--timeout", "NaN"}, "a time is needed"},
		{[]string{"a.example", "--timeout", "1e300"}, "a time is needed"},
		{[]string{"a.example", "--delay", "soon"}, "a time is needed"},
		{[]string{"a.example", "--header", "no colon"}, "a header is needed"},
		{[]string{"a.example", "--header", "a: b\nc: d"}, "a header is needed"},
		{[]string{"a.example", "--header", ": b"}, "a header is needed"},
		{[]string{"a.example", "--user-agent", "a\r\nb"}, "without line breaks"},
		{[]string{"a.example", "--quiet=perhaps"}, "true or false"},
		{[]string{"a.example", "--include", ""}, "is empty"},
		{[]string{"a.example", "--exclude", "*"}, "matches everything or nothing"},
	} {
		if _, err := parseCrawl(c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q in it", c.args, err, c.want)
		}
	}
}

func TestHelpIsAskedFor(t *testing.T) {
	for _, arg := range []string{"--help", "-h", "-help"} {
		if _, err := parseCrawl("a.example", arg, "--nonsense"); !errors.Is(err, errHelp) {
			t.Errorf("%s: %v", arg, err)
		}
	}
}

func TestHelpNamesEveryOptionAndFitsATerminal(t *testing.T) {
	for _, c := range commands() {
		help := c.help()
		for _, o := range c.options {
			if !strings.Contains(help, "--"+o.name) || o.help == "" {
				t.Errorf("%s: --%s is not explained", c.name, o.name)
			}
		}
		for _, line := range strings.Split(help+overview(), "\n") {
			if len(line) > 80 {
				t.Errorf("%s: %d columns: %s", c.name, len(line), line)
			}
		}
		if !strings.Contains(overview(), "sitewalk "+c.name) {
			t.Errorf("the overview lacks %s", c.name)
		}
	}
}

func TestClosest(t *testing.T) {
	names := commandNames()
	for typed, want := range map[string]string{"crwal": "crawl", "craw": "crawl", "resme": "resume", "exprot": "export", "hepl": "help", "x": "", "example.com": "", "": ""} {
		if got := closest(typed, names); got != want {
			t.Errorf("closest(%q) = %q, want %q", typed, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"/a/b-c_1.json": "/a/b-c_1.json", "": "''", "my file": "'my file'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "ä.json": "ä.json",
	} {
		if got := quote(word); got != want {
			t.Errorf("quote(%q) = %s, want %s", word, got, want)
		}
	}
}

func TestFileName(t *testing.T) {
	for address, want := range map[string]string{
		"https://www.a.example/x?y": "www.a.example", "a.example": "a.example", "localhost:8080/": "localhost-8080",
		"http://[::1]:81/": "1--81", "https://münchen.example": "m-nchen.example", "": "crawl", "../..": "crawl",
		strings.Repeat("a", 300): strings.Repeat("a", 60),
	} {
		if got := fileName(address); got != want {
			t.Errorf("fileName(%q) = %q, want %q", address, got, want)
		}
	}
}

// Whatever is typed, parsing ends without a panic and keeps every argument.
func FuzzParse(f *testing.F) {
	f.Add("a.example\n--output\nx.json")
	f.Add("--\n--quiet")
	f.Add("-\n--=\n---x\n--header=\n--timeout=9223372036854775807h")
	f.Fuzz(func(t *testing.T, line string) {
		var got []string
		options := []option{{"a", "V", "h", each(&got)}, {"b", "", "h", func(string) error { got = append(got, ""); return nil }}}
		args := strings.Split(line, "\n")
		rest, err := parse(args, options)
		if err == nil && len(rest)+len(got) > len(args) {
			t.Errorf("%q gave %q and %q", args, rest, got)
		}
		_, _ = parseCrawl(args...)
	})
}

func TestNamesCrawlFile(t *testing.T) {
	for arg, want := range map[string]bool{
		"example.sitewalk": true,
		`C:\Users\Jörg Müller\Höfe und Ä.SITEWALK`: true,
		"/home/Jörg Müller/example.com-2.sitewalk": true,
		"crawl":        false,
		"--version":    false,
		"example.json": false,
		"sitewalk":     false,
		"":             false,
	} {
		if got := NamesCrawlFile(arg); got != want {
			t.Errorf("NamesCrawlFile(%q) = %v", arg, got)
		}
	}
}
