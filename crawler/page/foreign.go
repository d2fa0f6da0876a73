package page

import "golang.org/x/net/html/atom"

// enclave is the stack of the svg and math elements around the reader, and of
// those inside them that matter (WHATWG HTML, 13.2.6.5).
type enclave []atom.Atom

// maxEnclave bounds the work for one end tag.
const maxEnclave = 64

// start follows a start tag and tells whether that element is foreign.
// breaksOut tells whether the tag ends the foreign content around it.
func (f *enclave) start(tag atom.Atom, selfClosing bool, breaksOut func() bool) bool {
	switch {
	case !f.inside():
		if tag != atom.Svg && tag != atom.Math {
			return false
		}
	case breaksOut():
		for f.inside() {
			f.pop()
		}
		return false
	}
	switch tag {
	case atom.Svg, atom.Math, atom.Style, atom.Script:
	default:
		if !island(tag) {
			return true
		}
	}
	if !selfClosing && len(*f) < maxEnclave {
		*f = append(*f, tag)
	}
	return true
}

// end follows an end tag.
func (f *enclave) end(tag atom.Atom) {
	for i := len(*f) - 1; i >= 0; i-- {
		if (*f)[i] == tag {
			*f = (*f)[:i]
			return
		}
	}
}

// inside tells whether the next element is a foreign one.
func (f enclave) inside() bool {
	return len(f) > 0 && !island(f[len(f)-1])
}

// inTitle tells whether the reader is in the title of an svg.
func (f enclave) inTitle() bool {
	return len(f) > 0 && f[len(f)-1] == atom.Title
}

// hidden tells whether the reader is in a foreign style or script.
func (f enclave) hidden() bool {
	return len(f) > 0 && (f[len(f)-1] == atom.Style || f[len(f)-1] == atom.Script)
}

func (f *enclave) pop() { *f = (*f)[:len(*f)-1] }

// island tells whether the content of a foreign element is HTML.
func island(tag atom.Atom) bool {
	switch tag {
	case atom.Foreignobject, atom.Desc, atom.Title, atom.AnnotationXml, atom.Mi, atom.Mo, atom.Mn, atom.Ms, atom.Mtext:
		return true
	}
	return false
}

// breaksOut tells whether the tag cannot stand in an svg and so ends it.
func (r *reader) breaksOut() bool {
	switch r.tag {
	case atom.B, atom.Big, atom.Blockquote, atom.Body, atom.Br, atom.Center, atom.Code, atom.Dd, atom.Div, atom.Dl,
		atom.Dt, atom.Em, atom.Embed, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Head, atom.Hr,
		atom.I, atom.Img, atom.Li, atom.Listing, atom.Menu, atom.Meta, atom.Nobr, atom.Ol, atom.P, atom.Pre,
		atom.Ruby, atom.S, atom.Small, atom.Span, atom.Strong, atom.Strike, atom.Sub, atom.Sup, atom.Table,
		atom.Tt, atom.U, atom.Ul, atom.Var:
		return true
	case atom.Font:
		for _, name := range []string{"color", "face", "size"} {
			if _, ok := r.attr(name); ok {
				return true
			}
		}
	}
	return false
}
