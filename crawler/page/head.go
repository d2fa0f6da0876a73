package page

import "bytes"

// readLang reads the html element.
func (r *reader) readLang() {
	if r.facts.Lang == "" {
		r.facts.Lang = r.textValue("lang", maxLinkText)
	}
}

// readBase reads a base element: the first with an href counts.
func (r *reader) readBase() {
	href, ok := r.attr("href")
	if !ok || r.noscript {
		return
	}
	r.mark(Bases)
	if r.hasBase {
		return
	}
	r.base = appendValue(nil, href)
	r.hasBase = true
}

func (r *reader) startTitle() {
	if r.noscript {
		return
	}
	r.mark(Titles)
	r.markOutside(TitleOutside)
	if r.facts.Count(Titles) > 1 {
		return
	}
	r.title.begin(maxText)
}

func (r *reader) endTitle() {
	if r.title.on {
		r.facts.Title = string(r.title.end())
	}
}

// markOutside marks what counts in the head alone and stands in the body.
func (r *reader) markOutside(m Mark) {
	if r.inBody {
		r.mark(m)
	}
}

// readMeta reads a meta element. Those in noscript are for other readers.
func (r *reader) readMeta() {
	if r.noscript {
		return
	}
	if pragma, ok := r.attr("http-equiv"); ok {
		r.readPragma(pragma)
	}
	if _, ok := r.attr("charset"); ok {
		r.mark(CharsetTold)
	}
	name, ok := r.attr("name")
	if property, is := r.attr("property"); is {
		r.readProperty(trim(property))
	}
	if !ok {
		return
	}
	switch name = trim(name); {
	case equalFold(name, "description"):
		r.readDescription()
	case equalFold(name, "robots"):
		r.markOutside(RobotsOutside)
		r.addRobots(r.textValue("content", maxText))
	case equalFold(name, "keywords"):
		r.mark(Keywords)
		if r.facts.MetaKeywords == "" {
			r.facts.MetaKeywords = r.textValue("content", maxText)
		}
	case equalFold(name, "viewport"):
		r.readViewport()
	default:
		r.readProperty(name)
	}
}

func (r *reader) readPragma(pragma []byte) {
	switch {
	case equalFold(pragma, "refresh"):
		r.noteAddress(Refreshes, "content")
		r.readRefresh()
	case equalFold(pragma, "content-type"):
		r.mark(CharsetTold)
	}
}

func (r *reader) readDescription() {
	r.mark(Descriptions)
	r.markOutside(DescriptionOutside)
	if r.facts.MetaDescription == "" {
		r.facts.MetaDescription = r.textValue("content", maxText)
	}
}

func (r *reader) readViewport() {
	content := r.value("content")
	r.mark(Viewports)
	v := readViewportContent(content)
	if !v.zoomable {
		r.note(ZoomDisabled, content)
	}
	if v.fixed {
		r.note(FixedWidth, content)
	}
}

// readProperty reads what a page tells about itself for when it is shared
// (The Open Graph protocol, ogp.me).
func (r *reader) readProperty(name []byte) {
	if len(name) <= 3 || !equalFold(name[:3], "og:") || len(trim(r.value("content"))) == 0 {
		return
	}
	r.mark(OpenGraph)
	switch {
	case equalFold(name, "og:title"):
		r.mark(OpenGraphTitle)
	case equalFold(name, "og:image"), equalFold(name, "og:image:url"), equalFold(name, "og:image:secure_url"):
		r.mark(OpenGraphImage)
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
// hreflang; and counts stylesheets and icons.
func (r *reader) readLink() {
	href := r.value("href")
	if len(trim(href)) == 0 {
		return
	}
	rel, _ := r.attr("rel")
	kind, ok := relKind(rel)
	if !ok {
		r.readResource(rel, href)
		return
	}
	lang, hasLang := r.attr("hreflang")
	if kind == Alternate && !hasLang {
		return
	}
	r.markRel(kind, href)
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

// markRel marks what a link element is, and where it stands wrong.
func (r *reader) markRel(kind LinkKind, href []byte) {
	switch kind {
	case Canonical:
		r.markCanonical(href)
	case Alternate:
		r.mark(Hreflangs)
		r.markOutside(HreflangOutside)
	case Next:
		r.mark(NextLinks)
	case Prev:
		r.mark(PrevLinks)
	}
}

func (r *reader) markCanonical(href []byte) {
	r.note(Canonicals, href)
	r.markOutside(CanonicalOutside)
	href = trim(href)
	if !(len(href) > 5 && equalFold(href[:4], "http") && bytes.Contains(href[:min(len(href), 8)], []byte("://"))) {
		r.note(CanonicalRelative, href)
	}
	if bytes.IndexByte(href, '#') >= 0 {
		r.note(CanonicalFragment, href)
	}
	for _, name := range [...]string{"hreflang", "lang", "media", "type"} {
		if _, ok := r.attr(name); ok {
			r.note(CanonicalSpoilt, []byte(name))
		}
	}
}

// readResource reads a link to a stylesheet or an icon.
func (r *reader) readResource(rel, href []byte) {
	for word := firstWord(rel); len(word) > 0; word = firstWord(rel) {
		rel = rel[skipSpace(rel, 0)+len(word):]
		switch {
		case equalFold(word, "stylesheet"):
			r.mark(Stylesheets)
			r.markLoaded(href)
		case equalFold(word, "icon"), equalFold(word, "apple-touch-icon"):
			r.mark(Icons)
		}
	}
}

// markLoaded marks how a script or style is loaded.
func (r *reader) markLoaded(address []byte) {
	if isInsecure(address) {
		r.note(ScriptHTTP, address)
	}
	r.markSchemeless(address)
}

func (r *reader) markSchemeless(address []byte) {
	if address = trimLeft(address); len(address) > 2 && address[0] == '/' && address[1] == '/' {
		r.note(SchemeLess, address)
	}
}

// startScript reads a script element.
func (r *reader) startScript() {
	kind, _ := r.attr("type")
	r.data = equalFold(trim(kind), "application/ld+json")
	src := r.value("src")
	if len(trim(src)) == 0 {
		return
	}
	r.mark(Scripts)
	r.markLoaded(src)
	_, async := r.attr("async")
	_, deferred := r.attr("defer")
	if r.inHead && !async && !deferred && !equalFold(trim(kind), "module") {
		r.note(BlockingScripts, src)
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
	if isInsecure(src) {
		r.note(FrameHTTP, src)
	}
	if !r.hasName() {
		r.note(FrameBare, src)
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
