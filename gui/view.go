package gui

import (
	"slices"

	"sitewalk/crawler/crawlfile"
)

// pane is what can fill the middle of the window.
type pane uint8

const (
	atList pane = iota
	atOverview
	atChanges
	atSearch
)

// view is what the middle of the window shows: a line of the left column, or
// what a number somewhere else leads to.
type view struct {
	pane   pane
	filter crawlfile.Filter // of the list
	check  string           // the list shows what this check found; "" for none
}

// findingView shows what a check found.
func findingView(check string) view {
	return view{check: check, filter: crawlfile.Filter{Findings: []string{check}}}
}

// same tells whether two views show the same.
func (v view) same(other view) bool {
	return v.pane == other.pane && v.check == other.check &&
		slices.Equal(v.filter.Outcomes, other.filter.Outcomes) && slices.Equal(v.filter.Findings, other.filter.Findings) &&
		slices.Equal(v.filter.Kinds, other.filter.Kinds) && slices.Equal(v.filter.Scopes, other.filter.Scopes) &&
		v.filter.Depth == other.filter.Depth && v.filter.MS == other.filter.MS
}
