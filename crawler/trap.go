package crawler

import (
	"hash/maphash"
	"strings"

	"sitewalk/crawler/weburl"
)

// The trap's numbers. All of them are about evidence on one site: pages that
// say nothing new while the addresses keep growing in number.
const (
	trapRepeats   = 4      // times a group of path segments may stand in a row, less one
	trapSegments  = 3      // longest such group
	trapCopies    = 12     // pages of one shape that must say the same before the shape is closed
	trapAlike     = 10     // pages that say the same, but for numbers, before such a page counts as stale
	trapGrowing   = 2      // stale pages in a row before addresses that only grow longer are left out
	trapRun       = 60     // stale pages in a row before any address behind them is left out
	trapMaxShapes = 50_000 // shapes and texts remembered; a site with more is not judged by the rest
)

// trap watches for endless sets of addresses: growing paths, calendars,
// session ids, pagers without end, servers that answer every address with the
// same page. It judges by what was read, not by how an address looks alone, so
// that 100,000 honest pages that resemble each other are not cut. It is
// guarded by the frontier's lock.
type trap struct {
	seed   maphash.Seed
	shapes map[uint64]*shape
	alike  map[uint64]uint16 // pages by what they say, numbers left out
	runs   map[int64]run     // of waiting addresses behind stale pages
}

// shape is all addresses that differ in numbers and random-looking tokens only.
type shape struct {
	pages  int    // read
	common uint64 // what the most of them say
	votes  int    // Boyer–Moore majority vote for common
	copies int    // pages that said common while it was the candidate
}

// run is how many stale pages in a row led to an address.
type run uint8

func newTrap() *trap {
	return &trap{
		seed: maphash.MakeSeed(), shapes: make(map[uint64]*shape),
		alike: make(map[uint64]uint16), runs: make(map[int64]run),
	}
}

// reading is what the trap needs of a page that was read.
type reading struct {
	id        int64
	url       weburl.URL
	text      uint64 // of the visible text and images
	words     uint64 // of the visible text, numbers left out
	newImages bool   // it shows images that no page showed before
}

// verdict is what is thought of a page's new links.
type verdict struct {
	from   weburl.URL
	shape  uint64
	stale  bool
	run    run  // of the page
	closed bool // the page's own shape says always the same
}

// read takes a page's evidence and says how its new links are to be judged.
// others tells whether it leads to new addresses of other, undated shapes.
func (t *trap) read(r reading, others bool) verdict {
	v := verdict{from: r.url, shape: t.shapeOf(r.url), run: t.runs[r.id]}
	delete(t.runs, r.id)
	v.stale = t.countAlike(r.words) > trapAlike && !r.newImages && !others
	v.closed = t.countShape(v.shape, r.text)
	return v
}

func (t *trap) countAlike(words uint64) int {
	n, ok := t.alike[words]
	if !ok && len(t.alike) >= trapMaxShapes {
		return 0
	}
	if n < 1<<16-1 {
		n++
	}
	t.alike[words] = n
	return int(n)
}

// countShape notes a page of a shape and tells whether nearly all of the
// shape's pages say exactly the same.
func (t *trap) countShape(key, text uint64) (closed bool) {
	s := t.shapes[key]
	if s == nil {
		if len(t.shapes) >= trapMaxShapes {
			return false
		}
		s = &shape{}
		t.shapes[key] = s
	}
	s.pages++
	switch {
	case s.votes == 0:
		s.common, s.votes, s.copies = text, 1, 1
	case s.common == text:
		s.votes++
		s.copies++
	default:
		s.votes--
	}
	return s.copies >= trapCopies && s.copies*10 >= s.pages*9
}

// catches tells whether a new address found on a page is one of an endless
// set, and how many stale pages in a row then led to it.
func (v *verdict) catches(t *trap, u weburl.URL) (bool, run) {
	if repeats(u.Path()) {
		return true, 0
	}
	if v.closed && t.shapeOf(u) == v.shape {
		return true, 0
	}
	if !v.stale {
		return false, 0
	}
	n := v.run + 1
	if n >= trapRun || n >= trapGrowing && grows(v.from, u) {
		return true, 0
	}
	return false, n
}

// grows tells whether to only makes from's path longer.
func grows(from, to weburl.URL) bool {
	dir := from.Path()
	dir = dir[:strings.LastIndexByte(dir, '/')+1]
	path := to.Path()
	return len(path) > len(dir) && strings.HasPrefix(path, dir) &&
		strings.Count(path, "/") > strings.Count(from.Path(), "/")
}

// repeats tells whether a group of up to trapSegments path segments stands
// trapRepeats times in a row.
func repeats(path string) bool {
	if strings.Count(path, "/") < trapRepeats {
		return false
	}
	segments := strings.Split(strings.Trim(path, "/"), "/")
	for size := 1; size <= trapSegments; size++ {
		same := 0 // segments in a row that equal the one a group before
		for i := size; i < len(segments); i++ {
			if segments[i] != segments[i-size] || segments[i] == "" {
				same = 0
				continue
			}
			if same++; same >= size*(trapRepeats-1) {
				return true
			}
		}
	}
	return false
}

// shapeOf is the hash of an address with its numbers and random-looking tokens
// taken out.
func (t *trap) shapeOf(u weburl.URL) uint64 {
	var h maphash.Hash
	h.SetSeed(t.seed)
	target := u.Target()
	for len(target) > 0 {
		n := tokenLength(target)
		if n == 0 {
			h.WriteByte(target[0])
			target = target[1:]
			continue
		}
		token := target[:n]
		if isRandom(token) {
			token = "#"
		}
		h.WriteString(token)
		target = target[n:]
	}
	return h.Sum64()
}

// tokenLength is the length of the letters and digits at the start of s.
func tokenLength(s string) int {
	n := 0
	for n < len(s) && isAlphanumeric(s[n]) {
		n++
	}
	return n
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// isRandom tells whether a token is a number, or long and half of digits, as
// session ids are.
func isRandom(token string) bool {
	digits := 0
	for i := range len(token) {
		if token[i] >= '0' && token[i] <= '9' {
			digits++
		}
	}
	return digits == len(token) || len(token) >= 16 && digits >= len(token)/8
}

// isDated tells whether an address holds a year and nothing but numbers
// beside words that calendars use, so that a page that leads to it leads to
// nothing new.
func isDated(u weburl.URL) bool {
	target := u.Target()
	for len(target) > 0 {
		n := tokenLength(target)
		if n == 4 && isRandom(target[:n]) && (target[0] == '1' || target[0] == '2') {
			return true
		}
		target = target[max(n, 1):]
	}
	return false
}
