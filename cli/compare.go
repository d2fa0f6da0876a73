package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/export"
)

func compareCommand() command {
	var output string
	var quiet bool
	options := []option{rowsOption(&output), quietOption(&quiet)}
	return command{
		name:    "compare",
		args:    "[OLD] NEW",
		summary: "tell what changed between two crawls",
		text: `Tells what changed between the crawls in the files OLD and NEW: pages that are
new, gone, newly broken or mended, and what changed on the others. Without OLD,
the crawl before of the same site is taken from the folder in which NEW is.
`,
		options: options,
		run: func(p *program, args []string) (int, error) {
			rest, err := parse(args, options)
			if err != nil {
				return exitUsage, err
			}
			if len(rest) != 1 && len(rest) != 2 {
				return exitUsage, errors.New("one or two files are needed, as in: sitewalk compare march.sitewalk april.sitewalk")
			}
			if code, err := p.checkRows(output, rest...); code != exitFine {
				return code, err
			}
			if len(rest) == 2 {
				return p.compare(rest[0], rest[1], output, quiet), nil
			}
			return p.compareWithLast(rest[0], output, quiet), nil
		},
	}
}

// compareWithLast compares a crawl with the one before of the same site in its
// folder.
func (p *program) compareWithLast(path, output string, quiet bool) int {
	last, found, err := crawlBefore(context.Background(), path)
	if err != nil {
		return p.fileTrouble(err, path)
	}
	if !found {
		fmt.Fprintf(p.err, "sitewalk: there is no earlier crawl of the same site in the folder of %s. Name the file to compare with: sitewalk compare OLD %s\n", quote(path), quote(path))
		return exitFailed
	}
	if !quiet {
		fmt.Fprintln(p.out, "Compared with "+last+":")
	}
	return p.compare(last, path, output, quiet)
}

// crawlBefore gives the path of the crawl before the one at path.
func crawlBefore(ctx context.Context, path string) (before string, found bool, err error) {
	file, err := crawlfile.OpenShared(path)
	if err != nil {
		return "", false, err
	}
	meta, err := file.Meta(ctx)
	if err := errors.Join(err, file.Close()); err != nil {
		return "", false, err
	}
	history, err := crawlfile.History(ctx, filepath.Dir(path), cmp.Or(meta.Site, meta.Typed))
	if err != nil {
		return "", false, err
	}
	last, found := crawlfile.Previous(history, meta)
	return last.Path, found, nil
}

func (p *program) compare(oldPath, newPath, output string, quiet bool) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	interrupts := listen(cancel)
	defer interrupts.end()

	var files [2]*crawlfile.File
	for i, path := range []string{oldPath, newPath} {
		file, err := p.openFinished(ctx, path, quiet)
		if ctx.Err() != nil {
			return exitInterrupted
		}
		if err != nil {
			return p.fileTrouble(err, path)
		}
		defer file.Close()
		files[i] = file
	}
	out := bufio.NewWriter(p.out)
	defer out.Flush()
	tally := crawlfile.NewTally(files[0], files[1])
	show := func(d *crawlfile.Difference) {
		tally.Add(d)
		if !quiet || output == "" {
			fmt.Fprintln(out, differenceLine(d))
		}
	}
	var err error
	trouble := newPath
	if output == "" {
		err = crawlfile.Compare(ctx, files[0], files[1], func(d crawlfile.Difference) error {
			show(&d)
			return nil
		})
	} else {
		trouble = output
		err = export.ComparisonToFile(ctx, files[0], files[1], output, show)
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	if err != nil {
		return p.fileTrouble(err, trouble)
	}
	if quiet {
		return exitFine
	}
	text, err := comparison(ctx, files[0], files[1], tally)
	if err != nil {
		return p.fileTrouble(err, newPath)
	}
	fmt.Fprintln(out, text)
	if output != "" {
		fmt.Fprintln(out, "Written: "+output)
	}
	return exitFine
}

// openFinished opens a crawl and works out what is missing of its link graph,
// where that can be kept.
func (p *program) openFinished(ctx context.Context, path string, quiet bool) (file *crawlfile.File, err error) {
	s := session{program: p, quiet: quiet}
	err = s.workOut(func(progress func(float64)) error {
		file, err = crawlfile.OpenWhole(ctx, path, progress)
		return err
	})
	return file, err
}

// differenceLine tells in a line what became of an address.
func differenceLine(d *crawlfile.Difference) string {
	var facts []string
	for _, field := range d.Fields {
		fact := audit.FieldWord(field)
		if field == crawlfile.StatusField {
			fact += " " + strconv.Itoa(d.Old.Status) + " → " + strconv.Itoa(d.New.Status)
		}
		facts = append(facts, fact)
	}
	for _, id := range d.Found {
		facts = append(facts, "+"+id)
	}
	for _, id := range d.Solved {
		facts = append(facts, "-"+id)
	}
	line := fmt.Sprintf("%-13s %s", audit.TurnWord(d), d.URL)
	if len(facts) > 0 {
		line += "  (" + strings.Join(facts, ", ") + ")"
	}
	return line
}
