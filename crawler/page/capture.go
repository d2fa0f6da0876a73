package page

import "unicode/utf8"

// capture gathers the text of one element with its white space collapsed.
type capture struct {
	on    bool
	space bool // white space was met since the last character
	limit int  // in characters
	buf   []byte
}

// begin starts to gather at most limit characters.
func (c *capture) begin(limit int) {
	c.on, c.space, c.limit, c.buf = true, false, limit, c.buf[:0]
}

// add gathers UTF-8 text whose references are decoded.
func (c *capture) add(text []byte) {
	if len(c.buf) >= utf8.UTFMax*c.limit {
		return
	}
	c.buf, c.space = collapse(c.buf, text, c.space)
}

// gap makes sure that what comes next is a word of its own.
func (c *capture) gap() { c.space = true }

// end stops gathering and returns the text, which is valid until begin. It is
// nil when there is nothing to see.
func (c *capture) end() []byte {
	c.on = false
	if blank(c.buf) {
		return nil
	}
	return cut(c.buf, c.limit)
}

// release is an empty capture with the scratch space of this one.
func (c *capture) release() capture { return capture{buf: keep(c.buf, keptBytes)} }

// collapse appends text to dst with each run of white space as one space and
// none at the ends. space tells whether white space came before, and after.
func collapse(dst, text []byte, space bool) ([]byte, bool) {
	for i := 0; i < len(text); {
		if class[text[i]]&isSpace != 0 {
			space = true
			i++
			continue
		}
		start := i
		i = collapsed(text, i)
		if space && len(dst) > 0 {
			dst = append(dst, ' ')
		}
		space = false
		dst = append(dst, text[start:i]...)
	}
	return dst, space
}

// blank tells whether a person sees nothing of text.
func blank(text []byte) bool {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch r {
		case ' ', '\u00A0', '\u00AD', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF':
			text = text[n:]
		default:
			return false
		}
	}
	return true
}

// cut is the first limit characters of text.
func cut(text []byte, limit int) []byte {
	if len(text) <= limit {
		return text
	}
	i := 0
	for n := 0; i < len(text) && n < limit; n++ {
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	return text[:i]
}
