package robots

import (
	"strings"
	"unicode"
)

// Directives are what a page tells search engines to do with it, in its meta
// robots or in X-Robots-Tag headers (Google Search Central, "Robots meta tag,
// data-nosnippet, and X-Robots-Tag specifications").
type Directives uint16

// The directives. None is NoIndex and NoFollow in one word.
const (
	NoIndex Directives = 1 << iota
	NoFollow
	None
	NoArchive
	NoSnippet
	NoImageIndex
	NoTranslate
	UnavailableAfter
	PreviewLimited // a max-snippet, max-image-preview or max-video-preview that allows less than all
)

// directiveWords are the directives that are a word and no more.
var directiveWords = map[string]Directives{
	"noindex": NoIndex, "nofollow": NoFollow, "none": None, "noarchive": NoArchive, "nosnippet": NoSnippet,
	"noimageindex": NoImageIndex, "notranslate": NoTranslate,
}

// noLimits are the directives with a value, and the value that allows all.
var noLimits = map[string]string{"max-snippet": "-1", "max-image-preview": "large", "max-video-preview": "-1"}

// unavailableAfter is followed by a date, which may have commas and colons in it.
const unavailableAfter = "unavailable_after"

// ReadDirectives reads the content of meta robots and X-Robots-Tag, several of
// them joined by commas. What is said to one search engine, as in "googlebot:
// noindex", counts as said to all. Directives are parted by commas, but who
// forgets one means the same.
func ReadDirectives(text string) (found Directives) {
	for part := range strings.SplitSeq(text, ",") {
		found |= readPart(part)
	}
	return found
}

// readPart reads what stands between two commas. The parts of a date that has
// commas are words that mean nothing.
func readPart(part string) (found Directives) {
	limit := "" // the directive whose value comes next
	for word := range strings.FieldsFuncSeq(part, partsWords) {
		word = strings.ToLower(word)
		switch _, limits := noLimits[word]; {
		case limit != "":
			if word != noLimits[limit] {
				found |= PreviewLimited
			}
			limit = ""
		case limits:
			limit = word
		case word == unavailableAfter:
			return found | UnavailableAfter // the rest is the date
		default:
			found |= directiveWords[word]
		}
	}
	return found
}

func partsWords(r rune) bool { return r == ':' || unicode.IsSpace(r) }

// Hides tells whether search engines may not show the page.
func (d Directives) Hides() bool { return d&(NoIndex|None) != 0 }

// Unfollows tells whether search engines may not follow the links of the page.
func (d Directives) Unfollows() bool { return d&(NoFollow|None) != 0 }
