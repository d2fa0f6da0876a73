package crawler

// recheckReach is how many addresses that nobody knew before a recheck asks
// for, besides those it was made for: what a mended link leads to now.
const recheckReach = 200

// Recheck makes a crawler that asks once more for some addresses of a store
// that has crawled them before, and for addresses that are new on those pages.
// Results replace the earlier ones one by one, so that it may be stopped, or
// fail, at any moment. Everything else that waits keeps waiting, and what the
// crawl says about itself stays as it is.
func Recheck(meta Meta, store Store, ids []int64) (*Crawler, error) {
	r := &recheck{Store: store, wanted: make(map[int64]bool, len(ids)), reach: recheckReach}
	for _, id := range ids {
		r.wanted[id] = true
	}
	s := meta.Settings
	s.MaxPages, s.LimitDepth, s.NoSitemaps, s.IgnoreTraps = 0, false, true, true
	meta.Settings = s
	c, err := Resume(meta, r)
	if err != nil {
		return nil, err
	}
	c.frontier.rests = r.rests
	return c, nil
}

// recheck is a store of which only some addresses wait.
type recheck struct {
	Store
	wanted  map[int64]bool
	waiting []Address // what is wanted, as it was known
	reach   int
}

// rests tells whether a new address is kept for later. The frontier's lock is held.
func (r *recheck) rests(a *Address) bool {
	if !r.wanted[a.FoundOn] || r.reach == 0 {
		return true
	}
	r.reach--
	return false
}

// Known is part of Store: what is wanted waits, all else does not.
func (r *recheck) Known(yield func(Address, Verdict) bool) error {
	return r.Store.Known(func(a Address, v Verdict) bool {
		switch {
		case r.wanted[a.ID]:
			a.Skipped, v.Outcome = "", Waiting
			r.waiting = append(r.waiting, a)
		case v.Outcome == Waiting, a.Skipped == ByLimit: // with the limit gone it would wait again
			a.Skipped, v.Outcome = Excluded, Skipped
		}
		return yield(a, v)
	})
}

// Next is part of Store. What is new never comes through here, as all that
// waits fits into memory.
func (r *recheck) Next(lane Lane, after int64, n int) (next []Address, err error) {
	for _, a := range r.waiting {
		if a.ID > after && a.Lane() == lane && len(next) < n {
			next = append(next, a)
		}
	}
	return next, nil
}

// Reopen is part of Store: nothing else is asked for.
func (r *recheck) Reopen(int) (int, error) { return 0, nil }

// Save is part of Store.
func (r *recheck) Save(b Batch) error {
	b.Meta = nil
	if len(b.Pages)+len(b.Addresses)+len(b.Changes) == 0 {
		return nil
	}
	return r.Store.Save(b)
}
