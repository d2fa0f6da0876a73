package audit

import (
	"maps"
	"slices"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

var comparisonPhrases = []Phrase{
	{Key: "compare.nothing", Text: "Nothing has changed between the two crawls."},
	{Key: "compare.other-site", Text: "The two crawls are of different sites ({old} and {new}), so there is little to compare."},
	{Key: "compare.other-scheme", Text: "The site has moved from {old} to {new}, so every page counts as new."},
	{Key: "compare.part.new", Text: "The newer crawl saw only a part of the site: what is called gone may only not have been reached."},
	{Key: "compare.part.old", Text: "The older crawl saw only a part of the site: what is called new may have been there before."},

	{Key: "compare.unjudged", Text: "Only the addresses were compared, not the problems of their pages: one of the two crawls was left before the whole of it was judged. Open it in Sitewalk once, then compare again."},

	{Key: "turned.pages.broke", One: "One page is newly broken", Text: "{n} pages are newly broken"},
	{Key: "turned.pages.mended", One: "one was mended", Text: "{n} were mended"},
	{Key: "turned.pages.new", One: "one page is new", Text: "{n} pages are new"},
	{Key: "turned.pages.gone", One: "one is gone", Text: "{n} are gone"},
	{Key: "turned.pages.changed", One: "one has changed", Text: "{n} have changed"},
	{Key: "turned.pages.first.mended", One: "One page was mended", Text: "{n} pages were mended"},
	{Key: "turned.pages.first.new", One: "One page is new", Text: "{n} pages are new"},
	{Key: "turned.pages.first.gone", One: "One page is gone", Text: "{n} pages are gone"},
	{Key: "turned.pages.first.changed", One: "One page has changed", Text: "{n} pages have changed"},
	{Key: "turned.others.broke", One: "One link to another site or image is newly broken", Text: "{n} links to other sites or images are newly broken"},
	{Key: "turned.others.mended", One: "one of these was mended", Text: "{n} of these were mended"},
	{Key: "turned.others.first.mended", One: "One link to another site or image was mended", Text: "{n} links to other sites or images were mended"},
	{Key: "compare.sentence", Text: "{parts}."},
	{Key: "compare.found", Text: "New problems: {checks}."},
	{Key: "compare.solved", Text: "Solved: {checks}."},
	{Key: "compare.check", One: "{check} (one page)", Text: "{check} ({n} pages)"},

	{Key: "compare.more", Text: "{n} others"},

	{Key: "turn.broke", Text: "newly broken"},
	{Key: "turn.mended", Text: "mended"},
	{Key: "turn.new", Text: "new"},
	{Key: "turn.gone", Text: "gone"},
	{Key: "turn.changed", Text: "changed"},

	{Key: "field.outcome.name", Text: "result"},
	{Key: "field.status.name", Text: "status"},
	{Key: "field.redirect_to.name", Text: "where it leads"},
	{Key: "field.title.name", Text: "title"},
	{Key: "field.meta_description.name", Text: "description"},
	{Key: "field.h1.name", Text: "heading"},
	{Key: "field.canonical.name", Text: "canonical address"},
	{Key: "field.meta_robots.name", Text: "rules for robots"},
	{Key: "field.text.name", Text: "text"},
}

// Comparison tells in a few sentences what has changed between two crawls.
func Comparison(old, new crawler.Meta, t crawlfile.Tally) string {
	var sentences []string
	switch was, is := host(old), host(new); {
	case was != is && "www."+was != is && was != "www."+is:
		sentences = append(sentences, say("compare.other-site", "old", was, "new", is))
	case old.Site != new.Site && old.Site != "" && new.Site != "":
		sentences = append(sentences, say("compare.other-scheme", "old", old.Site, "new", new.Site))
	}
	if !t.Any() {
		sentences = append(sentences, say("compare.nothing"))
	}
	sentences = append(sentences, turned("pages", t.Pages), turned("others", crawlfile.Turns{Broke: t.Others.Broke, Mended: t.Others.Mended}),
		namedNew(t.Found), namedSolved(t.Solved))
	if t.Unjudged {
		sentences = append(sentences, say("compare.unjudged"))
	}
	if isPart(new) && t.Pages.Gone > 0 {
		sentences = append(sentences, say("compare.part.new"))
	}
	if isPart(old) && t.Pages.New > 0 {
		sentences = append(sentences, say("compare.part.old"))
	}
	return strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
}

// isPart tells whether a crawl ended before it had seen the site.
func isPart(m crawler.Meta) bool { return m.State != crawler.Finished }

// turned is a sentence about what became of pages, whose first part names them.
func turned(what string, t crawlfile.Turns) string {
	var parts []string
	for _, turn := range []struct {
		name string
		n    int
	}{{"broke", t.Broke}, {"mended", t.Mended}, {"new", t.New}, {"gone", t.Gone}, {"changed", t.Changed}} {
		if turn.n == 0 {
			continue
		}
		name := turn.name
		if len(parts) == 0 && has("turned."+what+".first."+name) {
			name = "first." + name
		}
		parts = append(parts, sayN("turned."+what+"."+name, turn.n))
	}
	if len(parts) == 0 {
		return ""
	}
	return say("compare.sentence", "parts", listing(parts))
}

func namedNew(counts map[string]int) string {
	if len(counts) == 0 {
		return ""
	}
	return say("compare.found", "checks", perCheck(counts))
}

func namedSolved(counts map[string]int) string {
	if len(counts) == 0 {
		return ""
	}
	return say("compare.solved", "checks", perCheck(counts))
}

// mostChecks is how many checks a sentence names.
const mostChecks = 5

// perCheck lists checks, those with the most pages first.
func perCheck(counts map[string]int) string {
	ids := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(ids, func(a, b string) int { return counts[b] - counts[a] })
	var parts []string
	for i, id := range ids {
		if rest := len(ids) - i; i == mostChecks && rest > 1 {
			parts = append(parts, sayN("compare.more", rest))
			break
		}
		parts = append(parts, sayN("compare.check", counts[id], "check", checkName(id)))
	}
	return listing(parts)
}

// checkName is what a person calls a problem; its id when another version found it.
func checkName(id string) string {
	if c, ok := ByID(id); ok {
		return c.Name()
	}
	return id
}

// TurnWord says in a word or two what became of an address: "newly broken", "mended", "new", "gone", "changed".
func TurnWord(d *crawlfile.Difference) string { return say("turn." + Turn(d)) }

// Turn is what became of an address, for files: "broke", "mended", "new", "gone", "changed".
func Turn(d *crawlfile.Difference) string {
	switch {
	case d.Broke():
		return "broke"
	case d.Mended():
		return "mended"
	case d.Old == nil:
		return "new"
	case d.New == nil:
		return "gone"
	}
	return "changed"
}

// FieldWord names a field that changed.
func FieldWord(f crawlfile.Field) string { return say("field." + string(f) + ".name") }
