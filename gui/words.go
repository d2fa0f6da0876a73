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
