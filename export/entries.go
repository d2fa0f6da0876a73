package export

import (
	"context"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// eachEntry calls yield for the chosen addresses, sorted, and tells how far it is.
func eachEntry(ctx context.Context, j *job, yield func(*crawlfile.Entry) error) error {
	total, err := j.total(ctx)
	if err != nil {
		return err
	}
	seen := 0
	return j.file.Chosen(ctx, j.choice.Filter, func(e *crawlfile.Entry) error {
		if seen++; seen%progressEvery == 0 {
			j.done(min(float64(seen)/float64(max(total, 1)), 1))
		}
		if err := yield(e); err != nil {
			return err
		}
		return ctx.Err()
	})
}

// total is how many addresses are chosen, as far as that costs little to know.
func (j *job) total(ctx context.Context) (int, error) {
	if j.choice.everything() {
		counts, err := j.file.Counts(ctx)
		return counts.Checked + counts.Failed, err
	}
	ids, err := j.file.IDs(ctx, j.choice.Filter, crawlfile.Sort{})
	return len(ids), err
}

// only is the job for those of the chosen addresses that are of an outcome.
// none is true when there are none of those.
func (j *job) only(outcome crawler.Outcome) (narrowed *job, none bool) {
	n := *j
	chosen := n.choice.Filter.Outcomes
	for _, o := range chosen {
		if o == outcome {
			chosen = nil
		}
	}
	if len(chosen) > 0 {
		return j, true
	}
	n.choice.Filter.Outcomes = []crawler.Outcome{outcome}
	return &n, false
}
