package gui

import (
	"slices"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// sideLine is a line of the left column: a view with its count, the heading of
// a part, or a group of findings that opens and closes.
type sideLine struct {
	name    string
	mark    mark
	view    view
	heading bool        // no view, only words
	group   audit.Group // no view, but findings below; "" for other lines
	inset   bool        // belongs to the group above
	level   int         // of a folder within others
	count   string      // "" shows none
}

// usable tells whether the line leads to a view.
func (l *sideLine) usable() bool { return !l.heading && l.group == "" }

// outcomeWord names an outcome in the person's language.
func outcomeWord(o crawler.Outcome) string { return audit.OutcomeWord(o) }

func outcomeLine(o crawler.Outcome, count int) sideLine {
	return sideLine{
		name: outcomeWord(o), mark: markOf(o), count: number(count),
		view: view{filter: crawlfile.Filter{Outcomes: []crawler.Outcome{o}}},
	}
}

// sideMarks are the marks of the left column that stand for no outcome.
var sideMarks = sync.OnceValue(func() map[string]mark {
	return map[string]mark{
		"overview": newMark(theme.HomeIcon(), theme.ColorNamePrimary),
		"changes":  newMark(theme.HistoryIcon(), theme.ColorNamePrimary),
		"search":   newMark(theme.SearchIcon(), theme.ColorNamePrimary),
		"all":      newMark(theme.ListIcon(), theme.ColorNameForeground),
		"fine":     newMark(theme.ConfirmIcon(), colorQuiet),
		"open":     newMark(theme.MenuDropDownIcon(), colorQuiet),
		"closed":   newMark(theme.MenuExpandIcon(), colorQuiet),
	}
})

// hurtMarks tell by shape and colour who a problem hurts.
var hurtMarks = sync.OnceValue(func() [3]mark {
	return [3]mark{
		audit.Visitors:      newMark(theme.ErrorIcon(), colorBroken),
		audit.SearchEngines: newMark(theme.WarningIcon(), colorUnchecked),
		audit.Nicety:        newMark(theme.InfoIcon(), colorQuiet),
	}
})

func hurtMark(h audit.Hurts) mark { return hurtMarks()[min(h, audit.Nicety)] }

// resultLines are the lines that are always there.
func resultLines(c crawlfile.Counts, history bool) []sideLine {
	heading := func(text string) sideLine { return sideLine{name: text, heading: true} }
	lines := []sideLine{
		{name: lang.X("side.overview", "Overview"), mark: sideMarks()["overview"], view: view{pane: atOverview}},
		{name: lang.X("side.search", "Find text on the site"), mark: sideMarks()["search"], view: view{pane: atSearch}},
	}
	if history {
		lines = slices.Insert(lines, 1, sideLine{name: lang.X("side.changes", "Since last time"), mark: sideMarks()["changes"], view: view{pane: atChanges}})
	}
	return append(lines,
		heading(lang.X("side.results", "Results")),
		sideLine{name: lang.X("outcomes.all", "All"), mark: sideMarks()["all"], count: number(c.Checked + c.Failed)},
		outcomeLine(crawler.Works, c.Works),
		outcomeLine(crawler.Moved, c.Moved),
		outcomeLine(crawler.Broken, c.Broken),
		outcomeLine(crawler.Unchecked, c.Unchecked),
		outcomeLine(crawler.Skipped, c.Skipped),
	)
}

// problem is a check that found something.
type problem struct {
	check audit.Check
	pages int
}

// problemGroup is what was found about one subject.
type problemGroup struct {
	group    audit.Group
	problems []problem // those first that hurt most
}

// places is how often something of the group was found.
func (g *problemGroup) places() (n int) {
	for _, p := range g.problems {
		n += p.pages
	}
	return n
}

// problemGroups sorts what was found by who it hurts; in between the order is
// that of the checks, so that nothing moves while counts grow.
func problemGroups(checks []audit.Check, found map[string]int) []problemGroup {
	var groups []problemGroup
	for _, c := range checks {
		if found[c.ID] == 0 {
			continue
		}
		at := slices.IndexFunc(groups, func(g problemGroup) bool { return g.group == c.Group })
		if at < 0 {
			at = len(groups)
			groups = append(groups, problemGroup{group: c.Group})
		}
		groups[at].problems = append(groups[at].problems, problem{check: c, pages: found[c.ID]})
	}
	worse := func(a, b problem) int { return int(a.check.Hurts) - int(b.check.Hurts) }
	for i := range groups {
		slices.SortStableFunc(groups[i].problems, worse)
	}
	slices.SortStableFunc(groups, func(a, b problemGroup) int { return worse(a.problems[0], b.problems[0]) })
	return groups
}

// findingLines are the lines of what the checks found. opened tells which
// groups are open.
func findingLines(groups []problemGroup, opened map[audit.Group]bool) []sideLine {
	if len(groups) == 0 {
		return nil
	}
	lines := []sideLine{{name: lang.X("side.problems", "What to improve"), heading: true}}
	for i := range groups {
		g := &groups[i]
		open := opened[g.group]
		arrow := "closed"
		if open {
			arrow = "open"
		}
		lines = append(lines, sideLine{name: g.group.Name(), mark: sideMarks()[arrow], group: g.group, count: number(g.places())})
		for _, p := range g.problems {
			if open {
				lines = append(lines, sideLine{name: p.check.Name(), mark: hurtMark(p.check.Hurts), view: findingView(p.check.ID), inset: true, count: number(p.pages)})
			}
		}
	}
	return lines
}

// fineGroup holds what a person found to be fine.
const fineGroup audit.Group = "fine"

// fineLines are the lines of what a person found to be fine.
func fineLines(checks []audit.Check, fine map[string]int, open bool) []sideLine {
	arrow := "closed"
	if open {
		arrow = "open"
	}
	var lines []sideLine
	for _, c := range checks {
		if fine[c.ID] > 0 {
			lines = append(lines, sideLine{name: c.Name(), mark: sideMarks()["fine"], view: findingView(c.ID), inset: true, count: number(fine[c.ID])})
		}
	}
	if len(lines) == 0 {
		return nil
	}
	head := sideLine{name: lang.X("side.fine", "Looked at and fine"), mark: sideMarks()[arrow], group: fineGroup, count: number(len(lines))}
	if !open {
		return []sideLine{head}
	}
	return append([]sideLine{head}, lines...)
}

// color is that of the line's words.
func (l *sideLine) color() fyne.ThemeColorName {
	if l.heading || l.count == "0" {
		return colorQuiet
	}
	return theme.ColorNameForeground
}

// sortByWeight puts those first that hurt most, and of these those on most pages.
func sortByWeight(problems []problem) {
	slices.SortStableFunc(problems, func(a, b problem) int {
		if a.check.Hurts != b.check.Hurts {
			return int(a.check.Hurts) - int(b.check.Hurts)
		}
		return b.pages - a.pages
	})
}
