package crawlfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sitewalk/crawler"
)

func TestList(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	if all, err := List(ctx, filepath.Join(dir, "missing")); err != nil || len(all) != 0 {
		t.Errorf("a missing folder: %v, %v", all, err)
	}
	for name, started := range map[string]int64{"old": 10, "new": 30, "middle": 20} {
		f, err := Create(filepath.Join(dir, name+Extension), crawler.Meta{Typed: name, Started: time.Unix(started, 0)})
		if err != nil {
			t.Fatal(err)
		}
		save(t, f, crawler.Batch{Addresses: []crawler.Address{{ID: 1, URL: "https://example.com/"}}})
		if name == "new" {
			defer f.Close() // it is listed while it is written
		} else if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "broken"+Extension), []byte("x"), 0o666),
		os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o666), os.Mkdir(filepath.Join(dir, "dir"+Extension), 0o777)); err != nil {
		t.Fatal(err)
	}
	all, err := List(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range all {
		names = append(names, filepath.Base(s.Path))
		if (s.Err != nil) != (filepath.Base(s.Path) == "broken"+Extension) {
			t.Errorf("%s: %v", s.Path, s.Err)
		}
		if s.Err == nil && (s.Counts.Found != 1 || s.Meta.Typed+Extension != filepath.Base(s.Path)) {
			t.Errorf("%+v", s)
		}
	}
	want := []string{"new" + Extension, "middle" + Extension, "old" + Extension, "broken" + Extension}
	if !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
}

// TestReadingWhileWriting is for the race detector and for one state at a time:
// what is read always adds up.
func TestReadingWhileWriting(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	f := newFile(t)
	s := newSite(3000)
	save(t, f, s.batch(10))
	done := make(chan error, 4)
	for range cap(done) {
		go func() {
			var mark int64
			seen := 0
			for ctx.Err() == nil {
				c, err := f.Counts(context.Background())
				if err == nil && (c.Found != c.Checked+c.Waiting || c.Works != c.Checked) {
					err = errors.New("the counts do not add up")
				}
				if err != nil {
					done <- err
					return
				}
				ids, next, err := f.NewIDs(context.Background(), Filter{}, mark, 0)
				mark = next
				seen += len(ids)
				if err == nil && len(ids) > 0 {
					_, err = f.Rows(context.Background(), ids[:1])
				}
				if err == nil {
					_, _, err = f.Inlinks(context.Background(), 3, 5)
				}
				if err == nil {
					_, err = f.Next(crawler.PageLane, mark, 3)
				}
				if err != nil {
					done <- err
					return
				}
			}
			if seen == 0 {
				done <- errors.New("nothing new was seen")
				return
			}
			done <- nil
		}()
	}
	for s.asked < 500 {
		save(t, f, s.batch(50))
	}
	cancel()
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
