package page

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// tokenKind tells what a scanner stands on.
type tokenKind uint8

const (
	textToken tokenKind = iota
	startTag
	endTag
)

// maxAttributes is how many attributes of a tag are kept.
const maxAttributes = 256

// cdataSection stands for the element of a text that came as <![CDATA[.
const cdataSection atom.Atom = 1

// attribute is one attribute of a tag as written, references not decoded.
type attribute struct {
	name, value []byte
}

// scanner cuts a UTF-8 document into texts and tags by the rules of the WHATWG
// HTML Standard, section 13.2.5 (Tokenization), without copying. Comments,
// doctypes and the like are passed over; a tag that is cut off by the end of
// the document is none. It differs from html.Tokenizer in its speed, in leaving
// references undecoded and in reading noscript as browsers without scripts do.
type scanner struct {
	src []byte
	pos int

	kind   tokenKind
	text   []byte    // of a text token, references not decoded
	within atom.Atom // the element whose text that is, 0 for ordinary content

	name        []byte    // of a tag, as written
	tag         atom.Atom // 0 for names that HTML doesn't know
	attrs       []attribute
	selfClosing bool

	raw     atom.Atom // the element whose text is being read, 0 for ordinary content
	foreign bool      // in svg or math: <![CDATA[ is text and no element is raw
	lower   [32]byte
}

// Classes of bytes.
const (
	isSpace    = 1 << iota // HTML's white space
	isLetter               // A-Z, a-z
	endsName               // ends a tag's name
	endsKey                // ends an attribute's name
	endsBare               // ends an unquoted value
	isAlphanum             // may stand in the name of a character reference
)

var class = func() (c [256]uint8) {
	for _, b := range " \t\n\f\r" {
		c[b] |= isSpace | endsName | endsKey | endsBare
	}
	c['/'] |= endsName | endsKey
	c['>'] |= endsName | endsKey | endsBare
	c['='] |= endsKey
	for b := byte('a'); b <= 'z'; b++ {
		c[b] |= isLetter | isAlphanum
		c[b-'a'+'A'] |= isLetter | isAlphanum
	}
	for b := '0'; b <= '9'; b++ {
		c[b] |= isAlphanum
	}
	return c
}()

// reset begins with another document.
func (s *scanner) reset(src []byte) {
	attrs := s.attrs[:0]
	*s = scanner{src: src, attrs: attrs}
}

// next moves to the next token. It returns false at the end of the document.
func (s *scanner) next() bool {
	if s.raw != 0 {
		raw := s.raw
		s.raw = 0
		if s.rawText(raw) {
			return true
		}
	}
	for s.pos < len(s.src) {
		start := s.pos
		i := s.markup(start)
		if i > start {
			s.setText(s.src[start:i], 0)
			s.pos = i
			return true
		}
		if done, ok := s.readMarkup(); done {
			return ok
		}
	}
	return false
}

func (s *scanner) setText(text []byte, within atom.Atom) {
	s.kind, s.text, s.within = textToken, text, within
}

// markup finds the first "<" from i on that is not text.
func (s *scanner) markup(i int) int {
	for {
		j := bytes.IndexByte(s.src[i:], '<')
		if j < 0 || i+j+1 >= len(s.src) {
			return len(s.src)
		}
		i += j
		switch c := s.src[i+1]; {
		case class[c]&isLetter != 0, c == '!', c == '?':
			return i
		case c == '/':
			if i+2 < len(s.src) {
				return i
			}
			return len(s.src)
		}
		i++
	}
}

// readMarkup reads what begins with the "<" at pos. done is false for what
// gives no token; ok is false when the document ends within.
func (s *scanner) readMarkup() (done, ok bool) {
	rest := s.src[s.pos:]
	switch c := rest[1]; {
	case c == '!' && bytes.HasPrefix(rest, []byte("<!--")):
		s.skip(commentEnd(rest))
	case c == '!' && s.foreign && bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return s.readCDATA()
	case c == '/' && rest[2] == '>':
		s.pos += 3
	case c == '/' && class[rest[2]]&isLetter != 0:
		s.kind = endTag
		return true, s.readTag(s.pos + 2)
	case c == '!', c == '?', c == '/':
		s.skip(bytes.IndexByte(rest, '>') + 1)
	default:
		s.kind = startTag
		return true, s.readTag(s.pos + 1)
	}
	return false, true
}

// skip moves n bytes on, or to the end when n is not positive.
func (s *scanner) skip(n int) {
	if n <= 0 {
		s.pos = len(s.src)
		return
	}
	s.pos += n
}

// commentEnd is the length of the comment that rest begins with, 0 when it is
// never closed.
func commentEnd(rest []byte) int {
	i := len("<!--")
	if bytes.HasPrefix(rest[i:], []byte(">")) {
		return i + 1
	}
	if bytes.HasPrefix(rest[i:], []byte("->")) {
		return i + 2
	}
	for {
		j := bytes.Index(rest[i:], []byte("--"))
		if j < 0 {
			return 0
		}
		i += j + 2
		if bytes.HasPrefix(rest[i:], []byte(">")) {
			return i + 1
		}
		if bytes.HasPrefix(rest[i:], []byte("!>")) {
			return i + 2
		}
		i--
	}
}

func (s *scanner) readCDATA() (done, ok bool) {
	s.pos += len("<![CDATA[")
	rest := s.src[s.pos:]
	end := bytes.Index(rest, []byte("]]>"))
	if end < 0 {
		s.setText(rest, cdataSection)
		s.pos = len(s.src)
	} else {
		s.setText(rest[:end], cdataSection)
		s.pos += end + len("]]>")
	}
	return true, true
}

// readTag reads the tag whose name begins at i. It returns false when the
// document ends before the tag does.
func (s *scanner) readTag(i int) bool {
	src, start := s.src, i
	for i < len(src) && class[src[i]]&endsName == 0 {
		i++
	}
	s.name = src[start:i]
	s.attrs = s.attrs[:0]
	slash := false
	for i < len(src) {
		c := src[i]
		switch {
		case c == '>':
			s.pos = i + 1
			s.selfClosing = slash
			s.named()
			return true
		case c == '/':
			slash = true
			i++
			continue
		case class[c]&isSpace != 0:
			slash = false
			i++
			continue
		}
		slash = false
		i = s.readAttribute(i)
	}
	s.pos = len(src)
	return false
}

// readAttribute reads the attribute at i and returns where it ends: past the
// document when it is never closed.
func (s *scanner) readAttribute(i int) int {
	src, key := s.src, i
	i++ // a "=" here belongs to the name
	for i < len(src) && class[src[i]]&endsKey == 0 {
		i++
	}
	name := src[key:i]
	j := skipSpace(src, i)
	if j >= len(src) || src[j] != '=' {
		s.push(attribute{name: name})
		return i
	}
	i = skipSpace(src, j+1)
	if i >= len(src) {
		return i
	}
	if q := src[i]; q == '"' || q == '\'' {
		i++
		n := bytes.IndexByte(src[i:], q)
		if n < 0 {
			return len(src)
		}
		s.push(attribute{name, src[i : i+n]})
		return i + n + 1
	}
	start := i
	for i < len(src) && class[src[i]]&endsBare == 0 {
		i++
	}
	s.push(attribute{name, src[start:i]})
	return i
}

func (s *scanner) push(a attribute) {
	if len(s.attrs) < maxAttributes {
		s.attrs = append(s.attrs, a)
	}
}

func skipSpace(src []byte, i int) int {
	for i < len(src) && class[src[i]]&isSpace != 0 {
		i++
	}
	return i
}

// named looks the tag's name up and makes ready for elements whose content is
// text.
func (s *scanner) named() {
	s.tag = s.lookup(s.name)
	if s.kind == startTag && !s.foreign && isRaw(s.tag) {
		s.raw = s.tag
	}
}

// isRaw tells whether an element's content is text, whatever it looks like
// (WHATWG HTML, 13.2.6.4). noscript is not: it is read as without scripts.
func isRaw(tag atom.Atom) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Title, atom.Textarea, atom.Xmp, atom.Iframe,
		atom.Noembed, atom.Noframes, atom.Plaintext:
		return true
	}
	return false
}

// lookup is the atom of a name in any case.
func (s *scanner) lookup(name []byte) atom.Atom {
	for _, c := range name {
		if 'A' <= c && c <= 'Z' {
			return s.lookupUpper(name)
		}
	}
	return atom.Lookup(name)
}

func (s *scanner) lookupUpper(name []byte) atom.Atom {
	if len(name) > len(s.lower) {
		return 0
	}
	low := s.lower[:len(name)]
	for i, c := range name {
		low[i] = lowerByte(c)
	}
	return atom.Lookup(low)
}

func lowerByte(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// rawText reads the content of a raw element up to its end tag, or to the end
// of the document. It returns false when there is none.
func (s *scanner) rawText(tag atom.Atom) bool {
	rest := s.src[s.pos:]
	n := len(rest)
	switch tag {
	case atom.Plaintext:
	case atom.Script:
		n = scriptEnd(rest)
	default:
		n = rawEnd(rest, tag.String())
	}
	if n == 0 {
		return false
	}
	s.setText(rest[:n], tag)
	s.pos += n
	return true
}

// rawEnd is where the end tag of name begins in rest.
func rawEnd(rest []byte, name string) int {
	for i := 0; ; {
		j := bytes.Index(rest[i:], []byte("</"))
		if j < 0 {
			return len(rest)
		}
		i += j
		if tagNamed(rest[i+2:], name) {
			return i
		}
		i += 2
	}
}

// tagNamed tells whether b begins with name and something that ends it. name
// is in small letters.
func tagNamed(b []byte, name string) bool {
	return len(b) > len(name) && class[b[len(name)]]&endsName != 0 && equalFold(b[:len(name)], name)
}

// equalFold tells whether b is name in any case; name is in small letters.
func equalFold(b []byte, name string) bool {
	if len(b) != len(name) {
		return false
	}
	for i := range b {
		if b[i] != name[i] && lowerByte(b[i]) != name[i] {
			return false
		}
	}
	return true
}

// scriptEnd is where a script's end tag begins in rest: a "<!--" hides end
// tags of scripts within it (WHATWG HTML, 13.2.5.15 to 13.2.5.31).
func scriptEnd(rest []byte) int {
	end := rawEnd(rest, "script")
	if !bytes.Contains(rest[:end], []byte("<!--")) {
		return end
	}
	escaped, double := false, false
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '-':
			if escaped && bytes.HasPrefix(rest[i:], []byte("-->")) {
				escaped, double = false, false
			}
		case '<':
			switch tail := rest[i+1:]; {
			case len(tail) > 0 && tail[0] == '/' && tagNamed(tail[1:], "script"):
				if !double {
					return i
				}
				double = false
			case escaped && tagNamed(tail, "script"):
				double = true
			case !escaped && bytes.HasPrefix(tail, []byte("!--")):
				escaped = true
				i++ // the next byte is the first "-", which may begin "-->" already
			}
		}
	}
	return len(rest)
}

// attr is the value of the first attribute of that name as written. name is in
// small letters.
func (s *scanner) attr(name string) (value []byte, ok bool) {
	for i := range s.attrs {
		if a := &s.attrs[i]; len(a.name) == len(name) && equalFold(a.name, name) {
			return a.value, true
		}
	}
	return nil, false
}
