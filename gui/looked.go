package gui

import (
	"context"
	"path/filepath"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// looked is what a person has looked at and found to be fine. It is kept for
// the site, beside the folder of its crawls.
type looked struct {
	once     sync.Once
	verdicts *audit.Verdicts
	err      error
}

// verdictsExtension is how the names of files with verdicts end.
const verdictsExtension = ".fine.json"

// verdicts reads, at first, what was found to be fine. It waits for the disk
// and gives nil before the site is known.
func (c *crawl) verdicts() *audit.Verdicts {
	meta, err := c.file.Meta(context.Background())
	if err != nil || meta.Site == "" {
		return nil
	}
	c.looked.once.Do(func() {
		path := filepath.Join(filepath.Dir(c.file.Path()), safeName(strings.TrimPrefix(strings.TrimPrefix(meta.Site, "https://"), "http://"))+verdictsExtension)
		c.looked.verdicts, c.looked.err = audit.LoadVerdicts(path)
		if c.looked.err != nil {
			fyne.LogError("reading what was found to be fine", c.looked.err)
		}
	})
	return c.looked.verdicts
}

// counted is how many addresses of each sort there are, findings without those
// that a person found to be fine.
type counted struct {
	crawlfile.Counts
	fine map[string]int // by check: how many are fine, where all are
}

// counts counts the addresses. It waits for the disk.
func (c *crawl) counts(ctx context.Context) (counted, error) {
	counts, err := c.file.Counts(ctx)
	v := c.verdicts()
	if err != nil || v == nil {
		return counted{Counts: counts}, err
	}
	all := counts.Findings
	counts.Findings, err = v.Counts(ctx, c.file, all)
	fine := map[string]int{}
	for check, n := range all {
		if counts.Findings[check] == 0 {
			fine[check] = n
		}
	}
	return counted{counts, fine}, err
}

// verdictLimit is how many causes one verdict is about: all that a crawl keeps.
const verdictLimit = 1000

// judge notes that what a check found is fine, or not. It waits for the disk, and is
// one of the tasks: until all is known again of a crawl that is being looked at,
// what the verdict is about may not be.
func (c *crawl) judge(ctx context.Context, check string, fine bool) error {
	v := c.verdicts()
	if v == nil {
		return nil
	}
	causes, err := c.file.Causes(ctx, check, verdictLimit)
	if err != nil {
		return err
	}
	for i := range causes {
		if fine {
			v.Accept(check, causes[i].Key())
		} else {
			v.Withdraw(check, causes[i].Key())
		}
	}
	return v.Save()
}

// onVerdict notes that a person has looked at a finding.
func (w *window) onVerdict(check audit.Check, fine bool) {
	c := w.crawl
	if c == nil {
		return
	}
	w.problem.tell(lang.X("list.slow", "One moment…"), widget.MediumImportance)
	order(w.feed, inTurn(&c.tasks, done(func(ctx context.Context) error {
		return c.judge(context.WithoutCancel(ctx), check.ID, fine) // it makes room for nothing
	})), func(_ nothing, err error) {
		if w.crawl == c {
			w.onJudged(check, fine, err)
		}
	})
}

func (w *window) onJudged(check audit.Check, fine bool, err error) {
	said := ""
	if fine && err == nil {
		said = lang.X("problem.judged", "Noted, also for later crawls of this site: it no longer counts as a problem.")
	}
	if w.problem.check.ID == check.ID {
		w.problem.tell(said, widget.SuccessImportance)
	}
	if err != nil {
		w.onReadError(err)
		return
	}
	w.recount()
	if w.state.Final() && !w.crawl.carrying && !w.overview.gaveUp {
		w.overview.conclude()
	}
}
