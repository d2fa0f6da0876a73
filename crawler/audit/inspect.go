package audit

import (
	"net/http"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
	"sitewalk/crawler/robots"
	"sitewalk/crawler/weburl"
)

// ground tells which answers a rule looks at.
type ground uint8

const (
	anywhere  ground = 1 << iota // all that was asked for, other sites included
	elsewhere                    // addresses of other sites
	ours                         // addresses of the site
	working                      // of those, the ones that answer and do not redirect: files and images too
	pages                        // HTML pages of the site that were read
	listed                       // of those, the ones that search engines may show: not noindex, nor naming another page as the main copy
)

// subject is what a rule looks at: an answer and what several rules ask of it.
type subject struct {
	*crawler.Page
	crawler.Sight
	url       weburl.URL
	robots    robots.Directives
	canonical bool   // names another page as the main copy
	check     string // id of the check whose rule is running
}

// Inspect applies the checks of one page. It is a crawler.Inspector.
func Inspect(p *crawler.Page, sight crawler.Sight) {
	const usual = 12 // findings of a page
	s := subject{Page: p, Sight: sight}
	s.Findings = make([]crawler.Finding, 0, usual)
	grounds := s.look()
	for i := range pageChecks {
		c := &pageChecks[i]
		if c.on&grounds != 0 {
			s.check = c.ID
			c.rule(&s)
		}
	}
}

// look learns what several rules ask and tells on which grounds the subject is.
func (s *subject) look() ground {
	if s.Header == nil {
		s.Header = http.Header{}
	}
	s.url, _ = weburl.Parse(s.URL)
	if s.Scope == crawler.External {
		return anywhere | elsewhere
	}
	grounds := anywhere | ours
	if s.Outcome != crawler.Works {
		return grounds
	}
	grounds |= working
	if s.Facts == nil {
		return grounds
	}
	grounds |= pages
	s.robots = robots.ReadDirectives(s.MetaRobots)
	s.canonical = s.namesAnother()
	if !s.robots.Hides() && !s.canonical {
		grounds |= listed
	}
	return grounds
}

// namesAnother tells whether the page names another as the main copy.
func (s *subject) namesAnother() bool {
	if s.Canonical == "" || s.Canonical == s.URL {
		return false
	}
	u, err := weburl.Parse(s.Canonical)
	return err == nil && u.WithoutFragment().Key() != s.url.Key()
}

// found notes what the rule that is running has found.
func (s *subject) found(detail string) {
	s.Findings = append(s.Findings, crawler.Finding{Check: s.check, Detail: detail})
}

// foundIf notes a finding that the check's name says all about.
func (s *subject) foundIf(problem bool) {
	if problem {
		s.found("")
	}
}

// marked is the rule that finds what the page has of a mark, with its examples.
func marked(m page.Mark) func(*subject) {
	return func(s *subject) {
		if n := s.Facts.Count(m); n > 0 {
			s.found(places(s.Facts.Examples(m), n))
		}
	}
}

// several is the rule that finds what may stand once on a page and stands there
// more often.
func several(m page.Mark) func(*subject) {
	return func(s *subject) {
		if n := s.Facts.Count(m); n > 1 {
			s.found(sayN("evidence.times", n))
		}
	}
}

// lacking is the rule that finds pages that have none of a mark.
func lacking(m page.Mark) func(*subject) {
	return func(s *subject) { s.foundIf(!s.Facts.Has(m)) }
}

// more notes a number of links, files or elements that is larger than it should be.
func (s *subject) more(n, most int, unit string) {
	if n > most {
		s.found(sayN("evidence."+unit, n))
	}
}
