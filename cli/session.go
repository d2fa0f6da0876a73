package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/export"
)

// session is one run of a command over an open crawl file: crawl what is left,
// write the outputs, and say what came of it.
type session struct {
	*program
	crawler *crawler.Crawler // nil when there is nothing to crawl
	file    *crawlfile.File
	outputs outputs
	choice  export.Choice
	failOn  failOn
	quiet   bool
	brief   bool // say what was written and not what is in it
	unsaved bool // the file holds what is nowhere else
}

// run does everything, closes the file and returns the exit code.
func (s *session) run() int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	interrupts := listen(cancel)
	defer interrupts.end()

	code := s.crawl(ctx, interrupts)
	if failed := s.save(ctx); failed != exitFine && code == exitFine {
		code = failed
	}
	path := s.file.Path()
	if err := s.file.Close(); err != nil {
		s.unsaved = true
		code = max(code, s.fileTrouble(err, path))
	}
	s.farewell(path)
	return code
}

// crawl crawls what is left, if anything.
func (s *session) crawl(ctx context.Context, interrupts *interrupts) int {
	if s.crawler == nil {
		return exitFine
	}
	stop := s.show(s.progress())
	s.crawler.Inspect = audit.Inspect
	interrupts.first(s.crawler.Stop)
	err := s.crawler.Run(ctx)
	interrupts.first(nil)
	stop()
	if err != nil {
		s.unsaved = true
		return s.fileTrouble(err, s.file.Path())
	}
	switch meta := s.crawler.Meta(); meta.State {
	case crawler.Finished, crawler.Limited:
		return exitFine
	case crawler.Failed:
		s.complain(audit.Failure(meta), failureHint(meta))
		return exitFailed
	}
	s.unsaved = true
	return exitInterrupted
}

// save writes the outputs and the closing words.
func (s *session) save(ctx context.Context) int {
	if err := s.finish(ctx); err != nil {
		s.unsaved = !errors.Is(err, crawlfile.ErrDamaged)
		return s.trouble(ctx, err, s.file.Path())
	}
	code := exitFine
	var written []string
	for _, path := range s.outputs {
		if err := s.write(ctx, path); err != nil {
			s.unsaved = !errors.Is(err, crawlfile.ErrDamaged)
			code = max(code, s.trouble(ctx, err, path))
			continue
		}
		written = append(written, path)
	}
	s.story(ctx)
	code = max(code, s.judge(ctx))
	if len(written) > 0 && !s.quiet {
		fmt.Fprintln(s.out, "Written: "+strings.Join(written, ", "))
	}
	return code
}

// judge tells what has changed, and what was found that is to make the command
// fail. It does not speak of a crawl that failed or has not come to its end.
func (s *session) judge(ctx context.Context) int {
	if s.unsaved || ctx.Err() != nil || s.failed() {
		return exitFine
	}
	var changes crawlfile.Tally
	if path := s.failOn.against; path != "" {
		var err error
		if changes, err = s.changesSince(ctx, path); err != nil {
			return s.trouble(ctx, err, path)
		}
	}
	if s.failOn.isZero() {
		return exitFine
	}
	counts, err := s.file.Counts(ctx)
	if err != nil {
		return s.trouble(ctx, err, s.file.Path())
	}
	found := s.failOn.fails(counts, changes)
	if len(found) == 0 {
		return exitFine
	}
	fmt.Fprintln(s.err, "sitewalk: found what --fail-on names: "+strings.Join(found, ", "))
	return exitFound
}

// failed tells whether the site could not be crawled at all.
func (s *session) failed() bool {
	return s.crawler != nil && s.crawler.Meta().State == crawler.Failed
}

// trouble is fileTrouble, unless it was the person who wanted to write no more.
func (s *session) trouble(ctx context.Context, err error, path string) int {
	s.fileTrouble(err, path)
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return exitFailed
}

// finish lets the file work out what only the whole link graph can tell.
func (s *session) finish(ctx context.Context) error {
	return s.workOut(func(progress func(float64)) error { return s.file.Conclude(ctx, progress) })
}

// workOut is stage for what only the whole link graph can tell.
func (s *session) workOut(work func(progress func(float64)) error) error {
	return s.stage("Working out the shortest ways", work)
}

func (s *session) write(ctx context.Context, path string) error {
	return s.stage("Writing "+path, func(progress func(float64)) error {
		return export.ToFile(ctx, s.file, path, s.choice, progress)
	})
}

// story prints the paragraph that closes a crawl. A crawl that failed has been
// complained about already.
func (s *session) story(ctx context.Context) {
	if s.quiet || s.brief {
		return
	}
	meta, counts, err := s.result(ctx)
	if err != nil || meta.State == crawler.Failed {
		return
	}
	fmt.Fprintln(s.out, audit.Story(meta, counts))
}

func (s *session) result(ctx context.Context) (crawler.Meta, crawler.Counts, error) {
	if s.crawler != nil {
		return s.crawler.Meta(), s.crawler.Progress().Counts, nil
	}
	meta, err := s.file.Meta(ctx)
	if err != nil {
		return crawler.Meta{}, crawler.Counts{}, err
	}
	counts, err := s.file.Counts(ctx)
	return meta, counts.Counts, err
}

// farewell tells how to go on where something is left to do. It is said even
// to those who want quiet, because the file's place is told nowhere else.
func (s *session) farewell(path string) {
	if !s.unsaved {
		return
	}
	command := "resume"
	if s.crawler == nil || s.crawler.Meta().State != crawler.Stopped {
		command = "export"
	}
	fmt.Fprintf(s.err, "What was found is kept. To carry on:\n  %s %s %s%s\n",
		quote(s.name), command, quote(path), s.outputs.flags())
}

// failureHint names the option that a failure's advice speaks of.
func failureHint(m crawler.Meta) string {
	switch {
	case m.FailKind == crawler.FailRobots, m.FailKind == crawler.FailRobotsUnreachable:
		return "(--ignore-robots)"
	case strings.HasPrefix(m.FailKind, "tls"):
		return "(--insecure)"
	case m.FailKind == "timeout":
		return "(--timeout)"
	case m.FailKind == crawler.FailStatus && m.FailStatus == 401:
		return "(--header)"
	}
	return ""
}
