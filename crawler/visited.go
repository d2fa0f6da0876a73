package crawler

// visited maps the hash of an address to its number. It is a table of its own
// because it is the one thing that grows with the site: 12 bytes an entry and
// little room to spare, where a Go map takes about 24, and no pointers for the
// garbage collector to follow. It is cut into shards that grow one at a time, so
// that there are never two copies of the whole.
//
// Two addresses with one 64-bit hash would be taken for one page, and the second
// would be left out. The hash has a random seed in each run, so nobody can
// choose such addresses. Among 10 million addresses the chance that there is one
// such pair is about 1 in 370,000 (n²/2 divided by 2⁶⁴).
type visited struct {
	shards [visitedShards]visitedShard
}

const visitedShards = 256 // by the upper bits of the hash

type visitedShard struct {
	hashes []uint64
	marks  []mark // 0: free
	used   int
}

// get gives the mark of a hash.
func (v *visited) get(hash uint64) (m mark, ok bool) {
	s := &v.shards[hash>>56]
	if s.used == 0 {
		return 0, false
	}
	m = s.marks[s.find(hash)]
	return m, m != 0
}

// put sets the mark of a hash. A mark is never 0.
func (v *visited) put(hash uint64, m mark) {
	s := &v.shards[hash>>56]
	if s.used+1 > len(s.marks)*4/5 {
		s.grow()
	}
	i := s.find(hash)
	if s.marks[i] == 0 {
		s.used++
	}
	s.hashes[i], s.marks[i] = hash, m
}

// find gives the place of a hash, or the free one where it belongs.
func (s *visitedShard) find(hash uint64) int {
	n := uint64(len(s.marks))
	i := int((hash & (1<<32 - 1)) * n >> 32)
	for s.marks[i] != 0 && s.hashes[i] != hash {
		if i++; i == int(n) {
			i = 0
		}
	}
	return i
}

// grow makes room for a third more.
func (s *visitedShard) grow() {
	old := *s
	n := max(64, len(old.marks)*4/3)
	s.hashes, s.marks = make([]uint64, n), make([]mark, n)
	for i, m := range old.marks {
		if m != 0 {
			j := s.find(old.hashes[i])
			s.hashes[j], s.marks[j] = old.hashes[i], m
		}
	}
}
