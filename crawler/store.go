package crawler

// Store keeps a crawl. The crawl file is one; Memory another.
//
// Save is one step: after a crash either all of a batch is kept or nothing.
// Addresses are given with rising numbers. Only one goroutine calls Save and
// the other methods may be called meanwhile.
type Store interface {
	// Save adds newly discovered addresses, changes to known ones and pages.
	Save(Batch) error
	// Next gives up to n waiting addresses of a lane with numbers above after,
	// in order of their numbers. It sees everything saved before.
	Next(lane Lane, after int64, n int) ([]Address, error)
	// Known calls yield for every address of the store in order of the
	// numbers, with what became of it, until yield returns false. It is how an
	// earlier crawl is carried on.
	Known(yield func(Address, Verdict) bool) error
	// Reopen works out the true depth of every address (fewest clicks from the
	// start) and lets those wait again that were skipped as TooDeep although
	// their depth is maxDepth or less. It tells how many those are.
	Reopen(maxDepth int) (int, error)
	// Close writes what is left.
	Close() error
}

// Verdict is what became of an address.
type Verdict struct {
	Outcome Outcome // Waiting and Skipped included
	Kind    Kind    // as it turned out
	Status  int
}

// Lane is one of the two queues of a crawl.
type Lane uint8

// The lanes.
const (
	PageLane Lane = iota // pages of the site
	LeafLane             // images and links to other sites: asked for once, never followed
)

// Lane tells which queue an address belongs to.
func (a *Address) Lane() Lane {
	if a.Scope == Internal && a.Kind != ImageKind {
		return PageLane
	}
	return LeafLane
}

// Batch is what one Save stores.
type Batch struct {
	Addresses []Address // new
	Changes   []Change  // to addresses stored before or in this batch
	Pages     []*Page   // read meanwhile
	Meta      *Meta     // when it changed
}

// Change corrects an address.
type Change struct {
	ID int64
	// InSitemap marks the address as named by a sitemap and changes nothing else.
	InSitemap bool
	// Skipped is why the address is left out after all; "" lets it wait (again).
	Skipped Reason
}
