package crawler

import (
	"math"
	"strings"

	"sitewalk/crawler/weburl"
)

// chains works out from an earlier session's addresses how long the runs of
// like pages are that led to them. What those pages said is not known any more,
// so a run may be taken for longer than it was; it counts for something only
// when the page that is then read says nothing new itself.
type chains struct {
	kinds []uint32 // by number: hash of the address without words and numbers, 0 for no page of the site
	runs  []uint16
}

// add takes an address, in order of the numbers, and gives the length of the
// run that led to it.
func (c *chains) add(a *Address, u weburl.URL) uint16 {
	for int64(len(c.kinds)) <= a.ID {
		c.kinds, c.runs = append(c.kinds, 0), append(c.runs, 0)
	}
	if a.Lane() != PageLane || a.ID < 0 {
		return 0
	}
	kind := outline(u)
	c.kinds[a.ID] = kind
	if on := a.FoundOn; on > 0 && on < a.ID && c.kinds[on] == kind && c.runs[on] < math.MaxUint16 {
		c.runs[a.ID] = c.runs[on] + 1
	}
	return c.runs[a.ID]
}

// outline is a hash of the number of an address's path segments, as far as four,
// and the names in its query, unless they make it a combination; never 0.
func outline(u weburl.URL) uint32 {
	h := uint32(min(4, strings.Count(u.Path(), "/"))) + 2166136261
	if isMixed(u.Query()) {
		return h * 16777619
	}
	for pair := range strings.SplitSeq(u.Query(), "&") {
		name, _, _ := strings.Cut(pair, "=")
		for i := range len(name) {
			h = (h ^ uint32(name[i])) * 16777619 // FNV-1a
		}
	}
	return max(1, h)
}
