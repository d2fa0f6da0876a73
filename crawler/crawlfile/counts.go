package crawlfile

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"sitewalk/crawler"
)

// Counts is how many addresses of each sort there are.
type Counts struct {
	crawler.Counts
	// Findings tells for each check, by its id, how many addresses it found
	// something about. What needs the whole crawl is there once it is Finished.
	Findings map[string]int
}

// Counts counts the addresses. The numbers are kept up to date by Save, so that
// asking for them costs nothing.
func (f *File) Counts(ctx context.Context) (counts Counts, err error) {
	defer f.readings.begin()()
	err = f.glance(ctx, func(c *conn) error {
		counts, err = readCounts(ctx, c)
		return err
	})
	return counts, explain(f.path, err)
}

func readCounts(ctx context.Context, c *conn) (Counts, error) {
	stored, err := c.text(ctx, metaQuery, metaCounts)
	if err != nil {
		return Counts{}, err
	}
	counts, err := parseCounts(stored)
	if err != nil {
		return Counts{}, err
	}
	err = c.each(ctx, "SELECT k.id, f.total FROM found f JOIN checks k ON k.number = f.number", func(row []driver.Value) error {
		check, isText := row[0].(string)
		total, isNumber := row[1].(int64)
		if !isText || !isNumber {
			return fmt.Errorf("%w: counts of findings", ErrDamaged)
		}
		counts.Findings[check] = int(total)
		return nil
	})
	return counts, err
}

func parseCounts(stored string) (Counts, error) {
	counts := Counts{Counts: crawler.Counts{Reasons: map[crawler.Reason]int{}}, Findings: map[string]int{}}
	if stored == "" {
		return counts, nil
	}
	if err := json.Unmarshal([]byte(stored), &counts); err != nil {
		return counts, damaged(err)
	}
	if counts.Reasons == nil || counts.Findings == nil {
		return counts, fmt.Errorf("%w: counts", ErrDamaged)
	}
	return counts, nil
}

// discover counts a new address.
func (c *Counts) discover(skipped crawler.Reason) {
	c.Found++
	c.wait(skipped, 1)
}

// reconsider counts an address without a result whose reason changes.
func (c *Counts) reconsider(was, is crawler.Reason) {
	c.wait(was, -1)
	c.wait(is, 1)
}

// wait counts n addresses without a result; with a reason they are skipped.
func (c *Counts) wait(skipped crawler.Reason, n int) {
	if skipped == "" {
		c.Waiting += n
		return
	}
	c.Skipped += n
	c.Reasons[skipped] += n
	if c.Reasons[skipped] == 0 {
		delete(c.Reasons, skipped)
	}
}

// find counts n more addresses about which a check found something.
func (c *Counts) find(check string, n int) {
	c.Findings[check] += n
	if c.Findings[check] == 0 {
		delete(c.Findings, check)
	}
}

// ask counts n more addresses as waiting.
func (c *Counts) ask(n int) { c.Waiting += n }

// answer counts n results.
func (c *Counts) answer(scope crawler.Scope, kind crawler.Kind, outcome crawler.Outcome, status int, n int) {
	if status > 0 {
		c.Checked += n
	} else {
		c.Failed += n
	}
	if scope == crawler.Internal && kind != crawler.ImageKind {
		c.Pages += n
	}
	switch outcome {
	case crawler.Works:
		c.Works += n
	case crawler.Moved:
		c.Moved += n
	case crawler.Broken:
		c.Broken += n
	case crawler.Unchecked:
		c.Unchecked += n
	}
}
