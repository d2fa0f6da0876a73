package gui

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text   string
		middle bool
		room   float32
		want   string
	}{
		{"", false, 0, ""},
		{"About us", false, 8, "About us"},
		{"About us", false, 7, "About…"},
		{"About us", false, 6, "About…"},
		{"About us", false, 1, "…"},
		{"About us", false, 0, "…"},
		{"/shop/shoes/red", true, 15, "/shop/shoes/red"},
		{"/shop/shoes/red", true, 9, "/sh…s/red"},
		{"/shop/shoes/red", true, 2, "/…"},
		{"Größenänderung", false, 6, "Größe…"},
		{"127.0.0.1:8080/beeswax.html", true, 15, "127.0…swax.html"},
		{"Wait. Then see", false, 6, "Wait…"},
		{strings.Repeat("W", 5000), false, 4, "WWW…"},
		{strings.Repeat("W", 5000) + ".html", true, 8, "WWW…html"},
	} {
		if got := shorten(c.text, c.middle, c.room, runeWidth); got != c.want {
			t.Errorf("%.40q in %g is %.40q, not %q", c.text, c.room, got, c.want)
		}
	}
}

// runeWidth gives every rune a width of one.
func runeWidth(s string) float32 { return float32(utf8.RuneCountInString(s)) }

// unevenWidth has runes of very different widths.
func unevenWidth(s string) (width float32) {
	for _, r := range s {
		width += 1 + float32(r%7)
	}
	return width
}

func FuzzShorten(f *testing.F) {
	f.Add("/shop/shoes/red", true, 5)
	f.Add("Größenänderung\x00", false, 3)
	f.Fuzz(func(t *testing.T, text string, middle bool, room int) {
		got := shorten(text, middle, float32(room), unevenWidth)
		if got != text && got != ellipsis && unevenWidth(got) > float32(room) {
			t.Errorf("%q does not fit in %d", got, room)
		}
		if next := utf8.RuneCountInString(got); got != text && !middle && next < utf8.RuneCountInString(text) && next < mostShown {
			if longer := cut([]rune(text), next, false); unevenWidth(longer) <= float32(room) && len(longer) > len(got) {
				t.Errorf("%q is shorter than it has to be", got)
			}
		}
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("%q is torn", got)
		}
	})
}

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 1000000: "1,000,000", -1234: "-1,234", -123: "-123"} {
		if got := number(n); got != want {
			t.Errorf("%d is %q", n, got)
		}
	}
}

func TestMeasures(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{milliseconds(0), "< 1 ms"},
		{milliseconds(80), "80 ms"},
		{milliseconds(1540), "1.5 s"},
		{milliseconds(61_000), "61 s"},
		{size(1), "1 bytes"},
		{size(999), "999 bytes"},
		{size(25_700), "26 kB"},
		{size(1_500_000), "1.5 MB"},
		{about(300 * time.Millisecond), "about 1 s"},
		{about(7 * time.Second), "about 7 s"},
		{about(3 * time.Minute), "about 3 min"},
		{about(150 * time.Minute), "about 2.5 h"},
		{lasted(850 * time.Millisecond), "850 ms"},
		{lasted(12 * time.Second), "12 s"},
		{lasted(200 * time.Second), "3 min 20 s"},
		{lasted(2*time.Hour + 5*time.Minute), "2 h 5 min"},
		{status(0), ""},
		{status(404), "404"},
		{longStatus(404), "404 Not Found"},
		{longStatus(999), "999"},
		{longStatus(0), "no answer"},
		{fileName("https://example.com/a/b.pdf?x=/y"), "b.pdf"},
		{fileName("https://example.com/a/"), "a"},
		{shortAddress("not an address", 0), "not an address"},
	} {
		if c.got != c.want {
			t.Errorf("%q, not %q", c.got, c.want)
		}
	}
}

func TestDay(t *testing.T) {
	now := time.Date(2026, 11, 30, 0, 30, 0, 0, time.Local)
	for _, c := range []struct {
		at   time.Time
		want string
	}{
		{now.Add(-20 * time.Minute), "today, 00:10"},
		{now.Add(-40 * time.Minute), "yesterday, 23:50"},
		{now.Add(-24 * time.Hour), "yesterday, 00:30"},
		{now.Add(-48 * time.Hour), "2026-11-28, 00:30"},
	} {
		if got := day(c.at, now); got != c.want {
			t.Errorf("%v is %q, not %q", c.at, got, c.want)
		}
	}
}

func TestShortenKeepsTheEndOfAnAddress(t *testing.T) {
	got := shorten("/a/very/long/path/to/the/page.html", true, 20, runeWidth)
	if !strings.HasSuffix(got, "page.html") {
		t.Errorf("%q hides which page it is", got)
	}
}

func TestDecimal(t *testing.T) {
	newTestApp(t)
	for v, want := range map[float64]string{0.24: "0.2", 9.94: "9.9", 9.96: "10", 431.6: "432", 10172.8: "10,173"} {
		if got := decimal(v); got != want {
			t.Errorf("%g is %q, not %q", v, got, want)
		}
	}
}
