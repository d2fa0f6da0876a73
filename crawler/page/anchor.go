package page

// anchor is the a element around the reader, and what it says.
type anchor struct {
	link  int // index in reader.links, when text.on
	text  capture
	alt   []byte // of the images inside
	label span   // aria-label or title
}

// startAnchor reads an a element. Links don't nest: one that is open ends.
func (r *reader) startAnchor() {
	r.endAnchor()
	href, ok := r.attr("href")
	if !ok && r.foreign {
		href, ok = r.attr("xlink:href")
	}
	if !ok {
		return
	}
	r.anchor.link = r.addLink(Anchor, r.decodedValue(href))
	if r.anchor.link < 0 {
		return
	}
	r.anchor.text.begin(maxLinkText)
	r.anchor.alt = r.anchor.alt[:0]
	r.anchor.label = r.label()
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
		link.text = r.keepBytes(text)
		return
	}
	if !blank(a.alt) {
		link.text = r.keepBytes(cut(a.alt, maxLinkText))
		return
	}
	link.text = a.label
}

// addAlt gathers what an image inside a link shows.
func (r *reader) addAlt(text []byte) {
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
	}
	if rel, ok := r.attr("rel"); ok {
		r.links[i].rel = r.keepRel(rel)
	}
}
