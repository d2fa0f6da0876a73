package crawlfile

import (
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// A page's links are a JSON array in document order. A link that many pages
// share, such as those of a menu, is the number of its row in table link. One
// that was not met often before is written out as an array of its target's
// number, its place (8 times kind plus position), text, rel, fragment and
// spelling; what is empty at the end is left away:
//
//	[1,2,3,[4711,6,"Read on"],[4712,6,"Our terms","nofollow","delivery"]]

// listed is a link of a list: the number of a row of table link, or the link
// itself when the number is 0.
type listed struct {
	row  int64
	link crawler.Link
}

// appendLink writes a link out.
func appendLink(list []byte, l *crawler.Link) []byte {
	list = strconv.AppendInt(append(list, '['), l.Target, 10)
	list = strconv.AppendInt(append(list, ','), int64(l.Kind)*8+int64(l.Position), 10)
	texts := [...]string{l.Text, l.Rel, l.Fragment, l.Spelling}
	last := len(texts)
	for last > 0 && texts[last-1] == "" {
		last--
	}
	for _, s := range texts[:last] {
		list = appendString(append(list, ','), s)
	}
	return append(list, ']')
}

// appendString writes s, which is valid UTF-8, as JSON.
func appendString(list []byte, s string) []byte {
	list = append(list, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		list = append(list, s[from:i]...)
		from = i + 1
		if c >= ' ' {
			list = append(list, '\\', c)
			continue
		}
		list = fmt.Appendf(list, "\\u%04x", c)
	}
	return append(append(list, s[from:]...), '"')
}

// linkList goes through a page's list of links; "" is an empty one. After an
// error it ends.
func linkList(list string) iter.Seq2[listed, error] {
	return func(yield func(listed, error) bool) {
		if list == "" {
			return
		}
		r := listReader{rest: list}
		if !r.skip('[') {
			yield(listed{}, r.damage())
			return
		}
		for {
			l, ok := r.next()
			if !ok {
				yield(listed{}, r.damage())
				return
			}
			if !yield(l, nil) {
				return
			}
			if r.skip(',') {
				continue
			}
			if r.rest != "]" {
				yield(listed{}, r.damage())
			}
			return
		}
	}
}

// eachTarget goes through a list of links as linkList does, but tells of each
// only its row or, when that is 0, its target. The link graph reads all lists of
// a crawl a few times.
func eachTarget(list string, do func(row, target uint32) error) error {
	r := listReader{rest: list}
	if list == "" {
		return nil
	}
	for ok := r.skip('['); ok; ok = r.skip(',') {
		written := r.skip('[')
		n, ok := r.number()
		if !ok || n == 0 || written && !r.skipWritten() {
			return r.damage()
		}
		row, target := uint32(n), uint32(0)
		if written {
			row, target = 0, row
		}
		if err := do(row, target); err != nil {
			return err
		}
	}
	if r.rest != "]" {
		return r.damage()
	}
	return nil
}

// skipWritten passes the rest of a link that is written out.
func (r *listReader) skipWritten() bool {
	for i := 0; i < len(r.rest); i++ {
		switch r.rest[i] {
		case ']':
			r.rest = r.rest[i+1:]
			return true
		case '"':
			for i++; i < len(r.rest) && r.rest[i] != '"'; i++ {
				if r.rest[i] == '\\' {
					i++
				}
			}
		}
	}
	return false
}

// listReader reads a list of links. Its methods tell whether they found what
// they were to read.
type listReader struct{ rest string }

func (r *listReader) damage() error {
	return fmt.Errorf("%w: a list of links at %.20q", ErrDamaged, r.rest)
}

func (r *listReader) skip(c byte) bool {
	if r.rest == "" || r.rest[0] != c {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// next reads one link.
func (r *listReader) next() (l listed, ok bool) {
	if !r.skip('[') {
		l.row, ok = r.number()
		return l, ok && l.row > 0
	}
	if l.link.Target, ok = r.number(); !ok || l.link.Target == 0 || !r.skip(',') {
		return l, false
	}
	place, ok := r.number()
	if !ok || place > 0xff {
		return l, false
	}
	if l.link.Kind, l.link.Position = page.LinkKind(place/8), page.Position(place%8); !isLink(l.link.Kind, l.link.Position) {
		return l, false
	}
	for _, text := range [...]*string{&l.link.Text, &l.link.Rel, &l.link.Fragment, &l.link.Spelling} {
		if !r.skip(',') {
			break
		}
		if !r.text(text) {
			return l, false
		}
	}
	return l, r.skip(']')
}

// number reads a number of 32 bits.
func (r *listReader) number() (n int64, ok bool) {
	i := 0
	for i < len(r.rest) && i < 10 && r.rest[i] >= '0' && r.rest[i] <= '9' {
		n = n*10 + int64(r.rest[i]-'0')
		i++
	}
	r.rest = r.rest[i:]
	return n, i > 0 && n < 1<<32
}

// text reads a string.
func (r *listReader) text(to *string) bool {
	if !r.skip('"') {
		return false
	}
	end := strings.IndexByte(r.rest, '"')
	if end < 0 {
		return false
	}
	plain := r.rest[:end]
	if strings.IndexByte(plain, '\\') < 0 {
		r.rest = r.rest[end+1:]
		*to = plain
		return true
	}
	return r.escapedText(to)
}

// escapedText reads the rest of a string that has escapes.
func (r *listReader) escapedText(to *string) bool {
	for i := 0; i < len(r.rest); i++ {
		switch r.rest[i] {
		case '\\':
			i++
		case '"':
			var decoded string // not *to, which would then live on the heap: one for each link
			ok := json.Unmarshal([]byte(`"`+r.rest[:i+1]), &decoded) == nil
			*to, r.rest = decoded, r.rest[i+1:]
			return ok
		}
	}
	return false
}
