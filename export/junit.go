package export

import (
	"context"
	"io"
	"strconv"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// placesShown is how many addresses a summary names for one problem.
const placesShown = 20

// writeJUnit writes the checks as test cases, as servers that run tests read
// them: a check that found something has failed, with its addresses.
func writeJUnit(ctx context.Context, j *job, out io.Writer) error {
	o, err := readOverview(ctx, j.file)
	if err != nil {
		return err
	}
	checks := audit.Checks()
	failures := len(o.Problems)
	broken := o.counts.Broken
	if broken > 0 {
		failures++
	}
	b := append([]byte(xmlHead), `<testsuites><testsuite name="`...)
	b = append(appendXML(b, o.Site), `" tests="`...)
	b = append(strconv.AppendInt(b, int64(len(checks)+1), 10), `" failures="`...)
	b = append(strconv.AppendInt(b, int64(failures), 10), `" errors="0" time="`...)
	b = append(strconv.AppendFloat(b, o.finished.Sub(o.started).Seconds(), 'f', 3, 64), "\">\n"...)
	places, err := brokenPlaces(ctx, j.file)
	if err != nil {
		return err
	}
	b = appendTestCase(b, "broken", "Links and pages that are broken", "links", broken, places)
	found := map[string]problem{}
	for _, p := range o.Problems {
		found[p.ID] = p
	}
	for i, check := range checks {
		var places []string
		p, failed := found[check.ID]
		if failed {
			if places, err = problemPlaces(ctx, j.file, check.ID); err != nil {
				return err
			}
		}
		b = appendTestCase(b, check.ID, check.Name(), string(check.Group), p.Addresses, places)
		j.done(float64(i+1) / float64(len(checks)))
	}
	_, err = out.Write(append(b, "</testsuite></testsuites>\n"...))
	return err
}

func appendTestCase(b []byte, id, name, group string, found int, places []string) []byte {
	b = append(appendXML(append(b, `<testcase classname="sitewalk.`...), group), `" name="`...)
	b = append(appendXML(b, id), '"')
	if found == 0 {
		return append(b, "/>\n"...)
	}
	b = append(appendXML(append(b, `><failure message="`...), name+": "+audit.Number(found)), `" type="`...)
	b = append(appendXML(b, id), `">`...)
	for _, place := range places {
		b = append(appendXML(b, place), '\n')
	}
	if more := found - len(places); more > 0 {
		b = append(appendXML(b, "and "+audit.Number(more)+" more"), '\n')
	}
	return append(b, "</failure></testcase>\n"...)
}

// problemPlaces are the first addresses about which a check found something.
func problemPlaces(ctx context.Context, f *crawlfile.File, check string) ([]string, error) {
	return firstPlaces(ctx, f, crawlfile.Filter{Findings: []string{check}})
}

func firstPlaces(ctx context.Context, f *crawlfile.File, filter crawlfile.Filter) ([]string, error) {
	ids, err := f.IDs(ctx, filter, crawlfile.Sort{By: crawlfile.ByDepth})
	if err != nil {
		return nil, err
	}
	rows, err := f.Rows(ctx, ids[:min(len(ids), placesShown)])
	var places []string
	for _, row := range rows {
		places = append(places, row.URL)
	}
	return places, err
}
