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
	r.markImage(alt)
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

// markImage marks what is wrong with an img element. Pictures of one pixel are
// for counting visitors.
func (r *reader) markImage(alt []byte) {
	r.mark(Images)
	width, hasWidth := r.attr("width")
	_, hasHeight := r.attr("height")
	if len(width) == 1 && width[0] <= '1' {
		return
	}
	r.markAlt(alt)
	if !hasWidth || !hasHeight {
		if style, _ := r.attr("style"); !bytes.Contains(style, []byte("width")) && !bytes.Contains(style, []byte("aspect-ratio")) {
			r.noteImage(NoSize)
		}
	}
	src, _ := r.attr("src")
	if isInsecure(src) {
		r.noteImage(ImageHTTP)
	}
	r.markSchemeless(src)
}

// maxAlt is how long a description may be: the default of Screaming Frog SEO
// Spider, in characters.
const maxAlt = 100

func (r *reader) markAlt(alt []byte) {
	if r.isHidden() {
		return
	}
	if _, ok := r.attr("alt"); !ok {
		if role, _ := r.attr("role"); !equalFold(role, "presentation") && !equalFold(role, "none") {
			r.noteImage(AltMissing)
		}
		return
	}
	alt = trim(alt)
	switch {
	case blank(alt):
		r.noteImage(AltEmpty)
	case len(alt) > maxAlt && len(cut(alt, maxAlt)) < len(alt):
		r.note(AltLong, alt)
	case isFileName(alt):
		r.note(AltFileName, alt)
	}
}

// noteImage notes something about an image with its address.
func (r *reader) noteImage(m Mark) {
	if src, ok := r.attr("src"); ok && len(src) > 0 && !bytes.HasPrefix(src, []byte("data:")) {
		r.noteAddress(m, "src")
		return
	}
	for _, name := range lazyAddresses {
		if src, ok := r.attr(name); ok && len(src) > 0 {
			r.note(m, src)
			return
		}
	}
	r.mark(m)
}

// isFileName tells whether a description is only the name of a picture's file.
func isFileName(alt []byte) bool {
	dot := bytes.LastIndexByte(alt, '.')
	if dot <= 0 || bytes.IndexByte(alt, ' ') >= 0 {
		return false
	}
	for _, ending := range [...]string{"jpg", "jpeg", "png", "gif", "webp", "svg", "avif", "bmp", "tif", "tiff"} {
		if equalFold(alt[dot+1:], ending) {
			return true
		}
	}
	return false
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
