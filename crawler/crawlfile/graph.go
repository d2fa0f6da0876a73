package crawlfile

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"math"
)

// graph is the link graph while Finish works on it. The links themselves stay
// in the file and are read in a few passes; in memory are some arrays by
// address and link, about 40 bytes for an address and 4 for a different link.
type graph struct {
	conn                              *conn
	lastAddress, lastResult, lastLink int64

	idOf       []uint32    // by seq: the address of a result
	targetOf   []uint32    // by link: the address it leads to
	resultOf   []uint32    // by address: the seq of its result
	redirectTo []uint32    // by address: where it redirects to; 0 for nowhere
	byURL      []uint32    // addresses sorted by the bytes of their URLs
	rank       []uint32    // by address: its place in byURL
	depth      []uint32    // by address: clicks from the start, far when no way was found
	foundOn    []uint32    // by address
	discovered []discovery // by address: its place as it was discovered
	inlinks    []inlinks
}

// discovery is the place of an address as it was discovered.
type discovery struct {
	depth   int32 // -1: none
	foundOn uint32
}

// far is the depth of an address that cannot be reached.
const far = math.MaxUint32

// start is the address that the crawl began with.
const start = 1

// inlinks is what is known about the links to an address.
type inlinks struct {
	total uint32 // links
	size  uint32 // bytes of the list of pages
	last  uint32 // seq of the last page put into the list
}

// finish runs the steps. The shares of progress are those of the time they take.
func (g *graph) finish(ctx context.Context, progress func(float64)) error {
	steps := []struct {
		run  func(context.Context, func(float64)) error
		upTo float64
	}{
		{g.load, 0.08},
		{g.measureDepths, 0.20},
		{g.sortURLs, 0.35},
		{g.findSources, 0.50},
		{g.storePlaces, 0.55},
		{g.storeInlinks, 0.80},
		{g.storeOrderings, 0.90},
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
	}
	return ctx.Err()
}

// load reads which address each result and each link is about.
func (g *graph) load(ctx context.Context, _ func(float64)) error {
	g.idOf = make([]uint32, g.lastResult+1)
	g.resultOf = make([]uint32, g.lastAddress+1)
	g.redirectTo = make([]uint32, g.lastAddress+1)
	err := g.conn.each(ctx, "SELECT seq, id, coalesce(redirect, 0) FROM result", func(row []driver.Value) error {
		seq, id, redirect := integer(row[0]), integer(row[1]), integer(row[2])
		if seq < 1 || seq > g.lastResult || !g.known(id) || redirect != 0 && !g.known(redirect) {
			return fmt.Errorf("%w: result %d", ErrDamaged, seq)
		}
		g.idOf[seq] = uint32(id)
		g.resultOf[id] = uint32(seq)
		g.redirectTo[id] = uint32(redirect)
		return nil
	})
	if err != nil {
		return err
	}
	g.targetOf = make([]uint32, g.lastLink+1)
	return g.conn.each(ctx, "SELECT id, target FROM link", func(row []driver.Value) error {
		id, target := integer(row[0]), integer(row[1])
		if id < 1 || id > g.lastLink || !g.known(target) {
			return fmt.Errorf("%w: link %d", ErrDamaged, id)
		}
		g.targetOf[id] = uint32(target)
		return nil
	})
}

// known tells whether id is the number of an address.
func (g *graph) known(id int64) bool { return id >= 1 && id <= g.lastAddress }

// eachPage goes through the pages with links in the order they were saved.
func (g *graph) eachPage(ctx context.Context, progress func(float64), do func(seq uint32, links string) error) error {
	return g.conn.each(ctx, "SELECT seq, links FROM page WHERE links IS NOT NULL", func(row []driver.Value) error {
		seq := integer(row[0])
		links, _ := row[1].(string)
		if seq < 1 || seq > g.lastResult || g.idOf[seq] == 0 {
			return fmt.Errorf("%w: page %d", ErrDamaged, seq)
		}
		if seq%4096 == 0 {
			progress(float64(seq) / float64(g.lastResult))
		}
		return do(uint32(seq), links)
	})
}

// eachTarget goes through the addresses that a page's links lead to.
func (g *graph) eachTarget(links string, do func(target uint32)) error {
	return eachTarget(links, func(row, target uint32) error {
		if row != 0 {
			if int64(row) > g.lastLink {
				return fmt.Errorf("%w: link %d is missing", ErrDamaged, row)
			}
			target = g.targetOf[row]
		}
		if !g.known(int64(target)) {
			return fmt.Errorf("%w: a link leads to address %d", ErrDamaged, target)
		}
		do(target)
		return nil
	})
}

// sortURLs ranks the addresses by the bytes of their URLs.
func (g *graph) sortURLs(ctx context.Context, progress func(float64)) error {
	g.rank = make([]uint32, g.lastAddress+1)
	g.byURL = make([]uint32, 0, g.lastAddress)
	g.discovered = make([]discovery, g.lastAddress+1)
	return g.conn.each(ctx, "SELECT id, depth, coalesce(found_on, 0) FROM address ORDER BY url", func(row []driver.Value) error {
		id := integer(row[0])
		if !g.known(id) {
			return fmt.Errorf("%w: address %d", ErrDamaged, id)
		}
		g.discovered[id] = discovery{int32(integer(row[1])), uint32(integer(row[2]))}
		g.rank[id] = uint32(len(g.byURL))
		g.byURL = append(g.byURL, uint32(id))
		if len(g.byURL)%4096 == 0 {
			progress(float64(len(g.byURL)) / float64(g.lastAddress))
		}
		return nil
	})
}

// findSources finds for each address the page it was found on, and how much
// room the list of pages that link to it takes.
func (g *graph) findSources(ctx context.Context, progress func(float64)) error {
	const none = math.MaxUint64
	best := make([]uint64, g.lastAddress+1) // depth and rank of the page
	for i := range best {
		best[i] = none
	}
	g.inlinks = make([]inlinks, g.lastAddress+1)
	err := g.eachPage(ctx, progress, func(seq uint32, links string) error {
		from := g.idOf[seq]
		place := uint64(g.depth[from])<<32 | uint64(g.rank[from])
		return g.eachTarget(links, func(target uint32) {
			if target != from && place < best[target] {
				best[target] = place
			}
			in := &g.inlinks[target]
			in.total++
			if in.last != seq {
				in.size += uint32(uvarintLen(seq - in.last))
				in.last = seq
			}
		})
	})
	if err != nil {
		return err
	}
	linked := func(id uint32) bool { return best[id] != none }
	g.foundOn = make([]uint32, g.lastAddress+1)
	for id := range best {
		if linked(uint32(id)) {
			g.foundOn[id] = g.byURL[uint32(best[id])]
		}
	}
	g.findRedirectSources()
	if g.known(start) {
		g.foundOn[start] = 0
	}
	return nil
}

// findRedirectSources finds the redirecting address for those that no page links to.
func (g *graph) findRedirectSources() {
	redirected := map[uint32]uint32{}
	for id, target := range g.redirectTo {
		from := uint32(id)
		if target == 0 || target == from || g.foundOn[target] != 0 {
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
	for id := int64(1); id <= g.lastAddress; id++ {
		if id%4096 == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			progress(float64(id) / float64(g.lastAddress))
		}
		var depth driver.Value
		place := discovery{-1, g.foundOn[id]}
		if g.depth[id] != far {
			depth = int64(g.depth[id])
			place.depth = int32(g.depth[id])
		}
		if place == g.discovered[id] {
			continue
		}
		if err := places.add(context.WithoutCancel(ctx), id, depth, number(int64(g.foundOn[id]))); err != nil {
			return err
		}
	}
	return places.flush(context.WithoutCancel(ctx))
}

// inlinkMemory is how many bytes of lists are made at a time. Tests make it small.
var inlinkMemory = 16 << 20

// storeInlinks writes table inlink. Each pass over the pages makes the lists of
// as many addresses as there is memory for.
func (g *graph) storeInlinks(ctx context.Context, progress func(float64)) error {
	lists, err := newBulk(g.conn, "inlink", "target, total, pages")
	if err != nil {
		return err
	}
	buffer := make([]byte, 0, inlinkMemory)
	for from := int64(1); from <= g.lastAddress; {
		room, to := 0, from
		for to <= g.lastAddress && (to == from || room+int(g.inlinks[to].size) <= inlinkMemory) {
			room += int(g.inlinks[to].size)
			to++
		}
		share := float64(to-from) / float64(g.lastAddress)
		done := float64(from-1) / float64(g.lastAddress)
		if cap(buffer) < room {
			buffer = make([]byte, 0, room)
		}
		err := g.storeInlinkRange(ctx, lists, uint32(from), uint32(to), buffer[:room], func(part float64) { progress(done + part*share) })
		if err != nil {
			return err
		}
		from = to
	}
	return lists.flush(context.WithoutCancel(ctx))
}

// storeInlinkRange writes the lists of the addresses from up to, without, to.
func (g *graph) storeInlinkRange(ctx context.Context, lists *bulk, from, to uint32, buffer []byte, progress func(float64)) error {
	end := make([]uint32, to-from) // where the list of an address ends so far
	var room uint32
	for i := range end {
		end[i] = room
		room += g.inlinks[from+uint32(i)].size
		g.inlinks[from+uint32(i)].last = 0
	}
	err := g.eachPage(ctx, progress, func(seq uint32, links string) error {
		return g.eachTarget(links, func(target uint32) {
			if target < from || target >= to {
				return
			}
			in := &g.inlinks[target]
			if in.last == seq {
				return
			}
			at := &end[target-from]
			*at += uint32(binary.PutUvarint(buffer[*at:], uint64(seq-in.last)))
			in.last = seq
		})
	})
	if err != nil {
		return err
	}
	for i, to := range end {
		in := g.inlinks[from+uint32(i)]
		if in.total == 0 || in.total == 1 && in.last == g.resultOf[g.foundOn[from+uint32(i)]] {
			continue
		}
		err := lists.add(context.WithoutCancel(ctx), int64(from)+int64(i), int64(in.total), buffer[to-in.size:to:to])
		if err != nil {
			return err
		}
	}
	return lists.flush(context.WithoutCancel(ctx)) // before the buffer is used again
}

// uvarintLen is how many bytes a number takes as a varint.
func uvarintLen(n uint32) int {
	size := 1
	for ; n >= 0x80; n >>= 7 {
		size++
	}
	return size
}

// integer is a value of the driver as a number.
func integer(v driver.Value) int64 {
	n, _ := v.(int64)
	return n
}
