package page

// readLang reads the html element.
func (r *reader) readLang() {
	if r.facts.Lang == "" {
		r.facts.Lang = r.textValue("lang", maxLinkText)
	}
}

// readBase reads a base element: the first with an href counts.
func (r *reader) readBase() {
	href, ok := r.attr("href")
	if !ok || r.hasBase || r.noscript {
		return
	}
	r.base = appendValue(nil, href)
	r.hasBase = true
}

func (r *reader) startTitle() {
	if r.hasTitle || r.noscript {
		return
	}
	r.hasTitle = true
	r.title.begin(maxText)
}

func (r *reader) endTitle() {
	if r.title.on {
		r.facts.Title = string(r.title.end())
	}
}

// readMeta reads a meta element. Those in noscript are for other readers.
func (r *reader) readMeta() {
	if r.noscript {
		return
	}
	if pragma, ok := r.attr("http-equiv"); ok && equalFold(pragma, "refresh") {
		r.readRefresh()
	}
	name, ok := r.attr("name")
	if !ok {
		return
	}
	switch name = trim(name); {
	case equalFold(name, "description"):
		if r.facts.MetaDescription == "" {
			r.facts.MetaDescription = r.textValue("content", maxText)
		}
	case equalFold(name, "robots"):
		r.addRobots(r.textValue("content", maxText))
	}
}

func (r *reader) addRobots(content string) {
	switch robots := &r.facts.MetaRobots; {
	case content == "" || len(*robots) > maxText:
	case *robots == "":
		*robots = content
	default:
		*robots += ", " + content
	}
}

// readRefresh reads a meta refresh: the first that is valid counts.
func (r *reader) readRefresh() {
	if r.refresh {
		return
	}
	seconds, address, ok := refreshAddress(r.value("content"))
	r.refresh = ok
	if len(address) > 0 {
		r.facts.RefreshAfter = seconds
		r.addLink(Refresh, address)
	}
}

// readLink reads a link element: canonical, next, prev, or alternate with
// hreflang.
func (r *reader) readLink() {
	href := r.value("href")
	if len(trim(href)) == 0 {
		return
	}
	rel, _ := r.attr("rel")
	kind, ok := relKind(rel)
	if !ok {
		return
	}
	lang, hasLang := r.attr("hreflang")
	if kind == Alternate && !hasLang {
		return
	}
	i := r.addLink(kind, href)
	if i < 0 {
		return
	}
	if kind == Alternate {
		r.links[i].rel = r.keepText(r.decodedValue(lang))
	} else {
		r.links[i].rel = r.keepRel(rel)
	}
}

// relKind is the kind of link that one of the words of a rel attribute makes.
func relKind(rel []byte) (LinkKind, bool) {
	kind, ok := Alternate, false
	for word := firstWord(rel); len(word) > 0; word = firstWord(rel) {
		rel = rel[skipSpace(rel, 0)+len(word):]
		switch {
		case equalFold(word, "canonical"):
			return Canonical, true
		case equalFold(word, "next"):
			kind, ok = Next, true
		case equalFold(word, "prev"), equalFold(word, "previous"):
			kind, ok = Prev, true
		case equalFold(word, "stylesheet"):
			return 0, false
		case equalFold(word, "alternate"):
			ok = true
		}
	}
	return kind, ok
}

// readFrame reads a frame or an iframe.
func (r *reader) readFrame() {
	src := r.value("src")
	if len(trim(src)) == 0 {
		return
	}
	if i := r.addLink(Frame, src); i >= 0 {
		r.links[i].text = r.keepText(r.value("title"))
	}
}

// trim is text without the white space around it.
func trim(text []byte) []byte {
	text = text[skipSpace(text, 0):]
	for len(text) > 0 && class[text[len(text)-1]]&isSpace != 0 {
		text = text[:len(text)-1]
	}
	return text
}
