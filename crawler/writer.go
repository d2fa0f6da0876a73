package crawler

import (
	"time"
)

// The writer's rhythm: a kill costs at most this much, which is fetched again.
const (
	batchTime  = 250 * time.Millisecond
	batchPages = 500
)

// writer is the only caller of Store.Save. Pages come through a bounded
// channel, so a slow disk slows the crawl instead of filling the memory.
//
// A page's links name addresses by number, and an address may have been
// discovered by another page that is not yet stored. So each batch takes its
// pages first and the newly discovered addresses after: whatever the pages
// name is then in the same transaction or an earlier one.
type writer struct {
	store    Store
	frontier *frontier
	meta     func() *Meta // the crawl's Meta if it changed
	pages    chan *Page
	flushes  chan chan error
	ended    chan struct{} // closed when the writer has ended
	err      error         // why it ended early; valid after ended
}

func newWriter(store Store, f *frontier, meta func() *Meta) *writer {
	return &writer{
		store: store, frontier: f, meta: meta,
		pages: make(chan *Page, batchPages), flushes: make(chan chan error), ended: make(chan struct{}),
	}
}

// run saves batches until the pages channel is closed.
func (w *writer) run() error {
	defer close(w.ended)
	tick := time.NewTicker(batchTime)
	defer tick.Stop()
	var batch []*Page
	for {
		var answer chan error
		select {
		case p, open := <-w.pages:
			if !open {
				w.err = w.save(batch)
				return w.err
			}
			if batch = append(batch, p); len(batch) < batchPages {
				continue
			}
		case <-tick.C:
		case answer = <-w.flushes:
			batch = w.drain(batch)
		}
		w.err = w.save(batch)
		if answer != nil {
			answer <- w.err
		}
		if w.err != nil {
			return w.err
		}
		clear(batch)
		batch = batch[:0]
	}
}

// drain takes what waits in the channel.
func (w *writer) drain(batch []*Page) []*Page {
	for {
		select {
		case p, open := <-w.pages:
			if !open {
				return batch
			}
			batch = append(batch, p)
		default:
			return batch
		}
	}
}

func (w *writer) save(pages []*Page) error {
	b := Batch{Pages: pages}
	b.Addresses, b.Changes = w.frontier.handOver()
	b.Meta = w.meta()
	if len(b.Pages)+len(b.Addresses)+len(b.Changes) == 0 && b.Meta == nil {
		return nil
	}
	err := w.store.Save(b)
	for _, p := range pages {
		giveBackLinks(p)
	}
	return err
}

// put hands a page over; it is given up when the writer has ended.
func (w *writer) put(p *Page) {
	select {
	case w.pages <- p:
	case <-w.ended:
	}
}

// flush returns when everything discovered before is in the store.
func (w *writer) flush() error {
	answer := make(chan error, 1)
	select {
	case w.flushes <- answer:
		return <-answer
	case <-w.ended:
		return w.err
	}
}

// failure tells why the writer ended early, nil while it runs.
func (w *writer) failure() error {
	select {
	case <-w.ended:
		return w.err
	default:
		return nil
	}
}
