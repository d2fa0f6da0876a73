package cli

import (
	"context"
	"errors"
	"fmt"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// checkEarlier finds out before the work whether there is an earlier crawl at
// path to compare with; "" asks for none.
func checkEarlier(path string) error {
	if path == "" {
		return nil
	}
	file, err := crawlfile.OpenShared(path)
	if err != nil {
		return err
	}
	_, err = file.Counts(context.Background())
	return errors.Join(err, file.Close())
}

// changesSince compares the crawl with the earlier one at path and tells what
// has changed.
func (s *session) changesSince(ctx context.Context, path string) (changes crawlfile.Tally, err error) {
	old, err := s.openFinished(ctx, path, s.quiet)
	if err != nil {
		return changes, err
	}
	defer func() { err = errors.Join(err, old.Close()) }()
	changes = crawlfile.NewTally(old, s.file)
	err = crawlfile.Compare(ctx, old, s.file, func(d crawlfile.Difference) error {
		changes.Add(&d)
		return nil
	})
	if err != nil || s.quiet {
		return changes, err
	}
	text, err := comparison(ctx, old, s.file, changes)
	if err == nil {
		fmt.Fprintln(s.out, "Compared with "+path+": "+text)
	}
	return changes, err
}

// comparison tells in a few sentences what has changed between two crawls.
func comparison(ctx context.Context, old, new *crawlfile.File, changes crawlfile.Tally) (string, error) {
	was, err := old.Meta(ctx)
	if err != nil {
		return "", err
	}
	is, err := new.Meta(ctx)
	if err != nil {
		return "", err
	}
	return audit.Comparison(was, is, changes), nil
}
