package cli

import (
	"runtime"
	"strings"
)

// quote writes a word so that the system's shell takes it as one.
func quote(word string) string {
	if word != "" && strings.IndexFunc(word, special) < 0 {
		return word
	}
	if runtime.GOOS == "windows" {
		return `"` + word + `"`
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// special tells whether a shell may do something of its own with r.
func special(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r > 127:
		return false
	case r == '\\':
		return runtime.GOOS != "windows"
	}
	return !strings.ContainsRune("-_./:@%+=,", r)
}
