// Package page reads HTML: bytes in, facts out. It is pure, reads in one pass
// over the tokens and builds no tree.
//
// A scanner cuts the document into tags and text as browsers do, a reader
// follows them and hands each tag that matters to a small method: to learn
// another fact, add a method and name its tag in reader.start or reader.readEnd.
package page

import (
	"sync"

	"sitewalk/crawler/weburl"
)

// MaxLinks is how many links of one page are kept.
const MaxLinks = 50_000

// maxBadLinks is how many values that are no address are kept for one page.
const maxBadLinks = 100

// Lengths in characters at which a page's texts are cut.
const (
	maxLinkText = 1_000
	maxText     = 10_000
)

var readers = sync.Pool{New: func() any { return &reader{known: new(addresses)} }}

// Parse reads an HTML document. charset is the Content-Type's parameter, or "".
// at is the address that the document came from. Parse keeps nothing of body.
func Parse(body []byte, charset string, at weburl.URL) *Facts { return parse(body, charset, at, false) }

// ParseText is Parse and gathers the Text as well, which costs a tenth more.
func ParseText(body []byte, charset string, at weburl.URL) *Facts {
	return parse(body, charset, at, true)
}

func parse(body []byte, charset string, at weburl.URL, withText bool) *Facts {
	enc, text := decode(body, charset)
	r := readers.Get().(*reader)
	r.shown.on = withText
	facts := r.read(text, enc, at)
	r.release()
	readers.Put(r)
	return facts
}
