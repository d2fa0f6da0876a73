package page

// MaxShown is how many bytes of the text that a page shows are kept.
const MaxShown = 1 << 20

// shown gathers the text that a document shows: each run of white space as one
// space, and a line break where a browser begins another line.
type shown struct {
	buf  []byte
	next byte // what comes before the next word: a space, a line break or nothing (0)
}

// add gathers UTF-8 text whose references are decoded.
func (s *shown) add(text []byte) {
	if len(s.buf) >= MaxShown {
		return
	}
	for i := 0; i < len(text); {
		if class[text[i]]&isSpace != 0 {
			if s.next == 0 {
				s.next = ' '
			}
			i++
			continue
		}
		begin := i
		i = collapsed(text, i)
		if s.next != 0 && len(s.buf) > 0 {
			s.buf = append(s.buf, s.next)
		}
		s.next = 0
		s.buf = append(s.buf, text[begin:i]...)
	}
}

// collapsed is where the words that begin at i and have one space between them end.
func collapsed(text []byte, i int) int {
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c > ' ':
		case class[c]&isSpace == 0:
		case c == ' ' && i+1 < len(text) && class[text[i+1]]&isSpace == 0:
		default:
			return i
		}
	}
	return i
}

// gap makes sure that what comes next stands on another line.
func (s *shown) gap() { s.next = '\n' }

// end gives the text.
func (s *shown) end() string {
	if len(s.buf) <= MaxShown {
		return string(s.buf)
	}
	end := MaxShown
	for end > 0 && s.buf[end]&0xC0 == 0x80 { // not within a character
		end--
	}
	return string(s.buf[:end])
}

// release is an empty shown with the scratch space of this one.
func (s *shown) release() shown { return shown{buf: keep(s.buf, keptBytes)} }
