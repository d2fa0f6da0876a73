package weburl

import (
	"strings"
	"unicode"
)

// readableHost is host with its internationalised labels in letters, except
// those that could pass for another name.
func readableHost(host string) string {
	if !strings.Contains(host, "xn--") {
		return host
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if !strings.HasPrefix(label, "xn--") {
			continue
		}
		letters, err := browserIDNA.ToUnicode(label)
		if err != nil || !isHonest(letters) {
			continue
		}
		if again, err := browserIDNA.ToASCII(letters); err == nil && again == label {
			labels[i] = letters
		}
	}
	return strings.Join(labels, ".")
}

// scripts that are written together in one word, after the "highly restrictive"
// level of Unicode TS 39, section 5.2.
var scriptsTogether = [][]*unicode.RangeTable{
	{unicode.Latin, unicode.Han, unicode.Hiragana, unicode.Katakana},
	{unicode.Latin, unicode.Han, unicode.Bopomofo},
	{unicode.Latin, unicode.Han, unicode.Hangul},
}

// isHonest tells whether a label is written in one script, or in scripts that
// go together, and does not consist of letters that look Latin.
func isHonest(label string) bool {
	if strings.IndexFunc(label, func(r rune) bool { return isLookalike(r) || !isReadable(r, true) && !isDigitOrHyphen(r) }) >= 0 {
		return false
	}
	if looksLatin(label) {
		return false
	}
	for _, together := range scriptsTogether {
		if isWrittenIn(label, together...) {
			return true
		}
	}
	for name, script := range unicode.Scripts {
		if name != "Common" && name != "Inherited" && isWrittenIn(label, script) {
			return true
		}
	}
	return false
}

func isDigitOrHyphen(r rune) bool { return '0' <= r && r <= '9' || r == '-' }

func isWrittenIn(label string, scripts ...*unicode.RangeTable) bool {
	for _, r := range label {
		if !unicode.In(r, scripts...) && !unicode.In(r, unicode.Common, unicode.Inherited) {
			return false
		}
	}
	return true
}

// looksLatin tells whether label has Cyrillic or Greek letters and each of them
// looks like a Latin one.
func looksLatin(label string) bool {
	const twins = "асԁеһіјӏорԛѕԝхуъьвкмнтгпАВЕКМНОРСТХ" + "ανοργικυωτχεϲϳ"
	found := false
	for _, r := range label {
		if !unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian) {
			continue
		}
		if !strings.ContainsRune(twins, r) {
			return false
		}
		found = true
	}
	return found
}
