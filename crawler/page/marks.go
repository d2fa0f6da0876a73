package page

// Mark is something that a document has, once or several times.
type Mark uint8

// What is marked. Nothing within noscript counts.
const (
	// The head.
	Titles             Mark = iota // title elements, an svg's left out
	TitleOutside                   // outside the head
	Descriptions                   // meta descriptions
	DescriptionOutside             //
	Keywords                       // meta keywords
	Canonicals                     // link rel=canonical; example: the address as written
	CanonicalOutside               //
	CanonicalRelative              // written without scheme and host
	CanonicalFragment              // with a "#"
	CanonicalConflict              // another address than the first canonical's
	CanonicalSpoilt                // with hreflang, lang, media or type, for which search engines ignore it
	RobotsOutside                  // meta robots outside the head
	Hreflangs                      // link rel=alternate with hreflang
	HreflangOutside                //
	NextLinks                      // link rel=next
	PrevLinks                      // link rel=prev
	Refreshes                      // meta refresh; example: its content
	Viewports                      // meta viewport
	ZoomDisabled                   // a viewport that forbids to enlarge the page; example: its content
	FixedWidth                     // a viewport that is not as wide as the device; example: its content
	OpenGraph                      // meta property beginning with "og:"
	OpenGraphTitle                 //
	OpenGraphImage                 //
	Icons                          // link rel=icon
	Bases                          // base with href
	Heads                          // head start tags
	Bodies                         // body start tags
	HeadEnded                      // elements that end the head before its end tag; example: their names
	NoDoctype                      // the document begins with something else
	CharsetTold                    // meta charset or its older form
	Stylesheets                    // link rel=stylesheet
	BlockingScripts                // script src in the head that is neither async nor defer nor a module; example: its address
	Scripts                        // script src
	Data                           // JSON-LD, or an element with itemscope
	DataBroken                     // JSON-LD that does not parse; example: why

	// Headings.
	H1s         // h1 elements
	H1AltOnly   // h1 that is only an image with a description
	H1Late      // the first h1 comes after another heading; example: that one's level
	HeadingSkip // a level is left out; example: "h2, h4"
	HeadingBare // headings with nothing in them; example: the level
	H2s         // h2 elements

	// Images. Examples are addresses as written.
	Images      // img elements
	AltMissing  // no alt attribute
	AltEmpty    // an empty one
	AltLong     // more than maxAlt characters; example: the beginning
	AltFileName // the name of a file; example: that
	NoSize      // no width and height
	ImageHTTP   // loaded over http

	// Links. Examples are addresses, or texts.
	LinkBare     // nothing to read in it
	LinkVague    // "click here" and the like; example: the text
	LinkLocal    // leads to the computer of the person who clicks
	LinkScript   // only a script knows where it leads
	LinkDisk     // leads to a file of somebody's disk
	LinkContact  // mailto: or tel: with nothing usable in it
	LinkInsecure // to the same host, over http
	LinkNofollow // to the same host, with rel=nofollow
	LinkTracking // to the same host, with campaign parameters
	InnerLinks   // links to the same host
	OuterLinks   // links to other hosts
	NewTabUnsafe // target=_blank with rel=opener
	SchemeLess   // scripts, styles and images loaded from "//host/"
	LinkBroken   // values that are no address

	// Forms and what is operated.
	FormHTTP     // form that sends to http; example: where
	Forms        //
	Passwords    // input type=password
	InputBare    // input, select or textarea without a label; example: its name
	InputHinted  // only a placeholder instead of a label; example: that
	ButtonBare   // button without a name
	ImageButton  // input type=image without a description
	LabelNowhere // label for an id that no element has; example: the id
	AriaNowhere  // aria-labelledby or aria-describedby to such an id
	IDTwice      // an id that labels or ARIA use stands on several elements
	TabOrder     // tabindex above zero
	AccessKeys   // accesskey used twice; example: the key

	// Other elements.
	FrameBare  // iframe without a title; example: its address
	FrameHTTP  // iframe loaded over http
	ScriptHTTP // script or style loaded over http; example: its address
	TableBare  // table of data without header cells
	Moving     // marquee, blink
	Autoplay   // audio or video that starts by itself with sound
	NoCaptions // video without captions
	AreaBare   // area of an image map without a description
	Plugins    // embed, object or applet for a program beside the browser; example: its type
	Obsolete   // font, center and the like; example: the name
	Mains      // main elements
	Dummy      // "lorem ipsum"

	markCount = int(Dummy) + 1
)

// How much is kept about marks.
const (
	maxExamples = 3   // of each mark
	maxExample  = 160 // characters
	maxNotes    = 120 // examples of a page
)

// example is a mark's example.
type example struct {
	mark Mark
	text string
}

// Count is how often the document has it, at most 65,535.
func (f *Facts) Count(m Mark) int { return int(f.marks[m]) }

// Has tells whether the document has it.
func (f *Facts) Has(m Mark) bool { return f.marks[m] > 0 }

// Examples are the first few of what was marked, at most three and none twice.
func (f *Facts) Examples(m Mark) []string {
	var texts []string
	for i := range f.examples {
		if f.examples[i].mark == m {
			texts = append(texts, f.examples[i].text)
		}
	}
	return texts
}

// mark counts something.
func (r *reader) mark(m Mark) {
	if r.noscript {
		return
	}
	if r.facts.marks[m] < 1<<16-1 {
		r.facts.marks[m]++
	}
}

// note counts something and keeps text as an example of it, its white space
// collapsed and NUL bytes replaced: some texts come as the page has them.
func (r *reader) note(m Mark, text []byte) {
	r.mark(m)
	if r.noscript || r.facts.marks[m] > 50 || len(r.notes) >= maxNotes || len(text) == 0 {
		return
	}
	kept := r.keepText(withoutNUL(cut(text, 4*maxExample)))
	if kept.empty() {
		return
	}
	kept.end = kept.start + len(cut(r.arena[kept.start:kept.end], maxExample))
	same := 0
	for _, n := range r.notes {
		if n.mark != m {
			continue
		}
		if same++; same >= maxExamples || string(r.arena[n.text.start:n.text.end]) == string(r.arena[kept.start:kept.end]) {
			return
		}
	}
	r.notes = append(r.notes, noted{m, kept})
}

// noted is an example in the reader's arena.
type noted struct {
	mark Mark
	text span
}
