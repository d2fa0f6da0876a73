package crawlfile

import (
	"context"

	"sitewalk/crawler"
)

// View is a crawl file as it was at one moment, whatever is written to it
// meanwhile: what one method tells fits what another does.
type View struct {
	file *File
	conn *conn
	// stopped is why the caller wanted no more of what a method gave it. It is
	// passed on as it is, since it says nothing about the file.
	stopped error
}

// View lets do look at one state of the file, and passes its error on.
func (f *File) View(ctx context.Context, do func(*View) error) error {
	defer f.readings.begin()()
	v := &View{file: f}
	err := f.look(ctx, func(c *conn) error {
		v.conn = c
		return do(v)
	})
	if err != nil && v.stopped != nil {
		return v.stopped
	}
	return explain(f.path, err)
}

// Meta is File.Meta of that moment.
func (v *View) Meta(ctx context.Context) (crawler.Meta, error) { return readCrawl(ctx, v.conn) }

// Counts is File.Counts of that moment.
func (v *View) Counts(ctx context.Context) (Counts, error) { return readCounts(ctx, v.conn) }

// Entries is File.Entries of that moment.
func (v *View) Entries(ctx context.Context, yield func(*Entry) error) error {
	return v.pass(yield, func(yield func(*Entry) error) error { return allEntries(ctx, v.conn, yield) })
}

// Chosen is File.Chosen of that moment.
func (v *View) Chosen(ctx context.Context, filter Filter, yield func(*Entry) error) error {
	if filter.IsZero() {
		return v.Entries(ctx, yield)
	}
	ids, err := v.ids(ctx, filter)
	if err != nil {
		return err
	}
	return v.pass(yield, func(yield func(*Entry) error) error { return entriesOf(ctx, v.conn, ids, yield) })
}

// ids are the numbers that a filter chooses, by address. Those of a finished
// crawl are prepared; nobody adds to one.
func (v *View) ids(ctx context.Context, filter Filter) ([]int64, error) {
	finished, err := v.conn.integer(ctx, finishedQuery, metaFinished)
	if err != nil {
		return nil, err
	}
	if finished != 0 {
		return v.file.ids(ctx, filter, Sort{By: ByURL})
	}
	ids, err := queryIDs(ctx, v.conn, filter, ByURL)
	if err != nil {
		return nil, err
	}
	return ids, areAddresses(ctx, v.conn, ids)
}

// SkippedEntries is File.SkippedEntries of that moment.
func (v *View) SkippedEntries(ctx context.Context, yield func(SkippedEntry) error) error {
	return skippedEntries(ctx, v.conn, func(e SkippedEntry) error {
		v.stopped = yield(e)
		return v.stopped
	})
}

// pass has entries read, and remembers whether it was the caller who ended that.
func (v *View) pass(yield func(*Entry) error, read func(func(*Entry) error) error) error {
	return read(func(e *Entry) error {
		v.stopped = yield(e)
		return v.stopped
	})
}
