package page

import "bytes"

// Attributes where scripts that load images late look for their addresses.
var (
	lazyAddresses = []string{"data-src", "data-original", "data-original-src", "data-lazy-src", "data-lazy", "data-hi-res-src", "data-echo"}
	lazySets      = []string{"data-srcset", "data-lazy-srcset", "data-original-set", "data-lazyset"}
)

// readImage reads an img element, or image, which browsers read as img.
func (r *reader) readImage() {
	alt := r.value("alt")
	r.addAlt(alt)
	text := r.keepText(alt)
	r.addImage("src", text)
	r.addSet("srcset", text)
	r.addLazy(text)
}

// readSource reads a source element: of a picture, not of a film.
func (r *reader) readSource() {
	kind, _ := r.attr("type")
	if !r.picture && !(len(kind) > 6 && equalFold(kind[:6], "image/")) {
		return
	}
	r.addSet("srcset", span{})
	r.addLazy(span{})
}

// readVideo reads the picture that a film shows before it plays.
func (r *reader) readVideo() { r.addImage("poster", span{}) }

// readInput reads an input element that is an image to press.
func (r *reader) readInput() {
	if kind, _ := r.attr("type"); equalFold(kind, "image") {
		r.addImage("src", r.keepText(r.value("alt")))
	}
}

// readSVGImage reads an image element of an svg.
func (r *reader) readSVGImage() {
	name := "href"
	if _, ok := r.attr(name); !ok {
		name = "xlink:href"
	}
	r.addImage(name, span{})
}

// addLazy adds the images of the attributes that scripts read.
func (r *reader) addLazy(text span) {
	if !r.hasData() {
		return
	}
	for _, name := range lazyAddresses {
		if value, ok := r.attr(name); ok && bytes.ContainsAny(value, "./") {
			r.addImage(name, text)
		}
	}
	for _, name := range lazySets {
		r.addSet(name, text)
	}
}

// hasData tells whether the tag has attributes that begin with "data-".
func (r *reader) hasData() bool {
	for i := range r.attrs {
		if name := r.attrs[i].name; len(name) > 5 && name[4] == '-' && equalFold(name[:4], "data") {
			return true
		}
	}
	return false
}

// addImage adds the image whose address is the value of an attribute.
func (r *reader) addImage(name string, text span) {
	address := r.value(name)
	if len(trim(address)) > 0 {
		r.addImageLink(address, text)
	}
}

// addSet adds the images of an attribute that is a srcset.
func (r *reader) addSet(name string, text span) {
	set := r.value(name)
	for len(set) > 0 {
		var address []byte
		address, set = nextCandidate(set)
		if len(address) > 0 {
			r.addImageLink(address, text)
		}
	}
}

func (r *reader) addImageLink(address []byte, text span) {
	if i := r.addLink(Image, address); i >= 0 {
		r.links[i].text = text
	}
}
