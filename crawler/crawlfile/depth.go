package crawlfile

import (
	"context"
	"slices"
)

// depths computes the fewest clicks to each address. Pages were saved in the
// order of their discovery, more or less, so one pass in that order finds nearly
// all depths; what turns out to be nearer after its links were followed is
// followed again, the nearest first, so that no page is followed a third time.
type depths struct {
	*graph
	followed []bool              // by address: its links were followed
	again    map[uint32][]uint32 // by depth: addresses to follow again
	targets  []uint32            // of the page that is being followed
}

// measureDepths fills g.depth. It is the one pass over the pages themselves, so
// it makes the edges and counts the links on the way.
func (g *graph) measureDepths(ctx context.Context, progress func(float64)) error {
	d := depths{graph: g, followed: make([]bool, g.lastAddress+1), again: map[uint32][]uint32{}}
	g.depth = g.byAddress()
	for i := range g.depth {
		g.depth[i] = far
	}
	if g.lastAddress == 0 {
		return nil
	}
	if g.edges != nil {
		g.inlinks = newInlinks(g)
	}
	d.lower(start, 0)
	err := g.eachList(ctx, progress, func(seq uint32, links string) error {
		from := g.idOf[seq]
		d.followed[from] = true
		if err := d.follow(from, links); err != nil || g.edges == nil {
			return err
		}
		g.inlinks.count(seq, d.targets)
		return g.edges.add(seq, d.targets)
	})
	if err != nil {
		return err
	}
	if err := d.followAgain(ctx); err != nil || g.edges == nil {
		return err
	}
	g.targetOf = nil
	return g.edges.flush()
}

// lower notes a way to an address; a redirect leads on without a click.
func (d *depths) lower(id, depth uint32) {
	for id != 0 && depth < d.depth[id] {
		d.depth[id] = depth
		if d.followed[id] {
			d.again[depth] = append(d.again[depth], id)
		}
		id = d.redirectTo[id]
	}
}

// follow notes the ways that a page's links open, and leaves their targets in
// d.targets.
func (d *depths) follow(from uint32, links string) (err error) {
	if d.targets, err = d.appendTargets(d.targets[:0], links); err != nil {
		return err
	}
	depth := d.depth[from]
	if depth == far {
		return nil
	}
	for _, target := range d.targets {
		d.lower(target, depth+1)
	}
	return nil
}

// followAgain follows the links of pages that turned out to be nearer.
func (d *depths) followAgain(ctx context.Context) error {
	for len(d.again) > 0 {
		nearest := uint32(far)
		for depth := range d.again {
			nearest = min(nearest, depth)
		}
		ids := d.again[nearest]
		delete(d.again, nearest)
		slices.Sort(ids) // the order of the file
		for _, id := range slices.Compact(ids) {
			if d.depth[id] != nearest {
				continue // a still shorter way was followed meanwhile
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			row, err := d.conn.row(context.WithoutCancel(ctx),
				"SELECT p.links FROM result r JOIN page p ON p.seq = r.seq WHERE r.id = ?", int64(id))
			if err != nil || row == nil {
				return err
			}
			links, _ := row[0].(string)
			if err := d.follow(id, links); err != nil {
				return err
			}
		}
	}
	return nil
}
