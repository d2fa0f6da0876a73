package audit

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// Limits of speed, after Lighthouse (Chrome) where it has one.
const (
	slowAnswer      = 1 * time.Second
	verySlowAnswer  = 3 * time.Second
	worthPacking    = 2 << 10   // bytes of text: below that compression gains nothing
	htmlHeaviest    = 250 << 10 // bytes, unpacked
	mostElements    = 1_500
	mostScriptBytes = 100 << 10
	mostStyleBytes  = 100 << 10
	mostScripts     = 20
	mostStyles      = 10
)

var speedChecks = []Check{
	{ID: "slow", Usual: "PageSpeed: Reduce Server Response Times (TTFB)", Group: Speed, Hurts: Visitors, on: working, rule: func(s *subject) {
		if s.Took > slowAnswer && s.Took <= verySlowAnswer {
			s.found(Duration(s.Took))
		}
	}},
	{ID: "very-slow", Usual: "PageSpeed: Reduce Server Response Times (TTFB)", Group: Speed, Hurts: Visitors, on: working, rule: func(s *subject) {
		if s.Took > verySlowAnswer {
			s.found(Duration(s.Took))
		}
	}},
	{ID: "not-compressed", Usual: "PageSpeed: Enable Text Compression", Group: Speed, Hurts: Visitors, on: pages, rule: func(s *subject) {
		if s.Header.Get("Content-Encoding") == "" && s.Size > worthPacking {
			s.found(sayN("evidence.kilobytes", int((s.Size+1023)>>10)))
		}
	}},
	{ID: "image-not-kept", Usual: "PageSpeed: Serve Static Assets with an Efficient Cache Policy", Group: Speed, Hurts: Nicety, on: working, rule: func(s *subject) {
		s.foundIf(s.Kind == crawler.ImageKind && s.Status == http.StatusOK && !mayBeKept(s.Header))
	}},
	{ID: "never-kept", Group: Speed, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.foundIf(strings.Contains(s.Header.Get("Cache-Control"), "no-store") && s.Header["Set-Cookie"] == nil)
	}},
	{ID: "html-heavy", Group: Speed, Hurts: Visitors, on: pages, rule: func(s *subject) {
		s.heavier(s.Size, htmlHeaviest)
	}},
	{ID: "html-too-large", Usual: "Validation: HTML Document Over 15MB", Group: Speed, Hurts: Visitors, on: ours, rule: func(s *subject) {
		s.foundIf(s.ErrorKind == "too-large")
	}},
	{ID: "elements-many", Usual: "PageSpeed: Avoid Excessive DOM Size", Group: Speed, Hurts: Visitors, on: pages, rule: func(s *subject) {
		s.more(s.Facts.Elements, mostElements, "elements")
	}},
	{ID: "scripts-inline", Group: Speed, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.heavier(int64(s.Facts.ScriptBytes), mostScriptBytes)
	}},
	{ID: "styles-inline", Group: Speed, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.heavier(int64(s.Facts.StyleBytes), mostStyleBytes)
	}},
	{ID: "scripts-many", Group: Speed, Hurts: Visitors, on: pages, rule: func(s *subject) {
		s.more(s.Facts.Count(page.Scripts), mostScripts, "files")
	}},
	{ID: "styles-many", Group: Speed, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.more(s.Facts.Count(page.Stylesheets), mostStyles, "files")
	}},
	{ID: "scripts-block", Usual: "PageSpeed: Eliminate Render-Blocking Resources", Group: Speed, Hurts: Visitors, on: pages, rule: marked(page.BlockingScripts)},
	{ID: "protocol-old", Group: Speed, Hurts: Nicety, on: pages, rule: func(s *subject) {
		if s.url.Scheme() == "https" && strings.HasPrefix(s.Sight.Proto, "HTTP/1") {
			s.found(s.Sight.Proto)
		}
	}},
}

// mayBeKept tells whether an answer lets browsers keep what they got for a day
// or longer (RFC 9111).
func mayBeKept(h http.Header) bool {
	const day = 24 * 60 * 60
	control := strings.ToLower(h.Get("Cache-Control"))
	if strings.Contains(control, "no-store") || strings.Contains(control, "no-cache") {
		return false
	}
	if _, age, ok := strings.Cut(control, "max-age="); ok {
		end := 0
		for end < len(age) && age[end] >= '0' && age[end] <= '9' {
			end++
		}
		seconds, err := strconv.Atoi(age[:end])
		return err == nil && seconds >= day
	}
	expires, err := http.ParseTime(h.Get("Expires"))
	if err != nil {
		return false
	}
	date, err := http.ParseTime(h.Get("Date"))
	return err == nil && expires.Sub(date) >= day*time.Second
}

var speedWords = []wording{
	{"slow", "Slow answer",
		"The server took more than a second before the page had come. Visitors notice that, and some leave.",
		"Check again at a quiet time. If it stays slow, ask your web developer what the server does for so long.",
		"The server takes more than a second for these addresses. Please profile them; caching of finished pages often helps."},
	{"very-slow", "Very slow answer",
		"The server took more than three seconds. Half of all visitors on a phone do not wait that long.",
		"Ask your web developer what the server does for so long.",
		"The server takes more than three seconds for these addresses. Please find the cause, such as slow database queries or missing caching."},
	{"not-compressed", "Sent without compression",
		"The server could send the page packed, in about a quarter of the size. It sends it as it is, and visitors wait longer.",
		"Ask whoever runs the server to switch on compression. It is one setting.",
		"These pages are sent uncompressed. Please enable gzip, Brotli or Zstandard for text."},
	{"image-not-kept", "Picture fetched anew each day",
		"The server does not say how long browsers may keep the picture, so they ask for it again and again.",
		"Ask whoever runs the server to allow keeping pictures for a month or longer.",
		"These images come without a Cache-Control max-age of a day or more. Please allow caching, for instance max-age=2592000."},
	{"never-kept", "Page that may never be kept",
		"Browsers are told not to keep the page (no-store), so that even the Back button loads it anew.",
		"For pages that everybody sees alike, ask to have that lifted.",
		"These pages are sent with Cache-Control: no-store although they set no cookies. Please use no-cache or a short max-age."},
	{"html-heavy", "Heavy page",
		"The text of the page alone, without pictures, is larger than 250 KB. Phones need long to load and show it.",
		"Split the page, or ask your web developer what bloats it.",
		"The HTML of these pages is larger than 250 KB. Please remove what is not needed, such as inlined data and images."},
	{"html-too-large", "Page larger than the limit",
		"The page is so large that only its beginning was read. Search engines stop reading as well.",
		"Split it into several pages.",
		"The HTML of these pages is larger than 15 MB, where search engines cut it off. Please split them."},
	{"elements-many", "Page of very many parts",
		"The page consists of more than 1,500 elements. Phones get slow with it when scrolling and tapping.",
		"Show fewer things at once, such as 50 products to a page.",
		"These pages have more than 1,500 DOM elements. Please simplify the markup or paginate."},
	{"scripts-inline", "Large scripts within the page",
		"More than 100 KB of scripts stand in the page itself and are sent again with every page.",
		"Ask your web developer to move them to files that browsers keep.",
		"These pages have more than 100 KB of inline scripts. Please move them to cacheable files."},
	{"styles-inline", "Large styles within the page",
		"More than 100 KB of rules for looks stand in the page itself and are sent again with every page.",
		"Ask your web developer to move them to files that browsers keep.",
		"These pages have more than 100 KB of inline styles. Please move them to cacheable files."},
	{"scripts-many", "Very many script files",
		"The page loads more than 20 script files. Each costs time, and each plugin adds some.",
		"Remove plugins and trackers that you do not need.",
		"These pages load more than 20 script files. Please remove or bundle them."},
	{"styles-many", "Very many style files",
		"The page loads more than 10 files of rules for its looks before it shows anything.",
		"Ask your web developer to join them.",
		"These pages load more than 10 stylesheets. Please bundle them."},
	{"scripts-block", "Scripts that hold up the page",
		"Browsers show nothing until these scripts in the head of the page have been fetched and run.",
		"Ask your web developer to let them load beside the page.",
		"These scripts in the head block rendering. Please add defer or async, or move them to the end of the body."},
	{"protocol-old", "Old way of sending",
		"The site answers with HTTP/1.1, which sends one thing after the other. Its successors send many at once.",
		"Ask whoever runs the server to switch on HTTP/2. It is one setting.",
		"These pages are served over HTTP/1.1. Please enable HTTP/2 or HTTP/3."},
}
