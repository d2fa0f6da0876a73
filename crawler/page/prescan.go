package page

import (
	"bytes"
	"slices"
)

// prescanLength is how much of a document prescan looks at, in bytes.
const prescanLength = 1024

// prescan finds the encoding that a document declares in its first bytes
// (WHATWG HTML, 13.2.3.2, "prescan a byte stream to determine its encoding").
func prescan(head []byte) (charset, bool) {
	switch {
	case bytes.HasPrefix(head, []byte("<\x00?\x00x\x00")):
		return labelled("utf-16le")
	case bytes.HasPrefix(head, []byte("\x00<\x00?\x00x")):
		return labelled("utf-16be")
	}
	p := prescanner{head: head}
	for p.pos < len(head) {
		rest := head[p.pos:]
		switch {
		case rest[0] != '<':
			p.pos++
		case bytes.HasPrefix(rest, []byte("<!--")):
			p.after(2, "-->")
		case len(rest) > 5 && equalFold(rest[:5], "<meta") && (class[rest[5]]&isSpace != 0 || rest[5] == '/'):
			p.pos += 6
			if cs, ok := p.meta(); ok {
				return cs, true
			}
		case len(rest) > 1 && class[rest[1]]&isLetter != 0, len(rest) > 2 && rest[1] == '/' && class[rest[2]]&isLetter != 0:
			p.tag()
		case len(rest) > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?'):
			p.after(1, ">")
		default:
			p.pos++
		}
	}
	return xmlEncoding(head)
}

// prescanner is where prescan is.
type prescanner struct {
	head []byte
	pos  int
}

// after moves behind the next mark that begins at skip bytes from here or later.
func (p *prescanner) after(skip int, mark string) {
	i := bytes.Index(p.head[p.pos+skip:], []byte(mark))
	if i < 0 {
		p.pos = len(p.head)
		return
	}
	p.pos += skip + i + len(mark)
}

// tag passes over a tag.
func (p *prescanner) tag() {
	for p.pos < len(p.head) && class[p.head[p.pos]]&isSpace == 0 && p.head[p.pos] != '>' {
		p.pos++
	}
	for {
		if _, ok := p.attribute(); !ok {
			return
		}
	}
}

// meta reads a meta element and returns the encoding that it declares.
func (p *prescanner) meta() (charset, bool) {
	var (
		seen       []string
		pragma     bool
		needPragma bool
		found      charset
		ok         bool
	)
	for {
		a, more := p.attribute()
		if !more {
			break
		}
		name := string(bytes.ToLower(a.name))
		if slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		switch name {
		case "http-equiv":
			pragma = pragma || equalFold(a.value, "content-type")
		case "content":
			if label := contentCharset(a.value); label != "" && found.name == "" {
				if found, ok = declared(label); ok {
					needPragma = true
				}
			}
		case "charset":
			found, ok = declared(string(a.value))
			needPragma = false
		}
	}
	if p.pos >= len(p.head) || !ok || needPragma && !pragma {
		return charset{}, false
	}
	return found, true
}

// attribute reads the next attribute of a tag ("get an attribute"). It returns
// false at the end of the tag and at the end of the bytes.
func (p *prescanner) attribute() (attribute, bool) {
	for p.pos < len(p.head) && (class[p.head[p.pos]]&isSpace != 0 || p.head[p.pos] == '/') {
		p.pos++
	}
	if p.pos >= len(p.head) || p.head[p.pos] == '>' {
		return attribute{}, false
	}
	start := p.pos
	for p.pos++; p.pos < len(p.head) && class[p.head[p.pos]]&endsKey == 0; p.pos++ {
	}
	name := p.head[start:p.pos]
	i := skipSpace(p.head, p.pos)
	if i >= len(p.head) || p.head[i] != '=' {
		p.pos = i
		return attribute{name: name}, i < len(p.head)
	}
	p.pos = skipSpace(p.head, i+1)
	value, ok := p.value()
	return attribute{name, value}, ok
}

// value reads the value of an attribute.
func (p *prescanner) value() ([]byte, bool) {
	if p.pos >= len(p.head) {
		return nil, false
	}
	if quote := p.head[p.pos]; quote == '"' || quote == '\'' {
		rest := p.head[p.pos+1:]
		i := bytes.IndexByte(rest, quote)
		if i < 0 {
			p.pos = len(p.head)
			return nil, false
		}
		p.pos += i + 2
		return rest[:i], true
	}
	start := p.pos
	for p.pos < len(p.head) && class[p.head[p.pos]]&endsBare == 0 {
		p.pos++
	}
	return p.head[start:p.pos], p.pos < len(p.head)
}

// contentCharset is the charset in the content of a meta element (WHATWG HTML,
// "extracting a character encoding from a meta element"), or "".
func contentCharset(content []byte) string {
	lower := bytes.ToLower(content)
	for {
		i := bytes.Index(lower[len(lower)-len(content):], []byte("charset"))
		if i < 0 {
			return ""
		}
		content = trimLeft(content[i+len("charset"):])
		if len(content) > 0 && content[0] == '=' {
			break
		}
	}
	content = trimLeft(content[1:])
	if len(content) == 0 {
		return ""
	}
	if quote := content[0]; quote == '"' || quote == '\'' {
		content = content[1:]
		i := bytes.IndexByte(content, quote)
		if i < 0 {
			return ""
		}
		return string(content[:i])
	}
	end := 0
	for end < len(content) && content[end] != ';' && class[content[end]]&isSpace == 0 {
		end++
	}
	return string(content[:end])
}

// xmlEncoding is the encoding of an XML declaration (WHATWG HTML, "get an XML
// encoding").
func xmlEncoding(head []byte) (charset, bool) {
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return charset{}, false
	}
	end := bytes.IndexByte(head, '>')
	if end < 0 {
		return charset{}, false
	}
	_, rest, ok := bytes.Cut(head[:end], []byte("encoding"))
	if !ok {
		return charset{}, false
	}
	rest = trimControls(rest)
	if len(rest) == 0 || rest[0] != '=' {
		return charset{}, false
	}
	rest = trimControls(rest[1:])
	if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return charset{}, false
	}
	label, _, ok := bytes.Cut(rest[1:], rest[:1])
	if !ok || bytes.IndexFunc(label, func(r rune) bool { return r <= ' ' }) >= 0 {
		return charset{}, false
	}
	return declared(string(label))
}

func trimControls(text []byte) []byte {
	for len(text) > 0 && text[0] <= ' ' {
		text = text[1:]
	}
	return text
}
