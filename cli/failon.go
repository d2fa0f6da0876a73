package cli

import (
	"context"
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
	return option{"against", "FILE", "an earlier crawl, for --fail-on new", crawlFile(&f.against)}
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

// fails lists what was found of what was asked for.
func (f *failOn) fails(ctx context.Context, file *crawlfile.File) ([]string, error) {
	if f.isZero() {
		return nil, nil
	}
	counts, err := file.Counts(ctx)
	if err != nil {
		return nil, err
	}
	var all []string
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
		return all, nil
	}
	more, err := f.fresh(ctx, file)
	return append(all, more...), err
}

// fresh lists what broke, and which checks find more, since the earlier crawl.
func (f *failOn) fresh(ctx context.Context, file *crawlfile.File) (all []string, err error) {
	old, err := openToExport(f.against)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, old.Close()) }()
	if old.Writable() && !old.Finished() {
		if err := old.Finish(ctx, nil); err != nil {
			return nil, err
		}
	}
	broke := 0
	found := map[string]int{}
	err = crawlfile.Compare(ctx, old, file, func(d crawlfile.Difference) error {
		if d.Broke() {
			broke++
		}
		for _, id := range d.Found {
			found[id]++
		}
		return nil
	})
	if broke > 0 {
		all = append(all, "newly broken: "+audit.Number(broke))
	}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		all = append(all, "new "+id+": "+audit.Number(found[id]))
	}
	return all, err
}
