package crawler

import "sync"

// linkLists are lists of links that are used again once they are stored.
var linkLists = sync.Pool{New: func() any { return new([]Link) }}

// maxKeptLinks is how long a list may be that waits for its next use.
const maxKeptLinks = 4096

// newLinks makes a list of n links, to be filled.
func newLinks(n int) []Link {
	list := linkLists.Get().(*[]Link)
	if cap(*list) < n {
		*list = make([]Link, n, n+n/4)
	}
	return (*list)[:n]
}

// giveBackLinks takes a page's links away from it.
func giveBackLinks(p *Page) {
	list := p.Links
	p.Links = nil
	if cap(list) == 0 || cap(list) > maxKeptLinks {
		return
	}
	clear(list)
	linkLists.Put(&list)
}
