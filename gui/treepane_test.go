package gui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// growing is a crawl file that grows.
type growing struct {
	*crawlfile.File
	saved int
}

func newGrowing(t *testing.T) *growing {
	t.Helper()
	f, err := crawlfile.Create(filepath.Join(t.TempDir(), "a"+crawlfile.Extension), crawler.Meta{State: crawler.Running})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return &growing{File: f}
}

// add saves pages; a path with an exclamation mark is broken.
func (g *growing) add(t *testing.T, paths ...string) {
	t.Helper()
	var b crawler.Batch
	for _, path := range paths {
		g.saved++
		path, broken := strings.CutSuffix(path, "!")
		url := "https://example.com" + path
		p := &crawler.Page{ID: int64(g.saved), URL: url, Outcome: crawler.Works, Status: 200}
		if broken {
			p.Outcome, p.Status = crawler.Broken, 404
		}
		b.Addresses = append(b.Addresses, crawler.Address{ID: p.ID, URL: url})
		b.Pages = append(b.Pages, p)
	}
	if err := g.Save(b); err != nil {
		t.Fatal(err)
	}
}

// drawn writes the tree's lines, each with as many dots as it is deep.
func drawn(p *treePane) string {
	var lines []string
	for i := range p.lines {
		s := p.lines[i].side()
		lines = append(lines, strings.Repeat(".", s.level)+strings.TrimSpace(s.name+" "+s.count))
	}
	return strings.Join(lines, "\n")
}

func wantTree(t *testing.T, l *list, want ...string) {
	t.Helper()
	if got := drawn(l.tree); got != strings.Join(want, "\n") {
		t.Errorf("the tree is\n%s\nnot\n%s", got, strings.Join(want, "\n"))
	}
}

func branchNamed(t *testing.T, p *treePane, name string) int {
	t.Helper()
	at := slices.IndexFunc(p.lines, func(l treeLine) bool { return l.branch.Name == name && l.rest == 0 })
	if at < 0 {
		t.Fatalf("there is no line %s in\n%s", name, drawn(p))
	}
	return at
}

func TestFoldersGrowWithARunningCrawl(t *testing.T) {
	l, opened := newTestList(t)
	g := newGrowing(t)
	g.add(t, "/", "/shop/a", "/shop/b!", "/team")
	l.show(fileSource(g.File), true)
	test.Tap(&l.folders.Button)
	wantTree(t, l, "https://example.com 1 broken of 4", "./", ".shop 1 broken of 2", ".team")
	l.tree.onLine(branchNamed(t, l.tree, "shop"))
	l.tree.list.choose(branchNamed(t, l.tree, "team"))
	g.add(t, "/about", "/shop/c/d", "/shop/c/e", "/shop/a?x")
	l.tree.read = time.Time{} // long ago
	l.grow(g.saved, false)
	wantTree(t, l, "https://example.com 1 broken of 8", "./", ".about", ".shop 1 broken of 5", "..a 1", "..b", "..c 2", ".team")
	if at := l.tree.list.at; at != branchNamed(t, l.tree, "team") || len(*opened) != 0 {
		t.Errorf("line %d is chosen, %v were opened", at, *opened)
	}

	l.tree.onLine(branchNamed(t, l.tree, "c"))
	l.tree.onLine(branchNamed(t, l.tree, "shop"))
	l.tree.onLine(branchNamed(t, l.tree, "shop"))
	wantTree(t, l, "https://example.com 1 broken of 8", "./", ".about", ".shop 1 broken of 5", "..a 1", "..b", "..c 2", ".team")
	if err := g.Finish(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	l.grow(g.saved, true)
	wantTree(t, l, "https://example.com 1 broken of 8", "./", ".about", ".shop 1 broken of 5", "..a 1", "..b", "..c 2", ".team")
	l.tree.onLine(branchNamed(t, l.tree, "team"))
	if want := []int64{4}; !slices.Equal(*opened, want) {
		t.Errorf("opened %v", *opened)
	}
}

// What is being looked at stays where it is when lines come before it.
func TestTheTreeKeepsItsPlace(t *testing.T) {
	l, _ := newTestList(t)
	g := newGrowing(t)
	var paths []string
	for i := range 100 {
		paths = append(paths, fmt.Sprintf("/m%02d", i))
	}
	g.add(t, paths...)
	l.show(fileSource(g.File), true)
	l.showTree(true)
	l.tree.list.ScrollToOffset(50*(rowHeight+rowGap) + 7)
	top := l.tree.keyAt(50)
	g.add(t, "/a", "/b", "/c")
	l.tree.read = time.Time{} // long ago
	l.grow(g.saved, false)
	if offset := l.tree.list.GetScrollOffset(); l.tree.keyAt(53) != top || offset != 53*(rowHeight+rowGap)+7 {
		t.Errorf("the tree is at %v", offset)
	}
}

func TestTheFilterReachesTheFolders(t *testing.T) {
	l, _ := newTestList(t)
	g := newGrowing(t)
	g.add(t, "/", "/shop/a", "/shop/b!", "/blog/b", "/blog/c!")
	l.show(fileSource(g.File), false)
	l.showTree(true)
	l.tree.onLine(branchNamed(t, l.tree, "shop"))
	test.Type(l.search, "b")
	wantTree(t, l, "https://example.com 2 broken of 3", ".blog 1 broken of 2", ".shop 1 broken of 1", "..b")
	l.choose(crawlfile.Filter{Outcomes: []crawler.Outcome{crawler.Works}})
	wantTree(t, l, "https://example.com 1", ".blog 1")
	if !l.chips.content.Visible() {
		t.Fatal("two conditions have no chips above the folders")
	}
	test.Tap(&l.chips.row.Objects[1].(*button).Button) // the text
	wantTree(t, l, "https://example.com 3", "./", ".blog 1", ".shop 1", "..a")
	l.search.SetText("nowhere")
	wantTree(t, l)
	if !strings.Contains(l.tree.empty.Text, "nowhere") {
		t.Errorf("an empty tree says %q", l.tree.empty.Text)
	}
	l.search.SetText("")
	if l.tree.empty.Text != "" {
		t.Errorf("a tree with lines says %q", l.tree.empty.Text)
	}
}

func TestFoldersAreNamedInLetters(t *testing.T) {
	l, _ := newTestList(t)
	g := newGrowing(t)
	g.add(t, "/", "/gr%C3%B6%C3%9Fe/%C3%A4pfel", "/a%20b", "/%D8%AD?q=%C3%BC")
	l.show(fileSource(g.File), false)
	l.showTree(true)
	l.tree.onLine(branchNamed(t, l.tree, "gr%C3%B6%C3%9Fe"))
	l.tree.onLine(branchNamed(t, l.tree, "%D8%AD"))
	wantTree(t, l, "https://example.com 4", "./", ".ح 1", "..?q=ü", ".a%20b", ".größe 1", "..äpfel")
	if got := branchName("http://xn--bcher-kva.de:81"); got != "http://bücher.de:81" {
		t.Errorf("a host is named %s", got)
	}
}

// Of several origins the largest is open, until a person closes it.
func TestTheLargestOriginIsOpen(t *testing.T) {
	l, _ := newTestList(t)
	g := newGrowing(t)
	g.add(t, "/shop/a", "/shop/b", "/team")
	b := crawler.Batch{Addresses: []crawler.Address{{ID: 4, URL: "http://a.example/x", Scope: crawler.External}},
		Pages: []*crawler.Page{{ID: 4, URL: "http://a.example/x", Scope: crawler.External, Outcome: crawler.Works, Status: 200}}}
	if err := g.Save(b); err != nil {
		t.Fatal(err)
	}
	l.show(fileSource(g.File), true)
	l.showTree(true)
	wantTree(t, l, "http://a.example 1", "https://example.com 3", ".shop 2", ".team")
	l.tree.onLine(1)
	l.refresh()
	wantTree(t, l, "http://a.example 1", "https://example.com 3")
}

// A large folder is read bit by bit.
func TestALargeFolderIsReadInParts(t *testing.T) {
	l, _ := newTestList(t)
	g := newGrowing(t)
	var paths []string
	for i := range branchLimit + 30 {
		paths = append(paths, fmt.Sprintf("/%04d", i))
	}
	g.add(t, paths...)
	l.show(fileSource(g.File), true)
	l.showTree(true)
	if n := len(l.tree.lines); n != branchLimit+2 || !strings.Contains(l.tree.lines[n-1].side().name, "30") {
		t.Fatalf("%d lines, the last is %q", n, l.tree.lines[n-1].side().name)
	}
	g.add(t, "/zzz")
	l.tree.read = time.Time{} // long ago
	l.grow(g.saved, false)
	if last := l.tree.lines[len(l.tree.lines)-1]; last.rest != 31 {
		t.Errorf("%d are left", last.rest)
	}
	l.tree.onLine(branchLimit + 1)
	if n := len(l.tree.lines); n != branchLimit+32 || l.tree.lines[n-1].rest != 0 {
		t.Errorf("%d lines in the end", n)
	}
}

func TestTheTreeRestsBetweenReadings(t *testing.T) {
	newTestApp(t)
	p := newTreePane(syncFeed(), func(err error) { t.Error(err) }, func(int64) {})
	reads := 0
	source := func(_ context.Context, folders []crawlfile.Folder, _ crawlfile.Filter) ([]crawlfile.Contents, error) {
		reads++
		return make([]crawlfile.Contents, len(folders)), nil
	}
	p.grow(1, false)
	p.show(source, crawlfile.Filter{})
	if reads != 1 {
		t.Fatalf("shown, it was read %d times", reads)
	}
	now := time.Now()
	for _, c := range []struct {
		ago, took time.Duration
		reading   bool
		due       bool
	}{
		{ago: treeEvery, due: true},
		{ago: treeEvery - 1},
		{ago: treeEvery, reading: true},
		{ago: treeRest * time.Second, took: time.Second, due: true},
		{ago: treeRest*time.Second - 1, took: time.Second},
	} {
		p.read, p.took, p.reading = now.Add(-c.ago), c.took, c.reading
		if p.due(now) != c.due {
			t.Errorf("%+v: due is %v", c, p.due(now))
		}
	}
	p.read, p.took, p.reading = time.Time{}, 0, false
	for _, saved := range []int{5, 5, 5} {
		p.grow(saved, false)
		p.read = time.Time{}
	}
	if reads != 2 {
		t.Errorf("read %d times although nothing came", reads)
	}
	p.read = time.Now()
	p.grow(9, false)
	if reads != 2 {
		t.Error("read again at once")
	}
	p.grow(9, true)
	if reads != 3 {
		t.Error("the end was not read")
	}
}

func TestATreeThatCannotBeReadSaysSo(t *testing.T) {
	newTestApp(t)
	var failure error
	p := newTreePane(syncFeed(), func(err error) { failure = err }, func(int64) {})
	p.show(func(context.Context, []crawlfile.Folder, crawlfile.Filter) ([]crawlfile.Contents, error) {
		return nil, errors.New("disk")
	}, crawlfile.Filter{})
	if failure == nil || p.reading {
		t.Errorf("%v, reading %v", failure, p.reading)
	}
	p.leave()
	p.onLine(0)
	p.refresh(0)
}

func TestEveryClickOpensOrClosesAFolder(t *testing.T) {
	l, opened := newTestList(t)
	g := newGrowing(t)
	g.add(t, "/shop/a", "/shop/b", "/team")
	l.show(fileSource(g.File), false)
	test.Tap(&l.folders.Button)
	for _, open := range []bool{true, false, true} {
		test.Tap(sideViewNamed(t, l.tree.list, "shop"))
		if got := l.tree.lines[branchNamed(t, l.tree, "shop")].open; got != open {
			t.Errorf("after a click the folder is open: %v", got)
		}
	}
	test.Tap(sideViewNamed(t, l.tree.list, "team"))
	if len(*opened) != 1 {
		t.Errorf("opened %v", *opened)
	}
	if l.sheets.window.Canvas().Focused() != fyne.Focusable(l.tree.list) {
		t.Errorf("%T has the keyboard", l.sheets.window.Canvas().Focused())
	}
}
