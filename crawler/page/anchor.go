package page

import "bytes"

// anchor is the a element around the reader, and what it says.
type anchor struct {
	link  int // index in reader.links, when text.on
	text  capture
	alt   []byte // of the images inside
	label span   // aria-label or title
	named bool   // something inside has a name for screen readers
}

// startAnchor reads an a element. Links don't nest: one that is open ends.
func (r *reader) startAnchor() {
	r.endAnchor()
	href, ok := r.attr("href")
	if !ok && r.foreign {
		href, ok = r.attr("xlink:href")
	}
	if name, has := r.attr("name"); has {
		r.addID(name)
	}
	if !ok {
		r.markScripted()
		return
	}
	r.anchor.link = r.addLink(Anchor, r.decodedValue(href))
	if r.anchor.link < 0 {
		r.markOther(r.decodedValue(href))
		return
	}
	r.markTab()
	r.anchor.text.begin(maxLinkText)
	r.anchor.alt = r.anchor.alt[:0]
	r.anchor.label = r.label()
	r.anchor.named = r.isHidden()
	if rel, ok := r.attr("rel"); ok {
		r.links[r.anchor.link].rel = r.keepRel(rel)
	}
}

// endAnchor gives the link its text.
func (r *reader) endAnchor() {
	a := &r.anchor
	if !a.text.on {
		return
	}
	link := &r.links[a.link]
	if text := a.text.end(); len(text) > 0 {
		if isVague(text) {
			r.note(LinkVague, text)
		}
		link.text = r.keepBytes(text)
		return
	}
	if !blank(a.alt) {
		link.text = r.keepBytes(cut(a.alt, maxLinkText))
		return
	}
	link.text = a.label
	if a.label.empty() && !a.named {
		r.note(LinkBare, r.arena[link.address.start:link.address.end])
	}
}

// markScripted marks a link without an address that a script makes work.
func (r *reader) markScripted() {
	for _, name := range [...]string{"onclick", "ng-click", "@click", "data-href", "routerlink"} {
		if value, ok := r.attr(name); ok {
			r.note(LinkScript, r.decodedValue(value))
			return
		}
	}
}

// markOther marks a link to something other than a page on the web.
func (r *reader) markOther(address []byte) {
	address = trim(address)
	i := bytes.IndexByte(address, ':')
	if i < 0 {
		return
	}
	switch scheme, rest := address[:i], trim(address[i+1:]); {
	case equalFold(scheme, "javascript"):
		r.note(LinkScript, address)
	case equalFold(scheme, "file"), len(scheme) == 1:
		r.note(LinkDisk, address)
	case equalFold(scheme, "mailto") && !isMail(rest), equalFold(scheme, "tel") && !isPhone(rest):
		r.note(LinkContact, address)
	}
}

// isMail tells whether a mailto: has somebody to write to, or leaves that to
// the writer as links for sharing do.
func isMail(address []byte) bool {
	if bytes.HasPrefix(address, []byte("?")) {
		return true
	}
	if i := bytes.IndexByte(address, '?'); i >= 0 {
		address = address[:i]
	}
	at := bytes.LastIndexByte(address, '@')
	if at < 0 {
		at = bytes.LastIndex(address, []byte("%40"))
	}
	return at > 0 && at+1 < len(address) && bytes.IndexByte(address, ' ') < 0 &&
		(bytes.IndexByte(address[at:], '.') > 0 || bytes.Contains(address[at:], []byte("localhost")))
}

// isPhone tells whether a tel: has digits to dial.
func isPhone(number []byte) bool {
	digits := 0
	for _, c := range number {
		if isDigit(c) {
			digits++
		}
	}
	return digits >= 3
}

// markTab marks a link that opens a tab and hands it the page it came from.
func (r *reader) markTab() {
	rel, ok := r.attr("rel")
	if !ok {
		return
	}
	target, _ := r.attr("target")
	if !equalFold(target, "_blank") {
		return
	}
	for word := firstWord(rel); len(word) > 0; word = firstWord(rel) {
		rel = rel[skipSpace(rel, 0)+len(word):]
		if equalFold(word, "opener") {
			r.mark(NewTabUnsafe)
		}
	}
}

// addAlt gathers what an image inside a link shows.
func (r *reader) addAlt(text []byte) {
	if !blank(trim(text)) {
		r.headingAlt, r.buttonNamed = true, true
	}
	if a := &r.anchor; a.text.on && len(a.alt) < maxLinkText {
		a.alt, _ = collapse(a.alt, text, true)
	}
}

// label is the name that attributes give to a link.
func (r *reader) label() span {
	if label := r.value("aria-label"); !blank(trim(label)) {
		return r.keepText(label)
	}
	return r.keepText(r.value("title"))
}

// readArea reads an area of an image map.
func (r *reader) readArea() {
	href, ok := r.attr("href")
	if !ok {
		return
	}
	i := r.addLink(Anchor, r.decodedValue(href))
	if i < 0 {
		return
	}
	r.links[i].text = r.keepText(r.value("alt"))
	if r.links[i].text.empty() {
		r.links[i].text = r.label()
		if r.links[i].text.empty() {
			r.noteAddress(AreaBare, "href")
		}
	}
	if rel, ok := r.attr("rel"); ok {
		r.links[i].rel = r.keepRel(rel)
	}
}
