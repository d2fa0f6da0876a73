package page

import "strconv"

// viewport is what a meta viewport asks for (W3C CSS Viewport Module, section 3).
type viewport struct {
	zoomable bool // visitors may enlarge the page at least to twice its size
	fixed    bool // its width is a number of pixels
}

// leastZoom is how far people must be able to enlarge a page (WCAG 2.2, 1.4.4).
const leastZoom = 2

// readViewportContent reads the content of a meta viewport.
func readViewportContent(content []byte) viewport {
	v := viewport{zoomable: true}
	for len(content) > 0 {
		var key, value []byte
		key, value, content = nextProperty(content)
		switch {
		case equalFold(key, "user-scalable"):
			if equalFold(value, "no") {
				v.zoomable = false
			} else if n, ok := leadingNumber(value); ok && n > -1 && n < 1 {
				v.zoomable = false
			}
		case equalFold(key, "maximum-scale"):
			if n, ok := leadingNumber(value); ok && n >= 0 && n < leastZoom || equalFold(value, "yes") {
				v.zoomable = false
			}
		case equalFold(key, "width"):
			_, v.fixed = leadingNumber(value)
		}
	}
	return v
}

// nextProperty reads "key=value" and returns what follows. Commas, semicolons
// and white space part properties.
func nextProperty(content []byte) (key, value, rest []byte) {
	parts := func(c byte) bool { return c == ',' || c == ';' || class[c]&isSpace != 0 }
	i := 0
	for i < len(content) && (parts(content[i]) || content[i] == '=') {
		i++
	}
	start := i
	for i < len(content) && !parts(content[i]) && content[i] != '=' {
		i++
	}
	key = content[start:i]
	for i < len(content) && (content[i] == '=' || class[content[i]]&isSpace != 0) {
		i++
	}
	if !hasEquals(content[start:i]) {
		return key, nil, content[i:]
	}
	start = i
	for i < len(content) && !parts(content[i]) && content[i] != '=' {
		i++
	}
	return key, content[start:i], content[i:]
}

func hasEquals(text []byte) bool {
	for _, c := range text {
		if c == '=' {
			return true
		}
	}
	return false
}

// leadingNumber is the number that a value begins with.
func leadingNumber(value []byte) (float64, bool) {
	i := 0
	if i < len(value) && (value[i] == '-' || value[i] == '+') {
		i++
	}
	for i < len(value) && (isDigit(value[i]) || value[i] == '.') {
		i++
	}
	n, err := strconv.ParseFloat(string(value[:i]), 64)
	return n, err == nil
}
