package gui

import (
	"math"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2/lang"

	"sitewalk/crawler"
	"sitewalk/crawler/weburl"
)

// ellipsis stands for what was left out.
const ellipsis = "…"

// mostShown is how many runes of a text are looked at: there is no room for more.
const mostShown = 600

// shorten leaves out as little of text as makes it fit into room, at the end or
// in the middle. Text without room at all becomes a lone ellipsis. Measuring is
// what costs, so it goes by how wide a rune is on average.
func shorten(text string, middle bool, room float32, width func(string) float32) string {
	if text == "" {
		return ""
	}
	runes := []rune(text)
	low, high := 0, min(len(runes)-1, mostShown) // runes kept: low fits (or is none), above high never does
	tried := text
	if len(runes) > mostShown {
		tried = cut(runes, high, middle)
	}
	wide := width(tried)
	if wide <= room && tried == text {
		return text
	}
	average := max(1, wide/float32(utf8.RuneCountInString(tried)))
	keep := int(room / average)
	for low < high {
		keep = min(max(keep, low+1), high)
		spare := room - width(cut(runes, keep, middle))
		if spare >= 0 {
			low = keep
			keep += max(1, int(spare/average))
		} else {
			high = keep - 1
			keep += min(-1, int(spare/average))
		}
	}
	return cut(runes, low, middle)
}

// cut keeps so many runes of a text. Dots beside the ellipsis go: "a….html".
func cut(runes []rune, keep int, middle bool) string {
	if !middle {
		return strings.TrimRight(string(runes[:keep]), " .") + ellipsis
	}
	head := (keep*2 + 3) / 5 // the end of an address tells pages apart
	return strings.TrimRight(string(runes[:head]), ".") + ellipsis + strings.TrimLeft(string(runes[len(runes)-(keep-head):]), ".")
}

// number writes 12345 as "12,345", with the separator of the language.
func number(n int) string {
	digits := strconv.Itoa(n)
	separator := lang.X("format.thousands", ",")
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + separator + digits[at:]
	}
	return digits
}

// milliseconds writes how long an answer took.
func milliseconds(ms int64) string {
	switch {
	case ms < 1:
		return lang.X("format.instant", "< 1 ms")
	case ms < 1000:
		return lang.X("format.milliseconds", "{{.N}} ms", map[string]any{"N": ms})
	}
	return lang.X("format.seconds", "{{.N}} s", map[string]any{"N": decimal(float64(ms) / 1000)})
}

// decimal writes a figure with one digit behind the point, or none above ten.
func decimal(v float64) string {
	if v >= 9.95 {
		return number(int(math.Round(v)))
	}
	text := strconv.FormatFloat(v, 'f', 1, 64)
	return strings.Replace(text, ".", lang.X("format.decimal", "."), 1)
}

// size writes a number of bytes, in the units that web browsers use.
func size(bytes int64) string {
	switch {
	case bytes < 1000:
		return lang.X("format.bytes", "{{.N}} bytes", map[string]any{"N": bytes})
	case bytes < 1000_000:
		return lang.X("format.kilobytes", "{{.N}} kB", map[string]any{"N": decimal(float64(bytes) / 1000)})
	}
	return lang.X("format.megabytes", "{{.N}} MB", map[string]any{"N": decimal(float64(bytes) / 1000_000)})
}

// about writes a time that is only known roughly: "about 7 s", "about 3 min".
func about(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return lang.X("format.about.seconds", "about {{.N}} s", map[string]any{"N": max(1, int(d.Round(time.Second).Seconds()))})
	case d < 90*time.Minute:
		return lang.X("format.about.minutes", "about {{.N}} min", map[string]any{"N": int(d.Round(time.Minute).Minutes())})
	}
	return lang.X("format.about.hours", "about {{.N}} h", map[string]any{"N": decimal(d.Hours())})
}

// day writes when something happened, as people speak of it.
func day(t, now time.Time) string {
	t, now = t.Local(), now.Local()
	clock := t.Format("15:04")
	switch days := int(midnight(now).Sub(midnight(t)).Hours()+12) / 24; {
	case days == 0:
		return lang.X("format.today", "today, {{.Time}}", map[string]any{"Time": clock})
	case days == 1:
		return lang.X("format.yesterday", "yesterday, {{.Time}}", map[string]any{"Time": clock})
	}
	return t.Format("2006-01-02, 15:04")
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// status writes an HTTP status for a list: "404", or nothing without an answer.
func status(code int) string {
	if code == 0 {
		return ""
	}
	return strconv.Itoa(code)
}

// longStatus writes an HTTP status with its name: "404 Not Found".
func longStatus(code int) string {
	if code == 0 {
		return lang.X("format.noanswer", "no answer")
	}
	return strings.TrimSpace(strconv.Itoa(code) + " " + http.StatusText(code))
}

// shortAddress is an address for a list: its path, for other sites with the host.
func shortAddress(address string, scope crawler.Scope) string {
	u, err := weburl.Parse(address)
	if err != nil {
		return address
	}
	if scope == crawler.Internal {
		return u.DisplayPath()
	}
	_, rest, found := strings.Cut(u.Display(), "://")
	if !found {
		return u.Display()
	}
	return rest
}

// readable is an address as a person reads it.
func readable(address string) string {
	u, err := weburl.Parse(address)
	if err != nil {
		return address
	}
	return u.Display()
}

// fileName is the last part of an address, which names a file or an image.
func fileName(address string) string {
	address, _, _ = strings.Cut(address, "?")
	name := path.Base(strings.TrimRight(address, "/"))
	if name == "." || name == "/" {
		return address
	}
	return name
}
