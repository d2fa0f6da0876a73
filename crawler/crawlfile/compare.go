package crawlfile

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"sitewalk/crawler"
)

// Difference is what became of one address between two crawls.
type Difference struct {
	URL      string
	Old, New *Entry // without Outgoing and Images; nil when that crawl did not ask for it
	Fields   []Field
	Found    []string // checks that find something now and did not before, sorted
	Solved   []string // checks that found something before and do not now, sorted

	partial bool // the new crawl ended before it had seen the site
}

// Field is a fact about an address that can change. Its value is the word for files.
type Field string

// The fields, in the order they are compared.
const (
	OutcomeField     Field = "outcome"
	StatusField      Field = "status"
	RedirectField    Field = "redirect_to"
	TitleField       Field = "title"
	DescriptionField Field = "meta_description"
	H1Field          Field = "h1"
	CanonicalField   Field = "canonical"
	RobotsField      Field = "meta_robots"
	TextField        Field = "text"
)

// Broke tells whether a visitor gets nothing useful there since the new crawl.
func (d *Difference) Broke() bool {
	return isBroken(d.New) && !isBroken(d.Old)
}

// Mended tells whether it was broken and is so no more: it works, has moved, or
// nothing on the site leads there any longer.
func (d *Difference) Mended() bool {
	if d.New == nil {
		return isBroken(d.Old) && !d.partial
	}
	return isBroken(d.Old) && (d.New.Outcome == crawler.Works || d.New.Outcome == crawler.Moved)
}

// lost tells whether there was a page that cannot be looked at any more.
func (d *Difference) lost() bool {
	return d.New == nil || d.Old != nil && d.Old.Outcome == crawler.Works && (d.New.Outcome == crawler.Broken || d.New.Outcome == crawler.Unchecked)
}

// Either gives the newest that is known of the address.
func (d *Difference) Either() *Entry {
	if d.New != nil {
		return d.New
	}
	return d.Old
}

func isBroken(e *Entry) bool { return e != nil && e.Outcome == crawler.Broken }

// Compare calls yield for every address that differs between two crawls, sorted
// by the bytes of its address, until yield returns an error, which it passes on.
// Addresses count as old or new when only one crawl asked for them. What checks
// found is compared when both crawls were Finished. It holds a few hundred
// entries at a time.
func Compare(ctx context.Context, old, new *File, yield func(Difference) error) error {
	defer old.readings.begin()()
	defer new.readings.begin()()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	findings := judged(old, new)
	meta, err := new.Meta(ctx)
	if err != nil {
		return err
	}
	nextOld, stopOld := iter.Pull2(old.byURL(ctx))
	defer stopOld()
	nextNew, stopNew := iter.Pull2(new.byURL(ctx))
	defer stopNew()
	before, err := following(nextOld)
	if err != nil {
		return err
	}
	after, err := following(nextNew)
	if err != nil {
		return err
	}
	for before != nil || after != nil {
		d := Difference{Old: before, New: after, partial: meta.State != crawler.Finished}
		switch {
		case after == nil || before != nil && before.URL < after.URL:
			d.New = nil
		case before == nil || after.URL < before.URL:
			d.Old = nil
		}
		d.URL = d.Either().URL
		if d.compare(findings) {
			if err := yield(d); err != nil {
				return err
			}
		}
		if d.Old != nil {
			if before, err = following(nextOld); err != nil {
				return err
			}
		}
		if d.New != nil {
			if after, err = following(nextNew); err != nil {
				return err
			}
		}
	}
	return nil
}

// following gives the next entry, nil after the last.
func following(next func() (*Entry, error, bool)) (*Entry, error) {
	e, err, _ := next()
	return e, err
}

// compare fills in what differs and tells whether anything does.
func (d *Difference) compare(findings bool) bool {
	if findings {
		d.Found = added(d.Old, d.New)
		if !d.lost() { // a page that shows nothing any more solves nothing
			d.Solved = added(d.New, d.Old)
		}
	}
	if d.Old == nil || d.New == nil {
		return true
	}
	for _, f := range []struct {
		field   Field
		differs bool
	}{
		{OutcomeField, d.Old.Outcome != d.New.Outcome},
		{StatusField, d.Old.Status != d.New.Status},
		{RedirectField, d.Old.RedirectTo != d.New.RedirectTo},
		{TitleField, d.Old.Title != d.New.Title},
		{DescriptionField, d.Old.MetaDescription != d.New.MetaDescription},
		{H1Field, d.Old.H1 != d.New.H1},
		{CanonicalField, d.Old.Canonical != d.New.Canonical},
		{RobotsField, d.Old.MetaRobots != d.New.MetaRobots},
		// Files from before texts were hashed have none.
		{TextField, d.Old.TextHash != d.New.TextHash && d.Old.TextHash != 0 && d.New.TextHash != 0},
	} {
		if f.differs {
			d.Fields = append(d.Fields, f.field)
		}
	}
	return len(d.Fields)+len(d.Found)+len(d.Solved) > 0
}

// added gives the checks that found something in b and not in a.
func added(a, b *Entry) (ids []string) {
	if b == nil {
		return nil
	}
	for _, finding := range b.Findings {
		if !slices.Contains(ids, finding.Check) && !a.hasFinding(finding.Check) {
			ids = append(ids, finding.Check)
		}
	}
	slices.Sort(ids)
	return ids
}

func (e *Entry) hasFinding(check string) bool {
	return e != nil && slices.ContainsFunc(e.Findings, func(f crawler.Finding) bool { return f.Check == check })
}

// bareColumns are the entryColumns without the links, which cost the most to read.
var bareColumns = strings.Replace(entryColumns, "coalesce(p.links, '')", "''", 1)

// byURL gives the entries that Entries gives, without Outgoing and Images. An
// error is the last that it gives.
func (f *File) byURL(ctx context.Context) iter.Seq2[*Entry, error] {
	errEnough := errors.New("enough")
	return func(yield func(*Entry, error) bool) {
		err := f.look(ctx, func(c *conn) error {
			return eachEntry(ctx, c, newLinkReader(c), func(e *Entry) error {
				if !yield(e, nil) {
					return errEnough
				}
				return nil
			}, "SELECT "+bareColumns+` FROM
				(SELECT a.id AS id, a.url AS url FROM result r JOIN address a ON a.id = r.id ORDER BY a.url LIMIT -1) o
				CROSS JOIN address a ON a.id = o.id`+entryJoins)
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(nil, explain(f.path, err))
		}
	}
}
