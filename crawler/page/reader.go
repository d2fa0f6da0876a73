package page

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"sitewalk/crawler/weburl"
)

// reader follows the tokens of one document. It is reused: what it holds
// besides facts is scratch space.
type reader struct {
	scanner
	facts *Facts

	links   []pending
	arena   []byte // the texts of links, which become one string
	scratch []byte
	anchor  anchor
	known   *addresses

	base    []byte // href of the first base element, decoded
	hasBase bool
	inMain  bool // FirstParagraph comes from main
	refresh bool // a meta refresh was met

	title, heading, paragraph capture
	print                     digest
	shown                     shown
	notes                     []noted

	level, lastLevel         int // of the open heading, 0 for none, and of the last
	headingAlt, headingNamed bool
	prose                    bool // inside p
	data                     bool // the script is JSON-LD

	ids                 []uint32
	uses                []idUse
	keys                [2]uint64 // accesskeys met, by their ASCII code
	tables              []table
	labels              int // label elements around the reader
	button, buttonNamed bool
	video, captions     bool

	landmarks      landmarks
	enclave        enclave
	templates      int                        // depth of templates
	noscript       bool                       // inside noscript
	asksForScripts bool                       // a noscript says that JavaScript is needed
	unseen         struct{ words, bytes int } // of what a noscript says
	inHead         bool
	headOpen       bool // a head start tag was met
	inBody         bool
	picture        bool
}

// read reads the document text, which is valid UTF-8 but was written in enc.
func (r *reader) read(text []byte, enc charset, at weburl.URL) *Facts {
	r.print.leaveOut(at)
	r.readTokens(text)
	r.facts.Charset = enc.name
	r.resolve(at, enc)
	return r.facts
}

// readTokens gathers all that does not depend on the document's address.
func (r *reader) readTokens(text []byte) {
	r.reset(text)
	r.facts = new(Facts)
	r.inHead = true
	if !hasDoctype(text) {
		r.mark(NoDoctype)
	}
	for r.next() {
		switch r.kind {
		case textToken:
			r.readText()
		case startTag:
			r.readStart()
		case endTag:
			r.readEnd()
		}
	}
	r.noscript = false
	r.endAnchor()
	r.endTitle()
	r.endHeading()
	r.endBlock()
	r.endButton()
	r.endVideo()
	r.settleIDs()
	r.facts.measure(&r.print)
	r.facts.Text = r.shown.end()
	r.facts.MadeByScripts = r.madeByScripts()
}

// measure takes what the digest found.
func (f *Facts) measure(d *digest) {
	f.TextHash, f.WordHash, f.SimHash = d.text, d.rest, d.sim.sum()
	f.Pieces = append([]uint64(nil), d.pieces...) // nil where there are none
	f.Words, f.OwnWords, f.Sentences, f.TextBytes, f.Prose = d.words, d.own, d.ends, d.bytes, d.prose
	if d.dummy {
		f.marks[Dummy] = 1
	}
}

// What a reader keeps of its scratch space for the next page: enough for most.
const (
	keptBytes = 1 << 16
	keptLinks = 1 << 12
)

// release forgets the document and keeps scratch space of a usual size.
func (r *reader) release() {
	clear(r.attrs[:cap(r.attrs)]) // parts of the document
	*r = reader{
		scanner:   scanner{attrs: r.attrs[:0]},
		links:     keep(r.links, keptLinks),
		arena:     keep(r.arena, keptBytes),
		scratch:   keep(r.scratch, keptBytes),
		known:     r.known,
		anchor:    anchor{text: r.anchor.text.release(), alt: keep(r.anchor.alt, keptBytes)},
		title:     r.title.release(),
		heading:   r.heading.release(),
		paragraph: r.paragraph.release(),
		print:     r.print.release(),
		shown:     r.shown.release(),
		notes:     r.notes[:0],
		ids:       keep(r.ids, keptLinks),
		uses:      keep(r.uses, keptLinks),
		tables:    r.tables[:0],
		landmarks: r.landmarks[:0],
		enclave:   r.enclave[:0],
	}
}

// keep empties a slice for the next document, or drops one that is larger than
// most.
func keep[T any](s []T, most int) []T {
	if cap(s) > most {
		return nil
	}
	return s[:0]
}

// readText gives the text to whoever gathers it.
func (r *reader) readText() {
	if r.templates > 0 || r.enclave.hidden() {
		return
	}
	switch r.within {
	case 0, cdataSection:
		r.readContent()
	case atom.Title:
		if r.title.on {
			r.title.add(r.decoded(r.text))
			r.print.addTitle(r.text)
		}
	case atom.Script:
		r.facts.ScriptBytes += len(r.text)
		if r.data {
			r.readData(r.text)
		}
	case atom.Style:
		r.facts.StyleBytes += len(r.text)
	}
}

// readContent reads text that is shown.
func (r *reader) readContent() {
	if !blankBytes(r.text) {
		r.leaveHead(0)
		r.digest()
		r.buttonNamed = true
	}
	if !r.shown.on && !r.heading.on && !r.paragraph.on && !r.anchor.text.on && !r.noscript {
		return
	}
	text := r.text[:min(len(r.text), MaxShown)] // nobody keeps more of it
	if r.within == 0 {
		text = r.decoded(text)
	} else {
		text = withoutNUL(text)
	}
	if r.enclave.inTitle() {
		r.addAlt(text)
		return
	}
	if r.noscript {
		r.readNoscript(text)
	} else if r.shown.on {
		r.shown.add(text)
	}
	if r.heading.on {
		r.heading.add(text)
	}
	if r.paragraph.on {
		r.paragraph.add(text)
	}
	if r.anchor.text.on {
		r.anchor.text.add(text)
	}
}

// digest learns from text that is shown, by browsers or where there are no scripts.
func (r *reader) digest() {
	words, bytes := r.print.words, r.print.bytes
	r.print.add(r.text, r.where())
	if r.noscript {
		r.unseen.words += r.print.words - words
		r.unseen.bytes += r.print.bytes - bytes
	}
}

// decoded is text with its references decoded, valid until the next call.
func (r *reader) decoded(text []byte) []byte {
	if !hasReference(text) {
		return text
	}
	r.scratch = appendText(r.scratch[:0], text)
	return r.scratch
}

// value is the value of an attribute with its references decoded, nil when
// there is no such attribute, valid until the next call.
func (r *reader) value(name string) []byte {
	value, ok := r.attr(name)
	if !ok || !hasReference(value) {
		return value
	}
	r.scratch = appendValue(r.scratch[:0], value)
	return r.scratch
}

// textValue is the value of an attribute as a text of at most limit characters.
func (r *reader) textValue(name string, limit int) string {
	text, _ := collapse(nil, r.value(name), false)
	return string(cut(text, limit))
}

func blankBytes(text []byte) bool { return skipSpace(text, 0) == len(text) }

// readStart follows a start tag.
func (r *reader) readStart() {
	if r.templates > 0 {
		if r.tag == atom.Template {
			r.templates++
		}
		return
	}
	foreign := r.enclave.start(r.tag, r.selfClosing, r.breaksOut)
	r.foreign = r.enclave.inside()
	if foreign {
		r.startForeign()
		return
	}
	r.leaveHead(r.tag)
	if block(r.tag) {
		r.endBlock()
	}
	r.landmarks.start(r)
	r.readAttributes()
	r.start()
}

// start hands a start tag to what reads it.
func (r *reader) start() {
	switch r.tag {
	case atom.A:
		r.startAnchor()
	case atom.Area:
		r.readArea()
	case atom.Base:
		r.readBase()
	case atom.Body:
		r.mark(Bodies)
		r.inHead = false
	case atom.Button:
		r.shown.gap()
		r.startButton()
	case atom.Br:
		r.gap()
	case atom.Frame, atom.Iframe:
		r.readFrame()
	case atom.Form:
		r.readForm()
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		r.startHeading()
	case atom.Head:
		r.mark(Heads)
		r.headOpen = r.headOpen || !r.inBody
	case atom.Html:
		r.readLang()
	case atom.Image, atom.Img:
		r.readImage()
	case atom.Input:
		r.readInput()
	case atom.Label:
		r.startLabel()
	case atom.Link:
		r.readLink()
	case atom.Main:
		r.mark(Mains)
	case atom.Marquee, atom.Blink:
		r.mark(Moving)
	case atom.Meta:
		r.readMeta()
	case atom.Noscript:
		r.noscript = true
	case atom.P:
		r.startParagraph()
	case atom.Option, atom.Optgroup:
		r.shown.gap()
	case atom.Picture:
		r.picture = true
	case atom.Script:
		r.startScript()
	case atom.Select, atom.Textarea:
		r.shown.gap()
		r.readField()
	case atom.Source:
		r.readSource()
	case atom.Table:
		r.startTable()
	case atom.Td, atom.Th, atom.Tr:
		r.readCell()
	case atom.Template:
		r.startTemplate()
	case atom.Title:
		r.startTitle()
	case atom.Track:
		r.readTrack()
	case atom.Audio:
		r.startAudio()
	case atom.Video:
		r.startVideo()
	case atom.Applet, atom.Embed, atom.Object:
		r.readPlugin()
	default:
		if obsolete(r.tag) {
			r.note(Obsolete, r.name)
		}
	}
}

// startForeign hands a start tag inside svg or math to what reads it.
func (r *reader) startForeign() {
	if label, ok := r.attr("aria-label"); ok && !blank(trim(label)) {
		r.nameAround()
	}
	switch r.tag {
	case atom.A:
		r.startAnchor()
	case atom.Image:
		r.readSVGImage()
	}
}

// readEnd follows an end tag.
func (r *reader) readEnd() {
	if r.templates > 0 {
		if r.tag == atom.Template {
			r.templates--
		}
		return
	}
	r.enclave.end(r.tag)
	r.foreign = r.enclave.inside()
	if block(r.tag) {
		r.endBlock()
	}
	r.landmarks.end(r.tag)
	switch r.tag {
	case atom.A:
		r.endAnchor()
	case atom.Button:
		r.endButton()
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		r.endHeading()
	case atom.Head:
		r.inHead = false
	case atom.Label:
		r.endLabel()
	case atom.Noscript:
		r.noscript = false
	case atom.Picture:
		r.picture = false
	case atom.Table:
		r.endTable()
	case atom.Title:
		r.endTitle()
	case atom.Video:
		r.endVideo()
	}
}

// gap parts the words before and after a tag that a browser shows as a break.
func (r *reader) gap() {
	r.heading.gap()
	r.paragraph.gap()
	r.anchor.text.gap()
	r.shown.gap()
}

// leaveHead ends the head at the first tag that cannot stand in it, or at a
// text, which has none.
func (r *reader) leaveHead(tag atom.Atom) {
	if r.inBody || r.noscript || inHead(tag) {
		return
	}
	if r.inHead && r.headOpen {
		r.markHeadEnded(tag)
	}
	r.inHead, r.inBody = false, true
}

func (r *reader) markHeadEnded(tag atom.Atom) {
	switch tag {
	case atom.Body, atom.Frameset:
	case 0:
		if r.kind == startTag {
			r.note(HeadEnded, r.name)
			return
		}
		r.note(HeadEnded, cut(r.decoded(cut(trim(r.text), maxExample*maxReference)), maxExample/4))
	default:
		r.note(HeadEnded, r.name)
	}
}

// inHead tells whether an element may stand in the head.
func inHead(tag atom.Atom) bool {
	switch tag {
	case atom.Html, atom.Head, atom.Title, atom.Meta, atom.Link, atom.Base, atom.Script, atom.Style,
		atom.Noscript, atom.Noframes, atom.Template, atom.Basefont, atom.Bgsound:
		return true
	}
	return false
}

// hasDoctype tells whether a document begins with a doctype, comments aside.
func hasDoctype(text []byte) bool {
	for {
		text = trimLeft(text)
		switch {
		case bytes.HasPrefix(text, []byte("<!--")):
			n := commentEnd(text)
			if n == 0 {
				return false
			}
			text = text[n:]
		case bytes.HasPrefix(text, []byte("<?")):
			n := bytes.IndexByte(text, '>')
			if n < 0 {
				return false
			}
			text = text[n+1:]
		default:
			return len(text) > 9 && equalFold(text[:9], "<!doctype")
		}
	}
}

// position is where the reader is on the page.
func (r *reader) position() Position {
	if r.inHead {
		return Head
	}
	return r.landmarks.position()
}

// startTemplate begins content that is not part of the page, unless it is a
// declarative shadow root, which is shown.
func (r *reader) startTemplate() {
	if mode := r.value("shadowrootmode"); equalFold(mode, "open") || equalFold(mode, "closed") {
		return
	}
	r.templates++
}

// block tells whether a tag stands on lines of its own, and so ends a p.
func block(tag atom.Atom) bool {
	switch tag {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Caption, atom.Center, atom.Dd,
		atom.Details, atom.Dialog, atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption,
		atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Header, atom.Hgroup, atom.Hr, atom.Html, atom.Li, atom.Listing, atom.Main, atom.Menu,
		atom.Nav, atom.Ol, atom.P, atom.Plaintext, atom.Pre, atom.Section, atom.Summary, atom.Table,
		atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr, atom.Ul, atom.Xmp:
		return true
	}
	return false
}
