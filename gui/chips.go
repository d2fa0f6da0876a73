package gui

import (
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// condition is one part of a filter, in words, and what the filter is without it.
type condition struct {
	name    string
	without crawlfile.Filter
}

// conditionsOf takes a filter apart.
func conditionsOf(f crawlfile.Filter) (all []condition) {
	say := func(holds bool, name func() string, drop func(*crawlfile.Filter)) {
		if !holds {
			return
		}
		without := f
		drop(&without)
		all = append(all, condition{name(), without})
	}
	say(len(f.Outcomes) > 0, func() string { return anyOf(f.Outcomes, outcomeWord) }, func(f *crawlfile.Filter) { f.Outcomes = nil })
	say(len(f.Findings) > 0, func() string { return anyOf(f.Findings, checkWord) }, func(f *crawlfile.Filter) { f.Findings = nil })
	say(len(f.Kinds) > 0, func() string { return anyOf(f.Kinds, kindWord) }, func(f *crawlfile.Filter) { f.Kinds = nil })
	say(len(f.Scopes) > 0, func() string { return anyOf(f.Scopes, scopeWord) }, func(f *crawlfile.Filter) { f.Scopes = nil })
	say(f.Depth != crawlfile.Span{}, func() string { return depthWord(f.Depth) }, func(f *crawlfile.Filter) { f.Depth = crawlfile.Span{} })
	say(f.MS != crawlfile.Span{}, func() string { return timeWord(f.MS) }, func(f *crawlfile.Filter) { f.MS = crawlfile.Span{} })
	say(f.Text != "", func() string { return "“" + f.Text + "”" }, func(f *crawlfile.Filter) { f.Text = "" })
	return all
}

func anyOf[T any](values []T, word func(T) string) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = word(v)
	}
	return strings.Join(words, " / ")
}

func checkWord(id string) string {
	if check, ok := audit.ByID(id); ok {
		return check.Name()
	}
	return id
}

func kindWord(k crawler.Kind) string {
	switch k {
	case crawler.PageKind:
		return lang.X("chip.pages", "Pages")
	case crawler.ImageKind:
		return lang.X("chip.images", "Images")
	}
	return lang.X("chip.files", "Other files")
}

func scopeWord(s crawler.Scope) string {
	if s == crawler.Internal {
		return lang.X("chip.internal", "On this site")
	}
	return lang.X("chip.external", "On other sites")
}

func depthWord(s crawlfile.Span) string {
	switch {
	case s == crawlfile.Exactly(-1):
		return lang.X("overview.noway", "No link leads there")
	case s.To == math.MaxInt64:
		return lang.X("chip.deeper", "{{.N}} clicks or more", map[string]any{"N": s.From})
	}
	return depthName(int(s.From))
}

func timeWord(s crawlfile.Span) string {
	for i := range len(crawlfile.TimeBounds) + 1 {
		if timeSpan(i) == s {
			return timeName(i)
		}
	}
	return milliseconds(s.From) + " – " + milliseconds(s.To)
}

// chips is a row of the conditions that hold together, each with a button that
// takes it away. One alone needs none: the left column says it.
type chips struct {
	dropped func(crawlfile.Filter) // hears what is left of the filter
	row     *fyne.Container
	content *fyne.Container
}

func newChips(dropped func(crawlfile.Filter)) *chips {
	c := &chips{dropped: dropped, row: container.NewHBox()}
	c.content = container.New(layout.NewCustomPaddedLayout(0, 6, columnEdge, columnEdge), container.NewHScroll(c.row))
	c.content.Hide()
	return c
}

func (c *chips) object() fyne.CanvasObject { return c.content }

// show says what a filter asks for, and tells whether the row came or went.
func (c *chips) show(f crawlfile.Filter) (changed bool) {
	all := conditionsOf(f)
	if len(all) < 2 {
		all = nil
	}
	c.row.RemoveAll()
	for _, one := range all {
		c.row.Add(newChip(one.name, func() { c.dropped(one.without) }))
	}
	changed = c.content.Visible() != (len(all) > 0)
	setVisible(c.content, len(all) > 0)
	return changed
}

// newChip makes a small button that takes a condition away.
func newChip(name string, tapped func()) *button {
	b := newButton(shortChip(name), theme.WindowCloseIcon(), tapped)
	b.IconPlacement = widget.ButtonIconTrailingText
	return b
}

// shortChip leaves room for the other chips.
func shortChip(name string) string {
	const most = 40
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + ellipsis
	}
	return name
}
