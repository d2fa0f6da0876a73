package crawlfile

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitewalk/crawler"
)

// savedCrawl makes a closed crawl file with pages in a folder of its own.
func savedCrawl(t *testing.T, pages int) string {
	t.Helper()
	f := newFile(t)
	s := newSite(pages)
	for s.asked < int64(pages) {
		save(t, f, s.batch(500))
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return f.Path()
}

func TestAFileAtRestIsOneFile(t *testing.T) {
	path := savedCrawl(t, 20)
	for _, open := range []func(string) (*File, error){Open, OpenReadOnly} {
		f, err := open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Counts(context.Background()); err != nil {
			t.Error(err)
		}
		if err := errors.Join(f.Close(), f.Close()); err != nil {
			t.Error(err)
		}
	}
	names, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	if !slices.Equal(names, []string{path}) {
		t.Errorf("left in the folder: %v", names)
	}
}

// TestWhatCannotBeOpened also makes sure that trying changes nothing.
func TestWhatCannotBeOpened(t *testing.T) {
	whole, err := os.ReadFile(savedCrawl(t, 200))
	if err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	db, err := sql.Open(driverName, foreign)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE t (x); PRAGMA user_version = 1"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	other, err := os.ReadFile(foreign)
	if err != nil {
		t.Fatal(err)
	}
	newer := slices.Clone(whole)
	newer[63]++ // the low byte of user_version (SQLite file format, section 1.3)
	for name, test := range map[string]struct {
		content []byte
		want    error
	}{
		"empty":                 {nil, ErrNotOurs},
		"text":                  {[]byte(strings.Repeat("This is no crawl. ", 1000)), ErrNotOurs},
		"another application":   {other, ErrNotOurs},
		"newer":                 {newer, ErrNewer},
		"cut in the middle":     {whole[:len(whole)/2], ErrDamaged},
		"cut in the first page": {whole[:5000], ErrDamaged},
		"schema overwritten":    {slices.Concat(whole[:100], bytes.Repeat([]byte{0xff}, 8000), whole[8100:]), ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x"+Extension)
			if err := os.WriteFile(path, test.content, 0o666); err != nil {
				t.Fatal(err)
			}
			for i, open := range []func(string) (*File, error){Open, OpenReadOnly} {
				f, err := open(path)
				if f != nil || !errors.Is(err, test.want) {
					t.Errorf("way %d: %v, %v, want %v", i, f, err, test.want)
				}
				if err != nil && !strings.Contains(err.Error(), path) {
					t.Errorf("way %d: the error does not name the file: %v", i, err)
				}
			}
			after, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(after, test.content) {
				t.Errorf("the file was changed (%v)", err)
			}
			if names, _ := filepath.Glob(path + "-*"); len(names) > 0 {
				t.Errorf("left in the folder: %v", names)
			}
		})
	}
}

func TestMissingFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "such"+Extension)
	for _, err := range []error{second(Open(path)), second(OpenReadOnly(path)), second(Create(path, crawler.Meta{})), Remove(path)} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v", err)
		}
	}
	if err := second(Open(t.TempDir())); !errors.Is(err, ErrNotOurs) {
		t.Errorf("a folder: %v", err)
	}
}

func second(_ *File, err error) error { return err }

// TestDamageInTheMiddle finds damage that opening does not see.
func TestDamageInTheMiddle(t *testing.T) {
	ctx := context.Background()
	path := savedCrawl(t, 2000)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for at := len(whole) / 10; at < len(whole); at += len(whole) / 10 {
		at := at &^ 8191
		damaged := slices.Concat(whole[:at], bytes.Repeat([]byte{0xa5}, 8192), whole[min(at+8192, len(whole)):])
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err == nil {
			err = f.Entries(ctx, func(*Entry) error { return nil })
			if err == nil {
				err = f.Finish(ctx, nil)
			}
			f.Close()
		}
		if err != nil {
			found++
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("damage at %d: %v", at, err)
			}
		}
	}
	if found == 0 {
		t.Error("no damage was noticed")
	}
}

func TestCreateKeepsAnExistingFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x"+Extension)
	if err := os.WriteFile(path, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := second(Create(path, crawler.Meta{})); !errors.Is(err, ErrExists) {
		t.Errorf("%v", err)
	}
	if content, _ := os.ReadFile(path); string(content) != "mine" {
		t.Errorf("the file now holds %q", content)
	}
}

func TestOneWriterAtATime(t *testing.T) {
	f := newFile(t)
	if err := second(Open(f.Path())); !errors.Is(err, ErrInUse) {
		t.Errorf("a second Open: %v", err)
	}
	if err := second(Create(f.Path(), crawler.Meta{})); !errors.Is(err, ErrInUse) {
		t.Errorf("a Create: %v", err)
	}
	if err := Remove(f.Path()); !errors.Is(err, ErrInUse) {
		t.Errorf("a Remove: %v", err)
	}
	save(t, f, crawler.Batch{Addresses: []crawler.Address{{ID: 1, URL: "https://example.com/"}}})
	reader, err := OpenReadOnly(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	for n := 1; n < 4; n++ {
		if c, err := reader.Counts(context.Background()); err != nil || c.Found != n {
			t.Errorf("the reader sees %+v, %v", c, err)
		}
		save(t, f, crawler.Batch{Addresses: []crawler.Address{{ID: int64(n + 1), URL: "https://example.com/"}}})
	}
	if err := reader.Save(crawler.Batch{}); !errors.Is(err, ErrNoRight) {
		t.Errorf("Save of a reader: %v", err)
	}
	if err := reader.Finish(context.Background(), nil); !errors.Is(err, ErrNoRight) {
		t.Errorf("Finish of a reader: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	reader.Close()
	again, err := Open(f.Path())
	if err != nil {
		t.Fatalf("the lock outlived Close: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	if err := Remove(f.Path()); err != nil {
		t.Error(err)
	}
	if names, _ := filepath.Glob(filepath.Dir(f.Path()) + "/*"); len(names) > 0 {
		t.Errorf("left after Remove: %v", names)
	}
}

func TestFullDisk(t *testing.T) {
	f := newFile(t)
	s := newSite(2000)
	save(t, f, s.batch(100))
	before, _ := f.Counts(context.Background())
	// SQLite gives a database that may not grow the same answer as a full disk.
	if _, err := f.writer.conn.row(context.Background(), "PRAGMA max_page_count = 40"); err != nil {
		t.Fatal(err)
	}
	b := s.batch(1000)
	if err := f.Save(b); !errors.Is(err, ErrNoSpace) {
		t.Fatalf("%v", err)
	}
	if after, _ := f.Counts(context.Background()); after.Found != before.Found || after.Checked != before.Checked {
		t.Errorf("half a batch was kept: %+v", after)
	}
	if _, err := f.writer.conn.row(context.Background(), "PRAGMA max_page_count = 100000"); err != nil {
		t.Fatal(err)
	}
	save(t, f, b) // there is room again
	if after, _ := f.Counts(context.Background()); after.Checked != 1100 {
		t.Errorf("%+v", after)
	}
}

// TestMigration opens a file of version 1 with a program that knows version 2.
func TestMigration(t *testing.T) {
	path := savedCrawl(t, 10)
	known := migrations
	defer func() { migrations = known }()
	migrations = append(slices.Clone(known), "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); ALTER TABLE address ADD COLUMN colour TEXT")
	for _, open := range []func(string) (*File, error){OpenReadOnly, Open} {
		f, err := open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.read.Exec("SELECT colour FROM address, note"); err != nil {
			t.Error(err)
		}
		if c, err := f.Counts(context.Background()); err != nil || c.Checked != 10 {
			t.Errorf("%+v, %v", c, err)
		}
		f.Close()
	}
	migrations = append(migrations, "CREATE TABLE half (x); SELECT no_such_function()")
	if err := second(Open(path)); err == nil {
		t.Error("a failing migration went unnoticed")
	}
	migrations = migrations[:len(migrations)-1]
	f, err := Open(path)
	if err != nil {
		t.Fatalf("the failed migration left traces: %v", err)
	}
	f.Close()
	migrations = known
	if err := second(Open(path)); !errors.Is(err, ErrNewer) {
		t.Errorf("%v", err)
	}
}

func TestPathsOfAllKinds(t *testing.T) {
	for _, name := range []string{"with space", "50%25", "q?mode=memory", "#1", "Größe", "a&b=c;d", "'quoted'"} {
		path := filepath.Join(t.TempDir(), name+Extension)
		f, err := Create(path, crawler.Meta{Typed: name})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f.Close()
		f, err = OpenReadOnly(path)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if m, err := f.Meta(context.Background()); err != nil || m.Typed != name || f.Path() != path {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
		f.Close()
	}
}
