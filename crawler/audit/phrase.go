package audit

import (
	"slices"
	"strings"
)

// Phrase is one text of this package. Names in braces, such as {host}, stand
// for what is put in; a translation keeps them.
type Phrase struct {
	Key  string // stable: "kind.dns.text"
	One  string // English for the number one; "" when the text depends on no number
	Text string // English
}

// Translate gives a phrase in the person's language. n is the number that a
// phrase with One depends on. A window sets it before it shows anything;
// unset, all texts are English.
var Translate = English

// English gives a phrase in English.
func English(p Phrase, n int) string {
	if n == 1 && p.One != "" {
		return p.One
	}
	return p.Text
}

// Phrases lists all texts of this package, sorted by key, for translators.
func Phrases() []Phrase {
	all := slices.Clone(phrases)
	slices.SortFunc(all, func(a, b Phrase) int { return strings.Compare(a.Key, b.Key) })
	return all
}

var (
	phrases = slices.Concat(outcomePhrases, statusPhrases, kindPhrases, reasonPhrases,
		failurePhrases, filePhrases, storyPhrases, mannersPhrases, outlookPhrases, verdictPhrases, overviewPhrases, measurePhrases,
		groupPhrases, hurtsPhrases, evidencePhrases, checkPhrases, comparisonPhrases, searchPhrases)
	byKey = index(phrases)
)

func index(all []Phrase) map[string]Phrase {
	m := make(map[string]Phrase, len(all))
	for _, p := range all {
		m[p.Key] = p
	}
	return m
}

func has(key string) bool {
	_, ok := byKey[key]
	return ok
}

// say gives a phrase with its names replaced; pairs are name, value, name, value.
func say(key string, pairs ...string) string { return sayN(key, 0, pairs...) }

// sayN is say for a phrase that depends on a number, which it knows as {n}.
func sayN(key string, n int, pairs ...string) string {
	text := Translate(byKey[key], n)
	if !strings.Contains(text, "{") {
		return text
	}
	if len(pairs) == 0 {
		return strings.ReplaceAll(text, "{n}", Number(n))
	}
	old := make([]string, 0, len(pairs)+2)
	for i := 0; i+1 < len(pairs); i += 2 {
		old = append(old, "{"+pairs[i]+"}", pairs[i+1])
	}
	old = append(old, "{n}", Number(n))
	return strings.NewReplacer(old...).Replace(text)
}
