package crawlfile

import (
	"slices"
	"testing"
)

// TestNumberedBulk inserts rows whose numbers have gaps, are deleted and come
// late: each row keeps its own.
func TestNumberedBulk(t *testing.T) {
	c := newFile(t).writer.conn
	if err := c.exec(t.Context(), "CREATE TEMP TABLE numbered (id INTEGER PRIMARY KEY, word TEXT)"); err != nil {
		t.Fatal(err)
	}
	b, err := newNumberedBulk(c, "numbered", "id, word")
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	if err := b.recall(t.Context()); err != nil {
		t.Fatal(err)
	}
	var want []int64
	add := func(from, to int64) {
		for id := from; id <= to; id++ {
			if err := b.add(whole(id), text("word")); err != nil {
				t.Fatalf("row %d: %v", id, err)
			}
			want = append(want, id)
		}
	}
	add(1, 100)
	add(102, 102)
	add(105, 205)
	add(300, 340)
	add(250, 299) // late
	add(341, 399)
	if err := b.flush(); err != nil {
		t.Fatal(err)
	}
	if err := c.exec(t.Context(), "DELETE FROM numbered WHERE id >= 390"); err != nil {
		t.Fatal(err)
	}
	want = slices.DeleteFunc(want, func(id int64) bool { return id >= 390 })
	b.forgetNext()
	add(400, 500)
	if err := b.flush(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	if got, err := c.numbers(t.Context(), "SELECT id FROM numbered WHERE word = 'word' ORDER BY id"); err != nil || !slices.Equal(got, want) {
		t.Errorf("stored %v, not %v: %v", got, want, err)
	}
	if err := c.exec(t.Context(), "DELETE FROM numbered WHERE id >= 400"); err != nil {
		t.Fatal(err)
	}
	for id := int64(501); id < 501+bulkRows; id++ {
		if err = b.add(whole(id), text("word")); err != nil {
			break
		}
	}
	if err == nil {
		t.Error("a row got another number than its own, and nobody noticed")
	}
}
