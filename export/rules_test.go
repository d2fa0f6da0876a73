package export

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// moved makes a crawl with addresses that redirect rules are made for.
func moved(t *testing.T) *crawlfile.File {
	t.Helper()
	f, err := crawlfile.Create(filepath.Join(t.TempDir(), "x"+crawlfile.Extension), meta)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	var b crawler.Batch
	for i, p := range []crawler.Page{
		{URL: "https://a.example/", Status: 200, Outcome: crawler.Works},
		{URL: "https://a.example/a", Status: 301, Outcome: crawler.Moved, RedirectTo: "https://a.example/b", RedirectID: 3},
		{URL: "https://a.example/b", Status: 301, Outcome: crawler.Moved, RedirectTo: "https://a.example/c%20d", RedirectID: 4},
		{URL: "https://a.example/c%20d", Status: 200, Outcome: crawler.Works},
		{URL: "https://a.example/p%20q.$1?id=3&x=a+b", Status: 404, Outcome: crawler.Broken},
		{URL: "https://a.example/\"quoted\";", Status: 404, Outcome: crawler.Broken},
		{URL: "https://b.example/", Scope: crawler.External, Status: 404, Outcome: crawler.Broken},
		{URL: "https://a.example/to-broken", Status: 301, Outcome: crawler.Moved, RedirectTo: "https://b.example/", RedirectID: 7},
	} {
		p.ID = int64(i + 1)
		b.Addresses = append(b.Addresses, crawler.Address{ID: p.ID, URL: p.URL, Scope: p.Scope})
		b.Pages = append(b.Pages, &p)
	}
	if err := f.Save(b); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRedirectRules(t *testing.T) {
	f := moved(t)
	chosen := Choice{BrokenTo: "/", Targets: map[string]string{"https://a.example/p%20q.$1?id=3&x=a+b": "https://a.example/new?a=$b&c=100%25"}}
	for _, c := range []struct {
		name   string
		choice Choice
		want   string
	}{
		{"x.conf", chosen, nginxRules.head +
			"location = \"/\\\"quoted\\\";\" { return 301 \"/\"; }\n" +
			"location = \"/a\" { return 301 \"https://a.example/c%20d\"; }\n" +
			"location = \"/b\" { return 301 \"https://a.example/c%20d\"; }\n" +
			"if ($request_uri = \"/p%20q.%241?id=3&x=a+b\") { return 301 \"https://a.example/new?a=%24b&c=100%25\"; }\n" +
			"# broken, no target chosen: https://a.example/to-broken\n"},
		{".htaccess", Choice{Targets: chosen.Targets}, apacheRules.head +
			"# broken, no target chosen: https://a.example/\"quoted\";\n" +
			"RewriteCond %{QUERY_STRING} \"^$\"\nRewriteRule \"^/?a$\" \"https://a.example/c\\%20d\" [R=301,L,NE,QSD]\n" +
			"RewriteCond %{QUERY_STRING} \"^$\"\nRewriteRule \"^/?b$\" \"https://a.example/c\\%20d\" [R=301,L,NE,QSD]\n" +
			"RewriteCond %{QUERY_STRING} \"^id=3&x=a\\+b$\"\nRewriteRule \"^/?p q\\.\\$1$\" \"https://a.example/new?a=\\$b&c=100\\%25\" [R=301,L,NE,QSD]\n" +
			"# broken, no target chosen: https://a.example/to-broken\n"},
		{"redirection.csv", chosen, wordPressRules.head +
			"/%22quoted%22;,/,0,301\n/a,https://a.example/c%20d,0,301\n/b,https://a.example/c%20d,0,301\n" +
			"/p%20q.$1?id=3&x=a+b,https://a.example/new?a=$b&c=100%25,0,301\n"},
	} {
		got, err := os.ReadFile(written(t, f, c.name, c.choice))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func TestReadTargets(t *testing.T) {
	got, err := ReadTargets(strings.NewReader("\ufeffold,new\nhttps://a.example/x,/y\n\"https://a.example/a,b\", /c ,note\n"))
	if err != nil || len(got) != 2 || got["https://a.example/x"] != "/y" || got["https://a.example/a,b"] != "/c" {
		t.Errorf("%v, %v", got, err)
	}
	for _, wrong := range []string{"https://a.example/\n", "https://a.example/,\n"} {
		if _, err := ReadTargets(strings.NewReader(wrong)); !errors.Is(err, ErrNoTarget) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

func TestMarkdown(t *testing.T) {
	data, err := os.ReadFile(written(t, hostile(t), "x.md", Choice{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## Sitewalk: https://a.example\n", "| Broken | 1 |", "<summary>Page not found: 1</summary>", "- https://a.example/gone?x=1&y=&lt;2&gt;\n"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%q is missing in\n%s", want, data)
		}
	}
}

// TestCancelledExportLeavesNothing cancels each format at its first report.
func TestCancelledExportLeavesNothing(t *testing.T) {
	f := crawl(t, 1000)
	for _, format := range Formats() {
		path := filepath.Join(t.TempDir(), "x"+format.Extension)
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		err := ToFile(ctx, f, path, Choice{}, func(float64) { cancel() })
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", format.ID, err)
		}
		wantFile(t, path, "old")
		wantAlone(t, path)
	}
}

// TestFullDisk lets the disk be full from the first byte on, or later.
func TestFullDisk(t *testing.T) {
	f := hostile(t)
	for _, format := range Formats() {
		for _, room := range []int{0, 300} {
			out := &narrow{room: room}
			err := write(t.Context(), format, &job{file: f, done: func(float64) {}, name: "x.xml"}, out)
			if !errors.Is(err, errNoRoom) && out.wrote > room {
				t.Errorf("%s, room for %d: %v", format.ID, room, err)
			}
		}
	}
}

var errNoRoom = errors.New("no room")

type narrow struct{ room, wrote int }

func (n *narrow) Write(b []byte) (int, error) {
	if n.wrote += len(b); n.wrote > n.room {
		return 0, errNoRoom
	}
	return len(b), nil
}
