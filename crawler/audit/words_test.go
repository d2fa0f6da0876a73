package audit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/fetch"
)

// constants reads the values of all constants of a type from a package's
// source, so that a new one without words is noticed.
func constants(t *testing.T, dir, typeName string) []string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), dir+"/"+file.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if name, ok := spec.Type.(*ast.Ident); !ok || name.Name != typeName {
				return true
			}
			for _, value := range spec.Values {
				if literal, ok := value.(*ast.BasicLit); ok {
					text, _ := strconv.Unquote(literal.Value)
					values = append(values, text)
				}
			}
			return true
		})
	}
	if len(values) == 0 {
		t.Fatalf("no constants of type %s in %s", typeName, dir)
	}
	return values
}

func wantWords(t *testing.T, keys ...string) {
	t.Helper()
	for _, key := range keys {
		if !has(key) {
			t.Errorf("no words for %q", key)
		}
	}
}

func TestEveryKindHasWords(t *testing.T) {
	for _, kind := range constants(t, "../fetch", "Kind") {
		wantWords(t, "kind."+kind+".text", "failure."+kind+".text", "failure."+kind+".advice")
	}
	for _, kind := range []string{crawler.FailNotHTML, crawler.FailRobots, crawler.FailRobotsUnreachable} {
		wantWords(t, "failure."+kind+".text", "failure."+kind+".advice")
	}
}

func TestEveryReasonHasWords(t *testing.T) {
	for _, reason := range constants(t, "..", "Reason") {
		wantWords(t, "reason."+reason+".word", "reason."+reason+".text")
	}
}

func TestEveryOutcomeHasAWord(t *testing.T) {
	for o := crawler.Waiting; o <= crawler.Skipped; o++ {
		if OutcomeWord(o) == "" {
			t.Errorf("no word for outcome %v", o)
		}
	}
}

func TestPhrasesAreWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Phrases() {
		if seen[p.Key] {
			t.Errorf("%s stands twice", p.Key)
		}
		seen[p.Key] = true
		if strings.TrimSpace(p.Text) != p.Text || p.Text == "" {
			t.Errorf("%s: %q", p.Key, p.Text)
		}
		sentence := strings.HasSuffix(p.Key, ".text") || strings.HasSuffix(p.Key, ".advice")
		if sentence && !strings.HasSuffix(p.Text, ".") {
			t.Errorf("%s is no full sentence: %q", p.Key, p.Text)
		}
		if strings.HasSuffix(p.Key, ".advice") {
			wantWords(t, strings.TrimSuffix(p.Key, "advice")+"text")
		}
	}
	if len(seen) != len(byKey) {
		t.Errorf("%d phrases, %d keys", len(seen), len(byKey))
	}
}

// Every key that the code spells out exists, as a whole or, when something is
// added to it, as a beginning; and every text that belongs to none is reported.
func TestKeysInCodeExist(t *testing.T) {
	used := regexp.MustCompile(`\b(say|sayN|message|has)\("([^"]+)"`)
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var beginnings []string
	for _, file := range files {
		source, err := os.ReadFile(file.Name())
		if err != nil || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		for _, match := range used.FindAllStringSubmatch(string(source), -1) {
			beginnings = append(beginnings, match[2])
		}
	}
	for _, beginning := range beginnings {
		if !anyKey(func(key string) bool { return strings.HasPrefix(key, beginning) }) {
			t.Errorf("the code uses %q, which no phrase begins with", beginning)
		}
	}
	for key := range byKey {
		belongs := false
		for _, beginning := range beginnings {
			belongs = belongs || strings.HasPrefix(key, beginning)
		}
		if !belongs {
			t.Errorf("no code uses %q", key)
		}
	}
}

func anyKey(choose func(string) bool) bool {
	for key := range byKey {
		if choose(key) {
			return true
		}
	}
	return false
}

func TestPage(t *testing.T) {
	for _, c := range []struct {
		name    string
		outcome crawler.Outcome
		status  int
		kind    fetch.Kind
		reason  crawler.Reason
		text    string // contained in Text
		advice  string // contained in Advice
		details string // equal to Details
	}{
		{"fine", crawler.Works, 200, "", "", "works", "", "HTTP 200 OK\nx"},
		{"gone", crawler.Broken, 404, "", "", "no page at this address (404)", "Correct the links", "HTTP 404 Not Found\nx"},
		{"moved", crawler.Moved, 301, "", "", "for good (301)", "new address", "HTTP 301 Moved Permanently\nx"},
		{"wall 403", crawler.Unchecked, 403, "", "", "refused to show", "visitor with a browser", "HTTP 403 Forbidden\nx"},
		{"wall 999", crawler.Unchecked, 999, "", "", "keeps programs out", "browser", "HTTP 999\nx"},
		{"wall 503", crawler.Unchecked, 503, "", "", "overloaded", "visitor with a browser", "HTTP 503 Service Unavailable\nx"},
		{"down 503", crawler.Broken, 503, "", "", "overloaded", "Try again later", "HTTP 503 Service Unavailable\nx"},
		{"check page", crawler.Unchecked, 200, "", "", "only a person", "browser", "HTTP 200 OK\nx"},
		{"soft 404", crawler.Broken, 200, "", "", "nothing here", "404", "HTTP 200 OK\nx"},
		{"rare 4xx", crawler.Broken, 418, "", "", "refuses this address (418)", "browser", "HTTP 418 I'm a teapot\nx"},
		{"cloud 522", crawler.Broken, 522, "", "", "in front of the site", "Try again", "HTTP 522\nx"},
		{"odd status", crawler.Broken, 700, "", "", "no proper status (700)", "", "HTTP 700\nx"},
		{"no name", crawler.Broken, 0, fetch.DNS, "", "no website of this name", "spelling", "x"},
		{"timeout", crawler.Unchecked, 0, fetch.Timeout, "", "in time", "visitor with a browser", "x"},
		{"cut", crawler.Works, 200, fetch.Truncated, "", "broke off", "links may be missing", "HTTP 200 OK\nx"},
		{"cut error page", crawler.Broken, 404, fetch.Truncated, "", "no page at this address", "", "HTTP 404 Not Found\nx"},
		{"robots", crawler.Skipped, 0, "", crawler.ByRobots, "robots.txt", "ignore robots.txt", "x"},
		{"long", crawler.Skipped, 0, "", crawler.TooLong, "longer than 4,000 characters", "again and again", "x"},
		{"later reason", crawler.Skipped, 0, "", "made-up", "left out", "", "x"},
		{"later kind", crawler.Broken, 0, "made-up", "", "could not be read", "", "x"},
		{"waiting", crawler.Waiting, 0, "", "", "Not asked for yet", "", "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := Page(c.outcome, c.status, c.kind, c.reason, "x")
			if !strings.Contains(m.Text, c.text) || !strings.Contains(m.Advice, c.advice) || m.Details != c.details {
				t.Errorf("got %+v", m)
			}
		})
	}
}

// Whatever is put in, words come out, and no name in braces is left over.
func TestPageAlwaysHasWords(t *testing.T) {
	for o := crawler.Waiting; o <= crawler.Skipped; o++ {
		for status := 0; status < 1100; status++ {
			m := Page(o, status, "", "", "")
			if m.Text == "" || strings.ContainsAny(m.Text+m.Advice, "{}") {
				t.Fatalf("%v, %d: %+v", o, status, m)
			}
		}
	}
}

func TestFailure(t *testing.T) {
	for _, c := range []struct {
		kind   string
		status int
		want   string // contained in Text
	}{
		{"dns", 0, "couldn't find shop.example"},
		{"refused", 0, "refused the connection"},
		{"unreachable", 0, "couldn't connect to shop.example"},
		{"timeout", 0, "shop.example did not answer in time"},
		{"tls", 0, "certificate"},
		{"tls-expired", 0, "certificate of shop.example is out of date"},
		{"tls-self-signed", 0, "certificate"},
		{"tls-wrong-host", 0, "certificate"},
		{"status", http.StatusInternalServerError, "error of its own (500)"},
		{"status", http.StatusNotFound, "no page at this address (404)"},
		{"status", http.StatusForbidden, "refused to show its start page to us (403)"},
		{"status", http.StatusTeapot, "(418)"},
		{"status", http.StatusNoContent, "(204)"},
		{"not-html", 200, "no web page"},
		{"robots", 0, "robots.txt of shop.example"},
		{"robots-unreachable", 0, "robots.txt of shop.example"},
		{"made-up", 0, "couldn't read the start page of shop.example"},
		{"", 0, "couldn't read the start page of shop.example"},
	} {
		t.Run(c.kind+strconv.Itoa(c.status), func(t *testing.T) {
			m := Failure(crawler.Meta{Typed: "https://user@shop.example/a?b", FailKind: c.kind, FailStatus: c.status, FailDetail: "the cause"})
			if !strings.Contains(m.Text, c.want) {
				t.Errorf("Text = %q", m.Text)
			}
			if m.Advice == "" || strings.ContainsAny(m.Text+m.Advice, "{}") {
				t.Errorf("got %+v", m)
			}
			if !strings.HasSuffix(m.Details, "the cause") {
				t.Errorf("Details = %q", m.Details)
			}
		})
	}
}

func TestHost(t *testing.T) {
	for _, c := range []struct {
		meta crawler.Meta
		want string
	}{
		{crawler.Meta{Typed: " shop.example/a "}, "shop.example"},
		{crawler.Meta{Typed: "localhost:8080"}, "localhost:8080"},
		{crawler.Meta{Typed: "x", Start: "http://[::1]:81/?q"}, "[::1]:81"},
		{crawler.Meta{Typed: "x", Site: "https://shop.example"}, "shop.example"},
		{crawler.Meta{Typed: "x", FailURL: "https://www.shop.example/a"}, "www.shop.example"},
		{crawler.Meta{}, "the site"},
	} {
		if got := host(c.meta); got != c.want {
			t.Errorf("host(%+v) = %q, want %q", c.meta, got, c.want)
		}
	}
}

func TestTranslate(t *testing.T) {
	defer func() { Translate = English }()
	Translate = func(p Phrase, n int) string { return "<" + p.Key + "/" + strconv.Itoa(n) + ">{host}{n}" }
	if got, want := sayN("story.limit", 1234, "host", "h"), "<story.limit/1234>h1,234"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
