package page

import "golang.org/x/net/html/atom"

// landmark is an element around the reader that says where on the page it is.
type landmark struct {
	tag      atom.Atom
	position Position
	nested   int // elements of the same name open within it
}

// landmarks is the stack of the landmarks around the reader.
type landmarks []landmark

// maxLandmarks bounds the work for one tag. What is nested deeper keeps the
// position of what is around it.
const maxLandmarks = 32

// position is that of the innermost landmark.
func (l landmarks) position() Position {
	if len(l) == 0 {
		return Body
	}
	return l[len(l)-1].position
}

// inMain tells whether the reader is inside main.
func (l landmarks) inMain() bool {
	for i := range l {
		if l[i].position == Main {
			return true
		}
	}
	return false
}

// start follows a start tag.
func (l *landmarks) start(r *reader) {
	position, ok := l.landmark(r)
	if ok && len(*l) < maxLandmarks {
		*l = append(*l, landmark{tag: r.tag, position: position})
		return
	}
	if around := l.nearest(r.tag); around >= 0 {
		(*l)[around].nested++
	}
}

// end follows an end tag.
func (l *landmarks) end(tag atom.Atom) {
	i := l.nearest(tag)
	if i < 0 {
		return
	}
	if (*l)[i].nested > 0 {
		(*l)[i].nested--
		return
	}
	*l = (*l)[:i]
}

func (l landmarks) nearest(tag atom.Atom) int {
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].tag == tag {
			return i
		}
	}
	return -1
}

// landmark tells whether the tag opens a landmark or what hides one, and which
// position it gives (WAI-ARIA 1.2 and HTML-AAM: header and footer of an article
// or a section are none of the page's).
func (l landmarks) landmark(r *reader) (Position, bool) {
	if position, ok := r.role(); ok {
		return position, true
	}
	switch r.tag {
	case atom.Nav:
		return Nav, true
	case atom.Aside:
		return Aside, true
	case atom.Main:
		return Main, true
	case atom.Article, atom.Section:
		return l.position(), true
	case atom.Header, atom.Footer:
		for i := range l {
			switch l[i].tag {
			case atom.Article, atom.Section, atom.Main, atom.Nav, atom.Aside:
				return 0, false
			}
		}
		if r.tag == atom.Header {
			return Header, true
		}
		return Footer, true
	}
	return 0, false
}

// role is the position that the tag's role attribute gives.
func (r *reader) role() (Position, bool) {
	if r.tag == 0 || void(r.tag) {
		return 0, false
	}
	value, _ := r.attr("role")
	if value == nil {
		return 0, false
	}
	switch role := firstWord(value); {
	case equalFold(role, "navigation"):
		return Nav, true
	case equalFold(role, "banner"):
		return Header, true
	case equalFold(role, "contentinfo"):
		return Footer, true
	case equalFold(role, "complementary"):
		return Aside, true
	case equalFold(role, "main"):
		return Main, true
	}
	return 0, false
}

// firstWord is the first of words parted by white space.
func firstWord(text []byte) []byte {
	start := skipSpace(text, 0)
	end := start
	for end < len(text) && class[text[end]]&isSpace == 0 {
		end++
	}
	return text[start:end]
}

// void tells whether an element never has an end tag.
func void(tag atom.Atom) bool {
	switch tag {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Image, atom.Input, atom.Link,
		atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}
