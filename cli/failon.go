package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// failOn is what makes a crawl fail for the script that asked for it.
type failOn struct {
	broken   bool
	findings []string // ids of checks; "*" for all
	new      bool     // what an earlier crawl did not have
	against  string   // the file of that crawl
}

// option is "--fail-on".
func (f *failOn) option() option {
	return option{"fail-on", "WHAT", "exit with 3 when there is something broken: broken;\nwhen checks found something: findings, or\nfindings=ID,ID; or when there is something that the\ncrawl --against names did not have: new; may be\nrepeated", f.add}
}

// againstOption is "--against".
func (f *failOn) againstOption() option {
	return option{"against", "FILE", "tell what has changed since the earlier crawl in FILE;\nneeded for --fail-on new", crawlFile(&f.against)}
}

// check tells whether something is missing.
func (f *failOn) check() error {
	if f.new && f.against == "" {
		return errors.New("--fail-on new needs an earlier crawl: --against FILE")
	}
	return nil
}

func (f *failOn) add(value string) error {
	what, ids, chosen := strings.Cut(value, "=")
	switch {
	case value == "broken":
		f.broken = true
	case value == "new":
		f.new = true
	case what == "findings" && !chosen:
		f.findings = append(f.findings, "*")
	case what == "findings":
		for _, id := range strings.Split(ids, ",") {
			if _, ok := audit.ByID(strings.TrimSpace(id)); !ok {
				return unknownCheck(id)
			}
			f.findings = append(f.findings, strings.TrimSpace(id))
		}
	default:
		return errors.New("has to be broken, new, findings or findings=ID,ID")
	}
	return nil
}

func unknownCheck(id string) error {
	var all []string
	for _, check := range audit.Checks() {
		all = append(all, check.ID)
	}
	if near := closest(id, all); near != "" {
		return fmt.Errorf("there is no check %q (did you mean %s?)", id, near)
	}
	return fmt.Errorf("there is no check %q", id)
}

func (f *failOn) isZero() bool { return !f.broken && !f.new && len(f.findings) == 0 }

// fails lists what was found of what was asked for. changes are those since the
// earlier crawl, if there is one.
func (f *failOn) fails(counts crawlfile.Counts, changes crawlfile.Tally) (all []string) {
	if f.broken && counts.Broken > 0 {
		all = append(all, "broken: "+audit.Number(counts.Broken))
	}
	for _, check := range audit.Checks() {
		n := counts.Findings[check.ID]
		if n > 0 && (slices.Contains(f.findings, "*") || slices.Contains(f.findings, check.ID)) {
			all = append(all, check.ID+": "+audit.Number(n))
		}
	}
	if !f.new {
		return all
	}
	if broke := changes.Pages.Broke + changes.Others.Broke; broke > 0 {
		all = append(all, "newly broken: "+audit.Number(broke))
	}
	for _, id := range slices.Sorted(maps.Keys(changes.Found)) {
		all = append(all, "new "+id+": "+audit.Number(changes.Found[id]))
	}
	return all
}
