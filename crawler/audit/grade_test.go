package audit

import (
	"testing"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

func TestGradeOf(t *testing.T) {
	counts := func(found map[string]int) crawlfile.Counts {
		return crawlfile.Counts{Counts: crawler.Counts{Checked: 90, Failed: 10}, Findings: found}
	}
	for _, c := range []struct {
		name   string
		counts crawlfile.Counts
		letter string
		score  int
	}{
		{"nothing at all", crawlfile.Counts{}, "", 0},
		{"nothing wrong", counts(nil), "A", 100},
		{"what this version does not know", counts(map[string]int{"no-such-check": 100}), "A", 100},
		{"one missing page", counts(map[string]int{"answer-missing-page": 1}), "A", 95},
		{"a quarter missing", counts(map[string]int{"answer-missing-page": 25}), "C", 73},
		{"no titles anywhere", counts(map[string]int{"title-missing": 100}), "B", 85},
		{"all fails", counts(map[string]int{"answer-server-error": 100, "title-missing": 100}), "E", 31},
	} {
		if got := GradeOf(c.counts); got.Letter != c.letter || got.Score != c.score {
			t.Errorf("%s: %s, %d, not %s, %d", c.name, got.Letter, got.Score, c.letter, c.score)
		}
	}
	g := GradeOf(counts(map[string]int{"answer-missing-page": 25, "answer-server-error": 1}))
	if losses := g.Parts[0].Losses; len(losses) != 2 || losses[0].Check.ID != "answer-missing-page" || losses[0].Points != 45 || losses[1].Points < 1 {
		t.Errorf("the losses are %+v", losses)
	}
	if g.Word() == "" || g.Parts[0].Name() == "" || g.Parts[0].Explanation() == "" {
		t.Error("the grade is not explained")
	}
}
