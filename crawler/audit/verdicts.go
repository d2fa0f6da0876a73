package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sitewalk/crawler/crawlfile"
)

// Verdicts are what a person has looked at and found to be fine, for one site
// and all its crawls. They are kept in a file of their own. The methods may be
// called from any goroutine.
type Verdicts struct {
	path string

	mu   sync.Mutex
	fine map[string]map[string]time.Time // by check and key of the cause: when it was looked at
}

// verdictsFile is the file's content.
type verdictsFile struct {
	Format string                          `json:"format"`
	Fine   map[string]map[string]time.Time `json:"fine"`
}

const verdictsFormat = "sitewalk-verdicts/1"

// ErrVerdicts is for a file of verdicts that cannot be read.
var ErrVerdicts = errors.New("the verdicts cannot be read")

var verdictPhrases = []Phrase{
	{Key: "verdicts.damaged.text", Text: "What you had marked as fine for this site could not be read."},
	{Key: "verdicts.damaged.advice", Text: "It begins anew. The old file was kept beside the new one, as {path}."},
}

// DamagedVerdicts is a file of verdicts that could not be read and was put aside.
type DamagedVerdicts struct {
	Aside string // where it is now
	Err   error
}

// Error is part of error.
func (d *DamagedVerdicts) Error() string {
	return fmt.Sprintf("%v, kept as %s: %v", ErrVerdicts, d.Aside, d.Err)
}

// Unwrap is for errors.Is.
func (d *DamagedVerdicts) Unwrap() []error { return []error{ErrVerdicts, d.Err} }

// Message says it to a person.
func (d *DamagedVerdicts) Message() Message {
	m := message("verdicts.damaged", "path", d.Aside)
	m.Details = d.Err.Error()
	return m
}

// LoadVerdicts reads the verdicts at path; a file that is not there has none.
// The Verdicts can be used whatever the error is: when it is a DamagedVerdicts,
// they begin anew; with another one they could not be read, and Save keeps what
// is there.
func LoadVerdicts(path string) (*Verdicts, error) {
	v := &Verdicts{path: path, fine: map[string]map[string]time.Time{}}
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return v, nil
	}
	if err != nil {
		return v, fmt.Errorf("%w: %w", ErrVerdicts, err)
	}
	var stored verdictsFile
	err = json.Unmarshal(content, &stored)
	if err == nil && stored.Format != verdictsFormat {
		err = fmt.Errorf("the format is %q", stored.Format)
	}
	if err != nil {
		aside := path + "-damaged"
		if moved := os.Rename(path, aside); moved != nil {
			return v, fmt.Errorf("%w: %w", ErrVerdicts, errors.Join(err, moved))
		}
		return v, &DamagedVerdicts{aside, err}
	}
	for check, keys := range stored.Fine {
		if len(keys) > 0 {
			v.fine[check] = keys
		}
	}
	return v, nil
}

// Save writes the verdicts: all of them or none, whatever happens meanwhile.
func (v *Verdicts) Save() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	content, err := json.MarshalIndent(verdictsFile{verdictsFormat, v.fine}, "", "\t")
	if err != nil {
		return err
	}
	folder := filepath.Dir(v.path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, filepath.Base(v.path)+"-*")
	if err != nil {
		return err
	}
	_, err = file.Write(append(content, '\n'))
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), v.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// Accept notes that a cause of a check is fine.
func (v *Verdicts) Accept(check, key string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.fine[check] == nil {
		v.fine[check] = map[string]time.Time{}
	}
	v.fine[check][key] = time.Now().UTC().Truncate(time.Second)
}

// Withdraw takes back that a cause is fine.
func (v *Verdicts) Withdraw(check, key string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.fine[check], key)
	if len(v.fine[check]) == 0 {
		delete(v.fine, check)
	}
}

// Has tells whether a cause was found to be fine, and when.
func (v *Verdicts) Has(check, key string) (when time.Time, fine bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	when, fine = v.fine[check][key]
	return when, fine
}

// any tells whether there are verdicts about a check.
func (v *Verdicts) any(check string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.fine[check]) > 0
}

// causesLooked is how many causes of a check are compared with the verdicts:
// all that a crawl file keeps.
const causesLooked = 1000

// Open gives the addresses about which a check found something that nobody has
// called fine, in order of discovery. Without a verdict about the check it asks
// the crawl file for no more than a filter does.
func (v *Verdicts) Open(ctx context.Context, f *crawlfile.File, check string) ([]int64, error) {
	if !v.any(check) {
		return f.IDs(ctx, crawlfile.Filter{Findings: []string{check}}, crawlfile.Sort{})
	}
	causes, err := f.Causes(ctx, check, causesLooked)
	if err != nil {
		return nil, err
	}
	accepted := v.accepted(check, causes)
	var open []int64
	err = f.EachFound(ctx, check, func(found crawlfile.Found) error {
		if last := len(open) - 1; last >= 0 && open[last] == found.ID || accepted.covers(found) {
			return nil
		}
		open = append(open, found.ID)
		return nil
	})
	return open, err
}

// Counts gives how many addresses have findings that nobody has called fine,
// by check; all is Counts.Findings of the crawl file.
func (v *Verdicts) Counts(ctx context.Context, f *crawlfile.File, all map[string]int) (map[string]int, error) {
	left := make(map[string]int, len(all))
	for check, n := range all {
		if v.any(check) {
			open, err := v.Open(ctx, f, check)
			if err != nil {
				return nil, err
			}
			n = len(open)
		}
		if n > 0 {
			left[check] = n
		}
	}
	return left, nil
}

// acceptance is what findings of a check are fine.
type acceptance struct {
	all          bool
	pages        map[string]bool // by address of the page
	details      map[string]bool // by detail, and for links by target
	contradicted map[string]bool // targets that another link also leads to, which is not fine
}

// accepted works out what is fine from the causes of a check.
func (v *Verdicts) accepted(check string, causes []crawlfile.Cause) acceptance {
	a := acceptance{pages: map[string]bool{}, details: map[string]bool{}, contradicted: map[string]bool{}}
	for i := range causes {
		c := &causes[i]
		_, fine := v.Has(check, c.Key())
		what := c.Detail
		if c.Target != 0 {
			what = c.URL
		}
		switch {
		case !fine && c.Target != 0:
			a.contradicted[what] = true
		case !fine:
		case c.OwnPage():
			a.pages[c.ExampleURL] = true
		case what == "":
			a.all = true
		default:
			a.details[what] = true
		}
	}
	return a
}

func (a *acceptance) covers(f crawlfile.Found) bool {
	fine := func(what string) bool { return a.details[what] && !a.contradicted[what] }
	// Of pages that share something, the first is what the cause names.
	return a.all && f.Detail == "" || a.pages[f.URL] || fine(f.Detail) || fine(f.URL)
}
