package page

import (
	"bytes"
	"strings"

	"sitewalk/crawler/weburl"
)

// span is a part of a reader's arena.
type span struct{ start, end int }

func (s span) empty() bool { return s.start == s.end }

// pending is a link whose address is not resolved: that waits for the base.
type pending struct {
	address  span
	text     span
	rel      span
	kind     LinkKind
	position Position
}

// addLink keeps a link and returns its index in links, or -1 when it leads to
// something other than a page on the web, or there are too many.
func (r *reader) addLink(kind LinkKind, address []byte) int {
	if otherScheme(address) {
		return -1
	}
	if len(r.links) >= MaxLinks {
		r.facts.Truncated = true
		return -1
	}
	r.links = append(r.links, pending{address: r.keepBytes(address), kind: kind, position: r.position()})
	return len(r.links) - 1
}

// otherScheme tells whether an address begins with a scheme that is plainly
// none of http and https. Most of them need no closer look: data, mailto, tel,
// javascript.
func otherScheme(address []byte) bool {
	address = trimLeft(address)
	if len(address) == 0 || class[address[0]]&isLetter == 0 {
		return false
	}
	i := 1
	for i < len(address) && (class[address[i]]&isAlphanum != 0 || bytes.IndexByte([]byte("+-."), address[i]) >= 0) {
		i++
	}
	if i == len(address) || address[i] != ':' {
		return false
	}
	return !equalFold(address[:i], "http") && !equalFold(address[:i], "https")
}

// decodedValue is an attribute's value with its references decoded, valid
// until the next call.
func (r *reader) decodedValue(value []byte) []byte {
	if !hasReference(value) {
		return value
	}
	r.scratch = appendValue(r.scratch[:0], value)
	return r.scratch
}

// keepBytes copies text to the arena.
func (r *reader) keepBytes(text []byte) span {
	start := len(r.arena)
	r.arena = append(r.arena, text...)
	return span{start, len(r.arena)}
}

// keepText copies a text to the arena, its white space collapsed. A text with
// nothing to see is empty.
func (r *reader) keepText(text []byte) span {
	start := len(r.arena)
	if len(text) == 0 {
		return span{start, start}
	}
	// An offset of its own, so that no space is put before the first word.
	kept, _ := collapse(r.arena[start:], text, false)
	kept = cut(kept, maxLinkText)
	if blank(kept) {
		return span{start, start}
	}
	r.arena = append(r.arena[:start], kept...)
	return span{start, len(r.arena)}
}

// keepRel copies the words of a rel attribute to the arena in small letters.
func (r *reader) keepRel(rel []byte) span {
	s := r.keepText(r.decodedValue(rel))
	for i := s.start; i < s.end; i++ {
		r.arena[i] = lowerByte(r.arena[i])
	}
	return s
}

// resolve turns what was gathered into the page's links. It comes last, as the
// base element may stand behind the links.
func (r *reader) resolve(at weburl.URL, enc charset) {
	f := r.facts
	f.Base = r.baseURL(at, enc)
	defer r.keepExamples()
	if len(r.links) == 0 {
		return
	}
	arena := string(r.arena)
	r.known.begin(f.Base)
	f.Links = make([]Link, 0, len(r.links))
	for i := range r.links {
		p := &r.links[i]
		address := arena[p.address.start:p.address.end]
		u, err := r.known.resolve(f.Base, address, enc.query)
		if err != nil {
			f.addBad(address)
			continue
		}
		if !u.IsHTTP() {
			continue
		}
		switch p.kind {
		case Canonical:
			r.readCanonical(u)
		case Anchor:
			r.markTarget(u, at, arena[p.rel.start:p.rel.end])
		}
		f.Links = append(f.Links, Link{
			URL:      u,
			Kind:     p.kind,
			Position: p.position,
			Text:     arena[p.text.start:p.text.end],
			Rel:      arena[p.rel.start:p.rel.end],
		})
	}
}

// readCanonical takes the first canonical and marks others that disagree.
func (r *reader) readCanonical(u weburl.URL) {
	f := r.facts
	if f.Canonical == "" {
		f.Canonical = u.String()
	}
	if f.Canonical != u.String() {
		r.note(CanonicalConflict, []byte(u.String()))
	}
}

// markTarget marks where a link leads.
func (r *reader) markTarget(u, at weburl.URL, rel string) {
	if u.Host() != at.Host() {
		r.mark(OuterLinks)
		if c := u.Hostname()[0]; (isDigit(c) || c == '[' || c == 'l') && u.IsPrivate() && !at.IsPrivate() {
			r.note(LinkLocal, []byte(u.String()))
		}
		return
	}
	r.mark(InnerLinks)
	if u.Scheme() == "http" && at.Scheme() == "https" {
		r.note(LinkInsecure, []byte(u.String()))
	}
	if rel != "" && strings.Contains(rel, "nofollow") {
		r.note(LinkNofollow, []byte(u.Target()))
	}
	if query := u.Query(); query != "" && isTracked(query) {
		r.note(LinkTracking, []byte(u.Target()))
	}
}

// isTracked tells whether a query has parameters for the statistics of campaigns.
func isTracked(query string) bool {
	return strings.Contains(query, "utm_") || strings.Contains(query, "gclid=") || strings.Contains(query, "fbclid=")
}

// keepExamples makes strings of what was noted: parts of one.
func (r *reader) keepExamples() {
	if len(r.notes) == 0 {
		return
	}
	r.scratch = r.scratch[:0]
	for _, n := range r.notes {
		r.scratch = append(r.scratch, r.arena[n.text.start:n.text.end]...)
	}
	all := string(r.scratch)
	r.facts.examples = make([]example, len(r.notes))
	for i, n := range r.notes {
		length := n.text.end - n.text.start
		r.facts.examples[i] = example{n.mark, all[:length]}
		all = all[length:]
	}
}

// baseURL is the document base URL (WHATWG HTML, 2.4.1 and 4.2.3).
func (r *reader) baseURL(at weburl.URL, enc charset) weburl.URL {
	if !r.hasBase {
		return at
	}
	base, err := at.Resolve(string(r.base), enc.query)
	if err != nil || base.Scheme() == "data" || base.Scheme() == "javascript" {
		return at
	}
	return base
}

func (f *Facts) addBad(address string) {
	if len(f.BadLinks) < maxBadLinks {
		f.BadLinks = append(f.BadLinks, string(cut([]byte(address), maxLinkText)))
	}
}
