package crawlfile

import (
	"cmp"
	"context"
	"hash/maphash"
	"math/bits"
	"slices"
	"strings"
)

// textChecks are the checks for each sort of text.
var textChecks = [textKinds]crawlCheck{
	titles: titleDuplicate, descriptions: descriptionDuplicate, headings: h1Duplicate, contents: contentDuplicate,
}

// compareTexts finds the pages with the same texts, among those that search
// engines may show.
func (s *survey) compareTexts(ctx context.Context) error {
	all := make([]keyed, 0, s.pages)
	for kind, hashes := range s.texts {
		if err := ctx.Err(); err != nil {
			return err
		}
		all = all[:0]
		for seq, hash := range hashes {
			if id := s.idOf[seq]; hash != 0 && s.states[id].indexable() {
				all = append(all, keyed{int64(hash), id})
			}
		}
		slices.SortFunc(all, keyed.compare)
		s.foundAll(textChecks[kind], s.sameKeys(all, kind == contents))
		s.texts[kind] = nil
	}
	s.compareSims(all[:0])
	return nil
}

// sameKeys gives those that share a key with another: to the first the second is
// told, to the others the first. With once, only the first is left to be
// compared by nearly the same texts.
func (s *survey) sameKeys(all []keyed, once bool) (found []hit) {
	for i := 0; i < len(all); {
		j := i + 1
		for j < len(all) && all[j].key == all[i].key {
			found = append(found, hit{s.seqOf[all[j].id], all[i].id})
			if once {
				s.sims[s.seqOf[all[j].id]] = 0
			}
			j++
		}
		if j > i+1 {
			found = append(found, hit{s.seqOf[all[i].id], all[i+1].id})
		}
		i = j
	}
	return found
}

// compareSims finds the pages with nearly the same text. Hashes that differ in
// few bits have one of their quarters in common, so they are sorted by each
// quarter in turn and compared with their neighbours (Manku, Jain, Das Sarma:
// Detecting Near-Duplicates for Web Crawling, 2007).
func (s *survey) compareSims(all []keyed) {
	for seq, sim := range s.sims {
		if id := s.idOf[seq]; sim != 0 && s.states[id].indexable() {
			all = append(all, keyed{int64(sim), id})
		}
	}
	nearest := map[uint32]uint32{} // by address: the first one that is nearly the same
	note := func(a, b uint32) {
		if old, known := nearest[a]; !known || b < old {
			nearest[a] = b
		}
	}
	for range 4 {
		slices.SortFunc(all, func(a, b keyed) int {
			return cmp.Or(cmp.Compare(uint64(a.key), uint64(b.key)), cmp.Compare(a.id, b.id))
		})
		for i, a := range all {
			for _, b := range all[i+1 : min(i+1+nearCompared, len(all))] {
				differ := uint64(a.key ^ b.key)
				if differ>>48 != 0 {
					break
				}
				if bits.OnesCount64(differ) <= nearBits {
					note(a.id, b.id)
					note(b.id, a.id)
				}
			}
		}
		for i := range all {
			all[i].key = int64(bits.RotateLeft64(uint64(all[i].key), 16))
		}
	}
	found := make([]hit, 0, len(nearest))
	for id, other := range nearest {
		found = append(found, hit{s.seqOf[id], other})
	}
	s.foundAll(contentNearDuplicate, found)
	s.sims = nil
}

// twin is a page whose address others may differ from by what visitors do not
// notice.
type twin struct {
	key              uint64 // hash of the address without that
	id               uint32
	http, www, slash bool
}

var twinSeed = maphash.MakeSeed()

func newTwin(id uint32, url string) twin {
	t := twin{id: id}
	scheme, rest, _ := strings.Cut(url, "://")
	t.http = scheme == "http"
	rest, t.www = strings.CutPrefix(rest, "www.")
	path, query, queried := strings.Cut(rest, "?")
	path, t.slash = strings.CutSuffix(path, "/")
	t.key = maphash.String(twinSeed, path)
	if queried {
		t.key ^= maphash.String(twinSeed, query) * 0x9E3779B97F4A7C15
	}
	return t
}

// compareAddresses finds pages that are there under several addresses which
// differ by http and https, by www, or by a slash at the end.
func (s *survey) compareAddresses(context.Context) error {
	kept := s.twins[:0]
	var home twin
	for _, t := range s.twins {
		if t.id == start {
			home = t
		}
		if s.states[t.id].indexable() {
			kept = append(kept, t)
		}
	}
	s.twins = nil
	// The best of each group first: https, www as the start has it, found early.
	odd := func(t *twin) int {
		n := 0
		if t.http {
			n += 2
		}
		if t.www != home.www {
			n++
		}
		return n
	}
	slices.SortFunc(kept, func(a, b twin) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(odd(&a), odd(&b)), cmp.Compare(a.id, b.id))
	})
	found := map[crawlCheck][]hit{}
	for i := 0; i < len(kept); {
		best := kept[i]
		j := i + 1
		for ; j < len(kept) && kept[j].key == best.key; j++ {
			check := slashDuplicate
			switch t := kept[j]; {
			case t.http != best.http:
				check = httpDuplicate
			case t.www != best.www:
				check = wwwDuplicate
			}
			found[check] = append(found[check], hit{s.seqOf[kept[j].id], best.id})
		}
		i = j
	}
	for check, hits := range found {
		s.foundAll(check, hits)
	}
	return nil
}
