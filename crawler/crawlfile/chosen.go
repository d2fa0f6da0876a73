package crawlfile

import (
	"context"
	"database/sql/driver"
	"encoding/json"
)

// Chosen is Entries for the addresses that a filter chooses.
func (f *File) Chosen(ctx context.Context, filter Filter, yield func(*Entry) error) error {
	return f.View(ctx, func(v *View) error { return v.Chosen(ctx, filter, yield) })
}

// EntriesOf calls yield for the addresses with these numbers, in their order,
// until yield returns an error, which it passes on. A number that is in no row
// of the file is left out.
func (f *File) EntriesOf(ctx context.Context, ids []int64, yield func(*Entry) error) error {
	return f.View(ctx, func(v *View) error {
		return v.pass(yield, func(yield func(*Entry) error) error { return entriesOf(ctx, v.conn, ids, yield) })
	})
}

func entriesOf(ctx context.Context, c *conn, ids []int64, yield func(*Entry) error) error {
	links := newLinkReader(c)
	if len(ids) > 10*entriesAtOnce {
		if err := links.preload(ctx); err != nil {
			return err
		}
	}
	for len(ids) > 0 {
		n := min(len(ids), entriesAtOnce)
		list, err := json.Marshal(ids[:n])
		if err != nil {
			return err
		}
		ids = ids[n:]
		err = eachEntry(ctx, c, links, yield, "SELECT "+entryColumns+" FROM json_each(?) j CROSS JOIN address a ON a.id = j.value"+entryJoins+
			" ORDER BY j.key", driver.Value(string(list)))
		if err != nil {
			return err
		}
	}
	return nil
}

// entriesAtOnce is how many entries one query reads. Its rows may be sorted, so
// that the texts of all of them are in memory.
const entriesAtOnce = 256

// IsZero tells whether this is the zero Filter.
func (c *Filter) IsZero() bool {
	return len(c.Outcomes) == 0 && len(c.Kinds) == 0 && len(c.Scopes) == 0 && len(c.Findings) == 0 &&
		c.Depth.all() && c.MS.all() && c.Text == ""
}
