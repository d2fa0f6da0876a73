package crawlfile

import (
	"context"
	"database/sql/driver"
	"fmt"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// LinkCount is how many links of a and area lead to an address and on from it.
// Every link counts, whatever its rel; a link of a page to itself, too.
type LinkCount struct {
	In      int // links that lead there
	InPages int // pages that these are on

	Internal       int // links on the page that lead to addresses of the site
	UniqueInternal int // the addresses these lead to
	External       int // links on the page that lead to other sites
	UniqueExternal int // the addresses these lead to
}

// LinkCounts counts the links of all pages, in one pass. It takes 29 bytes of
// memory for each address and 4 for each link that several pages share.
// progress (may be nil) is between 0 and 1.
func (f *File) LinkCounts(ctx context.Context, progress func(float64)) (*LinkCounts, error) {
	defer f.readings.begin()()
	if progress == nil {
		progress = func(float64) {}
	}
	counts := new(LinkCounts)
	err := f.look(ctx, func(c *conn) error { return counts.read(ctx, c, progress) })
	return counts, explain(f.path, err)
}

// LinkCounts has a LinkCount for each address.
type LinkCounts struct {
	Pages int // of the site that answer with 200
	of    []packedCount
}

// packedCount is a LinkCount as it is kept.
type packedCount struct {
	in, inPages                                        uint32
	internal, uniqueInternal, external, uniqueExternal uint32
}

// Of is what was counted for the address with a number.
func (c *LinkCounts) Of(id int64) LinkCount {
	if id < 1 || id >= int64(len(c.of)) {
		return LinkCount{}
	}
	p := &c.of[id]
	return LinkCount{int(p.in), int(p.inPages), int(p.internal), int(p.uniqueInternal), int(p.external), int(p.uniqueExternal)}
}

func (c *LinkCounts) read(ctx context.Context, conn *conn, progress func(float64)) error {
	aims, err := anchorAims(ctx, conn)
	if err != nil {
		return err
	}
	last, err := conn.integer(ctx, "SELECT max(id) FROM address")
	if err != nil {
		return err
	}
	c.of = make([]packedCount, last+1)
	external := make([]bool, last+1)
	err = conn.each(ctx, "SELECT a.id FROM address a LEFT JOIN result r ON r.id = a.id WHERE coalesce(r.scope, a.scope) = ?", func(row []driver.Value) error {
		id := integer(row[0])
		if id < 1 || id > last {
			return damagedAddress(id)
		}
		external[id] = true
		return nil
	}, int64(crawler.External))
	if err != nil {
		return err
	}
	total, err := conn.integer(ctx, "SELECT max(seq) FROM result")
	if err != nil {
		return err
	}
	pages, err := conn.integer(ctx, "SELECT count(*) FROM result WHERE scope = ? AND kind = ? AND status = 200", int64(crawler.Internal), int64(crawler.PageKind))
	if err != nil {
		return err
	}
	c.Pages = int(pages)
	seenOn := make([]uint32, last+1) // by address: the page that linked there last
	return conn.each(ctx, "SELECT r.id, p.links, p.seq FROM page p CROSS JOIN result r ON r.seq = p.seq WHERE p.links IS NOT NULL", func(row []driver.Value) error {
		id, seq := integer(row[0]), integer(row[2])
		list, _ := row[1].(string)
		if seq%4096 == 0 {
			progress(float64(seq) / float64(total))
		}
		if id < 1 || id > last {
			return fmt.Errorf("%w: page %d", ErrDamaged, seq)
		}
		return c.count(uint32(id), list, aims, external, seenOn)
	})
}

// anchorAims reads where the links that have a row lead: by row, the address;
// 0 for those that are no links of a and area.
func anchorAims(ctx context.Context, c *conn) ([]uint32, error) {
	last, err := c.integer(ctx, "SELECT max(id) FROM link")
	if err != nil {
		return nil, err
	}
	aims := make([]uint32, last+1)
	err = c.each(ctx, "SELECT id, target FROM link WHERE kind = ?", func(row []driver.Value) error {
		id := integer(row[0])
		if id < 1 || id > last {
			return damagedLink(id)
		}
		aims[id] = uint32(integer(row[1]))
		return nil
	}, int64(page.Anchor))
	return aims, err
}

// count counts the links of one page.
func (c *LinkCounts) count(from uint32, list string, aims []uint32, external []bool, seenOn []uint32) error {
	on := &c.of[from]
	for l, err := range linkList(list) {
		if err != nil {
			return err
		}
		target := uint32(l.link.Target)
		switch {
		case l.row >= int64(len(aims)):
			return fmt.Errorf("%w: link %d is missing", ErrDamaged, l.row)
		case l.row != 0:
			target = aims[l.row]
		case l.link.Kind != page.Anchor:
			continue
		}
		if target == 0 {
			continue
		}
		if int64(target) >= int64(len(c.of)) {
			return fmt.Errorf("%w: a link leads to address %d", ErrDamaged, target)
		}
		all, unique := &on.internal, &on.uniqueInternal
		if external[target] {
			all, unique = &on.external, &on.uniqueExternal
		}
		*all++
		to := &c.of[target]
		to.in++
		if seenOn[target] != from {
			seenOn[target] = from
			*unique++
			to.inPages++
		}
	}
	return nil
}
