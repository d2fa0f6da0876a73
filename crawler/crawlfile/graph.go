package crawlfile

import (
	"context"
	"database/sql/driver"
	"fmt"
	"math"
	"runtime/debug"

	"sitewalk/crawler/crawlfile/sqlite"
)

// graph is the link graph while Finish works on it. The links themselves stay
// on disk and are read in passes; in memory are a few numbers for an address, a
// different link and a result: at most about 100 bytes for a page, while the
// survey compares texts. What a step was the last to need is dropped there.
type graph struct {
	conn                              *conn
	lastAddress, lastResult, lastLink int64

	idOf       []uint32          // by seq: the address of a result
	targetOf   []uint32          // by link: the address it leads to; until the edges are made
	redirectTo map[uint32]uint32 // by address: where it redirects to
	depth      []uint32          // by address: clicks from the start, far when no way was found
	edges      *edges            // nil when only the depths are wanted
	checks     checkNumbers      // grows
	inlinks    inlinks
	rank       []uint32 // by address: its place among all sorted by the bytes of their URLs
	foundOn    []uint32 // by address
}

// far is the depth of an address that cannot be reached.
const far = math.MaxUint32

// start is the address that the crawl began with.
const start = 1

// manyAddresses is from how many addresses on memory matters more than the time
// that giving it back takes.
const manyAddresses = 500_000

// finish runs the steps. The shares of progress are those of the time they take.
func (g *graph) finish(ctx context.Context, progress func(float64)) (err error) {
	if g.edges, err = newEdges(ctx, g.conn, "edge"); err != nil {
		return err
	}
	steps := []struct {
		run  func(context.Context, func(float64)) error
		upTo float64
	}{
		{g.load, 0.10},
		{g.measureDepths, 0.35},
		{g.sortAddresses, 0.58},
		{g.findSources, 0.61},
		{g.storeInlinks, 0.67},
		{g.storePlaces, 0.70},
		{g.survey, 0.86},
		{g.storeDepthOrdering, 0.87},
		{g.storeResultOrderings, 0.93},
		{g.storeTraits, 1},
	}
	from := 0.0
	for _, step := range steps {
		share := step.upTo - from
		if err := step.run(ctx, func(part float64) { progress(from + part*share) }); err != nil {
			return err
		}
		from = step.upTo
		progress(from)
		if g.lastAddress > manyAddresses {
			debug.FreeOSMemory() // what the step needed is not added to what the next one does
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return g.edges.drop()
}

// byAddress makes an array of a number for each address.
func (g *graph) byAddress() []uint32 { return make([]uint32, g.lastAddress+1) }

// load reads which address each result and each link is about.
func (g *graph) load(ctx context.Context, _ func(float64)) error {
	g.idOf = make([]uint32, g.lastResult+1)
	g.redirectTo = map[uint32]uint32{}
	err := g.conn.scan(ctx, "SELECT seq, id, redirect FROM result", func(row *sqlite.Stmt) error {
		seq, id, redirect := row.Int(0), row.Int(1), row.Int(2)
		if seq < 1 || seq > g.lastResult || !g.known(id) || redirect != 0 && !g.known(redirect) {
			return damagedResult(seq)
		}
		g.idOf[seq] = uint32(id)
		if redirect != 0 {
			g.redirectTo[uint32(id)] = uint32(redirect)
		}
		return nil
	})
	if err != nil {
		return err
	}
	g.targetOf = make([]uint32, g.lastLink+1)
	return g.conn.scan(ctx, "SELECT id, target FROM link", func(row *sqlite.Stmt) error {
		id, target := row.Int(0), row.Int(1)
		if id < 1 || id > g.lastLink || !g.known(target) {
			return damagedLink(id)
		}
		g.targetOf[id] = uint32(target)
		return nil
	})
}

// known tells whether id is the number of an address.
func (g *graph) known(id int64) bool { return id >= 1 && id <= g.lastAddress }

// isResult tells whether seq is the number of a result.
func (g *graph) isResult(seq int64) bool {
	return seq >= 1 && seq <= g.lastResult && g.idOf[seq] != 0
}

func damagedResult(seq int64) error { return fmt.Errorf("%w: result %d", ErrDamaged, seq) }

// eachList goes through the pages with links in the order they were saved. A
// list is valid until do returns.
func (g *graph) eachList(ctx context.Context, progress func(float64), do func(seq uint32, links string) error) error {
	before := int64(0)
	return g.conn.scan(ctx, "SELECT seq, links FROM page WHERE links IS NOT NULL", func(row *sqlite.Stmt) error {
		seq := row.Int(0)
		if seq <= before || !g.isResult(seq) {
			return damagedResult(seq)
		}
		before = seq
		if seq%4096 == 0 {
			progress(float64(seq) / float64(g.lastResult))
		}
		return do(uint32(seq), row.Borrow(1))
	})
}

// appendTargets appends the addresses that a page's links lead to.
func (g *graph) appendTargets(targets []uint32, links string) ([]uint32, error) {
	err := eachTarget(links, func(row, target uint32) error {
		if row != 0 {
			if int64(row) > g.lastLink {
				return fmt.Errorf("%w: link %d is missing", ErrDamaged, row)
			}
			target = g.targetOf[row]
		}
		if !g.known(int64(target)) {
			return fmt.Errorf("%w: a link leads to address %d", ErrDamaged, target)
		}
		targets = append(targets, target)
		return nil
	})
	return targets, err
}

// addressOrder is an order of all addresses.
type addressOrder struct {
	change func(url []byte)            // makes of a URL, in its place, what it is sorted by
	add    func(id uint32, key []byte) // takes the next address
	store  func(context.Context) error
}

// sortAddresses stores the orders that only the URLs make.
func (g *graph) sortAddresses(ctx context.Context, progress func(float64)) error {
	s := newKeySort(g.conn, g.lastAddress)
	orders := []addressOrder{g.rankURLs(), g.growTree()}
	for i, o := range orders {
		if !s.change(o.change) {
			if err := g.addURLs(ctx, s, o.change); err != nil {
				return err
			}
		}
		count := int64(0)
		err := s.each(ctx, func(id uint32, key []byte) error {
			if count++; count%4096 == 0 {
				progress((float64(i) + float64(count)/float64(g.lastAddress)) / float64(len(orders)))
			}
			o.add(id, key)
			return nil
		})
		if err != nil {
			return err
		}
		if err := o.store(ctx); err != nil {
			return err
		}
	}
	return nil
}

// addURLs adds all addresses.
func (g *graph) addURLs(ctx context.Context, to *keySort, change func(url []byte)) error {
	return g.conn.scan(ctx, "SELECT id, url FROM address ORDER BY id", func(row *sqlite.Stmt) error {
		id := row.Int(0)
		if !g.known(id) {
			return damagedAddress(id)
		}
		url, err := to.add(ctx, uint32(id), row.Borrow(1))
		if err == nil {
			change(url)
		}
		return err
	})
}

// rankURLs ranks the addresses by the bytes of their URLs.
func (g *graph) rankURLs() addressOrder {
	g.rank = g.byAddress()
	order := newOrder(g.lastAddress)
	return addressOrder{
		change: func([]byte) {},
		add: func(id uint32, _ []byte) {
			g.rank[id] = uint32(order.len())
			order.add(id)
		},
		store: func(context.Context) error { return order.store(g.conn, ByURL) },
	}
}

// findSources finds for each address the page it was found on.
func (g *graph) findSources(ctx context.Context, progress func(float64)) error {
	g.foundOn = g.byAddress()
	err := g.edges.each(ctx, progress, func(seq uint32, targets []uint32) error {
		from := g.idOf[seq]
		for _, target := range targets {
			if other := g.foundOn[target]; target != from && (other == 0 || g.nearer(from, other)) {
				g.foundOn[target] = from
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if g.known(start) {
		g.foundOn[start] = 0
	}
	g.inlinks.dropLonely(g.foundOn)
	g.findRedirectSources()
	return nil
}

// findRedirectSources finds the redirecting address for those that no page links to.
func (g *graph) findRedirectSources() {
	redirected := map[uint32]uint32{}
	for from, target := range g.redirectTo {
		if target == start || target == from || g.foundOn[target] != 0 {
			continue
		}
		if other, taken := redirected[target]; !taken || g.nearer(from, other) {
			redirected[target] = from
		}
	}
	for target, from := range redirected {
		g.foundOn[target] = from
	}
}

// nearer tells whether address a comes before b: by depth, then by URL.
func (g *graph) nearer(a, b uint32) bool {
	if g.depth[a] != g.depth[b] {
		return g.depth[a] < g.depth[b]
	}
	return g.rank[a] < g.rank[b]
}

// storePlaces writes table place: the addresses whose true place is another
// than the one they were discovered in.
func (g *graph) storePlaces(ctx context.Context, progress func(float64)) error {
	places, err := newBulk(g.conn, "place", "id, depth, found_on")
	if err != nil {
		return err
	}
	defer places.close()
	err = g.conn.scan(ctx, "SELECT id, depth, found_on FROM address", func(row *sqlite.Stmt) error {
		id := row.Int(0)
		if !g.known(id) {
			return damagedAddress(id)
		}
		if id%4096 == 0 {
			progress(float64(id) / float64(g.lastAddress))
		}
		depth, foundOn := int64(g.depth[id]), int64(g.foundOn[id])
		if depth == far {
			depth = -1
		}
		if depth == row.Int(1) && foundOn == row.Int(2) {
			return nil
		}
		stored := whole(depth)
		if depth < 0 {
			stored = value{}
		}
		return places.add(whole(id), stored, number(foundOn))
	})
	if err != nil {
		return err
	}
	if err := places.flush(); err != nil {
		return err
	}
	g.foundOn = nil
	return nil
}

// integer is a value of the driver as a number.
func integer(v driver.Value) int64 {
	n, _ := v.(int64)
	return n
}
