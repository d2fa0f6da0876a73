package page

// simhash is a hash of which two texts share the more bits, the more they have
// in common (Charikar, "Similarity estimation techniques from rounding
// algorithms", 2002): each bit is what most of the features' hashes have there.
// The 64 counters lie across words, bit n of each in planes[n], so that all of
// them are counted up at once.
type simhash struct {
	planes [simPlanes]uint64
	queue  [8]uint64
	queued int
	count  int
}

// simPlanes bounds how many features are counted: more than any page has.
const simPlanes = 24

// add counts a feature. Eight at a time go into the counters, by adders that
// save the carry.
func (s *simhash) add(hash uint64) {
	s.queue[s.queued] = hash
	if s.queued++; s.queued == len(s.queue) {
		s.flush()
	}
}

func (s *simhash) flush() {
	s.count += s.queued
	clear(s.queue[s.queued:])
	s.queued = 0
	q, p := &s.queue, &s.planes
	ones, twos, fours := p[0], p[1], p[2]
	ones, twosA := carry(ones, q[0], q[1])
	ones, twosB := carry(ones, q[2], q[3])
	twos, foursA := carry(twos, twosA, twosB)
	ones, twosA = carry(ones, q[4], q[5])
	ones, twosB = carry(ones, q[6], q[7])
	twos, foursB := carry(twos, twosA, twosB)
	fours, eights := carry(fours, foursA, foursB)
	p[0], p[1], p[2] = ones, twos, fours
	for i := 3; i < simPlanes && eights != 0; i++ {
		p[i], eights = p[i]^eights, p[i]&eights
	}
}

// carry adds three bits in each place.
func carry(a, b, c uint64) (sum, over uint64) {
	u := a ^ b
	return u ^ c, a&b | u&c
}

// sum is the hash of all that was added, 0 for nothing.
func (s *simhash) sum() uint64 {
	s.flush()
	if s.count == 0 {
		return 0
	}
	half := s.count / 2
	more, same := uint64(0), ^uint64(0) // counters above half, and equal so far
	for i := simPlanes - 1; i >= 0; i-- {
		if half>>i&1 == 0 {
			more |= same & s.planes[i]
			same &^= s.planes[i]
		} else {
			same &= s.planes[i]
		}
	}
	return max(more, 1)
}
