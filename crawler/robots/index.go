package robots

// index finds the few rules that can be about a target among many. A rule that
// has a literal part holds every gram of it, and so does each target that it
// matches: the rule is filed under its rarest gram, and a target is looked up
// by its own. It is read-only once made.
type index struct {
	longs  map[uint32][]int32 // ranks of rules, rising, by a gram of longGram octets
	shorts map[uint32][]int32 // the same of shortGram, for rules with no longer literal
	rest   []int32            // rules without a literal of shortGram octets
	filed  [1 << 10]uint64    // a bit for each gram that may be in longs or shorts
}

const (
	longGram  = 4
	shortGram = 2
	// indexedFrom is how many rules make an index worth while.
	indexedFrom = 24
)

// newIndex files rules, which stand in order of decisiveness; nil when they are
// few.
func newIndex(rules []rule) *index {
	if len(rules) < indexedFrom {
		return nil
	}
	common := make(map[uint32]int32)
	for i := range rules {
		rules[i].grams(longGram, func(g uint32) { common[g]++ })
		rules[i].grams(shortGram, func(g uint32) { common[g]++ })
	}
	x := &index{longs: make(map[uint32][]int32), shorts: make(map[uint32][]int32)}
	for i := range rules {
		rank := int32(i)
		if g, ok := rules[i].rarest(longGram, common); ok {
			x.longs[g] = append(x.longs[g], rank)
			x.mark(g)
		} else if g, ok := rules[i].rarest(shortGram, common); ok {
			x.shorts[g] = append(x.shorts[g], rank)
			x.mark(g)
		} else {
			x.rest = append(x.rest, rank)
		}
	}
	return x
}

// rarest gives the gram of the rule's literals that the fewest rules share.
func (r *rule) rarest(size int, common map[uint32]int32) (rarest uint32, ok bool) {
	r.grams(size, func(g uint32) {
		if !ok || common[g] < common[rarest] {
			rarest, ok = g, true
		}
	})
	return rarest, ok
}

// grams calls yield with every gram of size octets in the rule's literals.
func (r *rule) grams(size int, yield func(uint32)) {
	for _, piece := range r.pieces {
		for i := size; i <= len(piece); i++ {
			yield(gram(piece[i-size : i]))
		}
	}
}

// gram is up to four octets as a number.
func gram(text string) (g uint32) {
	for i := range len(text) {
		g = g<<8 | uint32(text[i])
	}
	return g
}

// bit is the place of a gram in filed.
func bit(g uint32) (word int, mask uint64) {
	h := g * 0x9E3779B1 >> 16
	return int(h >> 6), 1 << (h & 63)
}

func (x *index) mark(g uint32) {
	word, mask := bit(g)
	x.filed[word] |= mask
}

// first gives the first of the rules that matches target, which is in normal
// form; nil when none does.
func (x *index) first(rules []rule, target string) *rule {
	best := firstOf(rules, x.rest, target, len(rules))
	var window uint32
	for i := range len(target) {
		window = window<<8 | uint32(target[i])
		if i+1 >= shortGram {
			best = x.try(rules, x.shorts, window&0xFFFF, target, best)
		}
		if i+1 >= longGram {
			best = x.try(rules, x.longs, window, target, best)
		}
	}
	if best == len(rules) {
		return nil
	}
	return &rules[best]
}

// try looks among the rules filed under a gram for one before best.
func (x *index) try(rules []rule, under map[uint32][]int32, g uint32, target string, best int) int {
	word, mask := bit(g)
	if x.filed[word]&mask == 0 {
		return best
	}
	return firstOf(rules, under[g], target, best)
}

// firstOf gives the first of the ranked rules before best that matches target,
// else best.
func firstOf(rules []rule, ranks []int32, target string, best int) int {
	for _, rank := range ranks {
		if int(rank) >= best {
			break
		}
		if rules[rank].matches(target) {
			return int(rank)
		}
	}
	return best
}
