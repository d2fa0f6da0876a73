package gui

import (
	"embed"

	"fyne.io/fyne/v2/lang"

	"sitewalk/crawler/audit"
)

//go:embed lang
var translations embed.FS

// speak makes the window and package audit speak the person's language.
func speak() error {
	audit.Translate = translate
	return lang.AddTranslationsFS(translations, "lang")
}

// translate gives a phrase of package audit, whose keys stand behind "audit.".
func translate(p audit.Phrase, n int) string {
	if p.One != "" {
		return lang.XN("audit."+p.Key, p.Text, n)
	}
	return lang.X("audit."+p.Key, p.Text)
}

// plural gives a text that depends on a number, which it knows as {{.N}}.
func plural(key, one, other string, n int) string {
	english := other
	if n == 1 {
		english = one
	}
	return lang.XN(key, english, n, map[string]any{"N": number(n)})
}

// pagesWord writes how many pages.
func pagesWord(n int) string { return plural("word.pages", "1 page", "{{.N}} pages", n) }
