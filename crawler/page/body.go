package page

func (r *reader) startH1() {
	r.endH1()
	if r.hasH1 || r.noscript {
		return
	}
	r.hasH1 = true
	r.h1.begin(maxText)
}

func (r *reader) endH1() {
	if r.h1.on {
		r.facts.H1 = string(r.h1.end())
	}
}

// startParagraph begins to gather a p that may become FirstParagraph.
func (r *reader) startParagraph() {
	if r.inMain || r.noscript {
		return
	}
	if r.facts.FirstParagraph == "" || r.landmarks.inMain() {
		r.paragraph.begin(maxText)
	}
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
