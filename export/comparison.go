package export

import (
	"context"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// ComparisonToFile compares two crawls (see crawlfile.Compare) and writes what
// differs to path, as .csv or .json. each (may be nil) is called for each
// difference. An existing file is replaced when all is written.
func ComparisonToFile(ctx context.Context, old, new *crawlfile.File, path string, each func(*crawlfile.Difference)) error {
	was, err := old.Meta(ctx)
	if err != nil {
		return err
	}
	is, err := new.Meta(ctx)
	if err != nil {
		return err
	}
	r := rows{
		head: []fact{{"format", "sitewalk-compare/1"}, {"old", side(was)}, {"new", side(is)}},
		name: "differences",
		columns: []string{"turn", "url", "scope", "kind", "changed", "new_findings", "solved_findings",
			"old_outcome", "new_outcome", "old_status", "new_status", "old_redirect_to", "new_redirect_to", "old_title", "new_title",
			"old_meta_description", "new_meta_description", "old_h1", "new_h1", "old_canonical", "new_canonical",
			"old_meta_robots", "new_meta_robots"},
	}
	return r.toFile(path, func(add func(...any) error) ([]fact, error) {
		tally := crawlfile.NewTally(old, new)
		err := crawlfile.Compare(ctx, old, new, func(d crawlfile.Difference) error {
			tally.Add(&d)
			if each != nil {
				each(&d)
			}
			return add(differenceRow(&d)...)
		})
		return []fact{{"story", audit.Comparison(was, is, tally)}}, err
	})
}

// side names one of the crawls.
func side(m crawler.Meta) map[string]string {
	return map[string]string{"site": m.Site, "started": m.Started.UTC().Format(time.RFC3339), "state": string(m.State)}
}

func differenceRow(d *crawlfile.Difference) []any {
	changed := make([]string, len(d.Fields))
	for i, field := range d.Fields {
		changed[i] = string(field)
	}
	e := d.Either()
	row := []any{audit.Turn(d), d.URL, e.Scope.String(), e.Kind.String(), changed, listed(d.Found), listed(d.Solved)}
	was, is := d.Old, d.New
	if was == nil {
		was = new(crawlfile.Entry)
	}
	if is == nil {
		is = new(crawlfile.Entry)
	}
	for _, text := range []func(*crawlfile.Entry) string{
		outcomeOf,
		func(e *crawlfile.Entry) string { return number0(e.Status).String() },
		func(e *crawlfile.Entry) string { return e.RedirectTo },
		func(e *crawlfile.Entry) string { return e.Title },
		func(e *crawlfile.Entry) string { return e.MetaDescription },
		func(e *crawlfile.Entry) string { return e.H1 },
		func(e *crawlfile.Entry) string { return e.Canonical },
		func(e *crawlfile.Entry) string { return e.MetaRobots },
	} {
		row = append(row, text(was), text(is))
	}
	return row
}

// outcomeOf is empty for an address that a crawl did not ask for.
func outcomeOf(e *crawlfile.Entry) string {
	if e.ID == 0 {
		return ""
	}
	return e.Outcome.String()
}

// listed is a list that is [] in JSON when it is empty.
func listed(ids []string) []string {
	if ids == nil {
		return []string{}
	}
	return ids
}
