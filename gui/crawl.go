package gui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/weburl"
	"sitewalk/sample"
)

// crawl is an open crawl file and, when it runs or ran, the crawler that fills
// it. Nothing here touches the window; methods that wait for the disk say so.
type crawl struct {
	file   *crawlfile.File
	engine *crawler.Crawler // nil for an earlier crawl that is only looked at
	ended  chan struct{}    // closed when nothing is written any more
	err    error            // of the file, why the crawl ended; valid after ended

	site *sample.Site // the built-in site, when that is what is crawled

	looked looked // what a person found to be fine

	carrying bool // it is about to be carried on, and its end no longer matters

	// tasks are the works after the end, and what has to wait for them: looking at
	// the whole crawl and at pages again, verdicts, and writing to other files.
	tasks       tasks
	comparisons tasks // with earlier crawls, each of which may be judged before

	earlier crawler.Progress // what an earlier crawl came to
}

// errAddress is an address that cannot be crawled.
var errAddress = errors.New("not a web address")

// startCrawl makes a crawl file for what a person typed and starts to fill it.
// It waits for the disk.
func startCrawl(typed string, s crawler.Settings, folder string, now time.Time) (*crawl, error) {
	addresses, err := weburl.Typed(typed)
	if err != nil || len(addresses) == 0 {
		return nil, errors.Join(errAddress, err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	s.KeepText = true // to be searched
	meta := crawler.Meta{Typed: typed, Start: addresses[0].String(), Site: addresses[0].Origin(), Started: now, State: crawler.Ready, Settings: s}
	file, err := createFile(filepath.Join(folder, crawlName(addresses[0].Host(), now)), meta)
	if err != nil {
		return nil, err
	}
	engine, err := crawler.New(typed, s, file)
	if err != nil {
		return nil, errors.Join(errAddress, err, discard(file))
	}
	c := &crawl{file: file}
	c.run(engine)
	return c, nil
}

// createFile makes a new crawl file beside any that has the same name.
func createFile(path string, meta crawler.Meta) (*crawlfile.File, error) {
	for n := 1; ; n++ {
		file, err := crawlfile.Create(numbered(path, n), meta)
		taken := errors.Is(err, crawlfile.ErrExists) || errors.Is(err, crawlfile.ErrInUse)
		if !taken || n == 100 {
			return file, err
		}
	}
}

// discard removes a crawl file that holds nothing.
func discard(file *crawlfile.File) error {
	path := file.Path()
	return errors.Join(file.Close(), crawlfile.Remove(path))
}

// openCrawl opens an earlier crawl. It waits for the disk.
func openCrawl(ctx context.Context, path string) (*crawl, error) {
	file, err := crawlfile.Open(path)
	if err != nil {
		return nil, err
	}
	c := &crawl{file: file, ended: make(chan struct{})}
	close(c.ended)
	meta, err := file.Meta(ctx)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	counts, err := file.Counts(ctx)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	c.earlier = earlierProgress(meta, counts.Counts)
	return c, nil
}

// earlierProgress is what a crawl that does not run has to show. One that was
// running when the power went is one that was stopped.
func earlierProgress(m crawler.Meta, c crawler.Counts) crawler.Progress {
	p := crawler.Progress{State: m.State, Start: m.Start, Counts: c, Elapsed: m.Elapsed}
	if u, err := weburl.Parse(m.Start); err == nil {
		p.Host = u.Host()
	}
	if !p.State.Final() {
		p.State = crawler.Stopped
	}
	return p
}

// resume prepares to carry on a crawl that has ended early; run does it. It
// waits for the disk.
func (c *crawl) resume(ctx context.Context, concurrency int) (*crawler.Crawler, error) {
	c.settle()
	meta, err := c.file.Meta(ctx)
	if err != nil {
		return nil, err
	}
	meta.Settings.Concurrency = concurrency
	c.withSample(&meta)
	return c.file.Resume(meta)
}

// withSample brings the built-in site back, where that is what was crawled.
func (c *crawl) withSample(meta *crawler.Meta) {
	if c.site == nil {
		c.site = sample.Again(meta.Site)
	}
	if c.site != nil {
		meta.Settings.LocalHosts = c.site.LocalHosts()
	}
}

// run starts to fill the file.
func (c *crawl) run(engine *crawler.Crawler) {
	engine.Inspect = audit.Inspect
	c.engine, c.ended = engine, make(chan struct{})
	go func() {
		defer close(c.ended)
		c.err = engine.Run(context.Background())
	}()
}

// running tells whether the crawl still may write.
func (c *crawl) running() bool {
	select {
	case <-c.ended:
		return false
	default:
		return true
	}
}

// progress looks at the crawl, without waiting.
func (c *crawl) progress() crawler.Progress { return c.looker()() }

// looker gives a function that looks at the crawl as it is being run now, on
// any goroutine.
func (c *crawl) looker() func() crawler.Progress {
	if c.engine != nil {
		return c.engine.Progress
	}
	earlier := c.earlier
	return func() crawler.Progress { return earlier }
}

// outlooker gives a function that looks ahead, as looker does for the present.
func (c *crawl) outlooker() func() crawler.Outlook {
	if c.engine != nil {
		return c.engine.Outlook
	}
	return func() crawler.Outlook { return crawler.Outlook{} }
}

// finish computes what only the whole crawl can tell, where that can be kept. It
// waits for the disk, and is one of the tasks.
func (c *crawl) finish(ctx context.Context) error { return c.file.Conclude(ctx, nil) }

// over tells whether all has been found that will be. It is asked on the UI
// goroutine, where a crawl is carried on.
func (c *crawl) over() bool { return !c.carrying && !c.running() }

// write lets do write of the crawl what can be told by now. Of one that is over
// that is all: it is looked at as a whole before. It is one of the tasks.
func (c *crawl) write(ctx context.Context, over bool, do func(*crawlfile.File) error) error {
	if over {
		if err := c.finish(ctx); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil { // what was found is not to be lost for that
			fyne.LogError("finishing the crawl file", err)
		}
	}
	return do(c.file)
}

// settle waits until the crawl has ended and all work on it, which is interrupted.
func (c *crawl) settle() {
	c.tasks.end()
	c.comparisons.end()
	<-c.ended
	c.tasks.wait()
	c.comparisons.wait()
}

// close stops the crawl, waits until everything it fetched is on disk, and
// closes the file.
func (c *crawl) close() error {
	if c.engine != nil && c.running() {
		c.engine.Stop()
	}
	c.settle()
	if c.site != nil {
		c.site.Close()
	}
	return c.file.Close()
}

// discard is close for a crawl that holds nothing worth keeping.
func (c *crawl) discard() error {
	path := c.file.Path()
	return errors.Join(c.close(), crawlfile.Remove(path))
}

// ending is what a crawl that has ended says for itself.
type ending struct {
	meta    crawler.Meta
	counts  counted
	story   string
	failure audit.Message
}

// ending reads how the crawl ended. It waits for the disk.
func (c *crawl) ending(ctx context.Context) (ending, error) {
	meta, err := c.file.Meta(ctx)
	if err != nil {
		return ending{}, err
	}
	counts, err := c.counts(ctx)
	if err != nil {
		return ending{}, err
	}
	if !meta.State.Final() {
		meta.State = crawler.Stopped
	}
	e := ending{meta: meta, counts: counts}
	if meta.State == crawler.Failed {
		e.failure = audit.Failure(meta)
		return e, nil
	}
	e.story = audit.Story(meta, counts.Counts.Counts)
	return e, nil
}
