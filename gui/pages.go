package gui

import (
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2/data/binding"
)

// blockRows is how many rows are read at once, and keptBlocks how many such
// blocks around the place looked at stay in memory.
const (
	blockRows  = 64
	keptBlocks = 16
)

// restful is how long the list has to stay at a place before its rows are read,
// when it comes from one far away a moment ago: the bar is being dragged, and
// texts that nobody can read in passing would cost a texture each, kept for a
// minute.
const restful = 100 * time.Millisecond

// rowReader reads the rows of addresses, ready to be displayed.
type rowReader func(context.Context, []int64) ([]*row, error)

// pages is the bound data of the page list: the numbers of the addresses in
// the chosen order, of which blocks of rows are read when they are looked at.
// A million addresses cost the 8 MB of their numbers. It has one listener, its
// list, and is used on the UI goroutine alone.
type pages struct {
	feed      *feed
	read      rowReader
	failed    func(error) // hears of rows that could not be read
	ids       []int64
	blocks    map[int][]*row
	wanted    []int // blocks to read, the latest last
	reading   bool
	rows      question
	jumped    time.Time // when a place far away from the one before was last wanted
	listeners []binding.DataListener
}

var _ binding.DataList = (*pages)(nil)

func newPages(f *feed, failed func(error)) *pages {
	return &pages{feed: f, failed: failed, blocks: map[int][]*row{}}
}

// Length is the number of addresses.
func (p *pages) Length() int { return len(p.ids) }

// GetItem gives a row: an empty one while it is being read.
func (p *pages) GetItem(i int) (binding.DataItem, error) {
	if i < 0 || i >= len(p.ids) { // the list may be a refresh behind
		return emptyRow, nil
	}
	block := p.blocks[i/blockRows]
	if i%blockRows < len(block) {
		return block[i%blockRows], nil
	}
	p.want(i / blockRows)
	return emptyRow, nil
}

// AddListener adds a listener that hears when rows changed.
func (p *pages) AddListener(l binding.DataListener) {
	p.listeners = append(p.listeners, l)
	l.DataChanged()
}

// RemoveListener removes a listener.
func (p *pages) RemoveListener(l binding.DataListener) {
	p.listeners = slices.DeleteFunc(p.listeners, func(other binding.DataListener) bool { return other == l })
}

// set shows other addresses. read fetches their rows.
func (p *pages) set(ids []int64, read rowReader) {
	p.leave()
	p.ids, p.read = ids, read
	p.blocks = map[int][]*row{}
	p.announce()
}

// reread reads the same addresses anew.
func (p *pages) reread(read rowReader) { p.set(p.ids, read) }

// leave reads no more rows.
func (p *pages) leave() {
	p.rows.drop()
	p.wanted, p.reading = nil, false
}

// append shows further addresses behind the others.
func (p *pages) append(ids []int64) {
	if len(ids) == 0 {
		return
	}
	p.ids = append(p.ids, ids...)
	p.announce()
}

// id gives the number of the address in a row.
func (p *pages) id(i int) (int64, bool) {
	if i < 0 || i >= len(p.ids) {
		return 0, false
	}
	return p.ids[i], true
}

func (p *pages) announce() {
	for _, l := range p.listeners {
		l.DataChanged()
	}
}

// want has a block read. When somebody drags the scroll bar past many, only the
// last few are still worth it.
func (p *pages) want(block int) {
	if slices.Contains(p.wanted, block) {
		return
	}
	p.wanted = append(p.wanted, block)
	if len(p.wanted) > 3 {
		p.wanted = slices.Delete(p.wanted, 0, len(p.wanted)-3)
	}
	if !p.reading {
		p.readNext()
	}
}

// readNext reads the block that was wanted last, or waits for the list to rest.
func (p *pages) readNext() {
	if len(p.wanted) == 0 {
		return
	}
	block := p.wanted[len(p.wanted)-1]
	if p.inPassing(block, time.Now()) && !p.feed.atOnce {
		p.rest()
		return
	}
	p.readBlock(block)
}

// inPassing tells whether a block is far away from all that were read, and so
// was the one before, a moment ago.
func (p *pages) inPassing(block int, now time.Time) bool {
	near := func(b int) bool { _, read := p.blocks[b]; return read }
	if len(p.blocks) == 0 || near(block-1) || near(block+1) {
		return false
	}
	passing := now.Sub(p.jumped) < 3*restful
	p.jumped = now
	return passing
}

// rest waits for the list to come to rest, and reads what is wanted then.
func (p *pages) rest() {
	p.reading = true
	ask(p.feed, &p.rows, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.feed.pause(ctx, restful)
	}, func(struct{}, error) {
		p.reading = false
		if last := len(p.wanted) - 1; last >= 0 { // what was wanted in passing no longer is
			p.wanted = p.wanted[last:]
			p.readBlock(p.wanted[0])
		}
	})
}

func (p *pages) readBlock(block int) {
	first := block * blockRows
	ids := slices.Clone(p.ids[first:min(first+blockRows, len(p.ids))])
	read := p.read
	p.reading = true
	ask(p.feed, &p.rows, func(ctx context.Context) ([]*row, error) {
		found, err := read(ctx, ids)
		rows := make([]*row, len(ids))
		for i := range rows {
			rows[i] = emptyRow
			if i < len(found) {
				rows[i] = found[i]
			}
		}
		return rows, err
	}, func(rows []*row, err error) {
		p.reading = false
		p.wanted = slices.DeleteFunc(p.wanted, func(b int) bool { return b == block })
		p.keep(block, rows)
		if err != nil && p.failed != nil {
			p.failed(err)
		}
		p.announce()
		if !p.reading {
			p.readNext()
		}
	})
}

// keep remembers a block and forgets those far away.
func (p *pages) keep(block int, rows []*row) {
	p.blocks[block] = rows
	if len(p.blocks) <= keptBlocks {
		return
	}
	for b := range p.blocks {
		if b < block-keptBlocks/4 || b > block+keptBlocks/4 {
			delete(p.blocks, b)
		}
	}
}
