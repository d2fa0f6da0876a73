package crawler

import (
	"slices"
	"sync"

	"sitewalk/crawler/page"
)

// Memory is a Store in memory, for tests and small scripts.
type Memory struct {
	mu        sync.Mutex
	addresses []Address // by number, from 1
	pages     map[int64]*Page
	meta      Meta
}

// NewMemory makes an empty Memory.
func NewMemory() *Memory { return &Memory{pages: make(map[int64]*Page)} }

// Save is part of Store.
func (m *Memory) Save(b Batch) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.addresses = append(m.addresses, b.Addresses...)
	for _, c := range b.Changes {
		a := &m.addresses[c.ID-1]
		if c.InSitemap {
			a.InSitemap = true
		} else {
			a.Skipped = c.Skipped
		}
	}
	for _, p := range b.Pages {
		kept := *p
		kept.Links = slices.Clone(p.Links)
		m.pages[p.ID] = &kept
	}
	if b.Meta != nil {
		m.meta = *b.Meta
	}
	return nil
}

// Next is part of Store.
func (m *Memory) Next(lane Lane, after int64, n int) ([]Address, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []Address
	for _, a := range m.addresses[min(after, int64(len(m.addresses))):] {
		if len(list) == n {
			break
		}
		if a.Lane() == lane && a.Skipped == "" && m.pages[a.ID] == nil {
			list = append(list, a)
		}
	}
	return list, nil
}

// Known is part of Store.
func (m *Memory) Known(yield func(Address, Verdict) bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, a := range m.addresses {
		v := Verdict{Outcome: Waiting, Kind: a.Kind}
		if p := m.pages[a.ID]; p != nil {
			v = Verdict{Outcome: p.Outcome, Kind: p.Kind, Status: p.Status}
		} else if a.Skipped != "" {
			v.Outcome = Skipped
		}
		if !yield(a, v) {
			return nil
		}
	}
	return nil
}

// Reopen is part of Store.
func (m *Memory) Reopen(maxDepth int) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	depth := m.depths()
	n := 0
	for i := range m.addresses {
		a := &m.addresses[i]
		if d, ok := depth[a.ID]; ok && d <= maxDepth && a.Skipped == TooDeep {
			a.Skipped, a.Depth = "", d
			n++
		}
	}
	return n, nil
}

// depths gives the fewest clicks to each address that clicks reach. A redirect
// costs none.
func (m *Memory) depths() map[int64]int {
	depth := map[int64]int{1: 0}
	for changed := true; changed; {
		changed = false
		lower := func(id int64, d int) {
			if old, ok := depth[id]; !ok || d < old {
				depth[id], changed = d, true
			}
		}
		for id, p := range m.pages {
			d, ok := depth[id]
			if !ok {
				continue
			}
			if p.RedirectID != 0 {
				lower(p.RedirectID, d)
			}
			for _, l := range p.Links {
				lower(l.Target, d+1)
			}
		}
	}
	return depth
}

// Close is part of Store.
func (m *Memory) Close() error { return nil }

// Addresses gives all addresses in order of their numbers.
func (m *Memory) Addresses() []Address {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.addresses)
}

// Pages gives all pages by their addresses.
func (m *Memory) Pages() map[string]*Page {
	m.mu.Lock()
	defer m.mu.Unlock()
	byURL := make(map[string]*Page, len(m.pages))
	for _, p := range m.pages {
		byURL[p.URL] = p
	}
	return byURL
}

// Meta gives what the crawl says about itself.
func (m *Memory) Meta() Meta {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.meta
}

// Outgoing gives the addresses that a page's links lead to, in order, no
// repeats, images left out.
func (m *Memory) Outgoing(p *Page) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []string
	for _, l := range p.Links {
		address := m.addresses[l.Target-1].URL
		if l.Spelling != "" {
			address = l.Spelling
		}
		if l.Kind == page.Anchor && !slices.Contains(list, address) {
			list = append(list, address)
		}
	}
	return list
}
