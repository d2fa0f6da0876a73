package export

import (
	"context"
)

// table is rows that several formats write. A column of it is a heading with a
// width in characters.
type table struct {
	name    string
	columns []heading
	// rows calls yield for each row. The row is valid until yield returns.
	rows func(ctx context.Context, j *job, yield func([]cell) error) error
}

type heading struct {
	label string
	width int // characters that fit
}

// part is a job whose progress is a share of j's: from start to end.
func (j *job) part(start, end float64) *job {
	p := *j
	p.done = func(share float64) { j.done(start + (end-start)*share) }
	return &p
}
