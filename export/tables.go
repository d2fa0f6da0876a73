package export

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/page"
)

// pagesTable has a row for each address that was asked for.
var pagesTable = table{name: "Pages", columns: pageHeadings(), rows: func(ctx context.Context, j *job, yield func([]cell) error) error {
	columns := Columns()
	row := make([]cell, len(columns))
	return eachEntry(ctx, j, func(e *crawlfile.Entry) error {
		for i := range columns {
			row[i] = columns[i].cell(e)
		}
		return yield(row)
	})
}}

func pageHeadings() []heading {
	var all []heading
	for _, c := range Columns() {
		all = append(all, heading{c.Label, c.width})
	}
	return all
}

var linkHeadings = []heading{{"On page", 50}, {"Leads to", 50}, {"Text", 30}, {"Result", 16}, {"Status", 8}, {"Place", 9},
	{"Kind", 9}, {"Where", 9}, {"Rel", 12}}

// linksTable has a row for each link of each page, images left out.
var linksTable = table{name: "Links", columns: linkHeadings, rows: func(ctx context.Context, j *job, yield func([]cell) error) error {
	return j.eachLink(ctx, func(r *crawlfile.Reference) error {
		if r.Kind == page.Image {
			return nil
		}
		return yield(linkRow(r))
	})
}}

// brokenTable has a row for each link, images among them, that leads nowhere.
var brokenTable = table{name: "Broken links", columns: linkHeadings, rows: func(ctx context.Context, j *job, yield func([]cell) error) error {
	j, none := j.only(crawler.Broken)
	if none {
		return nil
	}
	return j.eachLink(ctx, func(r *crawlfile.Reference) error { return yield(linkRow(r)) })
}}

// eachLink calls yield for the links that lead to the chosen addresses.
func (j *job) eachLink(ctx context.Context, yield func(*crawlfile.Reference) error) error {
	return j.file.References(ctx, j.choice.Filter, j.done, func(r *crawlfile.Reference) error {
		if err := yield(r); err != nil {
			return err
		}
		return ctx.Err()
	})
}

func linkRow(r *crawlfile.Reference) []cell {
	return []cell{address(r.Page), address(r.URL), text(r.Text), text(audit.OutcomeWord(r.Aim.Outcome)), number0(r.Aim.Status),
		text(positions[r.Position]), text(linkKinds[r.Kind]), text(r.Aim.Scope.String()), text(r.Rel)}
}

// imagesTable has a row for each image of each page.
var imagesTable = table{name: "Images", columns: []heading{{"Image", 60}, {"On page", 50}, {"Description (alt)", 30}, {"Result", 16},
	{"Status", 8}, {"Bytes", 10}, {"Milliseconds", 12}, {"Type", 14}, {"Where", 9}},
	rows: func(ctx context.Context, j *job, yield func([]cell) error) error {
		return j.eachLink(ctx, func(r *crawlfile.Reference) error {
			if r.Kind != page.Image {
				return nil
			}
			a := r.Aim
			return yield([]cell{address(r.URL), address(r.Page), text(r.Text), text(audit.OutcomeWord(a.Outcome)), number0(a.Status),
				number0(a.Size), number0(a.Took.Milliseconds()), text(a.ContentType), text(a.Scope.String())})
		})
	}}

// redirectsTable has a row for each address that redirects, with the whole way.
var redirectsTable = table{name: "Redirects", columns: []heading{{"Address", 50}, {"Status", 8}, {"Leads to", 50}, {"Ends at", 50},
	{"Redirects", 10}, {"Result", 16}, {"Status at the end", 15}, {"Loop", 6}, {"Whole way", 60}, {"Found on", 50}},
	rows: func(ctx context.Context, j *job, yield func([]cell) error) error {
		j, none := j.only(crawler.Moved)
		if none {
			return nil
		}
		return eachEntry(ctx, j, func(e *crawlfile.Entry) error {
			w, err := follow(ctx, j.file, e)
			if err != nil {
				return err
			}
			loop := ""
			if w.loop {
				loop = "yes"
			}
			return yield([]cell{address(e.URL), number0(e.Status), address(e.RedirectTo), address(w.end), number(w.hops), text(w.outcome()),
				number0(w.status), text(loop), text(strings.Join(w.stations, " → ")), address(e.FoundOn)})
		})
	}}

// way is where a redirect leads in the end.
type way struct {
	stations []string // addresses, the first one included
	hops     int
	end      string // the last address that is known
	last     crawler.Outcome
	status   int
	loop     bool
}

// outcome says what is at the end.
func (w *way) outcome() string {
	if w.loop {
		return "never ends"
	}
	return audit.OutcomeWord(w.last)
}

// longestWay is how many redirects in a row are followed: more than a crawl asks for.
const longestWay = 50

// follow goes the whole way that begins with a redirect.
func follow(ctx context.Context, f *crawlfile.File, from *crawlfile.Entry) (way, error) {
	w := way{stations: []string{from.URL}, end: from.RedirectTo, last: crawler.Skipped}
	seen := map[int64]bool{from.ID: true}
	e := *from
	for e.Outcome == crawler.Moved && len(seen) <= longestWay {
		w.hops++
		if e.RedirectID == 0 {
			w.stations = append(w.stations, e.RedirectTo)
			return w, nil
		}
		next, err := f.Entry(ctx, e.RedirectID)
		if errors.Is(err, crawlfile.ErrUnknown) {
			return w, nil
		}
		if err != nil {
			return w, err
		}
		w.stations = append(w.stations, next.URL)
		w.end, w.last, w.status = next.URL, next.Outcome, next.Status
		if seen[next.ID] {
			w.loop = true
			return w, nil
		}
		seen[next.ID] = true
		e = next
	}
	return w, nil
}

// findingsTable has a row for each thing that a check found about an address.
var findingsTable = table{name: "Findings", columns: []heading{{"Problem", 40}, {"About", 20}, {"Hurts", 22}, {"Address", 60}, {"Title", 40},
	{"What exactly", 40}, {"Why it matters", 60}, {"How to mend it", 60}, {"Check", 24}},
	rows: func(ctx context.Context, j *job, yield func([]cell) error) error {
		wanted := map[string]bool{}
		for _, id := range j.choice.Filter.Findings {
			wanted[id] = true
		}
		return eachEntry(ctx, j, func(e *crawlfile.Entry) error {
			for _, finding := range e.Findings {
				if len(wanted) > 0 && !wanted[finding.Check] {
					continue
				}
				if err := yield(findingRow(e, finding)); err != nil {
					return err
				}
			}
			return nil
		})
	}}

func findingRow(e *crawlfile.Entry, f crawler.Finding) []cell {
	check, known := audit.ByID(f.Check)
	if !known {
		return []cell{text(f.Check), text(""), text(""), address(e.URL), text(e.Title), text(f.Detail), text(""), text(""), text(f.Check)}
	}
	return []cell{text(check.Name()), text(check.Group.Name()), text(check.Hurts.Name()), address(e.URL), text(e.Title), text(f.Detail),
		text(check.Why()), text(check.Fix()), text(check.ID)}
}

// lastModified is when the page says it was changed; zero when it does not say
// so or names a time to come (RFC 9110, section 8.8.2).
func lastModified(e *crawlfile.Entry) time.Time {
	t, err := http.ParseTime(e.LastModified)
	if err != nil || t.After(e.At) && !e.At.IsZero() || t.Year() < 1970 {
		return time.Time{}
	}
	return t
}
