package robots

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// scanner reads XML as it is found in sitemaps: it needs no end tags, accepts
// stray ampersands, and never gives up. Text and tags are pieces of the input.
type scanner struct {
	rest string
}

// tag is a start or end tag.
type tag struct {
	prefix, name string // in small letters
	attributes   string
	end          bool
	empty        bool // <name/>
}

// next gives the text up to the next tag, with references decoded, and that
// tag. ok is false at the end of the input.
func (s *scanner) next() (text string, t tag, ok bool) {
	var pieces pieces
	for {
		before, after, found := strings.Cut(s.rest, "<")
		pieces.add(decodeReferences(before))
		if !found {
			s.rest = ""
			return pieces.text(), tag{}, false
		}
		s.rest = after
		switch {
		case strings.HasPrefix(after, "!--"):
			_, s.rest, _ = strings.Cut(after[len("!--"):], "-->")
		case strings.HasPrefix(after, "![CDATA["):
			var raw string
			raw, s.rest, _ = strings.Cut(after[len("![CDATA["):], "]]>")
			pieces.add(raw)
		case strings.HasPrefix(after, "!"), strings.HasPrefix(after, "?"):
			_, s.rest, _ = strings.Cut(after, ">")
		case startsTag(after):
			return pieces.text(), s.tag(), true
		default:
			pieces.add("<")
		}
	}
}

// pieces joins text; a single piece is not copied.
type pieces struct {
	first string
	more  strings.Builder
}

func (p *pieces) add(text string) {
	switch {
	case text == "":
		return
	case p.first == "":
		p.first = text
		return
	case p.more.Len() == 0:
		p.more.WriteString(p.first)
	}
	p.more.WriteString(text)
}

func (p *pieces) text() string {
	if p.more.Len() > 0 {
		return p.more.String()
	}
	return p.first
}

func startsTag(text string) bool {
	text = strings.TrimPrefix(text, "/")
	return text != "" && ('a' <= text[0]|0x20 && text[0]|0x20 <= 'z' || text[0] == '_')
}

// tag reads the tag behind its "<". A tag without end stops at the next one.
func (s *scanner) tag() (t tag) {
	s.rest, t.end = strings.CutPrefix(s.rest, "/")
	end := tagEnd(s.rest)
	inside := s.rest[:end]
	s.rest = strings.TrimPrefix(s.rest[end:], ">")
	inside, t.empty = strings.CutSuffix(inside, "/")
	nameEnd := strings.IndexAny(inside, " \t\r\n/")
	if nameEnd < 0 {
		nameEnd = len(inside)
	}
	t.name, t.attributes = strings.ToLower(inside[:nameEnd]), inside[nameEnd:]
	if prefix, name, found := strings.Cut(t.name, ":"); found {
		t.prefix, t.name = prefix, name
	}
	return t
}

// tagEnd is where a tag ends: at its ">", or before the "<" of the next tag.
// A quoted value may hold the first, but not the second.
func tagEnd(text string) int {
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '>' || c == '<':
			return i
		case (c == '"' || c == '\'') && i > 0 && text[i-1] == '=':
			if stop := strings.IndexAny(text[i+1:], string(c)+"<"); stop >= 0 && text[i+1+stop] == c {
				quote = c
			}
		}
	}
	return len(text)
}

// attribute is the value of the attribute called name, "" when there is none.
func attribute(attributes, name string) string {
	for rest := attributes; rest != ""; {
		at := strings.IndexByte(rest, '=')
		if at < 0 {
			return ""
		}
		key := rest[:at]
		if blank := strings.LastIndexAny(strings.TrimRight(key, blankInTag), blankInTag); blank >= 0 {
			key = key[blank+1:]
		}
		value := strings.TrimLeft(rest[at+1:], blankInTag)
		if value == "" {
			return ""
		}
		if quote := value[0]; quote == '"' || quote == '\'' {
			value, rest, _ = strings.Cut(value[1:], string(quote))
		} else {
			end := strings.IndexAny(value, blankInTag)
			if end < 0 {
				end = len(value)
			}
			value, rest = value[:end], value[end:]
		}
		if strings.EqualFold(strings.TrimRight(key, blankInTag), name) {
			return decodeReferences(value)
		}
	}
	return ""
}

const blankInTag = " \t\r\n"

// decodeReferences decodes the references XML knows without a DTD. Everything
// else with an ampersand stays: it is an ampersand somebody forgot to escape.
func decodeReferences(text string) string {
	if !strings.Contains(text, "&") {
		return text
	}
	out := make([]byte, 0, len(text))
	for {
		before, after, found := strings.Cut(text, "&")
		out = append(out, before...)
		if !found {
			return string(out)
		}
		text = after
		const longest = len("#x10FFFF;")
		end := strings.IndexByte(after[:min(len(after), longest)], ';')
		if end < 0 {
			out = append(out, '&')
			continue
		}
		r := referenced(after[:end])
		if r < 0 {
			out = append(out, '&')
			continue
		}
		out = utf8.AppendRune(out, r)
		text = after[end+1:]
	}
}

// referenced is the character a reference stands for, -1 for none.
func referenced(name string) rune {
	switch name {
	case "amp":
		return '&'
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "quot":
		return '"'
	case "apos":
		return '\''
	}
	digits, found := strings.CutPrefix(name, "#")
	if !found {
		return -1
	}
	base := 10
	if strings.HasPrefix(digits, "x") || strings.HasPrefix(digits, "X") {
		digits, base = digits[1:], 16
	}
	number, err := strconv.ParseUint(digits, base, 21)
	if err != nil || !utf8.ValidRune(rune(number)) || number == 0 {
		return -1
	}
	return rune(number)
}
