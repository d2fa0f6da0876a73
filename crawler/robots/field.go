package robots

import "strings"

// field is what a line of a robots.txt is about.
type field int

const (
	fieldUnknown field = iota
	fieldUserAgent
	fieldAllow
	fieldDisallow
	fieldCrawlDelay
	fieldSitemap
)

// spellings are the keys by which each field is known, common misspellings
// among them. A key may go on behind them.
var spellings = []struct {
	key   string
	field field
}{
	{"user-agent", fieldUserAgent},
	{"useragent", fieldUserAgent},
	{"user agent", fieldUserAgent},
	{"disallow", fieldDisallow},
	{"dissallow", fieldDisallow},
	{"dissalow", fieldDisallow},
	{"disalow", fieldDisallow},
	{"diasllow", fieldDisallow},
	{"disallaw", fieldDisallow},
	{"allow", fieldAllow},
	{"crawl-delay", fieldCrawlDelay},
	{"crawldelay", fieldCrawlDelay},
	{"crawl delay", fieldCrawlDelay},
	{"sitemap", fieldSitemap},
	{"site-map", fieldSitemap},
}

func fieldOf(key string) field {
	for _, s := range spellings {
		if len(key) >= len(s.key) && strings.EqualFold(key[:len(s.key)], s.key) {
			return s.field
		}
	}
	return fieldUnknown
}

// splitLine divides a line, without its comment, at the colon. A forgotten
// colon may be white space when nothing else could be meant: exactly two words.
func splitLine(line string) (key, value string) {
	line, _, _ = strings.Cut(line, "#")
	line = strings.Trim(line, blanks)
	words := strings.Fields(line)
	if len(words) == 2 && !strings.Contains(words[0], ":") && !strings.HasPrefix(words[1], ":") && !isTwoWordKey(line) {
		return words[0], words[1]
	}
	key, value, found := strings.Cut(line, ":")
	if !found {
		return "", ""
	}
	return strings.Trim(key, blanks), strings.Trim(value, blanks)
}

// isTwoWordKey tells lines like "User agent:*" from those without a colon.
func isTwoWordKey(line string) bool {
	key, _, _ := strings.Cut(line, ":")
	return strings.EqualFold(key, "user agent") || strings.EqualFold(key, "crawl delay")
}

const blanks = " \t\v\f\x00"
