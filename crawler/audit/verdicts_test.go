package audit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/page"
)

func TestVerdictsAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "verdicts", "example.com.json")
	v, err := LoadVerdicts(path)
	if err != nil {
		t.Fatal(err)
	}
	v.Accept("link-broken", "link\nhttps://example.com/a")
	v.Accept("title-long", "page\nhttps://example.com/b")
	v.Accept("title-long", "page\nhttps://example.com/c")
	v.Withdraw("link-broken", "link\nhttps://example.com/a")
	v.Withdraw("h1-long", "never")
	if err := v.Save(); err != nil {
		t.Fatal(err)
	}
	if v, err = LoadVerdicts(path); err != nil {
		t.Fatal(err)
	}
	if when, fine := v.Has("title-long", "page\nhttps://example.com/b"); !fine || when.IsZero() {
		t.Error("a verdict was forgotten")
	}
	if _, fine := v.Has("link-broken", "link\nhttps://example.com/a"); fine {
		t.Error("a verdict that was taken back is there again")
	}
	if names, _ := filepath.Glob(filepath.Dir(path) + "/*"); len(names) != 1 {
		t.Errorf("the folder has %v", names)
	}
}

func TestDamagedVerdictsAreKeptAside(t *testing.T) {
	for _, content := range []string{"", "{", "[]", `{"format":"something else"}`, "\x00\x00"} {
		path := filepath.Join(t.TempDir(), "example.com.json")
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		v, err := LoadVerdicts(path)
		var damaged *DamagedVerdicts
		if !errors.As(err, &damaged) || !errors.Is(err, ErrVerdicts) || !strings.Contains(damaged.Message().Advice, damaged.Aside) {
			t.Fatalf("%q: %v", content, err)
		}
		if kept, err := os.ReadFile(damaged.Aside); err != nil || string(kept) != content {
			t.Errorf("%q: kept %q, %v", content, kept, err)
		}
		v.Accept("a", "b")
		if err := v.Save(); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadVerdicts(path); err != nil {
			t.Errorf("after it was written anew: %v", err)
		}
	}
}

// TestVerdictsTakeFindingsAway accepts one cause after another.
func TestVerdictsTakeFindingsAway(t *testing.T) {
	ctx := context.Background()
	f, err := crawlfile.Create(filepath.Join(t.TempDir(), "x"+crawlfile.Extension), crawler.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var b crawler.Batch
	for i, path := range []string{"/", "/a", "/b", "/gone"} {
		id := int64(i + 1)
		url := "https://example.com" + path
		b.Addresses = append(b.Addresses, crawler.Address{ID: id, URL: url})
		p := &crawler.Page{ID: id, URL: url, Outcome: crawler.Works, Status: 200, ContentType: "text/html",
			Findings: []crawler.Finding{{Check: "title-short", Detail: "12 characters"}, {Check: "image-alt", Detail: "https://example.com/logo.png"}}}
		if path == "/gone" {
			p.Outcome, p.Status, p.Findings = crawler.Broken, 404, nil
		} else {
			p.Links = append(p.Links, crawler.Link{Target: 4, Text: "Gone", Position: page.Nav})
		}
		if path == "/a" {
			p.Links = append(p.Links, crawler.Link{Target: 4, Text: "here", Position: page.Main})
		}
		b.Pages = append(b.Pages, p)
	}
	if err := f.Save(b); err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(ctx, nil); err != nil {
		t.Fatal(err)
	}
	v, _ := LoadVerdicts(filepath.Join(t.TempDir(), "v.json"))
	counts, err := f.Counts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, want ...int64) {
		t.Helper()
		open, err := v.Open(ctx, f, name)
		left, err2 := v.Counts(ctx, f, counts.Findings)
		if err != nil || err2 != nil || !slices.Equal(open, want) || left[name] != len(want) {
			t.Errorf("%s: open %v (%v), counted %d (%v), want %v", name, open, err, left[name], err2, want)
		}
	}
	accept := func(name string, which func(crawlfile.Cause) bool) {
		t.Helper()
		causes, err := f.Causes(ctx, name, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range causes {
			if which(c) {
				v.Accept(name, c.Key())
				return
			}
		}
		t.Fatalf("%s has no such cause: %+v", name, causes)
	}
	check("link-broken", 1, 2, 3)
	accept("link-broken", func(c crawlfile.Cause) bool { return c.Text == "Gone" && c.Position == "nav" && c.Pages == 3 })
	check("link-broken", 1, 2, 3) // the other link to the same page is not fine
	accept("link-broken", func(c crawlfile.Cause) bool { return c.Text == "here" && c.Position == "main" && c.Pages == 1 })
	check("link-broken")
	check("title-short", 1, 2, 3)
	accept("title-short", func(c crawlfile.Cause) bool { return c.Example == 2 })
	check("title-short", 1, 3)
	check("image-alt", 1, 2, 3)
	accept("image-alt", func(c crawlfile.Cause) bool { return c.Pages == 3 && c.Detail == "https://example.com/logo.png" })
	check("image-alt")
}
