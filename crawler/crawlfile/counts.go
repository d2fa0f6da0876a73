package crawlfile

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
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
func (f *File) Counts(ctx context.Context) (Counts, error) {
	counts, err := f.count(ctx)
	return counts, explain(f.path, err)
}

func (f *File) count(ctx context.Context) (Counts, error) {
	tx, err := f.read.BeginTx(ctx, nil) // one state of the file for both queries
	if err != nil {
		return Counts{}, err
	}
	defer tx.Rollback()
	var stored string
	err = scanRow(tx.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = ?", metaCounts), &stored)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Counts{}, err
	}
	counts, err := parseCounts(stored)
	if err != nil {
		return Counts{}, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT k.id, f.total FROM found f JOIN checks k ON k.number = f.number")
	if err != nil {
		return Counts{}, err
	}
	defer rows.Close()
	for rows.Next() {
		var check string
		var total int
		if err := scanRow(rows, &check, &total); err != nil {
			return Counts{}, err
		}
		counts.Findings[check] = total
	}
	return counts, rows.Err()
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
