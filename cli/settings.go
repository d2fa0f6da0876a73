package cli

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"sitewalk/crawler"
)

// most is a limit for counts that nobody reaches.
const most = 1_000_000_000

// settingsOptions are the options for what a crawl does.
func settingsOptions(s *crawler.Settings) []option {
	return []option{
		{"concurrency", "N", fmt.Sprintf("ask for up to N pages at once, 1 to %d (default %d)", crawler.MaxConcurrency, crawler.DefaultConcurrency), number(&s.Concurrency, 1, crawler.MaxConcurrency)},
		{"max-pages", "N", "ask for no more than N pages of the site (0: no limit)", number(&s.MaxPages, 0, most)},
		{"max-depth", "N", "go no further than N clicks from the start page,\nwhich is 0", depthLimit(s)},
		{"timeout", "TIME", "wait for an answer no longer than this: 10s, 2m, or\nseconds (default 60s)", duration(&s.Timeout, time.Millisecond)},
		{"delay", "TIME", "leave this much time between two pages", duration(&s.Delay, 0)},
		{"ignore-robots", "", "for a site of your own: ask for pages that its\nrobots.txt forbids as well", onOff(&s.IgnoreRobots)},
		{"ignore-traps", "", "follow what looks like an endless set of pages", onOff(&s.IgnoreTraps)},
		{"insecure", "", "for a site of your own: carry on with a certificate\nthat cannot be trusted", onOff(&s.InsecureTLS)},
		{"subdomains", "", "subdomains belong to the site", onOff(&s.Subdomains)},
		{"include", "PATTERN", "only pages whose address matches: /shop/ for what\nbegins so, *.html$ for what ends so, word for what\nholds it; may be repeated", each(&s.Include)},
		{"exclude", "PATTERN", "no pages whose address matches; may be repeated", each(&s.Exclude)},
		{"no-external", "", "don't check links to other sites", onOff(&s.NoExternal)},
		{"no-images", "", "don't check images", onOff(&s.NoImages)},
		{"no-text", "", "don't keep what the pages say, which \"search\" looks\nthrough; the crawl file is smaller", onOff(&s.NoText)},
		{"user-agent", "NAME", "call yourself this instead of Sitewalk", userAgent(&s.UserAgent)},
		{"header", "\"K: V\"", "add a header to every request to the site; may be\nrepeated", header(s)},
	}
}

func depthLimit(s *crawler.Settings) func(string) error {
	set := number(&s.MaxDepth, 0, most)
	return func(value string) error {
		s.LimitDepth = true
		return set(value)
	}
}

// duration makes the set of an option that takes a length of time, of low at
// least and a day at most: as Go writes it, or plain seconds.
func duration(to *time.Duration, low time.Duration) func(string) error {
	return func(value string) error {
		d, err := time.ParseDuration(value)
		if seconds, plain := strconv.ParseFloat(value, 64); plain == nil && math.Abs(seconds) < 1e6 {
			d, err = time.Duration(seconds*float64(time.Second)), nil
		}
		if err != nil || d < low || d > 24*time.Hour {
			return errors.New("a time is needed, such as 10s, 500ms, 2m or plain seconds")
		}
		*to = d
		return nil
	}
}

func userAgent(to *string) func(string) error {
	return func(value string) error {
		if strings.TrimSpace(value) == "" || !httpguts.ValidHeaderFieldValue(value) {
			return errors.New("a name without line breaks is needed")
		}
		*to = value
		return nil
	}
}

func header(s *crawler.Settings) func(string) error {
	return func(value string) error {
		name, content, found := strings.Cut(value, ":")
		name, content = strings.TrimSpace(name), strings.TrimSpace(content)
		if !found || !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(content) {
			return errors.New("a header is needed, such as \"Authorization: Basic abc\"")
		}
		if s.Header == nil {
			s.Header = http.Header{}
		}
		s.Header.Add(name, content)
		return nil
	}
}
