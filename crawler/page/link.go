package page

import (
	"sync"

	"sitewalk/crawler/weburl"
)

// Link is one reference from the page to an http or https address.
type Link struct {
	URL      weburl.URL // resolved, fragment included
	Kind     LinkKind
	Position Position
	Text     string // what a person reads: the text, else images' alt, else aria-label, else title, at most 1,000 characters; alt for an Image
	Rel      string // the rel attribute in small letters, or hreflang for an Alternate
}

// linkLists are lists that are used again: they are most of what a page takes.
var linkLists = sync.Pool{New: func() any { return new([]Link) }}

// newLinks makes an empty list with room for n links.
func newLinks(n int) []Link {
	list := linkLists.Get().(*[]Link)
	if cap(*list) < n {
		*list = make([]Link, 0, n+n/4)
	}
	return (*list)[:0]
}

// Release gives the memory of Links back for other pages. Whoever keeps the
// list itself, or parts of it, does not call it; single links may be kept.
func (f *Facts) Release() {
	if f == nil {
		return
	}
	list := f.Links
	f.Links = nil
	if cap(list) == 0 || cap(list) > keptLinks {
		return
	}
	clear(list)
	linkLists.Put(&list)
}
