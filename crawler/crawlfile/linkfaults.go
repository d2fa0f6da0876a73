package crawlfile

import (
	"context"
	"fmt"
	"hash/maphash"
	"math/bits"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile/sqlite"
	"sitewalk/crawler/page"
)

// linkFaults is what is wrong with links. Links with the same faults, target, text
// and position (and fragment, where that is at fault) are a group: one thing to
// mend, however many pages it is on.
type linkFaults struct {
	rows   []linkRow // by row of table link
	groups []linkGroup
	byKey  map[uint64]uint32 // groups by their key
	seed   maphash.Seed
	single [linkChecks]causes // links beyond maxGroups, each by itself

	fragments []fragmentLink // links that are written out and lead to places on pages
	lost      []hit          // links to places that are not there

	seq  uint32    // the page that is looked at
	seen []seenHit // on it
	kept [linkChecks]uint8
}

// linkRow is what the survey knows of a link that has a row. There are millions.
type linkRow struct {
	target uint32
	rest   uint32 // group, 26 bits; kind, 4; nofollow; lost
}

func newLinkRow(target uint32, kind page.LinkKind, nofollow bool) linkRow {
	l := linkRow{target, uint32(kind) << 2}
	if nofollow {
		l.rest |= 2
	}
	return l
}

func (l linkRow) kind() page.LinkKind { return page.LinkKind(l.rest >> 2 & 15) }
func (l linkRow) nofollow() bool      { return l.rest&2 != 0 }
func (l linkRow) group() uint32       { return l.rest >> 6 }

// lost tells whether it leads to a place on a page that is not there.
func (l linkRow) lost() bool { return l.rest&1 != 0 }

func (l *linkRow) lose()                { l.rest |= 1 }
func (l *linkRow) putInto(group uint32) { l.rest = l.rest&63 | group<<6 }

// The groups that are none.
const (
	harmless uint32 = 0         // nothing is wrong with the link
	noGroup  uint32 = 1<<26 - 1 // it has to be looked at by itself
)

// linkGroup is a group of links that something is wrong with.
type linkGroup struct {
	linkAt
	target         uint32
	lastSeq, pages uint32
	example        uint32 // address
	faults         faultSet
}

// linkAt tells where a link can be read again.
type linkAt struct {
	row uint32 // of table link; 0 for one that is written out
	seq uint32 // then, of a page with it
	key uint64 // then, that of its group
}

// seenHit is what was found on the page that is looked at.
type seenHit struct {
	check  crawlCheck
	target uint32
}

// faultSet is a set of checks of links.
type faultSet uint16

func (f *faultSet) add(c crawlCheck, found bool) {
	if found {
		*f |= 1 << c
	}
}

// maxGroups bounds the memory for groups. Tests make it small.
var maxGroups = 1 << 17

// loadLinks reads the links that several pages share.
func (s *survey) loadLinks(ctx context.Context) error {
	f := &linkFaults{
		rows: make([]linkRow, s.lastLink+1), groups: make([]linkGroup, 1), byKey: map[uint64]uint32{}, seed: maphash.MakeSeed(),
	}
	s.faults = f
	var fragments []fragmentLink
	err := s.conn.scan(ctx, "SELECT id, target, kind, position, text, rel, fragment FROM link", func(row *sqlite.Stmt) error {
		id, target := row.Int(0), row.Int(1)
		if id < 1 || id > s.lastLink || !s.known(target) {
			return damagedLink(id)
		}
		kind, position := row.Int(2), row.Int(3)
		if kind < 0 || kind > int64(page.Image) || position < 0 || position > int64(page.Main) {
			return damagedLink(id)
		}
		l := newLinkRow(uint32(target), page.LinkKind(kind), strings.Contains(row.Borrow(5), "nofollow"))
		if faults := s.faultsOf(l.kind(), l.target); faults != 0 {
			key := f.key(faults, l.target, page.Position(position), row.Borrow(4), "")
			l.putInto(f.group(key, l.target, linkAt{row: uint32(id)}))
		}
		if fragment := row.Borrow(6); fragment != "" && s.wantsPlace(l.kind(), l.target) {
			if place, ok := placeOf(fragment); ok {
				fragments = append(fragments, fragmentLink{target: l.target, owner: uint32(id), place: place})
			}
		}
		f.rows[id] = l
		return nil
	})
	if err != nil {
		return err
	}
	return s.checkRows(ctx, fragments)
}

// keepFragment notes a link that is written out and leads to a place on a page.
func (f *linkFaults) keepFragment(seq uint32, l *crawler.Link) {
	if place, ok := placeOf(l.Fragment); ok && len(f.fragments) < fragmentsHeld {
		target := uint32(l.Target)
		key := f.key(1<<anchorBroken, target, l.Position, l.Text, l.Fragment)
		f.fragments = append(f.fragments, fragmentLink{target, seq, place, key})
	}
}

// lose notes a link to a place that is not there.
func (f *linkFaults) lose(seq, target uint32) {
	if f.isNew(anchorBroken, target) {
		f.lost = append(f.lost, hit{seq, target})
	}
}

func damagedLink(id int64) error { return fmt.Errorf("%w: link %d", ErrDamaged, id) }

// key is a hash of what the links of a group have in common.
func (f *linkFaults) key(faults faultSet, target uint32, position page.Position, text, fragment string) uint64 {
	key := maphash.String(f.seed, text) ^ uint64(faults)<<48 ^ uint64(target)<<8 ^ uint64(position)
	if faults&(1<<anchorBroken) != 0 {
		key ^= bits.RotateLeft64(maphash.String(f.seed, fragment), 32)
	}
	return key * 0x9E3779B97F4A7C15
}

// group gives the group with a key, a new one when this is its first link.
func (f *linkFaults) group(key uint64, target uint32, at linkAt) uint32 {
	if known := f.byKey[key]; known != 0 {
		return known
	}
	if len(f.groups) > maxGroups {
		return noGroup
	}
	number := uint32(len(f.groups))
	f.groups = append(f.groups, linkGroup{linkAt: at, target: target})
	f.byKey[key] = number
	return number
}

// faultsOf tells what is wrong with a link to an address.
func (s *survey) faultsOf(kind page.LinkKind, target uint32) (f faultSet) {
	st := s.states[target]
	is := st.outcome()
	if is == crawler.Works {
		return 0
	}
	own := !st.is(external)
	switch kind {
	case page.Anchor, page.Frame, page.Refresh:
		lost := is == crawler.Moved && s.leadsAstray(target)
		f.add(linkBroken, own && (is == crawler.Broken || lost))
		f.add(linkBrokenExternal, !own && is == crawler.Broken)
		f.add(linkUnchecked, is == crawler.Unchecked)
		f.add(linkToRedirect, own && is == crawler.Moved && !lost)
		f.add(linkBlocked, own && st.is(blocked))
	case page.Image:
		f.add(imageBroken, is == crawler.Broken)
	case page.Next, page.Prev:
		f.add(paginationBroken, is == crawler.Broken || is == crawler.Moved)
	case page.Alternate:
		f.add(hreflangBroken, is == crawler.Broken)
		f.add(hreflangToRedirect, is == crawler.Moved)
	}
	return f
}

// leadsAstray tells whether redirects end at what is broken, or never: visitors
// see an error then.
func (s *survey) leadsAstray(id uint32) bool {
	end, _ := s.redirectEnd(id)
	return end == 0 || s.states[end].outcome() == crawler.Broken
}

// begin starts a page.
func (f *linkFaults) begin(seq uint32) {
	f.seq, f.seen, f.kept = seq, f.seen[:0], [linkChecks]uint8{}
}

// isNew tells whether this is the first such finding on the page, and one of
// those that are kept.
func (f *linkFaults) isNew(check crawlCheck, target uint32) bool {
	if f.kept[check] == hitsPerPage {
		return false
	}
	for _, seen := range f.seen {
		if seen.check == check && seen.target == target {
			return false
		}
	}
	f.seen = append(f.seen, seenHit{check, target})
	f.kept[check]++
	return true
}

// checkLink looks at a link whose target may be at fault.
func (s *survey) checkLink(seq, target uint32, kind page.LinkKind, group uint32, l *listed) {
	f, from := s.faults, s.idOf[seq]
	faults := s.faultsOf(kind, target)
	if faults == 0 {
		return
	}
	for rest := faults; rest != 0; rest &= rest - 1 {
		if check := crawlCheck(bits.TrailingZeros16(uint16(rest))); f.isNew(check, target) {
			s.found(check, seq, target)
		}
	}
	at := linkAt{row: uint32(l.row)}
	if l.row == 0 {
		at.seq, at.key = seq, f.key(faults, target, l.link.Position, l.link.Text, "")
		group = f.group(at.key, target, at)
	}
	if group != noGroup {
		s.countLink(&f.groups[group], seq, from, faults)
		return
	}
	for rest := faults; rest != 0; rest &= rest - 1 {
		f.single[bits.TrailingZeros16(uint16(rest))].add(s, cause{pages: 1, example: from, target: target, link: true, linkAt: at})
	}
}

// countLink counts a page with a link of a group.
func (s *survey) countLink(g *linkGroup, seq, from uint32, faults faultSet) {
	g.faults |= faults
	if g.lastSeq == seq {
		return
	}
	g.lastSeq = seq
	if g.pages++; g.pages == 1 || s.nearer(from, g.example) {
		g.example = from
	}
}
