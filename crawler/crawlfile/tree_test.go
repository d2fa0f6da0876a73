package crawlfile

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"sitewalk/crawler"
)

// treeFile makes a crawl of these addresses; every third is broken, every fifth waits.
func treeFile(t testing.TB, urls ...string) *File {
	t.Helper()
	f := newFile(t)
	var b crawler.Batch
	for i, url := range urls {
		id := int64(i + 1)
		b.Addresses = append(b.Addresses, crawler.Address{ID: id, URL: url})
		p := &crawler.Page{ID: id, URL: url, Outcome: crawler.Works, Status: 200}
		if i%3 == 2 {
			p.Outcome, p.Status = crawler.Broken, 404
		}
		if i%5 != 4 {
			b.Pages = append(b.Pages, p)
		}
	}
	save(t, f, b)
	return f
}

func branches(t testing.TB, f *File, path string, filter Filter) []Branch {
	t.Helper()
	list, total, err := f.Tree(context.Background(), path, filter, 0, 1000)
	if err != nil || total != len(list) {
		t.Fatalf("%q: %d of %d, %v", path, len(list), total, err)
	}
	return list
}

func TestTree(t *testing.T) {
	everything := Filter{Outcomes: []crawler.Outcome{crawler.Waiting, crawler.Works, crawler.Broken}}
	f := treeFile(t, "https://e.com/", "https://e.com/shop", "https://e.com/shop/", "https://e.com/shop/a", "https://e.com/shop-2",
		"https://e.com/shop?page=2", "https://e.com/shop?to=/a?b", "https://e.com/shop/a?x", "https://e.com/about", "http://other.com/x/y/z")
	tests := []struct {
		path string
		want string // path name id below, of each
	}{
		{"", "http://other.com http://other.com 0 1|https://e.com https://e.com 0 9"},
		{"https://e.com", "https://e.com/ / 1 0|https://e.com/about about 9 0|https://e.com/shop shop 2 5|https://e.com/shop-2 shop-2 5 0"},
		{"https://e.com/shop", "https://e.com/shop/ / 3 0|https://e.com/shop/a a 4 1|https://e.com/shop?page=2 ?page=2 6 0|https://e.com/shop?to=/a?b ?to=/a?b 7 0"},
		{"https://e.com/shop/a", "https://e.com/shop/a?x ?x 8 0"},
		{"https://e.com/shop-2", ""},
		{"https://e.com/sho", ""},
		{"https://e.com/zzz", ""},
		{"http://other.com", "http://other.com/x x 0 1"},
		{"http://other.com/x", "http://other.com/x/y y 0 1"},
		{"http://other.com/x/y", "http://other.com/x/y/z z 10 0"},
	}
	for _, state := range []string{"unfinished", "finished"} {
		for _, test := range tests {
			var got []string
			for _, b := range branches(t, f, test.path, everything) {
				got = append(got, fmt.Sprintf("%s %s %d %d", b.Path, b.Name, b.ID, b.Below))
			}
			if strings.Join(got, "|") != test.want {
				t.Errorf("%s, %q: got\n%s, want\n%s", state, test.path, strings.Join(got, "|"), test.want)
			}
		}
		if got := branches(t, f, "https://e.com", Filter{Outcomes: []crawler.Outcome{crawler.Broken}}); len(got) != 2 ||
			got[0].Name != "about" || got[1].Name != "shop" || got[1].ID != 0 || got[1].Below != 2 || got[1].Outcomes[crawler.Broken] != 2 {
			t.Errorf("%s, broken: %+v", state, got)
		}
		if err := f.Finish(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTreeEqualsScan compares the tree of a finished crawl with that of one that
// goes on, and both with the addresses themselves.
func TestTreeEqualsScan(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	alphabet := []string{"a", "b", "a-", "A", "", "0", "~", "ü"}
	for range 15 {
		known := map[string]bool{}
		var urls []string
		for range 120 {
			url := "https://e.com"
			for range 1 + rng.IntN(4) {
				url += "/" + alphabet[rng.IntN(len(alphabet))]
			}
			if rng.IntN(3) == 0 {
				url += "?" + alphabet[rng.IntN(len(alphabet))] + "/?" + alphabet[rng.IntN(len(alphabet))]
			}
			if !known[url] {
				known[url] = true
				urls = append(urls, url)
			}
		}
		f := treeFile(t, urls...)
		before := wholeTree(t, f, "")
		if err := f.Finish(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		after := wholeTree(t, f, "")
		if !reflect.DeepEqual(before, after) {
			t.Fatalf("unfinished\n%+v\nfinished\n%+v", before, after)
		}
		seen := map[string]bool{}
		for _, b := range after {
			if b.ID != 0 {
				if urls[b.ID-1] != b.Path || seen[b.Path] {
					t.Errorf("%s is at %s", urls[b.ID-1], b.Path)
				}
				seen[b.Path] = true
			}
		}
		if asked := len(urls) - len(urls)/5; len(seen) != asked || after[0].Below != asked {
			t.Errorf("%d of %d addresses are in the tree, %d are told", len(seen), asked, after[0].Below)
		}
	}
}

func wholeTree(t testing.TB, f *File, path string) (all []Branch) {
	for _, b := range branches(t, f, path, Filter{}) {
		all = append(all, b)
		all = append(all, wholeTree(t, f, b.Path)...)
	}
	return all
}

func TestTreeInParts(t *testing.T) {
	var urls []string
	for i := range 50 {
		urls = append(urls, fmt.Sprintf("https://e.com/%02d", i))
	}
	f := treeFile(t, urls...)
	for range 2 {
		all := branches(t, f, "https://e.com", Filter{})
		var parts []Branch
		for from := 0; ; from += 7 {
			list, total, err := f.Tree(context.Background(), "https://e.com", Filter{}, from, 7)
			if err != nil || total != len(all) {
				t.Fatalf("%d of %d, %v", total, len(all), err)
			}
			if len(list) == 0 {
				break
			}
			parts = append(parts, list...)
		}
		if !reflect.DeepEqual(all, parts) {
			t.Errorf("in parts\n%+v, at once\n%+v", parts, all)
		}
		if err := f.Finish(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
	}
}

// Several folders at once are what they are one by one.
func TestTreesEqualTree(t *testing.T) {
	ctx := context.Background()
	f := treeFile(t, "https://e.com/", "https://e.com/shop/a", "https://e.com/shop/b", "https://e.com/shop/b?x", "https://e.com/blog/1", "http://other.com/")
	folders := []Folder{{"", 0, 9}, {"https://e.com", 1, 1}, {"https://e.com/shop", 0, 1}, {"https://e.com/none", 0, 9}, {"https://e.com/shop/b", 0, 9}}
	for _, state := range []string{"unfinished", "finished"} {
		for _, filter := range []Filter{{}, {Outcomes: []crawler.Outcome{crawler.Broken}}, {Text: "shop"}} {
			all, err := f.Trees(ctx, folders, filter)
			if err != nil || len(all) != len(folders) {
				t.Fatal(all, err)
			}
			for i, folder := range folders {
				branches, total, err := f.Tree(ctx, folder.Path, filter, folder.From, folder.Limit)
				if err != nil || total != all[i].Total || len(branches) != len(all[i].Branches) || total > 0 && !reflect.DeepEqual(branches, all[i].Branches) {
					t.Errorf("%s %+v %+v: at once %+v, alone %d of %d: %+v, %v", state, folder, filter, all[i], len(branches), total, branches, err)
				}
			}
		}
		if err := f.Finish(ctx, nil); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := f.Trees(ctx, nil, Filter{}); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
}

func FuzzTreePath(f *testing.F) {
	f.Add("https://example.com/a/b?c/d?e")
	f.Add("http://a//?")
	f.Add("")
	f.Fuzz(func(t *testing.T, rest string) {
		if strings.ContainsAny(rest, "\x00\x01\x02") {
			return
		}
		url := rest
		path := newTreePath(nil, url)
		if path.join(len(path)) != url {
			t.Errorf("%q is %q in parts", url, path)
		}
		for n := 1; n <= len(path); n++ {
			if again := newTreePath(nil, path.join(n)); int(again.shared(path)) != min(n, 255) && n < 255 {
				t.Errorf("the first %d parts of %q are read as %q", n, path, again)
			}
		}
	})
}

// BenchmarkTree opens folders of a finished crawl of 200,000 pages.
func BenchmarkTree(b *testing.B) {
	if testing.Short() {
		b.Skip("makes 200,000 pages")
	}
	f := newFile(b)
	s := newSite(200_000)
	for s.asked < int64(s.pages) {
		save(b, f, s.batch(500))
	}
	ask := func(name string) {
		for _, path := range []string{"", "https://shop.example.com/catalogue", "https://shop.example.com/catalogue/category-07"} {
			b.Run(name+path, func(b *testing.B) {
				for b.Loop() {
					if _, _, err := f.Tree(context.Background(), path, Filter{}, 0, 500); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	ask("unfinished")
	if err := f.Finish(context.Background(), nil); err != nil {
		b.Fatal(err)
	}
	ask("finished")
}
