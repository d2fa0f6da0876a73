package crawlfile

import (
	"hash/maphash"
	"math/bits"

	"sitewalk/crawler"
)

// linkCache remembers the numbers of the links seen last. It is a table of
// fixed size in which a link may stand in one of a few places; within those the
// ones used last come first, so that a site's menu never leaves it. A link that
// was forgotten merely gets a second row.
//
// Links are known by a 64-bit hash with a secret seed. A new link is compared
// with a few others at a time, so the chance that one of 100 million links is
// taken for another is one in 10^10.
type linkCache struct {
	seed    maphash.Seed
	size    int          // buckets
	buckets []linkBucket // nil until the first link
	touched uint64       // of no meaning: it keeps the compiler from leaving out a read
}

// linkWays is how many links share a bucket.
const linkWays = 5

type linkBucket struct {
	hash [linkWays]uint64
	id   [linkWays]uint32 // 0: empty
}

// linkBuckets is the size of a writer's cache: about 300,000 links in 4 MB, of
// which the operating system gives only those pages that are used.
const linkBuckets = 1 << 16

func newLinkCache(buckets int) *linkCache {
	return &linkCache{seed: maphash.MakeSeed(), size: buckets}
}

// prepare appends the hashes of links for find. The buckets are all over the
// memory, so it touches those of the whole page in a row: then the processor
// waits for many of them at once.
func (c *linkCache) prepare(hashes []uint64, links []crawler.Link) []uint64 {
	for i := range links {
		hashes = append(hashes, c.hash(&links[i]))
	}
	if c.buckets == nil {
		c.buckets = make([]linkBucket, c.size)
	}
	for _, hash := range hashes {
		c.touched ^= c.bucket(hash).hash[0]
	}
	return hashes
}

// bucket is chosen by the upper bits: the lower ones of links without a text
// tell their kind and position and nothing else.
func (c *linkCache) bucket(hash uint64) *linkBucket {
	i, _ := bits.Mul64(hash, uint64(len(c.buckets)))
	return &c.buckets[i]
}

// find gives a link's number by its hash, 0 when it is not known.
func (c *linkCache) find(hash uint64) uint32 {
	b := c.bucket(hash)
	for i, h := range b.hash {
		if h == hash && b.id[i] != 0 {
			id := b.id[i]
			b.toFront(i, hash, id)
			return id
		}
	}
	return 0
}

// What stands for the number of a link that has no row yet. One that is met a
// third time will be met again, as a rule: of the links of a site that are met
// twice, three in four are not.
const (
	metOnce  = 1<<32 - 1
	metTwice = 1<<32 - 2
)

// hash mixes all that makes a link; most have a text and nothing else.
func (c *linkCache) hash(l *crawler.Link) uint64 {
	h := uint64(l.Target)<<16 | uint64(l.Kind)<<8 | uint64(l.Position)
	for i, s := range [...]string{l.Text, l.Rel, l.Fragment, l.Spelling} {
		if s != "" {
			h ^= maphash.String(c.seed, s)
			h *= 0x9E3779B97F4A7C15
			h ^= h>>29 + uint64(i)
		}
	}
	return h * 0xD6E8FEB86659FD93
}

// promote gives the link that find found last another number.
func (c *linkCache) promote(hash uint64, id uint32) { c.bucket(hash).id[0] = id }

// add remembers a link that find did not know and forgets the one of its bucket not used for longest.
func (c *linkCache) add(hash uint64, id uint32) {
	c.bucket(hash).toFront(linkWays-1, hash, id)
}

func (b *linkBucket) toFront(i int, hash uint64, id uint32) {
	copy(b.hash[1:i+1], b.hash[:i])
	copy(b.id[1:i+1], b.id[:i])
	b.hash[0], b.id[0] = hash, id
}

// clear forgets everything and gives the memory back.
func (c *linkCache) clear() { c.buckets = nil }
