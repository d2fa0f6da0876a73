package crawlfile

import (
	"context"
	"database/sql/driver"
	"encoding/json"

	"sitewalk/crawler"
)

// Findings gives what the checks found about an address. What needs the whole
// crawl is there once it is Finished.
func (f *File) Findings(ctx context.Context, id int64) ([]crawler.Finding, error) {
	defer f.readings.begin()()
	e, err := f.Entry(ctx, id)
	return e.Findings, err
}

// Found is a finding with its page.
type Found struct {
	ID     int64 // of the page
	URL    string
	Detail string
}

// EachFound calls do for everything that a check found, in order of discovery
// of the pages, until it returns an error, which is passed on.
func (f *File) EachFound(ctx context.Context, check string, do func(Found) error) error {
	defer f.readings.begin()()
	ids, err := f.IDs(ctx, Filter{Findings: []string{check}}, Sort{})
	if err != nil {
		return err
	}
	var stopped error
	err = f.look(ctx, func(c *conn) error {
		numbers, err := readCheckNumbers(ctx, c)
		if err != nil {
			return err
		}
		for len(ids) > 0 {
			n := min(len(ids), pagesAtOnce)
			found, err := readFound(ctx, c, ids[:n], uint32(numbers[check]))
			if err != nil {
				return err
			}
			for _, one := range found {
				if stopped = do(one); stopped != nil {
					return stopped
				}
			}
			ids = ids[n:]
		}
		return nil
	})
	if stopped != nil {
		return stopped
	}
	return explain(f.path, err)
}

// readFound reads what a check found about some addresses.
func readFound(ctx context.Context, c *conn, ids []int64, number uint32) ([]Found, error) {
	wanted, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	links := newLinkReader(c)
	var found []Found
	var targets []uint32 // of found
	err = c.each(ctx, `SELECT a.id, a.url, coalesce(r.findings, ''), coalesce(w.findings, '') FROM json_each(?) j
		JOIN address a ON a.id = j.value JOIN result r ON r.id = a.id
		LEFT JOIN crawl_finding w ON w.seq = r.seq ORDER BY j.key`, func(row []driver.Value) error {
		url, _ := row[1].(string)
		for _, column := range row[2:] {
			list, _ := column.(string)
			if err := eachFinding(list, func(item foundItem) error {
				if item.number == number {
					found = append(found, Found{integer(row[0]), url, item.detail})
					targets = append(targets, item.address)
					links.wantURL(item.address)
				}
				return nil
			}); err != nil {
				return err
			}
		}
		return nil
	}, string(wanted))
	if err != nil {
		return nil, err
	}
	if err := links.read(ctx); err != nil {
		return nil, err
	}
	for i, target := range targets {
		if target != 0 {
			found[i].Detail = links.url(target)
		}
	}
	return found, nil
}
