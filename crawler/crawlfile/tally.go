package crawlfile

import "sitewalk/crawler"

// Tally counts differences, to be told in sentences.
type Tally struct {
	Pages  Turns // pages and files of the site
	Others Turns // its images and links to other sites
	// Found and Solved count the pages for each check.
	Found, Solved map[string]int
	// Unjudged tells that what checks found is not compared.
	Unjudged bool
}

// NewTally prepares to count what Compare finds.
func NewTally(old, new *File) Tally { return Tally{Unjudged: !judged(old, new)} }

// judged tells whether of both crawls is known what checks find in the whole.
func judged(old, new *File) bool { return old.Finished() && new.Finished() }

// Turns counts what became of addresses, each in one place, as a list of them does.
type Turns struct {
	New, Gone, Changed int
	Broke, Mended      int
}

// Add counts a difference.
func (t *Tally) Add(d *Difference) {
	turns := &t.Pages
	if e := d.Either(); e.Scope == crawler.External || e.Kind == crawler.ImageKind {
		turns = &t.Others
	}
	switch {
	case d.Broke():
		turns.Broke++
	case d.Mended():
		turns.Mended++
	case d.Old == nil:
		turns.New++
	case d.New == nil:
		turns.Gone++
	default:
		turns.Changed++
	}
	t.Found = count(t.Found, d.Found)
	t.Solved = count(t.Solved, d.Solved)
}

func count(counts map[string]int, ids []string) map[string]int {
	if counts == nil {
		counts = map[string]int{}
	}
	for _, id := range ids {
		counts[id]++
	}
	return counts
}

// Any tells whether anything was counted.
func (t *Tally) Any() bool {
	return t.Pages != Turns{} || t.Others != Turns{} || len(t.Found)+len(t.Solved) > 0
}
