package crawlfile

import (
	"database/sql/driver"
	"strings"
	"unicode/utf8"

	"sitewalk/crawler/weburl"
)

// containsFunction is the SQL function that sqlContains is.
const containsFunction = "sitewalk_contains"

// contains gives the condition that text is in a title or in the address a.url,
// as it is or as a person reads it. SQLite's LIKE compares ASCII alone without
// regard to case, so it can only help with that: sqlContains is slower.
func contains(text, title string) (condition string, args []driver.Value) {
	text = searchable(text)
	if !isASCII(text) {
		return containsFunction + "(" + title + ", a.url, ?)", []driver.Value{text}
	}
	pattern := "%" + likeEscapes.Replace(text) + "%"
	return `(` + title + ` LIKE ? ESCAPE '\' OR a.url LIKE ? ESCAPE '\' OR instr(a.url, '%') AND ` +
		containsFunction + `(NULL, a.url, ?))`, []driver.Value{pattern, pattern, text}
}

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// sqlContains tells whether a text in small letters is in a title or in an
// address, either as it is or as a person reads it: (title, url, text) → 0 or 1.
func sqlContains(args []string) (bool, error) {
	title, url, text := args[0], args[1], args[2]
	found := holds(title, text) || holds(url, text)
	if !found {
		shown := readable(url)
		found = shown != url && holds(shown, text)
	}
	return found, nil
}

// holds tells whether a text has a part that is in small letters. Letters of
// ASCII become no others, so most texts need no look.
func holds(s, part string) bool {
	return (!isASCII(s) || isASCII(part)) && strings.Contains(searchable(s), part)
}

// readable is an address as a person reads it.
func readable(url string) string {
	if !strings.Contains(url, "%") && !strings.Contains(url, "xn--") {
		return url
	}
	u, err := weburl.Parse(url)
	if err != nil {
		return url
	}
	return u.Display()
}
