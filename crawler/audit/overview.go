package audit

import (
	"cmp"
	"context"
	"math"
	"slices"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// Overview is what is said of a crawl on one page.
type Overview struct {
	Story  string   // the closing paragraph
	Grade  Grade    // of the whole; its Letter is "" when too little is known to give one
	Parts  []Part   // what the grade is made of
	Matter []Matter // the findings that matter most, at most mattersShown
	Counts crawlfile.Counts
	Charts crawlfile.Charts
}

// Grade is a mark from A, very good, to F.
type Grade struct {
	Letter string
	Points int // 0 to 100
}

// Part is a part of the grade.
type Part struct {
	ID          string // stable: "links"
	Name        string
	Why         string // what the part looks at
	Explanation string // what cost how many points
	Grade       Grade
	Share       int    // of the whole grade, in percent
	Costs       []Cost // the costliest first
}

// Cost is what a check costs a part of the grade.
type Cost struct {
	Check  Check
	Pages  int
	Points int // of a hundred, rounded
}

// Matter is a finding that matters.
type Matter struct {
	Check  Check
	Pages  int
	Causes []crawlfile.Cause // those on most pages first, at most causesShown
	Where  string            // of the first cause: "in the menu on 740 pages"; "" when it is a page by itself
	score  float64
}

// How much an overview shows.
const (
	mattersShown = 6
	causesShown  = 3
)

// gradeParts are the parts of the grade, which groups of checks they look at,
// and their shares in percent.
var gradeParts = []struct {
	id     string
	share  int
	groups []Group
}{
	{"links", 25, []Group{Links, Answers}},
	{"visitors", 20, []Group{Content, Images, Markup}},
	{"search", 20, []Group{Titles, Search, Addresses}},
	{"security", 15, []Group{Security}},
	{"speed", 10, []Group{Speed}},
	{"accessibility", 10, []Group{Accessibility}},
}

var overviewPhrases = []Phrase{
	{Key: "part.links.name", Text: "Links work"},
	{Key: "part.links.why", Text: "Do all links lead somewhere, and straight there?"},
	{Key: "part.visitors.name", Text: "Good to read and look at"},
	{Key: "part.visitors.why", Text: "Do texts, pictures and the way pages are built serve the people who visit?"},
	{Key: "part.search.name", Text: "Found by search engines"},
	{Key: "part.search.why", Text: "Can search engines find each page, tell it from others and show it well?"},
	{Key: "part.security.name", Text: "Safe"},
	{Key: "part.security.why", Text: "Are visitors and what they send protected?"},
	{Key: "part.speed.name", Text: "Fast"},
	{Key: "part.speed.why", Text: "Does the site answer quickly, and send no more than needed?"},
	{Key: "part.accessibility.name", Text: "For everybody"},
	{Key: "part.accessibility.why", Text: "Can people use it who cannot see, hear or point as others do?"},

	{Key: "part.fine", Text: "Nothing was found that costs points."},
	{Key: "part.costs", Text: "What costs points: {costs}."},
	{Key: "part.cost", One: "{name} (one page, {points})", Text: "{name} ({n} pages, {points})"},
	{Key: "part.points", One: "1 point", Text: "{n} points"},
	{Key: "part.less", Text: "less than a point"},

	{Key: "cause.once", Text: "{place} on {n} pages: put it right once, and all are mended"},
	{Key: "cause.one", Text: "{place} on one page"},
	{Key: "cause.shared", One: "on one page", Text: "the same on {n} pages"},
	{Key: "cause.place.body", Text: "in the page"},
	{Key: "cause.place.head", Text: "in the page's head, which visitors do not see,"},
	{Key: "cause.place.nav", Text: "in the menu"},
	{Key: "cause.place.header", Text: "at the top"},
	{Key: "cause.place.footer", Text: "at the foot"},
	{Key: "cause.place.aside", Text: "at the side"},
	{Key: "cause.place.main", Text: "in the text"},
}

// CauseWhere tells where a cause shows: "in the menu on 740 pages: …". It is ""
// for a page by itself.
func CauseWhere(c crawlfile.Cause) string {
	switch {
	case c.OwnPage():
		return ""
	case c.Position == "":
		return sayN("cause.shared", c.Pages)
	case c.Pages == 1:
		return say("cause.one", "place", say("cause.place."+c.Position))
	}
	return sayN("cause.once", c.Pages, "place", say("cause.place."+c.Position))
}

// causesWhere is CauseWhere for the first of the causes of a finding, unless it
// would be taken for all of them: one picture of many may be the same on ten pages.
func causesWhere(causes []crawlfile.Cause, pages int) string {
	if c := causes[0]; c.Position == "" && 2*c.Pages < pages {
		return ""
	}
	return CauseWhere(causes[0])
}

// NewOverview looks at a crawl. What v calls fine does not count; v may be nil.
func NewOverview(ctx context.Context, f *crawlfile.File, v *Verdicts) (Overview, error) {
	meta, err := f.Meta(ctx)
	if err != nil {
		return Overview{}, err
	}
	o := Overview{}
	if o.Counts, err = f.Counts(ctx); err != nil {
		return o, err
	}
	o.Story = Story(meta, o.Counts.Counts)
	if o.Charts, err = f.Charts(ctx); err != nil {
		return o, err
	}
	if v != nil {
		if o.Counts.Findings, err = v.Counts(ctx, f, o.Counts.Findings); err != nil {
			return o, err
		}
	}
	if meta.State != crawler.Failed && o.Counts.Pages > 0 {
		o.Parts = gradeAll(o.Counts)
		o.Grade = average(o.Parts)
	}
	o.Matter, err = matters(ctx, f, v, o.Counts.Findings)
	return o, err
}

// How much of a part's points a check takes that finds something on every page.
// Fewer pages cost less, by the square root: the first pages count the most.
var costs = map[Hurts]float64{Visitors: 0.30, SearchEngines: 0.12, Nicety: 0.02}

// gradeAll grades the parts.
func gradeAll(c crawlfile.Counts) []Part {
	var parts []Part
	for _, p := range gradeParts {
		part := Part{ID: p.id, Name: say("part." + p.id + ".name"), Why: say("part." + p.id + ".why"), Share: p.share}
		left, kept := 1.0, []float64(nil)
		for _, check := range Checks() {
			pages := c.Findings[check.ID]
			if pages == 0 || !slices.Contains(p.groups, check.Group) {
				continue
			}
			cost := costs[check.Hurts] * math.Sqrt(min(1, float64(pages)/float64(c.Pages)))
			left *= 1 - cost
			kept = append(kept, 1-cost)
			part.Costs = append(part.Costs, Cost{Check: check, Pages: pages})
		}
		for i, k := range kept { // each takes its part of what is missing to a hundred
			part.Costs[i].Points = int(math.Round(100 * (1 - left) * math.Log(k) / math.Log(left)))
		}
		slices.SortStableFunc(part.Costs, func(a, b Cost) int {
			return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Pages, a.Pages))
		})
		part.Grade = gradeOf(100 * left)
		part.Explanation = explainCosts(part.Costs)
		parts = append(parts, part)
	}
	return parts
}

// average is the grade of the whole.
func average(parts []Part) Grade {
	sum, shares := 0.0, 0
	for _, p := range parts {
		sum += float64(p.Share * p.Grade.Points)
		shares += p.Share
	}
	return gradeOf(sum / float64(shares))
}

// gradeOf gives the letter for points.
func gradeOf(points float64) Grade {
	g := Grade{Letter: "F", Points: int(math.Round(points))}
	for _, step := range []struct {
		from   int
		letter string
	}{{90, "A"}, {80, "B"}, {70, "C"}, {55, "D"}, {40, "E"}} {
		if g.Points >= step.from {
			g.Letter = step.letter
			break
		}
	}
	return g
}

// explainCosts tells the three costliest.
func explainCosts(costs []Cost) string {
	if len(costs) == 0 {
		return say("part.fine")
	}
	var parts []string
	for _, c := range costs[:min(len(costs), causesShown)] {
		points := say("part.less")
		if c.Points > 0 {
			points = sayN("part.points", c.Points)
		}
		parts = append(parts, sayN("part.cost", c.Pages, "name", c.Check.Name(), "points", points))
	}
	return say("part.costs", "costs", listing(parts))
}

// weights tell how much it matters who suffers.
var weights = map[Hurts]float64{Visitors: 1, SearchEngines: 0.4, Nicety: 0.05}

// matters gives the findings that matter most: by who suffers, on how many
// pages, and how near to the start.
func matters(ctx context.Context, f *crawlfile.File, v *Verdicts, counts map[string]int) ([]Matter, error) {
	var all []Matter
	var examples []int64
	for _, check := range Checks() {
		pages := counts[check.ID]
		if pages == 0 {
			continue
		}
		causes, err := openCauses(ctx, f, v, check.ID)
		if err != nil {
			return nil, err
		}
		m := Matter{Check: check, Pages: pages, Causes: causes}
		if len(causes) > 0 {
			m.Where = causesWhere(causes, pages)
			examples = append(examples, causes[0].Example)
		}
		all = append(all, m)
	}
	rows, err := f.Rows(ctx, examples)
	if err != nil {
		return nil, err
	}
	depth := map[int64]int{}
	for _, r := range rows {
		depth[r.ID] = r.Depth
	}
	for i := range all {
		m := &all[i]
		clicks := tooFar
		if len(m.Causes) > 0 {
			if d := depth[m.Causes[0].Example]; d >= 0 {
				clicks = min(d, tooFar)
			}
		}
		m.score = weights[m.Check.Hurts] * math.Sqrt(float64(m.Pages)) / float64(3+clicks)
	}
	slices.SortStableFunc(all, func(a, b Matter) int { return cmp.Compare(b.score, a.score) })
	return all[:min(len(all), mattersShown)], nil
}

// tooFar is the number of clicks from which on more make no difference.
const tooFar = 10

// openCauses gives the first causes of a check that nobody has called fine.
func openCauses(ctx context.Context, f *crawlfile.File, v *Verdicts, check string) ([]crawlfile.Cause, error) {
	limit := causesShown
	if v != nil && v.any(check) {
		limit = causesLooked
	}
	causes, err := f.Causes(ctx, check, limit)
	if err != nil {
		return nil, err
	}
	if v != nil {
		causes = slices.DeleteFunc(causes, func(c crawlfile.Cause) bool {
			_, fine := v.Has(check, c.Key())
			return fine
		})
	}
	return causes[:min(len(causes), causesShown)], nil
}
