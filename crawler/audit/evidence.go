package audit

import (
	"strings"
	"unicode/utf8"
)

// How much of what was found is told.
const (
	maxExamples = 3   // places
	maxExample  = 120 // characters of each
)

var evidencePhrases = []Phrase{
	{Key: "evidence.characters", One: "1 character", Text: "{n} characters"},
	{Key: "evidence.pixels", One: "1 pixel", Text: "{n} pixels"},
	{Key: "evidence.words", One: "1 word", Text: "{n} words"},
	{Key: "evidence.links", One: "1 link", Text: "{n} links"},
	{Key: "evidence.files", One: "1 file", Text: "{n} files"},
	{Key: "evidence.elements", One: "1 element", Text: "{n} elements"},
	{Key: "evidence.kilobytes", Text: "{n} KB"},
	{Key: "evidence.ease", Text: "reading ease {n}"},
	{Key: "evidence.times", One: "once", Text: "{n} times"},
	{Key: "evidence.more", One: "and 1 more", Text: "and {n} more"},
}

// characters counts what a person sees as letters, nearly: code points.
func characters(text string) int { return utf8.RuneCountInString(text) }

// shortened is text as an example: its beginning, if it is long.
func shortened(text string) string {
	if len(text) <= maxExample || characters(text) <= maxExample {
		return text
	}
	n := 0
	for i := range text {
		if n == maxExample-1 {
			return text[:i] + "…"
		}
		n++
	}
	return text
}

// places lists the first few of count places: "/a.jpg, /b.jpg and 7 more".
func places(examples []string, count int) string {
	shown := examples[:min(len(examples), maxExamples)]
	short := make([]string, len(shown))
	for i, example := range shown {
		short[i] = shortened(example)
	}
	text := strings.Join(short, ", ")
	switch rest := count - len(shown); {
	case len(shown) == 0 && count > 1:
		return sayN("evidence.times", count)
	case len(shown) > 0 && rest > 0:
		return text + " " + sayN("evidence.more", rest)
	}
	return text
}
