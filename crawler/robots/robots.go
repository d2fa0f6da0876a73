// Package robots reads how a site talks to crawlers: robots.txt (RFC 9309),
// sitemaps (sitemaps.org) and the directives of single pages. It is pure.
package robots

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Rules is what a robots.txt tells one crawler. A nil *Rules allows everything.
type Rules struct {
	Sitemaps   []string      // as written, each still to be resolved against the robots.txt
	CrawlDelay time.Duration // 0 when none is asked for
	rules      []rule        // the first that matches decides
	index      *index        // of rules; nil when they are few
}

// MaxSize is how much of a robots.txt is read (RFC 9309, section 2.5).
const MaxSize = 500 << 10

// maxCrawlDelay is the longest wait between two pages that is taken at its
// word; who writes more would have to wait for years.
const maxCrawlDelay = 10 * time.Minute

// Parse reads a robots.txt for the product token, which is matched without
// regard to case. It never fails: what is no rule is passed over, as RFC 9309
// asks, and an HTML page in place of the file holds no rules at all.
func Parse(body []byte, token string) *Rules {
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	if len(body) > MaxSize {
		body = body[:MaxSize]
		body = body[:bytes.LastIndexAny(body, "\r\n")+1]
	}
	if isHTML(body) {
		return &Rules{}
	}
	r := reader{token: productToken(token)}
	for line := range strings.FieldsFuncSeq(string(body), isLineEnd) {
		r.line(line)
	}
	return r.result()
}

func isLineEnd(r rune) bool { return r == '\n' || r == '\r' }

// isHTML tells whether body begins as a web page does.
func isHTML(body []byte) bool {
	start := bytes.ToLower(bytes.TrimSpace(body[:min(len(body), 512)]))
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script"} {
		if bytes.HasPrefix(start, []byte(tag)) {
			return true
		}
	}
	return false
}

// Allowed tells whether path and query of an address may be fetched.
func (r *Rules) Allowed(target string) bool {
	decisive := r.decisive(target)
	return decisive == nil || decisive.allow
}

// Rule gives the line that decides about target ("Disallow: /private"), "" when none does.
func (r *Rules) Rule(target string) string {
	decisive := r.decisive(target)
	if decisive == nil {
		return ""
	}
	return decisive.line()
}

func (r *Rules) decisive(target string) *rule {
	if r == nil || len(r.rules) == 0 || target == "/robots.txt" {
		return nil
	}
	if target == "" {
		target = "/"
	}
	target = normalTarget(target)
	if r.index != nil {
		return r.index.first(r.rules, target)
	}
	return firstMatch(r.rules, target)
}

// firstMatch gives the first rule that matches target, which is in normal form;
// nil when none does.
func firstMatch(rules []rule, target string) *rule {
	for i := range rules {
		if rules[i].matches(target) {
			return &rules[i]
		}
	}
	return nil
}

// reader collects what the lines of a robots.txt say to one product token and,
// in case no group names it, to everybody.
type reader struct {
	token     string
	mine      group
	everybody group
	sitemaps  []string

	inMine, inEverybody bool // whom the present group is for
	inRules             bool // the group's rules have begun: the next user-agent line begins another group
}

type group struct {
	named bool
	rules []rule
	delay time.Duration
}

func (r *reader) line(line string) {
	key, value := splitLine(line)
	switch fieldOf(key) {
	case fieldUserAgent:
		r.userAgent(value)
	case fieldAllow:
		r.rule(true, value)
	case fieldDisallow:
		r.rule(false, value)
	case fieldCrawlDelay:
		r.crawlDelay(value)
	case fieldSitemap:
		if value != "" && !slices.Contains(r.sitemaps, value) && len(r.sitemaps) < maxSitemaps {
			r.sitemaps = append(r.sitemaps, value)
		}
	}
}

// maxSitemaps bounds the sitemaps that one robots.txt may name.
const maxSitemaps = 1000

func (r *reader) userAgent(value string) {
	if r.inRules {
		r.inMine, r.inEverybody, r.inRules = false, false, false
	}
	if value == "*" || strings.HasPrefix(value, "* ") || strings.HasPrefix(value, "*\t") {
		r.inEverybody = true
		return
	}
	if token := productToken(value); token != "" && strings.EqualFold(token, r.token) {
		r.inMine, r.mine.named = true, true
	}
}

func (r *reader) rule(allow bool, value string) {
	r.inRules = true
	if value == "" {
		return
	}
	if r.inMine {
		r.mine.rules = appendRule(r.mine.rules, allow, value)
	}
	if r.inEverybody {
		r.everybody.rules = appendRule(r.everybody.rules, allow, value)
	}
}

func (r *reader) crawlDelay(value string) {
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || !(seconds >= 0 && seconds <= maxCrawlDelay.Seconds()) {
		return
	}
	delay := time.Duration(seconds * float64(time.Second))
	if r.inMine {
		r.mine.delay = max(r.mine.delay, delay)
	}
	if r.inEverybody {
		r.everybody.delay = max(r.everybody.delay, delay)
	}
}

func (r *reader) result() *Rules {
	chosen := r.everybody
	if r.mine.named {
		chosen = r.mine
	}
	slices.SortStableFunc(chosen.rules, moreDecisive)
	return &Rules{Sitemaps: r.sitemaps, CrawlDelay: chosen.delay, rules: chosen.rules, index: newIndex(chosen.rules)}
}

// productToken is the name at the start of a user-agent value, without version
// or anything else (RFC 9309, section 2.2.1).
func productToken(value string) string {
	end := strings.IndexFunc(value, func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '-')
	})
	if end < 0 {
		return value
	}
	return value[:end]
}
