package crawlfile

import (
	"context"
)

// Cause is one thing to mend that shows on one or many pages: a link of the
// menu that leads to a missing page is one Cause on 740 pages.
type Cause struct {
	Check    string
	Target   int64  // the address that is at fault, 0 when it is the page itself
	URL      string // of Target
	Text     string // of the link, "" when it is no link
	Position string // of the link on its pages: "nav", "main"; "" when it is no link
	Detail   string
	Pages    int   // with it
	Example  int64 // the page with the smallest depth, then the smallest address
}

// Causes gives what a check found grouped by cause, those on most pages first,
// at most limit.
func (f *File) Causes(ctx context.Context, check string, limit int) ([]Cause, error) {
	return nil, nil
}
