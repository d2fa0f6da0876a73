package crawler

import (
	"fmt"
	"strings"

	"sitewalk/crawler/weburl"
)

// patterns are a person's include and exclude patterns. A pattern that begins
// with "/" is matched against path and query from their start, like a rule of
// robots.txt; any other is looked for anywhere in the address. "*" stands for
// any run of characters, and "$" at the end for the end of the address.
type patterns struct {
	include, exclude []pattern
}

type pattern struct {
	path   bool     // begins with "/"
	ends   bool     // ends with "$"
	pieces []string // between the stars
}

func newPatterns(include, exclude []string) (patterns, error) {
	var p patterns
	for _, list := range []struct {
		texts []string
		to    *[]pattern
	}{{include, &p.include}, {exclude, &p.exclude}} {
		for _, t := range list.texts {
			if strings.Trim(t, " *$") == "" {
				return patterns{}, fmt.Errorf("the pattern %q matches everything or nothing", t)
			}
			*list.to = append(*list.to, newPattern(strings.TrimSpace(t)))
		}
	}
	return p, nil
}

func newPattern(text string) pattern {
	p := pattern{path: strings.HasPrefix(text, "/"), ends: strings.HasSuffix(text, "$")}
	p.pieces = strings.Split(strings.TrimSuffix(text, "$"), "*")
	if !p.path {
		p.pieces = append([]string{""}, p.pieces...)
	}
	return p
}

// allow tells whether a page may be asked for.
func (p patterns) allow(u weburl.URL) bool {
	for i := range p.exclude {
		if p.exclude[i].matches(u) {
			return false
		}
	}
	if len(p.include) == 0 {
		return true
	}
	for i := range p.include {
		if p.include[i].matches(u) {
			return true
		}
	}
	return false
}

func (p *pattern) matches(u weburl.URL) bool {
	text := u.WithoutFragment().String()
	if p.path {
		text = u.Target()
	}
	if !strings.HasPrefix(text, p.pieces[0]) {
		return false
	}
	text = text[len(p.pieces[0]):]
	rest := p.pieces[1:]
	for i, piece := range rest {
		if p.ends && i == len(rest)-1 {
			return strings.HasSuffix(text, piece)
		}
		at := strings.Index(text, piece)
		if at < 0 {
			return false
		}
		text = text[at+len(piece):]
	}
	return !p.ends || text == ""
}
