package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/weburl"
	"sitewalk/export"
	"sitewalk/sample"
)

// crawlRequest is what the command line of a crawl asks for.
type crawlRequest struct {
	typed    string
	settings crawler.Settings
	sample   bool
	file     string // "" for one that goes when the crawl is done
	outputs  outputs
	choice   export.Choice
	failOn   failOn
	quiet    bool
}

func crawlCommand() command {
	var r crawlRequest
	options := r.options()
	return command{
		name:    "crawl",
		args:    "URL",
		summary: "walk through a website",
		text: `Walks through the website at URL, page by page, and says what it found. The
scheme may be left out: https is tried first, then http.
`,
		options: options,
		run: func(p *program, args []string) (int, error) {
			if err := r.parse(args, options); err != nil {
				return exitUsage, err
			}
			return p.crawl(r)
		},
	}
}

func (r *crawlRequest) options() []option {
	own := []option{
		r.outputs.option(),
		r.outputs.report(),
		r.failOn.option(),
		r.failOn.againstOption(),
		{"crawl-file", "FILE", "keep the crawl itself in FILE, which must not exist\nyet; \"resume\" and \"export\" read it", crawlFile(&r.file)},
	}
	rest := []option{
		{"sample", "", "crawl the sample site that is built in, without a URL", onOff(&r.sample)},
		quietOption(&r.quiet),
	}
	return slices.Concat(own, settingsOptions(&r.settings), choiceOptions(&r.choice), rest)
}

func quietOption(to *bool) option {
	return option{"quiet", "", "say nothing unless something goes wrong", onOff(to)}
}

func crawlFile(to *string) func(string) error {
	return func(value string) error {
		if value == "" {
			return errors.New("a file name is needed")
		}
		*to = value
		return nil
	}
}

func (r *crawlRequest) parse(args []string, options []option) error {
	rest, err := parse(args, options)
	if err != nil {
		return err
	}
	if err := r.failOn.check(); err != nil {
		return err
	}
	if r.outputs.holds(r.file) {
		return fmt.Errorf("%q cannot be both the crawl file and an output", r.file)
	}
	if r.sample {
		if len(rest) > 0 {
			return errors.New("--sample takes no URL")
		}
		return nil
	}
	if len(rest) != 1 {
		return countError(rest, "URL", "sitewalk crawl example.com")
	}
	r.typed = rest[0]
	return r.check()
}

// check lets the engine look at address and patterns before any file is made.
func (r *crawlRequest) check() error {
	_, err := crawler.New(r.typed, r.settings, crawler.NewMemory())
	if errors.Is(err, weburl.ErrNotAnAddress) {
		return fmt.Errorf("%q is not the address of a website, such as https://example.com", r.typed)
	}
	return err
}

// countError tells that there are too few or too many arguments.
func countError(rest []string, what, example string) error {
	if len(rest) == 0 {
		return fmt.Errorf("a %s is missing, as in: %s", what, example)
	}
	return fmt.Errorf("one %s is enough, but there are %d: %s", what, len(rest), strings.Join(rest, " "))
}

// crawl walks through the site.
func (p *program) crawl(r crawlRequest) (int, error) {
	if path, err := r.outputs.check(); err != nil {
		return p.fileTrouble(err, path), nil
	}
	if err := checkEarlier(r.failOn.against); err != nil {
		return p.fileTrouble(err, r.failOn.against), nil
	}
	if r.sample {
		site, err := sample.Start()
		if err != nil {
			return p.fileTrouble(err, "the sample site"), nil
		}
		defer site.Close()
		r.typed, r.settings.LocalHosts = site.URL(), site.LocalHosts()
	}
	place, err := newPlace(r.file, r.typed)
	if err != nil {
		return p.fileTrouble(err, place.path), nil
	}
	defer place.leave()
	meta := crawler.Meta{Typed: r.typed, Settings: r.settings, State: crawler.Ready, Started: time.Now()}
	file, err := crawlfile.Create(place.path, meta)
	if err != nil {
		return p.fileTrouble(err, place.path), nil
	}
	c, err := crawler.New(r.typed, r.settings, file)
	if err != nil {
		_ = file.Close()
		return exitUsage, err
	}
	if len(r.outputs) == 0 && r.file == "" && !r.quiet {
		fmt.Fprintln(p.err, "Without --output FILE the pages are not saved; you will see the summary.")
	}
	s := session{program: p, crawler: c, file: file, outputs: r.outputs, choice: r.choice, failOn: r.failOn, quiet: r.quiet}
	code := s.run()
	place.keep = place.keep || s.unsaved
	return code, nil
}
