package robots

import (
	"strings"
	"testing"
)

func TestReadDirectives(t *testing.T) {
	for text, want := range map[string]Directives{
		"":                           0,
		"index, follow":              0,
		"all":                        0,
		"noindex":                    NoIndex,
		"NoIndex,NOFOLLOW":           NoIndex | NoFollow,
		"noindex nofollow":           NoIndex | NoFollow,
		"\tnoindex\n nofollow ,":     NoIndex | NoFollow,
		"index, noindex":             NoIndex,
		"none":                       None,
		"noindexing, noarchives":     0,
		"noarchive, nosnippet":       NoArchive | NoSnippet,
		"noimageindex, notranslate":  NoImageIndex | NoTranslate,
		"indexifembedded":            0,
		"googlebot: noindex":         NoIndex,
		"googlebot:noindex,nofollow": NoIndex | NoFollow,
		"otherbot : none , follow":   None,
		"a: b, googlebot: max-snippet: 0, bingbot: nofollow": PreviewLimited | NoFollow,

		"max-snippet:-1, max-image-preview:large, max-video-preview:-1": 0,
		"max-snippet: -1":             0,
		"max-snippet:0":               PreviewLimited,
		"max-snippet: 50, noindex":    PreviewLimited | NoIndex,
		"max-snippet:50 noindex":      PreviewLimited | NoIndex,
		"max-image-preview:none":      PreviewLimited,
		"max-image-preview: standard": PreviewLimited,
		"MAX-IMAGE-PREVIEW:LARGE":     0,
		"max-video-preview:30":        PreviewLimited,
		"max-snippet":                 0,
		"max-snippet, noindex":        NoIndex,

		"unavailable_after: 2027-01-31":                                             UnavailableAfter,
		"unavailable_after: 25 Jun 2027 15:00:00 PST":                               UnavailableAfter,
		"unavailable_after: Friday, 25-Jun-27 15:00:00 UTC, noindex":                UnavailableAfter | NoIndex,
		"googlebot: unavailable_after: Fri, 25 Jun 2027 15:00:00 GMT, noarchive":    UnavailableAfter | NoArchive,
		"noindex, unavailable_after: none":                                          UnavailableAfter | NoIndex,
		"otherbot: noindex, nofollow, unavailable_after:25 Jun 2027 15:00:00 +0100": UnavailableAfter | NoIndex | NoFollow,
	} {
		if got := ReadDirectives(text); got != want {
			t.Errorf("%q: %b, want %b", text, got, want)
		}
	}
}

func TestWhatDirectivesForbid(t *testing.T) {
	for d, want := range map[Directives][2]bool{
		0: {}, NoIndex: {true, false}, NoFollow: {false, true}, None: {true, true}, NoIndex | NoFollow: {true, true},
		NoArchive | UnavailableAfter | PreviewLimited: {},
	} {
		if d.Hides() != want[0] || d.Unfollows() != want[1] {
			t.Errorf("%b: hides %v, unfollows %v", d, d.Hides(), d.Unfollows())
		}
	}
}

// FuzzDirectives holds that directives add up: two headers mean what each means,
// whatever the other says, in small letters and in capitals.
func FuzzDirectives(f *testing.F) {
	f.Add("noindex nofollow", "max-snippet: 5")
	f.Add("googlebot: none", "unavailable_after: Fri, 25 Jun 2027 15:00:00 GMT")
	f.Add("max-image-preview", "large, :")
	f.Fuzz(func(t *testing.T, a, b string) {
		both := ReadDirectives(a) | ReadDirectives(b)
		if got := ReadDirectives(a + ", " + b); got != both {
			t.Errorf("%q and %q: %b, apart %b", a, b, got, both)
		}
		if got := ReadDirectives(a + ",noindex"); !got.Hides() {
			t.Errorf("%q takes a noindex away", a)
		}
		if shouted := strings.Map(shout, a); ReadDirectives(shouted) != ReadDirectives(a) {
			t.Errorf("%q means something else than %q", shouted, a)
		}
	})
}

func shout(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	return r
}

func BenchmarkReadDirectives(b *testing.B) {
	for b.Loop() {
		ReadDirectives("index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1")
	}
}
