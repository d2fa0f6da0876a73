package audit

import (
	"math"
	"slices"

	"sitewalk/crawler/crawlfile"
)

// Grade sums up a crawl in one letter, and says what it is made of.
type Grade struct {
	Letter string // "A" to "E", "" for a crawl without pages
	Score  int    // 0 to 100
	Parts  []GradePart
}

// GradePart is how a site does for those who suffer in one way.
type GradePart struct {
	Hurts  Hurts
	Score  int // 0 to 100
	Weight int // percent of the grade
	Losses []Loss
}

// Loss is what one check took off a part's 100 points.
type Loss struct {
	Check  Check
	Pages  int
	Points int // at least 1
}

// gradeWeights are what parts count for, and what a problem on every page
// leaves of a part: nothing would be left of a site that fails its visitors
// everywhere, and most of one that only lacks a nicety.
var gradeWeights = map[Hurts]struct {
	percent int
	most    float64
}{
	Visitors:      {60, 0.9},
	SearchEngines: {30, 0.5},
	Nicety:        {10, 0.25},
}

// The least scores of the letters.
var gradeLetters = []struct {
	letter string
	from   int
}{{"A", 90}, {"B", 80}, {"C", 65}, {"D", 50}, {"E", 0}}

// GradeOf grades a crawl by what was found on how many of its addresses. A few
// bad pages already weigh: a problem on a hundredth of the pages takes a tenth
// of what it would take on all. Each further problem takes its share of what is
// left, so that a part never falls below 0.
func GradeOf(c crawlfile.Counts) Grade {
	total := c.Checked + c.Failed
	if total == 0 {
		return Grade{}
	}
	var g Grade
	sum := 0.0
	for _, hurts := range []Hurts{Visitors, SearchEngines, Nicety} {
		w := gradeWeights[hurts]
		part := GradePart{Hurts: hurts, Weight: w.percent}
		left := 100.0
		for _, l := range lossesOf(hurts, c.Findings) {
			share := min(1, float64(l.Pages)/float64(total))
			taken := left * w.most * math.Sqrt(share)
			l.Points = max(1, int(math.Round(taken)))
			left -= taken
			part.Losses = append(part.Losses, l)
		}
		part.Score = int(math.Round(left))
		slices.SortStableFunc(part.Losses, func(a, b Loss) int { return b.Points - a.Points })
		sum += left * float64(w.percent) / 100
		g.Parts = append(g.Parts, part)
	}
	g.Score = int(math.Round(sum))
	for _, l := range gradeLetters {
		if g.Score >= l.from {
			g.Letter = l.letter
			break
		}
	}
	return g
}

// lossesOf are the checks of a part that found something, those on most pages
// first.
func lossesOf(hurts Hurts, found map[string]int) []Loss {
	var losses []Loss
	for _, check := range allChecks() {
		if check.Hurts == hurts && found[check.ID] > 0 {
			losses = append(losses, Loss{Check: check, Pages: found[check.ID]})
		}
	}
	slices.SortStableFunc(losses, func(a, b Loss) int { return b.Pages - a.Pages })
	return losses
}

var gradePhrases = []Phrase{
	{Key: "grade.A", Text: "Very good"},
	{Key: "grade.B", Text: "Good, with a few things to improve"},
	{Key: "grade.C", Text: "Fair: some things need attention"},
	{Key: "grade.D", Text: "Poor: visitors will notice"},
	{Key: "grade.E", Text: "Bad: much does not work as it should"},
	{Key: "grade.visitors", Text: "For visitors"},
	{Key: "grade.search", Text: "For search engines"},
	{Key: "grade.nicety", Text: "Finishing touches"},
	{Key: "grade.how", Text: "This part counts for {weight} % of the grade. It starts at 100 points; each kind of problem takes some of them, more when it is on more pages."},
	{Key: "grade.full", Text: "No problem of this sort was found."},
}

// Word says in a few words what the letter means.
func (g Grade) Word() string {
	if g.Letter == "" {
		return ""
	}
	return say("grade." + g.Letter)
}

// Name is what a person calls the part.
func (p GradePart) Name() string {
	return say("grade." + [...]string{"visitors", "search", "nicety"}[min(p.Hurts, Nicety)])
}

// Explanation tells how the part's score came about.
func (p GradePart) Explanation() string {
	text := say("grade.how", "weight", Number(p.Weight))
	if len(p.Losses) == 0 {
		text = joinSentences(text, say("grade.full"))
	}
	return text
}
