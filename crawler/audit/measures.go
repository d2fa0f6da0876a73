package audit

import (
	"strconv"
	"time"
)

var measurePhrases = []Phrase{
	{Key: "measure.ms", Text: "{n} ms"},
	{Key: "measure.seconds", Text: "{n} s"},
	{Key: "measure.minutes", Text: "{n} min"},
	{Key: "measure.hours", Text: "{h} h {min} min"},
	{Key: "list.and", Text: "{first} and {last}"},
	{Key: "list.comma", Text: "{first}, {rest}"},
}

// Number writes a number with its thousands set apart: "1,234,567".
func Number(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// Duration writes a length of time in the unit a person would choose: "80 ms",
// "7 s", "3 min", "2 h 5 min".
func Duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return sayN("measure.ms", int(d.Milliseconds()))
	case d < 90*time.Second:
		return sayN("measure.seconds", int(d.Round(time.Second).Seconds()))
	case d < time.Hour-30*time.Second:
		return sayN("measure.minutes", int(d.Round(time.Minute).Minutes()))
	}
	minutes := int(d.Round(time.Minute).Minutes())
	return say("measure.hours", "h", Number(minutes/60), "min", strconv.Itoa(minutes%60))
}

// listing joins parts as a sentence does: "a", "a and b", "a, b and c".
func listing(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	last := len(parts) - 1
	if last == 0 {
		return parts[0]
	}
	text := say("list.and", "first", parts[last-1], "last", parts[last])
	for i := last - 2; i >= 0; i-- {
		text = say("list.comma", "first", parts[i], "rest", text)
	}
	return text
}
