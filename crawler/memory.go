package crawler

import (
	"fmt"
	"slices"
	"sync"
)

// Memory is a Store in memory, for tests and small scripts. It keeps copies:
// what was saved can be changed without changing what it holds. Its methods may
// be called from any goroutine.
type Memory struct {
	mu        sync.Mutex
	addresses []Address // by number: the address with number n is at n-1
	pages     map[int64]*Page
	order     []int64 // of pages, by when they were saved
	meta      Meta
}

// NewMemory makes an empty Memory.
func NewMemory(meta Meta) *Memory {
	return &Memory{pages: map[int64]*Page{}, meta: meta}
}

// Save adds newly discovered addresses, changes to known ones and pages. When it
// gives an error, it has kept nothing of the batch.
func (m *Memory) Save(b Batch) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.check(b); err != nil {
		return err
	}
	m.addresses = append(m.addresses, b.Addresses...)
	for _, c := range b.Changes {
		a := &m.addresses[c.ID-1]
		a.Depth, a.Skipped = c.Depth, c.Skipped
	}
	for _, p := range b.Pages {
		if m.pages[p.ID] != nil {
			m.order = slices.DeleteFunc(m.order, func(id int64) bool { return id == p.ID })
		}
		m.order = append(m.order, p.ID)
		m.pages[p.ID] = p.clone()
	}
	if b.Meta != nil {
		m.meta = *b.Meta
	}
	return nil
}

// check tells what is wrong with a batch.
func (m *Memory) check(b Batch) error {
	known := int64(len(m.addresses))
	for _, a := range b.Addresses {
		known++
		if a.ID != known {
			return fmt.Errorf("address %d was given when %d was due", a.ID, known)
		}
	}
	for _, c := range b.Changes {
		if c.ID < 1 || c.ID > known {
			return fmt.Errorf("change of address %d, which is not known", c.ID)
		}
	}
	for _, p := range b.Pages {
		if p.ID < 1 || p.ID > known {
			return fmt.Errorf("page of address %d, which is not known", p.ID)
		}
	}
	return nil
}

// Next gives up to n waiting addresses of a lane with numbers above after, in
// order of their numbers.
func (m *Memory) Next(lane Lane, after int64, n int) ([]Address, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []Address
	for _, a := range m.addresses[min(max(after, 0), int64(len(m.addresses))):] {
		if len(found) >= n {
			break
		}
		if m.outcome(&a) == Waiting && (a.Scope == Internal && a.Kind != ImageKind) == (lane == PageLane) {
			found = append(found, a)
		}
	}
	return found, nil
}

// Known calls yield for every address in order of the numbers, with its outcome.
func (m *Memory) Known(yield func(a Address, outcome Outcome) bool) error {
	m.mu.Lock()
	known := slices.Clone(m.addresses)
	outcomes := make([]Outcome, len(known))
	for i := range known {
		outcomes[i] = m.outcome(&known[i])
	}
	m.mu.Unlock()
	for i, a := range known {
		if !yield(a, outcomes[i]) {
			break
		}
	}
	return nil
}

func (m *Memory) outcome(a *Address) Outcome {
	if p := m.pages[a.ID]; p != nil {
		return p.Outcome
	}
	if a.Skipped != "" {
		return Skipped
	}
	return Waiting
}

// Close does nothing: what was saved can still be read.
func (m *Memory) Close() error { return nil }

// Addresses gives all addresses in order of their numbers.
func (m *Memory) Addresses() []Address {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.addresses)
}

// Pages gives all pages in the order in which they were saved.
func (m *Memory) Pages() []*Page {
	m.mu.Lock()
	defer m.mu.Unlock()
	pages := make([]*Page, len(m.order))
	for i, id := range m.order {
		pages[i] = m.pages[id].clone()
	}
	return pages
}

// Meta gives what the crawl says about itself.
func (m *Memory) Meta() Meta {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.meta
}

// clone gives a page of its own.
func (p *Page) clone() *Page {
	c := *p
	c.Links = slices.Clone(p.Links)
	return &c
}
