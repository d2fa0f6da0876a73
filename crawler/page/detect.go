package page

import "unicode/utf8"

// detect guesses the encoding of a document that declares none: UTF-8 where
// it fits, else windows-1252 as browsers do.
func detect(body []byte) charset {
	if ascii(body) {
		cs, _ := labelled("windows-1252")
		return cs
	}
	if utf8.Valid(wholeCharacters(body)) {
		return charsetUTF8
	}
	cs, _ := labelled("windows-1252")
	return cs
}

func ascii(body []byte) bool {
	for _, c := range body {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// wholeCharacters is body without a character cut off at its end.
func wholeCharacters(body []byte) []byte {
	for i := len(body) - 1; i >= 0 && i >= len(body)-utf8.UTFMax; i-- {
		if utf8.RuneStart(body[i]) {
			if !utf8.FullRune(body[i:]) {
				return body[:i]
			}
			break
		}
	}
	return body
}
