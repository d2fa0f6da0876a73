package page

import (
	"bytes"
	"strings"
)

// A page that shows fewer words may be made by scripts.
const (
	almostNoWords = 20
	manyScripts   = 3
)

// roots are the ids of the elements that the usual frameworks fill by scripts.
var roots = []string{"root", "app", "__next", "__nuxt", "__layout", "___gatsby", "app-root", "svelte", "q-app", "react-root", "main-app", "ember-app", "elm-app"}

// madeByScripts tells whether the document shows next to nothing unless scripts
// run: it has scripts and hardly any words, and either an element for scripts to
// fill, a request to switch JavaScript on, or many scripts and no image.
func (r *reader) madeByScripts() bool {
	f := r.facts
	if !f.Has(Scripts) && f.ScriptBytes == 0 || len(f.Text) > 100*almostNoWords || len(strings.Fields(f.Text)) >= almostNoWords {
		return false
	}
	if r.asksForScripts || f.Count(Scripts) >= manyScripts && !f.Has(Images) {
		return true
	}
	for _, id := range roots {
		if f.HasAnchor(id) {
			return true
		}
	}
	return false
}

// readNoscript looks whether a text within noscript asks to switch scripts on.
func (r *reader) readNoscript(text []byte) {
	r.asksForScripts = r.asksForScripts || bytes.Contains(bytes.ToLower(text), []byte("javascript"))
}
