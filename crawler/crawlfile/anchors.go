package crawlfile

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile/sqlite"
	"sitewalk/crawler/fetch"
	"sitewalk/crawler/page"
)

// anchorSet is the ids of a page as table page has them: a Bloom filter, which
// takes a byte or so for each and never lacks one that is there. One in a
// hundred that are not there seems to be.
type anchorSet []byte

// A Bloom filter with anchorBits bits for each element and anchorProbes probes.
const (
	anchorBits   = 10
	anchorProbes = 4
)

// newAnchorSet makes the set of ids with these hashes; nil of none.
func newAnchorSet(hashes []uint32) anchorSet {
	if len(hashes) == 0 {
		return nil
	}
	s := make(anchorSet, (len(hashes)*anchorBits+7)/8)
	for _, h := range hashes {
		for i := range anchorProbes {
			at := s.probe(h, i)
			s[at/8] |= 1 << (at % 8)
		}
	}
	return s
}

func (s anchorSet) has(hash uint32) bool {
	if len(s) == 0 {
		return false
	}
	for i := range anchorProbes {
		if at := s.probe(hash, i); s[at/8]&(1<<(at%8)) == 0 {
			return false
		}
	}
	return true
}

// probe gives the bit of the i-th probe.
func (s anchorSet) probe(hash uint32, i int) uint64 {
	mixed := uint64(hash) * 0x9E3779B97F4A7C15
	return (mixed>>32 + uint64(i)*(mixed&0xffffffff|1)) % uint64(len(s)*8)
}

// place32 is a fragment as a link has it, and as it may be meant: with its
// escapes decoded (HTML Standard, section 7.4.6.4).
type place32 struct{ literal, decoded uint32 }

// placeOf gives what a link's fragment looks for; ok is false when every page
// has it or it is meant for a script.
func placeOf(fragment string) (p place32, ok bool) {
	fragment, _, _ = strings.Cut(fragment, ":~:") // what follows is for the browser
	if fragment == "" || strings.EqualFold(fragment, "top") || strings.HasPrefix(fragment, "!") || strings.HasPrefix(fragment, "/") {
		return p, false
	}
	p.literal = page.AnchorHash(fragment)
	p.decoded = p.literal
	if decoded, err := url.PathUnescape(fragment); err == nil {
		p.decoded = page.AnchorHash(decoded)
	}
	return p, true
}

func (s anchorSet) leads(p place32) bool { return s.has(p.literal) || s.has(p.decoded) }

// fragmentLink is a link to a place on a page that has to be looked at.
type fragmentLink struct {
	target uint32
	owner  uint32 // row of table link, or seq of the page
	place  place32
	key    uint64 // of the link's group, where it has no row
}

// fragmentsHeld bounds how many such links are looked at that are written out.
// Tests make it small.
var fragmentsHeld = 1 << 20

// wantsPlace tells whether the ids of a link's target are known.
func (s *survey) wantsPlace(kind page.LinkKind, target uint32) bool {
	st := s.states[target]
	return kind == page.Anchor && st.outcome() == crawler.Works && st.is(asPage) && !st.is(external)
}

// checkRows looks at the places that shared links lead to.
func (s *survey) checkRows(ctx context.Context, links []fragmentLink) error {
	return s.eachLost(ctx, links, func(l fragmentLink) error {
		link, err := s.linkWithRow(ctx, l.owner)
		if err != nil {
			return err
		}
		key := s.faults.key(1<<anchorBroken, l.target, link.Position, link.Text, link.Fragment)
		shared := &s.faults.rows[l.owner]
		shared.lose()
		shared.putInto(s.faults.group(key, l.target, linkAt{row: l.owner}))
		return nil
	})
}

// checkFragments looks at the places that links lead to which are written out,
// and notes all links to places that are not there.
func (s *survey) checkFragments(ctx context.Context) error {
	f := s.faults
	var twice []pageGroup
	err := s.eachLost(ctx, f.fragments, func(l fragmentLink) error {
		f.lost = append(f.lost, hit{l.owner, l.target})
		at, from := linkAt{seq: l.owner, key: l.key}, s.idOf[l.owner]
		switch number := f.group(l.key, l.target, at); {
		case number == noGroup:
			f.single[anchorBroken].add(s, cause{pages: 1, example: from, target: l.target, link: true, linkAt: at})
		case f.groups[number].row != 0:
			twice = append(twice, pageGroup{l.owner, number})
		default:
			s.countLink(&f.groups[number], l.owner, from, 1<<anchorBroken)
		}
		return nil
	})
	f.fragments = nil
	if err == nil {
		err = s.countWritten(ctx, twice)
	}
	if err != nil {
		return err
	}
	slices.SortFunc(f.lost, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.seq, b.seq), cmp.Compare(a.evidence, b.evidence))
	})
	s.foundAll(anchorBroken, slices.Compact(f.lost))
	f.lost = nil
	return nil
}

// pageGroup is a page with a written-out link of a group that also has a row.
type pageGroup struct{ seq, group uint32 }

// countWritten counts pages with links of groups that also have rows. A page that
// has such a link with its row as well was counted before. The list of each page is
// read once: it may have 100,000 links, all of them at fault.
func (s *survey) countWritten(ctx context.Context, all []pageGroup) error {
	slices.SortFunc(all, func(a, b pageGroup) int {
		return cmp.Or(cmp.Compare(a.seq, b.seq), cmp.Compare(a.group, b.group))
	})
	var counted map[uint32]bool
	last := uint32(0)
	for _, p := range slices.Compact(all) {
		if p.seq != last {
			var err error
			if counted, err = s.groupsWithRows(ctx, p.seq); err != nil {
				return err
			}
			last = p.seq
		}
		if !counted[p.group] {
			s.countLink(&s.faults.groups[p.group], p.seq, s.idOf[p.seq], 1<<anchorBroken)
		}
	}
	return nil
}

// groupsWithRows gives the groups of the links that a page has with their rows.
func (s *survey) groupsWithRows(ctx context.Context, seq uint32) (map[uint32]bool, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list, err := s.listOf(ctx, seq)
	if err != nil {
		return nil, err
	}
	groups := map[uint32]bool{}
	err = eachTarget(list, func(row, _ uint32) error {
		if int64(row) > s.lastLink {
			return damagedLink(int64(row))
		}
		if row != 0 {
			groups[s.faults.rows[row].group()] = true
		}
		return nil
	})
	return groups, err
}

// eachLost calls do for the links whose place is not there.
func (s *survey) eachLost(ctx context.Context, links []fragmentLink, do func(fragmentLink) error) error {
	slices.SortFunc(links, func(a, b fragmentLink) int { // the order of the file
		return cmp.Or(cmp.Compare(s.seqOf[a.target], s.seqOf[b.target]), cmp.Compare(a.owner, b.owner))
	})
	var last uint32
	var anchors anchorSet
	html := false
	for _, l := range links {
		if l.target != last {
			if err := ctx.Err(); err != nil {
				return err
			}
			var err error
			if anchors, html, err = s.readAnchors(ctx, s.seqOf[l.target]); err != nil {
				return err
			}
			last = l.target
		}
		if html && !anchors.leads(l.place) {
			if err := do(l); err != nil {
				return err
			}
		}
	}
	return nil
}

// readAnchors reads the ids of a page; html is whether it can have some and was
// read whole, by a version of the program that kept them.
func (s *survey) readAnchors(ctx context.Context, seq uint32) (anchors anchorSet, html bool, err error) {
	err = s.conn.scan(context.WithoutCancel(ctx), "SELECT content_type, anchors, error_kind IS NULL AND protocol IS NOT NULL FROM page WHERE seq = ?", func(row *sqlite.Stmt) error {
		anchors = slices.Clone(row.Bytes(1))
		html = fetch.IsHTML(row.Borrow(0)) && row.Int(2) != 0
		return nil
	}, int64(seq))
	return anchors, html, err
}
