package audit

import (
	"strings"

	"sitewalk/crawler/page"
)

// Limits of texts.
const (
	fewestWords   = 200 // outside menus: the default of Screaming Frog SEO Spider
	proseWords    = 100 // running text that is judged for its ease
	difficult     = 50  // Flesch reading ease below that is hard, below veryDifficult for academics (R. Flesch, 1948)
	veryDifficult = 30
)

var contentChecks = []Check{
	{ID: "content-thin", Usual: "Content: Low Content Pages", Group: Content, Hurts: SearchEngines, on: listed, rule: func(s *subject) {
		if n := s.Facts.OwnWords; n < fewestWords && !s.Facts.MadeByScripts {
			s.found(sayN("evidence.words", n))
		}
	}},
	{ID: "content-by-script", Group: Content, Hurts: SearchEngines, on: pages, rule: func(s *subject) {
		s.foundIf(s.Facts.MadeByScripts)
	}},
	{ID: "content-not-found", Usual: "Content: Soft 404 Pages", Group: Content, Hurts: SearchEngines, on: pages, rule: func(s *subject) {
		s.foundIf(saysNotFound(s.Title) || saysNotFound(s.H1))
	}},
	{ID: "content-dummy", Usual: "Content: Lorem Ipsum Placeholder", Group: Content, Hurts: Visitors, on: pages, rule: func(s *subject) {
		s.foundIf(s.Facts.Has(page.Dummy))
	}},
	{ID: "content-difficult", Usual: "Content: Readability Difficult", Group: Content, Hurts: Nicety, on: listed, rule: func(s *subject) {
		if ease, ok := readingEase(s.Lang, s.Facts.Prose); ok && ease < difficult && ease >= veryDifficult {
			s.found(sayN("evidence.ease", int(ease)))
		}
	}},
	{ID: "content-very-difficult", Usual: "Content: Readability Very Difficult", Group: Content, Hurts: Visitors, on: listed, rule: func(s *subject) {
		if ease, ok := readingEase(s.Lang, s.Facts.Prose); ok && ease < veryDifficult {
			s.found(sayN("evidence.ease", int(max(ease, 0))))
		}
	}},
}

// notFoundTexts are how pages say that there is nothing, in small letters.
var notFoundTexts = []string{
	"not found", "page doesn't exist", "page does not exist", "no longer available", "can't be found", "cannot be found", "error 404", "404 error",
	"nicht gefunden", "existiert nicht", "fehler 404", "introuvable", "non trouvée", "n'existe pas", "erreur 404",
	"no encontrada", "no existe", "non trovata", "non esiste", "niet gevonden", "bestaat niet",
	"não encontrada", "nie znaleziono", "hittades inte", "ikke fundet", "ikke funnet", "ei löytynyt", "nenalezena", "не найдена",
}

// saysNotFound tells whether a title or headline says that there is no page.
func saysNotFound(text string) bool {
	if text == "" || len(text) > 300 {
		return false
	}
	text = strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	if text == "404" || strings.HasPrefix(text, "404 ") || strings.HasSuffix(text, " 404") {
		return true
	}
	for _, said := range notFoundTexts {
		if strings.Contains(text, said) {
			return true
		}
	}
	return false
}

// ease is a formula for how easy a text is to read: 100 is very easy, 0 very hard.
type ease struct{ base, sentence, syllable float64 }

// eases are the formulas by language: Flesch (1948) for English, Amstad (1978)
// for German, Kandel and Moles (1958) for French, Fernández Huerta (1959) for
// Spanish, Franchina and Vacca (1986) for Italian, Douma (1960) for Dutch and
// Martins and others (1996) for Portuguese.
var eases = map[string]ease{
	"en": {206.835, 1.015, 84.6},
	"de": {180, 1, 58.5},
	"fr": {207, 1.015, 73.6},
	"es": {206.84, 1.02, 60},
	"it": {217, 1.3, 60},
	"nl": {206.84, 0.93, 77},
	"pt": {248.835, 1.015, 84.6},
}

// readingEase is how easy running text is to read, if there is enough of it and
// a formula for its language.
func readingEase(lang string, p page.Prose) (float64, bool) {
	if p.Words < proseWords || p.Sentences == 0 {
		return 0, false
	}
	main, _, _ := strings.Cut(lang, "-")
	formula, ok := eases[strings.ToLower(main)]
	if !ok {
		return 0, false
	}
	words := float64(p.Words)
	return formula.base - formula.sentence*words/float64(p.Sentences) - formula.syllable*float64(p.Syllables)/words, true
}

var contentWords = []wording{
	{"content-thin", "Page with little text",
		"There are fewer than 200 words besides the menu. Search engines have little to show the page for, and visitors may not find what they came for.",
		"Answer the questions that customers ask you about this. If there is nothing more to say, it may be part of another page.",
		"These pages have fewer than 200 words of their own. Please add text, or merge them into other pages."},
	{"content-by-script", "Page that is empty without scripts",
		"What visitors see is put together by scripts in their browser. Search engines often, and many helpers for disabled people always, see an empty page.",
		"Ask your web developer to have the server send the finished page.",
		"The HTML of these pages holds next to no text; it is rendered by scripts. Please render on the server or prerender these pages."},
	{"content-not-found", "Error page that claims to be fine",
		"The page says that something was not found, but answers as if all were well. Search engines then list the error.",
		"Correct the links that lead here, and have the server answer “not found” (404) for it.",
		"These pages say “not found” but answer with 200. Please answer 404 or 410."},
	{"content-dummy", "Placeholder text",
		"“Lorem ipsum” is what designers fill pages with until the real text comes. It has stayed.",
		"Write the real text, or take the paragraph away.",
		"These pages still hold lorem ipsum text. Please replace or remove it."},
	{"content-difficult", "Hard to read",
		"Sentences and words are long, so many people give up on the text. The number is the reading ease (after Flesch): 100 is very easy, 0 very hard.",
		"Make two sentences out of a long one and choose the shorter word.",
		"The texts of these pages are hard to read (Flesch reading ease below 50). Please simplify them."},
	{"content-very-difficult", "Very hard to read",
		"The text reads like a scientific paper. The number is the reading ease (after Flesch): 100 is very easy, 0 very hard.",
		"Rewrite it as you would explain it across the counter.",
		"The texts of these pages are very hard to read (Flesch reading ease below 30). Please rewrite them in plainer language."},
}
