package crawler

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sitewalk/crawler/page"
	"sitewalk/crawler/weburl"
)

// The trap's numbers. All of them are about evidence on one site: pages that
// say nothing new while the addresses keep growing in number.
const (
	trapRepeats    = 4   // times a group of path segments may stand in a row, less one
	trapSegments   = 3   // longest such group
	trapCopies     = 12  // pages that must say exactly the same before more of their kind are left out
	trapPlain      = 100 // the same for addresses that differ by a plain number in their paths
	trapOften      = 5   // times one path segment may stand anywhere in a path, less one
	trapDepth      = 25  // segments of a path
	trapSame       = 2   // pages in a row that say exactly what trapPlain others say before all addresses behind them are left out
	trapGrowing    = 2   // stale pages in a row before addresses that only grow longer are left out
	trapAlike      = 10  // pages that say the same, but for numbers, before such a page counts as stale
	trapCounting   = 60  // stale pages in a row before addresses that count pages or days are left out
	trapBranching  = 8   // the same, once trapMany stale pages of that sort were read
	trapMany       = 150
	trapLongest    = 5_000 // stale pages in a row before any address behind them is left out
	trapLooping    = 100   // pages in a row that say the same and lead round among few shapes, before any address behind them is left out
	trapTurning    = 30    // the same, once trapTurns such pages were read
	trapTurns      = 1_000
	trapLeads      = 6         // other shapes that a shape is known to lead to
	trapTurnings   = 3         // shapes to pass on the way back to where a page leads from
	trapMixed      = 3         // values in a query that make an address a combination
	trapLearning   = 200       // pages of a crawl that is carried on that end no run by saying something new
	trapDoubtful   = 1_000     // growth.stale from which on all that an earlier session left waiting is in doubt
	trapMaxCopying = 1_000     // shapes whose pages say the same that a crawl that is carried on knows
	trapMaxRuns    = 2_000_000 // waiting addresses whose run is remembered
	trapMaxShapes  = 50_000    // shapes and texts remembered; a site with more is not judged by the rest
)

// trap watches for endless sets of addresses: growing paths, calendars,
// session ids, pagers without end, servers that answer every address with the
// same page. It judges by what was read, not by how an address looks alone, so
// that 100,000 honest pages that resemble each other are not cut. It is
// safe for use by many goroutines.
type trap struct {
	mu       sync.Mutex
	seed     uint64 // of the hashes of shapes, never 0
	shapes   map[uint64]*shape
	alike    map[uint64]uint16 // pages by what they say, numbers left out
	copies   map[uint64]uint16 // pages by exactly what they say
	runs     map[int64]run     // of waiting addresses behind stale pages
	same     bool              // a page has trapPlain copies
	enough   int               // copies of a page from which on it is one of many
	many     int               // stale pages that count pages or days
	turns    int               // pages that lead round among few shapes
	said     vocabulary        // by the site
	linked   vocabulary        // pages by pages of another shape that say what others say
	growth   growth
	met      []uint64    // a bit for each address that was linked to from elsewhere than it was found
	recalled int64       // highest number of an address that an earlier session left in doubt
	learning int         // pages until what an earlier session knew is learnt again
	over     atomic.Bool // growth may give up what waits
}

// shape is all addresses that differ in numbers and random-looking tokens only.
type shape struct {
	pages  int               // read
	common uint64            // what the most of them say
	votes  int               // Boyer–Moore majority vote for common
	copies int               // pages that said common while it was the candidate
	closed bool              // nearly all of them say exactly common
	leads  [trapLeads]uint64 // shapes that its pages lead on to, 0 for none
}

// run is how many pages in a row led to an address that were stale, how many
// that said exactly what many others say, and how many that led round among few
// shapes; and whether the last of them said nothing new.
type run struct {
	stale, same, loops uint16
	empty              bool
}

func newTrap() *trap {
	return &trap{
		seed: max(1, rand.Uint64()), enough: trapPlain, shapes: make(map[uint64]*shape),
		alike: make(map[uint64]uint16), copies: make(map[uint64]uint16), runs: make(map[int64]run),
		growth: newGrowth(),
	}
}

// watch judges the new addresses of a page of the site: those that belong to
// an endless set are skipped. unknown are the places in cs of the addresses that were
// not known before.
func (t *trap) watch(from weburl.URL, a *Address, facts *page.Facts, cs []candidate, unknown []int) {
	id := a.ID
	text := facts.TextHash
	for i := range cs {
		if cs[i].address.Kind == ImageKind {
			text = text*31 ^ cs[i].hash
		}
	}
	own := t.shapeOf(from)

	t.mu.Lock()
	defer t.mu.Unlock()
	behind := t.runs[id]
	delete(t.runs, id)
	s := t.shape(own)
	copies := count(t.copies, text)
	copied := copies >= trapCopies
	t.same = t.same || copies >= trapPlain
	alike := count(t.alike, facts.WordHash) > trapAlike
	var news, elsewhere bool
	if alike {
		news, elsewhere = t.bringsNews(from, id, own, s, cs, copied)
	}
	stale := alike && !news
	s.count(text, enoughCopies(from))
	if stale && counts(from) {
		t.many++
	}
	switch {
	case t.learning > 0 && !stale:
		t.learning--
	default:
		behind.continued(stale, copies >= t.enough)
	}
	switch {
	case t.learning > 0 && (!alike || elsewhere):
	case !alike || elsewhere:
		behind.loops = 0
	case news:
		behind.loops = further(behind.loops, true)
		t.turns++
	}
	behind.empty = t.said.add(facts.Pieces) || alike
	sign := sign{stale: behind.empty && !hasNewImage(cs), mixed: isMixed(from.Query()), depth: max(0, a.Depth), met: t.meets(id, a.FoundOn, cs)}
	over := t.growth.isOver(sign)
	for _, i := range unknown {
		c := &cs[i]
		if c.address.Lane() != PageLane || c.address.Skipped != "" {
			continue
		}
		c.run = behind
		if repeats(c.url.Path()) || t.isClosed(own, behind.same > 0, c.url) ||
			behind.stale >= trapLongest || t.tooFar(behind.stale) && counts(c.url) || t.tooRound(behind.loops) ||
			behind.same >= trapSame || copied && behind.stale >= trapGrowing && grows(from, c.url) {
			c.address.Skipped = Trap
			continue
		}
		sign.single = !sign.fertile
		sign.fertile = true
		sign.grows = sign.grows || t.growth.leadsOn(outline(c.url))
		if over {
			c.address.Skipped = Trap
		}
	}
	t.growth.learn(outline(from), sign.fertile)
	t.growth.saw(sign)
	t.over.Store(t.growth.isHopeless())
}

// barren notes an address that led to nothing: an error, a file, a redirect to
// what is known.
func (t *trap) barren(u weburl.URL, a *Address) {
	t.mu.Lock()
	defer t.mu.Unlock()
	stale := t.runs[a.ID].empty
	delete(t.runs, a.ID)
	t.growth.learn(outline(u), false)
	t.growth.saw(sign{stale: stale, mixed: isMixed(u.Query()), depth: max(0, a.Depth)})
}

// hasNewImage tells whether an image was not known before.
func hasNewImage(cs []candidate) bool {
	for i := range cs {
		if cs[i].address.Kind == ImageKind && cs[i].address.ID == 0 {
			return true
		}
	}
	return false
}

// meets notes which of the pages that were known are linked to once more, from
// somewhere else than they were found, and tells whether there are any. The way
// back to the page that led here is no such link.
func (t *trap) meets(id, foundOn int64, cs []candidate) (met bool) {
	for i := range cs {
		to := cs[i].address.ID
		if to == 0 || cs[i].address.Kind == ImageKind || to-id < metApart && id-to < metApart && to != foundOn {
			continue
		}
		for int64(len(t.met)) <= to/64 {
			t.met = append(t.met, 0)
		}
		bit := uint64(1) << (to % 64)
		met = met || t.met[to/64]&bit == 0 && to != foundOn
		t.met[to/64] |= bit
	}
	return met
}

// isMixed tells whether an address with this query is a combination of values,
// as filters make them.
func isMixed(query string) bool { return strings.Count(query, "=") >= trapMixed }

// continued makes the run that led to a page the one that leads on from it.
func (r *run) continued(stale, same bool) {
	r.stale, r.same = further(r.stale, stale), further(r.same, same)
}

// further is the length of a run of n with one more, or of none.
func further(n uint16, more bool) uint16 {
	switch {
	case !more:
		return 0
	case n == 1<<16-1:
		return n
	}
	return n + 1
}

// passOn gives the run that led to an address that redirects to where it
// redirects. A page that redirects may have links all the same.
func (t *trap) passOn(from weburl.URL, fromID int64, to *candidate, isPage bool) {
	if to.address.Lane() != PageLane {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shape(t.shapeOf(from)).lead(t.shapeOf(to.url))
	to.run = t.runs[fromID]
	if !isPage {
		delete(t.runs, fromID)
	}
}

// givesUp tells whether an address that waits is left out: it was found by
// growth that has no end.
func (t *trap) givesUp(a *Address) bool {
	if !t.over.Load() || a.InSitemap || a.Lane() != PageLane {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	_, query, _ := strings.Cut(a.URL, "?")
	s := sign{depth: a.Depth, stale: t.runs[a.ID].empty || a.ID <= t.recalled, mixed: isMixed(query)}
	if !t.growth.givesUp(s) {
		return false
	}
	delete(t.runs, a.ID)
	return true
}

// memory is what a crawl that is carried on has to know.
func (t *trap) memory() TrapMemory {
	t.mu.Lock()
	defer t.mu.Unlock()
	return TrapMemory{
		Stale: t.growth.stale, Deep: t.growth.deep, Any: t.growth.any, Pages: t.growth.pages, Counting: t.many, Loops: t.turns,
		Same: t.same, Seed: t.seed, Shapes: t.copying(),
	}
}

// copying gives those shapes whose pages seem to say the same.
func (t *trap) copying() (list []ShapeMemory) {
	for key, s := range t.shapes {
		if s.copies > 2 && s.isCopying() && len(list) < trapMaxCopying {
			list = append(list, ShapeMemory{Key: key, Pages: s.pages, Copies: s.copies})
		}
	}
	return list
}

// recall takes the memory of an earlier session.
func (t *trap) recall(m TrapMemory) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.growth.pages, t.growth.stale, t.growth.deep, t.growth.any = m.Pages, m.Stale, m.Deep, m.Any
	t.many, t.turns = m.Counting, m.Loops
	if m.Seed != 0 {
		t.seed = m.Seed
	}
	if t.same = m.Same; t.same {
		t.enough = trapCopies
	}
	for _, s := range m.Shapes {
		*t.shape(s.Key) = shape{pages: s.Pages, copies: s.Copies}
	}
	t.over.Store(t.growth.isHopeless())
	t.learning = trapLearning
}

// recallRun notes the run that led to an address which an earlier session left
// waiting.
func (t *trap) recallRun(id int64, length uint16) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.growth.stale >= trapDoubtful {
		t.recalled = id
	}
	if length > 0 && len(t.runs) < trapMaxRuns {
		r := run{stale: length, loops: length, empty: true}
		if t.same {
			r.same = 1
		}
		t.runs[id] = r
	}
}

// isClosed tells whether an address has a shape whose pages all say the same,
// seen from a page that is itself of that shape or says what a hundred others
// say. A list may well lead to such pages.
func (t *trap) isClosed(own uint64, same bool, to weburl.URL) bool {
	key := t.shapeOf(to)
	if key != own && !same {
		return false
	}
	s := t.shapes[key]
	return s != nil && s.closed
}

// tooFar tells whether so many stale pages in a row are enough for addresses
// that count pages or days.
func (t *trap) tooFar(n uint16) bool {
	return n >= trapCounting || n >= trapBranching && t.many >= trapMany
}

// tooRound is tooFar for addresses that lead round among few shapes.
func (t *trap) tooRound(n uint16) bool {
	return n >= trapLooping || n >= trapTurning && t.turns >= trapTurns
}

// lead notes that a shape's pages lead to those of another that were found no
// earlier than they.
func (s *shape) lead(key uint64) {
	if slices.Contains(s.leads[:], key) {
		return
	}
	if free := slices.Index(s.leads[:], 0); free >= 0 {
		s.leads[free] = key
	}
}

// leadsTo tells whether the pages of one shape lead to those of another, over
// at most so many more shapes.
func (t *trap) leadsTo(from, to uint64, over int) bool {
	s := t.shapes[from]
	if s == nil {
		return false
	}
	if slices.Contains(s.leads[:], to) {
		return true
	}
	for _, next := range s.leads {
		if next != 0 && over > 1 && t.leadsTo(next, to, over-1) {
			return true
		}
	}
	return false
}

// remember notes the run that led to an address that waits from now on.
func (t *trap) remember(id int64, r run) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.runs) < trapMaxRuns {
		t.runs[id] = r
	}
}

// bringsNews tells whether a page that says what others say leads to something
// that is not only more of the same: a new image, or a page of another shape
// that no calendar makes and that no page of its own shape led to before.
// elsewhere: and the pages of that shape do not lead back to such pages as this.
func (t *trap) bringsNews(from weburl.URL, id int64, own uint64, s *shape, cs []candidate, copied bool) (news, elsewhere bool) {
	for i := range cs {
		c := &cs[i]
		if c.address.Skipped != "" {
			continue
		}
		if c.address.Kind == ImageKind {
			if c.address.ID == 0 {
				news, elsewhere = true, true
			}
			continue
		}
		if copied && grows(from, c.url) || isDated(c.url) {
			continue
		}
		key := t.shapeOf(c.url)
		if key == own {
			continue
		}
		if c.address.ID == 0 || c.address.ID > id {
			s.lead(key)
		}
		if t.linked.add([]uint64{own ^ c.hash}) {
			continue
		}
		news = true
		elsewhere = elsewhere || !t.leadsTo(key, own, trapTurnings)
	}
	return news, elsewhere
}

// count counts a page by a hash of what it says.
func count(pages map[uint64]uint16, hash uint64) int {
	n, ok := pages[hash]
	if !ok && len(pages) >= trapMaxShapes {
		return 0
	}
	if n < 1<<16-1 {
		n++
	}
	pages[hash] = n
	return int(n)
}

// shape gives what is known of a shape.
func (t *trap) shape(key uint64) *shape {
	s := t.shapes[key]
	if s == nil {
		s = &shape{}
		if len(t.shapes) < trapMaxShapes {
			t.shapes[key] = s
		}
	}
	return s
}

// count notes a page of the shape and whether nearly all of its pages say
// exactly the same.
func (s *shape) count(text uint64, enough int) {
	s.pages++
	switch {
	case s.common == 0 && s.copies > 0: // recalled, but not what they said
		s.common, s.votes, s.copies = text, s.copies+1, s.copies+1
	case s.votes == 0:
		s.common, s.votes, s.copies = text, 1, 1
	case s.common == text:
		s.votes++
		s.copies++
	default:
		s.votes--
	}
	s.closed = s.copies >= enough && s.isCopying()
}

// isCopying tells whether nearly all pages of the shape say the same.
func (s *shape) isCopying() bool { return s.copies*10 >= s.pages*9 }

// enoughCopies is how many pages must say the same before their shape is
// closed: few where a query or a session id makes the difference.
func enoughCopies(u weburl.URL) int {
	if u.Query() != "" {
		return trapCopies
	}
	for path := u.Path(); len(path) > 0; {
		n := tokenLength(path)
		if isRandom(path[:n]) {
			return trapCopies
		}
		path = path[max(n, 1):]
	}
	return trapPlain
}

// counts tells whether an address is one of a series that may go on for ever:
// it holds a date, a number in its query, or a number beside a word that pagers
// and calendars use.
func counts(u weburl.URL) bool {
	if isDated(u) || strings.ContainsAny(u.Query(), "0123456789") {
		return true
	}
	for segment := range strings.SplitSeq(strings.ToLower(u.Path()), "/") {
		for _, word := range [...]string{"page", "calendar", "kalender", "month", "week", "year", "day", "archive", "event", "seite", "date"} {
			if strings.HasPrefix(segment, word) {
				return true
			}
		}
	}
	return false
}

// grows tells whether to only makes from's path longer.
func grows(from, to weburl.URL) bool {
	dir := from.Path()
	dir = dir[:strings.LastIndexByte(dir, '/')+1]
	path := to.Path()
	return len(dir) > 1 && len(path) > len(dir) && strings.HasPrefix(path, dir) &&
		strings.Count(path, "/") > strings.Count(from.Path(), "/")
}

// repeats tells whether a group of up to trapSegments path segments stands
// trapRepeats times in a row, one of them trapOften times anywhere, or a path
// has more than trapDepth of them.
func repeats(path string) bool {
	if strings.Count(path, "/") < trapRepeats {
		return false
	}
	segments := strings.Split(strings.Trim(path, "/"), "/")
	if len(segments) > trapDepth || often(segments) {
		return true
	}
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

// often tells whether one word, which is no number, stands trapOften times among segments.
func often(segments []string) bool {
	for i, segment := range segments[:max(0, len(segments)-trapOften+1)] {
		if segment == "" || isDigit(segment[0]) {
			continue
		}
		n := 1
		for _, other := range segments[i+1:] {
			if other == segment {
				n++
			}
		}
		if n >= trapOften {
			return true
		}
	}
	return false
}

// shapeOf is the hash of an address with its numbers and random-looking tokens
// taken out.
func (t *trap) shapeOf(u weburl.URL) uint64 {
	h := fold(t.seed)
	for target := u.Target(); len(target) > 0; {
		n := max(tokenLength(target), 1)
		token := target[:n]
		target = target[n:]
		if isRandom(token) {
			token = "#"
		}
		h.write(token)
	}
	return uint64(h)
}

// fold is a hash of text in which each number is one sign. Unlike those of
// maphash it can be carried on by another process.
type fold uint64

// write adds a token.
func (h *fold) write(token string) {
	digit := false
	for i := range len(token) {
		if isDigit(token[i]) {
			digit = true
			continue
		}
		if digit {
			h.add('#')
		}
		digit = false
		h.add(token[i])
	}
	if digit {
		h.add('#')
	}
}

// add is a step of FNV-1a, with the upper bits brought down.
func (h *fold) add(b byte) {
	x := (uint64(*h) ^ uint64(b)) * 0x100000001b3
	*h = fold(x ^ x>>47)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// tokenLength is the length of the letters and digits at the start of s.
func tokenLength(s string) int {
	n := 0
	for n < len(s) && isAlphanumeric(s[n]) {
		n++
	}
	return n
}

func isAlphanumeric(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// isRandom tells whether a token is long and has many digits, as session ids do.
func isRandom(token string) bool {
	if len(token) < 16 {
		return false
	}
	digits := 0
	for i := range len(token) {
		if isDigit(token[i]) {
			digits++
		}
	}
	return digits >= len(token)/8
}

// isDated tells whether an address holds a date, as a calendar's do: a year
// beside a month or day ("2031/12", "05-12-2031", "y=2031&m=12") or both
// written together ("20311205").
func isDated(u weburl.URL) bool {
	var year, small bool // the last token, or another value of the query
	query := false
	target := u.Target()
	for len(target) > 0 {
		n := tokenLength(target)
		if n == 0 {
			switch target[0] {
			case '?':
				query = true
				year, small = false, false
			case '/', '-', '_', '.', '&', '=':
			default:
				year, small = false, false
			}
			target = target[1:]
			continue
		}
		token := target[:n]
		target = target[n:]
		isYear, isSmall := dateParts(token)
		if isYear && isSmall || isYear && small || isSmall && year {
			return true
		}
		if query {
			year, small = year || isYear, small || isSmall
			continue
		}
		year, small = isYear, isSmall
	}
	return false
}

// dateParts tells whether a token is a year, a month or day, or (both) a date
// written together.
func dateParts(token string) (year, small bool) {
	if isMonth(token) {
		return false, true
	}
	if len(token) > 8 {
		return false, false
	}
	n, err := strconv.Atoi(token)
	if err != nil {
		return false, false
	}
	switch len(token) {
	case 1, 2:
		return false, n >= 1 && n <= 31
	case 4:
		return plausibleYear(n), false
	case 6:
		ok := plausibleYear(n/100) && n%100 >= 1 && n%100 <= 12
		return ok, ok
	case 8:
		ok := plausibleYear(n/10000) && n/100%100 >= 1 && n/100%100 <= 12 && n%100 <= 31
		return ok, ok
	}
	return false, false
}

// isMonth tells whether a token is the English name of a month, or its first
// three letters.
func isMonth(token string) bool {
	if len(token) < 3 {
		return false
	}
	for month := time.January; month <= time.December; month++ {
		name := month.String()
		if strings.EqualFold(token, name) || strings.EqualFold(token, name[:3]) {
			return true
		}
	}
	return false
}

func plausibleYear(n int) bool { return n >= 1900 && n < 2200 }
