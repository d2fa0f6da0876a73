package cli

import (
	"context"
	"fmt"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/sample"
)

func resumeCommand() command {
	var outs outputs
	var concurrency int
	var quiet bool
	var fail failOn
	options := []option{
		outs.option(),
		outs.report(),
		fail.option(),
		fail.againstOption(),
		{"concurrency", "N", "ask for up to N pages at once from now on", number(&concurrency, 1, crawler.MaxConcurrency)},
		quietOption(&quiet),
	}
	return command{
		name:    "resume",
		args:    "FILE",
		summary: "carry on with a crawl that was interrupted",
		text: `Carries on with the crawl in FILE, with the settings that it began with, and
writes the whole result. A crawl that is complete is only written.
`,
		options: options,
		run: func(p *program, args []string) (int, error) {
			path, err := oneFile(args, options, &outs, "sitewalk resume example.sitewalk")
			if err != nil {
				return exitUsage, err
			}
			if err := fail.check(); err != nil {
				return exitUsage, err
			}
			return p.resume(path, outs, fail, concurrency, quiet), nil
		},
	}
}

// oneFile reads the arguments of a command that takes one crawl file.
func oneFile(args []string, options []option, outs *outputs, example string) (string, error) {
	rest, err := parse(args, options)
	if err != nil {
		return "", err
	}
	if len(rest) != 1 {
		return "", countError(rest, "FILE", example)
	}
	if outs.holds(rest[0]) {
		return "", fmt.Errorf("%q cannot be both the crawl file and an output", rest[0])
	}
	return rest[0], nil
}

func (p *program) resume(path string, outs outputs, fail failOn, concurrency int, quiet bool) int {
	if output, err := outs.check(); err != nil {
		return p.fileTrouble(err, output)
	}
	if err := checkEarlier(fail.against); err != nil {
		return p.fileTrouble(err, fail.against)
	}
	file, err := crawlfile.Open(path)
	if err != nil {
		return p.fileTrouble(err, path)
	}
	s := session{program: p, file: file, outputs: outs, failOn: fail, quiet: quiet}
	var site *sample.Site
	if s.crawler, site, err = carryOn(file); err != nil {
		_ = file.Close()
		return p.fileTrouble(err, path)
	}
	if site != nil {
		defer site.Close()
	}
	if s.crawler != nil && concurrency > 0 {
		s.crawler.SetConcurrency(concurrency)
	}
	return s.run()
}

// carryOn makes a crawler for what is left of a crawl, nil when nothing is. When
// that was a crawl of the sample site, the site is there again until it is closed.
func carryOn(file *crawlfile.File) (*crawler.Crawler, *sample.Site, error) {
	meta, err := file.Meta(context.Background())
	if err != nil || meta.State == crawler.Finished {
		return nil, nil, err
	}
	if !file.Writable() {
		return nil, nil, crawlfile.ErrNoRight
	}
	site := sample.Again(meta.Site)
	if site != nil {
		meta.Settings.LocalHosts = site.LocalHosts()
	}
	c, err := file.Resume(meta)
	return c, site, err
}
