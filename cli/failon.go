package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// failOn is what makes a crawl fail for the script that asked for it.
type failOn struct {
	broken   bool
	findings []string // ids of checks; "*" for all
}

// option is "--fail-on".
func (f *failOn) option() option {
	return option{"fail-on", "WHAT", "exit with 3 when there is something broken: broken; or\nwhen checks found something: findings, or\nfindings=ID,ID; may be repeated", f.add}
}

func (f *failOn) add(value string) error {
	what, ids, chosen := strings.Cut(value, "=")
	switch {
	case value == "broken":
		f.broken = true
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
		return errors.New("has to be broken, findings or findings=ID,ID")
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

func (f *failOn) isZero() bool { return !f.broken && len(f.findings) == 0 }

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
	return all, nil
}
