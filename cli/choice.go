package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/export"
)

// choiceOptions say what of a crawl is written.
func choiceOptions(c *export.Choice) []option {
	return []option{
		{"only", "WHAT", "write only these addresses: works, moved, broken,\nunchecked, the id of a check, or words from the title\nor address; may be repeated", only(c)},
		{"broken-to", "ADDRESS", "in redirect rules, send broken pages here", func(value string) error {
			c.BrokenTo = value
			return nil
		}},
		{"targets", "FILE", "in redirect rules, send pages where this CSV says:\nold address, new address", targets(c)},
	}
}

// only makes the set of "--only".
func only(c *export.Choice) func(string) error {
	return func(value string) error {
		for _, o := range []crawler.Outcome{crawler.Works, crawler.Moved, crawler.Broken, crawler.Unchecked, crawler.Skipped} {
			if value == o.String() {
				c.Filter.Outcomes = append(c.Filter.Outcomes, o)
				return nil
			}
		}
		if _, ok := audit.ByID(value); ok {
			c.Filter.Findings = append(c.Filter.Findings, value)
			return nil
		}
		if strings.TrimSpace(value) == "" || c.Filter.Text != "" {
			return errors.New("words may be given once")
		}
		c.Filter.Text = value
		return nil
	}
}

// targets makes the set of "--targets".
func targets(c *export.Choice) func(string) error {
	return func(path string) error {
		file, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("cannot be read: %w", err)
		}
		defer file.Close()
		c.Targets, err = export.ReadTargets(file)
		return err
	}
}
