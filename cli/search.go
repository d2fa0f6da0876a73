package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/export"
)

func searchCommand() command {
	var output string
	var quiet bool
	options := []option{rowsOption(&output), quietOption(&quiet)}
	return command{
		name:    "search",
		args:    "FILE TEXT",
		summary: "find a text on the pages of a crawl",
		text: `Finds TEXT on the pages of the crawl in FILE, which may still be running: in
their titles, their descriptions and all that they show. Small and capital
letters and accents make no difference, and words are found within longer ones.
In quotes ('"Like this"') a text is found as it is written. A number of five
digits or more is found with any spaces and dashes in it, such as a phone number.
`,
		options: options,
		run: func(p *program, args []string) (int, error) {
			rest, err := parse(args, options)
			if err != nil {
				return exitUsage, err
			}
			if len(rest) < 2 {
				return exitUsage, errors.New("a FILE and a TEXT are needed, as in: sitewalk search example.sitewalk 030-123456")
			}
			path, text := rest[0], strings.Join(rest[1:], " ")
			if !crawlfile.Searchable(text) {
				return exitUsage, fmt.Errorf("%q is nothing to search for", text)
			}
			if code, err := p.checkRows(output, path); code != exitFine {
				return code, err
			}
			return p.search(path, text, output, quiet), nil
		},
	}
}

func (p *program) search(path, text, output string, quiet bool) int {
	file, err := crawlfile.OpenReadOnly(path)
	if err != nil {
		return p.fileTrouble(err, path)
	}
	defer file.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	interrupts := listen(cancel)
	defer interrupts.end()

	out := bufio.NewWriter(p.out)
	defer out.Flush()
	pages := 0
	show := func(h crawlfile.Hit) error {
		pages++
		if !quiet || output == "" {
			fmt.Fprintf(out, "%s\n    %s\n", h.URL, h.Snippet)
		}
		if pages == 1 {
			return out.Flush() // the first at once
		}
		return nil
	}
	if output == "" {
		err = file.Search(ctx, text, show)
	} else {
		path = output
		err = export.SearchToFile(ctx, file, text, output, show)
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	if err != nil {
		return p.fileTrouble(err, path)
	}
	if quiet {
		return exitFine
	}
	kept, err := file.HasTexts(ctx)
	if err != nil {
		return p.fileTrouble(err, file.Path())
	}
	_ = out.Flush()
	fmt.Fprintln(p.err, audit.Found(text, pages, kept))
	if output != "" {
		fmt.Fprintln(p.err, "Written: "+output)
	}
	return exitFine
}
