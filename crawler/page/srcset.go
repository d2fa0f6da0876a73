package page

import "bytes"

// nextCandidate reads the next image candidate of a srcset (WHATWG HTML,
// 4.8.4.3.10) and returns what follows it. The address is nil when the
// candidate's descriptors are wrong or when there is none.
func nextCandidate(set []byte) (address, rest []byte) {
	for len(set) > 0 && (set[0] == ',' || class[set[0]]&isSpace != 0) {
		set = set[1:]
	}
	address = firstWord(set)
	set = set[len(address):]
	if bytes.HasSuffix(address, []byte(",")) {
		return bytes.TrimRight(address, ","), set
	}
	end := descriptorsEnd(set)
	rest = set[min(end+1, len(set)):]
	if !validDescriptors(set[:end]) {
		return nil, rest
	}
	return address, rest
}

// descriptorsEnd is where the comma is that ends a candidate: not within
// parentheses.
func descriptorsEnd(set []byte) int {
	parens := false
	for i, c := range set {
		switch {
		case c == ',' && !parens:
			return i
		case c == '(':
			parens = true
		case c == ')':
			parens = false
		}
	}
	return len(set)
}

// validDescriptors tells whether a browser keeps a candidate with these
// descriptors: a width, a density, a height beside a width, or none.
func validDescriptors(descriptors []byte) bool {
	var width, density, height bool
	for {
		word, rest := nextDescriptor(descriptors)
		if len(word) == 0 {
			return !height || width
		}
		descriptors = rest
		number, unit := word[:len(word)-1], word[len(word)-1]
		switch {
		case unit == 'w' && !width && !density && positiveInteger(number):
			width = true
		case unit == 'x' && !width && !density && !height && validDensity(number):
			density = true
		case unit == 'h' && !height && !density && positiveInteger(number):
			height = true
		default:
			return false
		}
	}
}

// nextDescriptor is the next word; parentheses hold one together.
func nextDescriptor(text []byte) (word, rest []byte) {
	text = trimLeft(text)
	parens := false
	for i, c := range text {
		switch {
		case c == '(':
			parens = true
		case c == ')':
			parens = false
		case !parens && class[c]&isSpace != 0:
			return text[:i], text[i:]
		}
	}
	return text, nil
}

// positiveInteger follows "valid non-negative integer", zero left out.
func positiveInteger(number []byte) bool {
	positive := false
	for _, c := range number {
		if !isDigit(c) {
			return false
		}
		positive = positive || c != '0'
	}
	return positive
}

// validDensity follows "valid floating-point number", not below zero.
func validDensity(number []byte) bool {
	negative := bytes.HasPrefix(number, []byte("-"))
	if negative {
		number = number[1:]
	}
	whole, rest := digits(number)
	zero := positiveDigits(whole) == 0
	if bytes.HasPrefix(rest, []byte(".")) {
		var fraction []byte
		fraction, rest = digits(rest[1:])
		if len(fraction) == 0 {
			return false
		}
		zero = zero && positiveDigits(fraction) == 0
	} else if len(whole) == 0 {
		return false
	}
	if len(rest) > 0 && lowerByte(rest[0]) == 'e' {
		rest = rest[1:]
		if len(rest) > 0 && (rest[0] == '-' || rest[0] == '+') {
			rest = rest[1:]
		}
		var exponent []byte
		exponent, rest = digits(rest)
		if len(exponent) == 0 {
			return false
		}
	}
	return len(rest) == 0 && (!negative || zero)
}

// digits parts the digits at the beginning of text from the rest.
func digits(text []byte) (number, rest []byte) {
	i := 0
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return text[:i], text[i:]
}

// positiveDigits counts the digits other than zero.
func positiveDigits(number []byte) int {
	return len(number) - bytes.Count(number, []byte("0"))
}
