package audit

import "unicode"

// letterWidths are the widths of the ASCII characters from the space on, in
// thousandths of the letter size. They are those of Nimbus Sans Regular (URW++,
// as published in its metrics file), which has the widths of Arial, the font
// that Google's results are measured in.
var letterWidths = [...]uint16{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // space to /
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // 0 to ?
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // @ to O
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to _
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // ` to o
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, // p to ~
}

// TitlePixels is how many pixels wide Google shows a title, on a computer.
func TitlePixels(title string) int { return pixels(title, titleLetters) }

// DescriptionPixels is how many pixels wide Google shows a description, in one
// line, on a computer.
func DescriptionPixels(description string) int { return pixels(description, descriptionLetters) }

// pixels is how wide a text of one line is at a letter size in pixels.
func pixels(text string, size int) int {
	width := 0
	for _, r := range text {
		width += letterWidth(r)
	}
	return (width*size + 500) / 1000
}

// letterWidth is the width of a character in thousandths of the letter size:
// beyond ASCII that of its class.
func letterWidth(r rune) int {
	switch {
	case r >= ' ' && r <= '~':
		return int(letterWidths[r-' '])
	case r == '\u00A0':
		return 278
	case r == '‘', r == '’', r == '‚':
		return 222
	case r == '“', r == '”', r == '„', r == '‹', r == '›':
		return 333
	case r == '—', r == '…', r == '™':
		return 1000
	case r == '·', r == '|':
		return 278
	case r == '©', r == '®':
		return 737
	case unicode.In(r, unicode.Mn, unicode.Cf):
		return 0
	case isWide(r):
		return 1000
	case r >= 'ì' && r <= 'ï', r == 'ı':
		return 278
	case unicode.IsUpper(r):
		return 690
	}
	return 556
}

// isWide tells whether a character is as wide as it is high: Chinese, Japanese
// and Korean signs, and pictures.
func isWide(r rune) bool {
	return r >= 0x1100 && r <= 0x115F || r >= 0x2E80 && r <= 0xA4CF || r >= 0xAC00 && r <= 0xD7A3 ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0xFE30 && r <= 0xFE6F || r >= 0xFF00 && r <= 0xFF60 || r >= 0x1F300
}
