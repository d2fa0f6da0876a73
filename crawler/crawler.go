// Package crawler is the engine: it walks a website from a start address,
// asks for each address once, and hands everything it learns to a Store.
package crawler

import "context"

// Crawler is one crawl. Its methods may be called from any goroutine.
type Crawler struct{}

// New makes a crawler that keeps what it finds in store. typed is what the
// person typed: a missing scheme is found out by trying https, then http.
func New(typed string, s Settings, store Store) (*Crawler, error) { return nil, nil }

// Resume makes a crawler that carries on with what store already holds.
func Resume(meta Meta, store Store) (*Crawler, error) { return nil, nil }

// Run crawls until everything is done, Stop is called, ctx is done or an error
// of the store ends it. It returns after the last goroutine has ended and
// everything fetched was saved. The returned error is one of the store's;
// everything about the site is in Progress. Run closes nothing.
func (c *Crawler) Run(ctx context.Context) error { return nil }

// Pause lets no further request start; Resume lets them start again.
func (c *Crawler) Pause() {}

// Continue ends a Pause.
func (c *Crawler) Continue() {}

// Stop lets no further request start, cancels those under way and makes Run return.
func (c *Crawler) Stop() {}

// SetConcurrency changes how many requests may be under way, at once.
func (c *Crawler) SetConcurrency(n int) {}

// Progress looks at the crawl.
func (c *Crawler) Progress() Progress { return Progress{} }
