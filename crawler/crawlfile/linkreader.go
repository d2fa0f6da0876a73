package crawlfile

import (
	"context"
	"database/sql/driver"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sitewalk/crawler/crawlfile/sqlite"
	"sitewalk/crawler/page"
)

// linkReader reads where the links of many pages lead. What it has not
// preloaded it looks up for a batch of pages together: want, read, aim, forget.
type linkReader struct {
	rows      lookup[aim]    // links that have a row
	addresses lookup[string] // targets of the others

	aims []uint32 // by link: 8 times its target plus its kind; 0 when it is to be looked up
	urls urls     // of the addresses that were found first

	seen, seenImages map[string]bool // what Entry.fill has seen on a page
}

// aim is where a link leads, as it spells that.
type aim struct {
	kind page.LinkKind
	url  string
}

func newLinkReader(c *conn) *linkReader {
	return &linkReader{
		rows: lookup[aim]{conn: c, query: `SELECT k.id, k.kind, coalesce(k.spelling, a.url)
			FROM json_each(?) j CROSS JOIN link k ON k.id = j.value CROSS JOIN address a ON a.id = k.target`,
			value: func(row []driver.Value) (aim, error) {
				url, _ := row[2].(string)
				return aim{page.LinkKind(small(row[1])), url}, nil
			}},
		addresses: lookup[string]{conn: c, query: "SELECT a.id, a.url FROM json_each(?) j CROSS JOIN address a ON a.id = j.value",
			value: func(row []driver.Value) (string, error) {
				url, _ := row[1].(string)
				return url, nil
			}},
		seen: map[string]bool{}, seenImages: map[string]bool{},
	}
}

// The bounds of what is preloaded. Tests make them small.
var (
	aimsHeld     int64 = 6 << 20  // links, 4 bytes each
	urlBytesHeld       = 28 << 20 // bytes of URLs
)

// preload reads the links and addresses that came first: those are on more
// pages than others, and reading them in a row costs a tenth of looking them up.
func (r *linkReader) preload(ctx context.Context) error {
	c := r.rows.conn
	links, err := c.integer(ctx, "SELECT max(id) FROM link")
	if err != nil {
		return err
	}
	r.aims = make([]uint32, min(max(links, 0)+1, aimsHeld))
	last := len(r.aims) - 1
	err = c.each(ctx, "SELECT id, target, kind FROM link WHERE spelling IS NULL AND id BETWEEN 1 AND "+strconv.Itoa(last), func(row []driver.Value) error {
		id, target := integer(row[0]), integer(row[1])
		if id < 1 || id > int64(last) {
			return damagedLink(id)
		}
		if target > 0 && target < 1<<29 {
			r.aims[id] = uint32(target)<<3 | uint32(integer(row[2]))&7
		}
		return nil
	})
	if err != nil {
		return err
	}
	return r.urls.load(ctx, c)
}

// destination is a link of a list that a linkReader has seen.
type destination struct {
	row      uint32 // of table link; 0 when the link is written out in the list
	target   uint32 // 0 when only the row tells
	kind     page.LinkKind
	spelling string // where it differs from the target's address
}

// want appends the links of a page's list, in document order, and notes what
// has to be looked up for them.
func (r *linkReader) want(to []destination, list string) ([]destination, error) {
	for l, err := range linkList(list) {
		if err != nil {
			return to, err
		}
		d := destination{uint32(l.row), uint32(l.link.Target), l.link.Kind, l.link.Spelling}
		if d.row != 0 && int(d.row) < len(r.aims) {
			d.target, d.kind = r.aims[d.row]>>3, page.LinkKind(r.aims[d.row]&7)
		}
		switch {
		case d.target == 0:
			r.rows.want(l.row)
		case d.spelling == "" && !r.urls.has(int64(d.target)):
			r.addresses.want(int64(d.target))
		}
		to = append(to, d)
	}
	return to, nil
}

// aim gives where a link leads, after read.
func (r *linkReader) aim(d *destination) aim {
	switch {
	case d.target == 0:
		return r.rows.known[int64(d.row)]
	case d.spelling != "":
		return aim{d.kind, d.spelling}
	case r.urls.has(int64(d.target)):
		return aim{d.kind, r.urls.at(int64(d.target))}
	}
	return aim{d.kind, r.addresses.known[int64(d.target)]}
}

// wantURL notes that the URL of an address has to be looked up; 0 is none.
func (r *linkReader) wantURL(id uint32) {
	if id != 0 && !r.urls.has(int64(id)) {
		r.addresses.want(int64(id))
	}
}

// url gives the URL of an address, after read.
func (r *linkReader) url(id uint32) string {
	if r.urls.has(int64(id)) {
		return r.urls.at(int64(id))
	}
	return r.addresses.known[int64(id)]
}

// read looks up what is wanted.
func (r *linkReader) read(ctx context.Context) error {
	if err := r.rows.read(ctx); err != nil {
		return err
	}
	return r.addresses.read(ctx)
}

// forget forgets what was looked up.
func (r *linkReader) forget() {
	r.rows.forget()
	r.addresses.forget()
}

// urls holds the URLs of the first addresses, one behind the other.
type urls struct {
	text string
	end  []uint32 // by address
}

// load reads as many URLs as urlBytesHeld allows.
func (u *urls) load(ctx context.Context, c *conn) (err error) {
	last, err := c.integer(ctx, "SELECT max(id) FROM address")
	if err != nil {
		return err
	}
	var text strings.Builder // not copied in the end
	text.Grow(int(min(max(last, 0), int64(urlBytesHeld/64)) * 64))
	u.end = append(u.end, 0)
	err = c.scan(ctx, "SELECT id, url FROM address ORDER BY id", func(row *sqlite.Stmt) error {
		id, url := row.Int(0), row.Borrow(1)
		if id < int64(len(u.end)) || id > last {
			return damagedAddress(id)
		}
		if text.Len()+len(url) > urlBytesHeld {
			return errEnough
		}
		for int64(len(u.end)) < id { // numbers that were never given
			u.end = append(u.end, uint32(text.Len()))
		}
		text.WriteString(url)
		u.end = append(u.end, uint32(text.Len()))
		return nil
	})
	if err != nil && err != errEnough {
		return err
	}
	u.text = text.String()
	return nil
}

// has tells whether the URL of an address is held.
func (u *urls) has(id int64) bool {
	return id > 0 && id < int64(len(u.end)) && u.end[id-1] < u.end[id]
}

func (u *urls) at(id int64) string { return u.text[u.end[id-1]:u.end[id]] }

// lookup reads rows by number, many with one query.
type lookup[T any] struct {
	conn  *conn
	query string // gives the number and the rest; its argument is the JSON array of those wanted
	value func(row []driver.Value) (T, error)
	known map[int64]T
	ids   []int64 // to be read; may have repeats
}

// want makes the next read read a row.
func (r *lookup[T]) want(id int64) { r.ids = append(r.ids, id) }

// read reads the rows that are wanted, in the order of the file.
func (r *lookup[T]) read(ctx context.Context) (err error) {
	if len(r.ids) == 0 {
		return nil
	}
	slices.Sort(r.ids)
	r.ids = slices.Compact(r.ids)
	list := []byte{'['}
	for _, id := range r.ids {
		list = append(strconv.AppendInt(list, id, 10), ',')
	}
	list[len(list)-1] = ']'
	if r.known == nil {
		r.known = make(map[int64]T, len(r.ids))
	}
	err = r.conn.each(ctx, r.query, func(row []driver.Value) error {
		value, err := r.value(row)
		r.known[integer(row[0])] = value
		return err
	}, string(list))
	if err == nil && len(r.known) < len(r.ids) {
		err = fmt.Errorf("%w: %d rows of links are missing", ErrDamaged, len(r.ids)-len(r.known))
	}
	return err
}

// more is read for rows of which none is known yet; those known stay.
func (r *lookup[T]) more(ctx context.Context) error {
	kept := r.known
	r.known = nil
	err := r.read(ctx)
	if kept != nil {
		maps.Copy(kept, r.known)
		r.known = kept
	}
	r.ids = r.ids[:0]
	return err
}

// trim forgets the rows when there are more than n.
func (r *lookup[T]) trim(n int) {
	if len(r.known) > n {
		r.forget()
	}
}

// forget forgets the rows.
func (r *lookup[T]) forget() {
	clear(r.known)
	r.ids = r.ids[:0]
}
