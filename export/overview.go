package export

import (
	"context"
	"time"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// overview is a crawl in short, for the formats that people read.
type overview struct {
	Site     string    `json:"site"`
	Story    string    `json:"story"`
	Figures  []figure  `json:"figures"`
	Problems []problem `json:"problems"` // those found, in the order of their groups

	started, finished time.Time
	counts            crawlfile.Counts
}

type figure struct {
	Name   string `json:"name"`
	Number int    `json:"number"`
}

// problem is a check that found something.
type problem struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Group     string `json:"group"`
	Hurts     string `json:"hurts"`
	Why       string `json:"why"`
	Fix       string `json:"fix"`
	Addresses int    `json:"addresses"`

	hurts audit.Hurts
}

func readOverview(ctx context.Context, f *crawlfile.File) (*overview, error) {
	meta, err := f.Meta(ctx)
	if err != nil {
		return nil, err
	}
	counts, err := f.Counts(ctx)
	if err != nil {
		return nil, err
	}
	o := &overview{Site: site(meta), Story: audit.Story(meta, counts.Counts), started: meta.Started, finished: finished(meta), counts: counts}
	o.Figures = []figure{{"Addresses found", counts.Found}, {"Pages", counts.Pages}, {"Work", counts.Works}, {"Moved", counts.Moved},
		{"Broken", counts.Broken}, {"Could not be checked", counts.Unchecked}, {"Left out", counts.Skipped}, {"Still waiting", counts.Waiting}}
	for _, check := range audit.Checks() {
		if n := counts.Findings[check.ID]; n > 0 {
			o.Problems = append(o.Problems, problem{ID: check.ID, Name: check.Name(), Group: check.Group.Name(), Hurts: check.Hurts.Name(),
				Why: check.Why(), Fix: check.Fix(), Addresses: n, hurts: check.Hurts})
		}
	}
	return o, nil
}
