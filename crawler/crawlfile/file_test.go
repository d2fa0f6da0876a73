package crawlfile

import (
	"context"
	"testing"

	"sitewalk/crawler"
)

func TestRoundTrip(t *testing.T) {
	ctx := context.Background()
	f := newFile(t)
	s := newSite(300)
	save(t, f, s.batch(100))
	save(t, f, s.batch(100))
	path := f.Path()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	save(t, f, s.batch(100))
	c, err := f.Counts(ctx)
	t.Logf("%+v %v", c, err)
	e, err := f.Entry(ctx, 5)
	t.Logf("%+v %v", e, err)
	before, n1, err := f.Inlinks(ctx, 5, 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(ctx, nil); err != nil {
		t.Fatal(err)
	}
	after, n2, err := f.Inlinks(ctx, 5, 10)
	t.Log(n1, n2, len(before), len(after), err)
	ids, err := f.IDs(ctx, Filter{}, Sort{})
	t.Log(len(ids), err)
	n := 0
	if err := f.Entries(ctx, func(e *Entry) error { n++; return nil }); err != nil || n != 300 {
		t.Error(n, err)
	}
	_ = crawler.Waiting
}
