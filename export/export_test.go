package export

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

func TestFor(t *testing.T) {
	for path, id := range map[string]string{"a.json": "json", "/x/A.JSON": "json", "a.json.bak": "", "json": "", "": "", "links.csv": "csv-links",
		"/x/Shop Links.CSV": "csv-links", "a-broken-links.csv": "csv-broken", "shoplinks.csv": "csv", "links.csv/x.csv": "csv",
		"sitemap.xml": "sitemap", "sitemap.xml.gz": "sitemap-gz", "junit.xml": "junit", "a.ndjson": "jsonl", ".htaccess": "apache",
		"internal_html.csv": "frog-internal", "a.xlsx": "xlsx"} {
		format, ok := For(path)
		if format.ID != id || ok != (id != "") {
			t.Errorf("For(%q) = %+v, %v", path, format, ok)
		}
	}
	for _, format := range Formats() {
		if got, ok := For("x" + format.Extension); !ok || got != format {
			t.Errorf("the ending of %+v gives %+v", format, got)
		}
	}
}

func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.json")
	put := func(text string) func(*os.File) error {
		return func(out *os.File) error { _, err := out.WriteString(text); return err }
	}
	if err := replace(path, put("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := replace(path, put("two")); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "two")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	cut := errors.New("cut")
	err := replace(path, func(out *os.File) error {
		_, _ = out.WriteString("half")
		return cut
	})
	if !errors.Is(err, cut) {
		t.Errorf("got %v", err)
	}
	wantFile(t, path, "two")
	wantAlone(t, path)
}

func TestReplaceFollowsLinks(t *testing.T) {
	folder := t.TempDir()
	target, link := filepath.Join(folder, "real.json"), filepath.Join(folder, "link.json")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip("no symbolic links here")
	}
	if err := replace(link, func(out *os.File) error { _, err := out.WriteString("new"); return err }); err != nil {
		t.Fatal(err)
	}
	wantFile(t, target, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
}

func TestCheck(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "x.json")
	if err := Check(path); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Check made the file: %v", err)
	}
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Check(path); err != nil {
		t.Error(err)
	}
	wantFile(t, path, "old")
	wantAlone(t, path)
	if err := Check(filepath.Join(folder, "none", "x.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("folder missing: %v", err)
	}
	if err := Check(filepath.Join(folder, "x.doc")); !errors.Is(err, ErrUnknownFormat) {
		t.Errorf("unknown ending: %v", err)
	}
	if err := os.Mkdir(filepath.Join(folder, "d.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Check(filepath.Join(folder, "d.json")); err == nil {
		t.Error("a folder passes for a file")
	}
}

func TestWriteUnknownFormat(t *testing.T) {
	if err := write(t.Context(), Format{ID: "none"}, nil, nil); !errors.Is(err, ErrUnknownFormat) {
		t.Errorf("got %v", err)
	}
}

func TestColumns(t *testing.T) {
	entry := crawlfile.Entry{Page: crawler.Page{URL: "u", Outcome: crawler.Broken, Status: 404, Size: -1}, Depth: 3, Outgoing: []string{"a", "b"}}
	want := map[string]string{"outcome": "Broken", "url": "u", "status": "404", "size": "0", "depth": "3", "outgoing_links": "2", "title": ""}
	seen := map[string]bool{}
	for _, column := range Columns() {
		if seen[column.Key] || column.Label == "" {
			t.Errorf("column %+v", column)
		}
		seen[column.Key] = true
		if text, ok := want[column.Key]; ok && column.Text(&entry) != text {
			t.Errorf("%s = %q, want %q", column.Key, column.Text(&entry), text)
		}
	}
}

func wantFile(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q (%v), want %q", path, got, err, want)
	}
}

// wantAlone fails when anything was left beside path.
func wantAlone(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
