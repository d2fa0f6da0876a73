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
	// numbers, with waiting true for those still to be asked for, until yield
	// returns false. It is how an earlier crawl is carried on.
	Known(yield func(a Address, outcome Outcome) bool) error
	// Close writes what is left.
	Close() error
}

// Lane is one of the two queues of a crawl.
type Lane uint8

// The lanes.
const (
	PageLane Lane = iota // pages of the site
	LeafLane             // images and links to other sites: asked for once, never followed
)

// Batch is what one Save stores.
type Batch struct {
	Addresses []Address // new
	Changes   []Change  // to addresses stored before or in this batch
	Pages     []*Page   // read meanwhile
	Meta      *Meta     // when it changed
}

// Change corrects an address: a shorter way to it, or a wait that ended in
// Skipped ("" puts it back among the waiting).
type Change struct {
	ID      int64
	Depth   int
	Skipped Reason
}
