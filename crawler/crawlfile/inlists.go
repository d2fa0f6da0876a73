package crawlfile

import (
	"context"
	"encoding/binary"
)

// inlinks is what the link graph knows about the links to each address.
type inlinks struct {
	total []uint32 // by address: links that lead there
	size  []uint32 // by address: bytes of its list of pages
	last  []uint32 // by address: seq of the last page that is in its list
}

func newInlinks(g *graph) inlinks {
	return inlinks{g.byAddress(), g.byAddress(), g.byAddress()}
}

// count counts a page's links.
func (in *inlinks) count(seq uint32, targets []uint32) {
	for _, target := range targets {
		in.total[target]++
		if last := in.last[target]; last != seq {
			in.size[target] += uint32(uvarintLen(seq - last))
			in.last[target] = seq
		}
	}
}

// dropLonely forgets the addresses that need no list: those whose only link is
// on the page where they were found. It wants to know the pages, not redirects.
func (in *inlinks) dropLonely(foundOn []uint32) {
	for id, total := range in.total {
		if total == 1 && foundOn[id] != 0 {
			in.total[id], in.size[id] = 0, 0
		}
	}
}

// inlinkMemory is how many bytes of lists are made at a time. Tests make it small.
var inlinkMemory = 8 << 20

// storeInlinks writes table inlink. Each pass over the edges makes the lists of
// as many addresses as there is memory for.
func (g *graph) storeInlinks(ctx context.Context, progress func(float64)) error {
	lists, err := newBulk(g.conn, "inlink", "target, total, pages")
	if err != nil {
		return err
	}
	defer lists.close()
	var buffer []byte
	for from := int64(1); from <= g.lastAddress; {
		room, to := 0, from
		for to <= g.lastAddress && (to == from || room+int(g.inlinks.size[to]) <= inlinkMemory) {
			room += int(g.inlinks.size[to])
			to++
		}
		share := float64(to-from) / float64(g.lastAddress)
		done := float64(from-1) / float64(g.lastAddress)
		if cap(buffer) < room {
			buffer = make([]byte, room)
		}
		err := g.storeInlinkRange(ctx, lists, uint32(from), uint32(to), buffer[:room], func(part float64) { progress(done + part*share) })
		if err != nil {
			return err
		}
		from = to
	}
	g.inlinks = inlinks{}
	return nil
}

// storeInlinkRange writes the lists of the addresses from up to, without, to.
func (g *graph) storeInlinkRange(ctx context.Context, lists *bulk, from, to uint32, buffer []byte, progress func(float64)) error {
	total, end, last := g.inlinks.total[from:to], g.inlinks.size[from:to], g.inlinks.last[from:to]
	clear(last)
	var room uint32
	for i, size := range end { // from now on where the list of an address ends so far
		end[i] = room
		room += size
	}
	err := g.edges.each(ctx, progress, func(seq uint32, targets []uint32) error {
		for _, target := range targets {
			i := target - from // huge for those below
			if i >= uint32(len(last)) || last[i] == seq || total[i] == 0 {
				continue
			}
			end[i] += uint32(binary.PutUvarint(buffer[end[i]:], uint64(seq-last[i])))
			last[i] = seq
		}
		return nil
	})
	if err != nil {
		return err
	}
	var begin uint32
	for i, end := range end {
		if total[i] == 0 {
			continue
		}
		err := lists.add(whole(int64(from)+int64(i)), whole(int64(total[i])), blob(buffer[begin:end:end]))
		if err != nil {
			return err
		}
		begin = end
	}
	return lists.flush() // before the buffer is used again
}

// uvarintLen is how many bytes a number takes as a varint.
func uvarintLen(n uint32) int {
	size := 1
	for ; n >= 0x80; n >>= 7 {
		size++
	}
	return size
}
