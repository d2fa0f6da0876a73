package weburl

// isSpecial tells whether scheme is one of the special schemes of the WHATWG
// URL Standard (section 4.2): those always have a host, and know "\" as "/".
func isSpecial(scheme string) bool {
	switch scheme {
	case "http", "https", "ws", "wss", "ftp", "file":
		return true
	}
	return false
}

// usualPort is the port of a scheme that need not be written, "" for none.
func usualPort(scheme string) string {
	switch scheme {
	case "http", "ws":
		return "80"
	case "https", "wss":
		return "443"
	case "ftp":
		return "21"
	}
	return ""
}

// cutScheme splits text behind the colon of its scheme (RFC 3986, section 3.1).
func cutScheme(text string) (scheme, rest string, found bool) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case isAlpha(c):
		case i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return text[:i], text[i+1:], true
		default:
			return "", text, false
		}
	}
	return "", text, false
}

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
