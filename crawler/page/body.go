package page

import "golang.org/x/net/html/atom"

// startHeading reads a heading's start tag. Headings don't nest: one that is
// open ends.
func (r *reader) startHeading() {
	r.endHeading()
	if r.noscript {
		return
	}
	level := headingLevel(r.tag)
	r.markLevel(level)
	r.level, r.headingAlt, r.headingNamed = level, false, false
	r.heading.begin(maxText)
}

// markLevel marks what is wrong with the order of headings.
func (r *reader) markLevel(level int) {
	f := r.facts
	switch {
	case level == 1:
		if !f.Has(H1s) && r.lastLevel > 1 {
			r.note(H1Late, levelName(r.lastLevel))
		}
		r.mark(H1s)
	case level == 2:
		r.mark(H2s)
	}
	if r.lastLevel > 0 && level > r.lastLevel+1 {
		r.note(HeadingSkip, append(append(levelName(r.lastLevel), ", "...), levelName(level)...))
	}
	r.lastLevel = level
}

func levelName(level int) []byte { return []byte{'h', '0' + byte(level)} }

// endHeading keeps the text of the heading that is open, if one is.
func (r *reader) endHeading() {
	if r.level == 0 {
		return
	}
	level := r.level
	r.level = 0
	text := r.heading.end()
	if len(text) == 0 {
		r.markBare(level)
	}
	f := r.facts
	switch {
	case level == 1 && f.marks[H1s] == 1:
		f.H1 = string(text)
	case level == 1 && f.marks[H1s] == 2:
		f.SecondH1 = string(text)
	case level == 2 && f.marks[H2s] == 1:
		f.H2 = string(text)
	case level == 2 && f.marks[H2s] == 2:
		f.SecondH2 = string(text)
	}
}

// markBare marks a heading without text.
func (r *reader) markBare(level int) {
	switch {
	case r.headingAlt && level == 1:
		r.mark(H1AltOnly)
	case !r.headingAlt && !r.headingNamed:
		r.note(HeadingBare, levelName(level))
	}
}

func headingLevel(tag atom.Atom) int {
	switch tag {
	case atom.H1:
		return 1
	case atom.H2:
		return 2
	case atom.H3:
		return 3
	case atom.H4:
		return 4
	case atom.H5:
		return 5
	}
	return 6
}

// startParagraph begins to gather a p that may become FirstParagraph.
func (r *reader) startParagraph() {
	r.prose = true
	if r.inMain || r.noscript {
		return
	}
	if r.facts.FirstParagraph == "" || r.landmarks.inMain() {
		r.paragraph.begin(maxText)
	}
}

// endBlock ends what a tag that stands on lines of its own ends: a paragraph
// and a sentence.
func (r *reader) endBlock() {
	r.endParagraph()
	r.print.stop(r.where())
	r.prose = false
	r.gap()
}

func (r *reader) endParagraph() {
	if !r.paragraph.on {
		return
	}
	text := r.paragraph.end()
	if len(text) == 0 {
		return
	}
	r.facts.FirstParagraph = string(text)
	r.inMain = r.landmarks.inMain()
}

// where tells what kind of place the reader is in.
func (r *reader) where() place {
	switch r.landmarks.position() {
	case Nav, Header, Footer:
		return aside
	}
	if r.prose {
		return running
	}
	return own
}
