package cli

import (
	"errors"

	"sitewalk/crawler/crawlfile"
)

func exportCommand() command {
	var outs outputs
	var quiet bool
	options := []option{outs.option(), quietOption(&quiet)}
	return command{
		name:    "export",
		args:    "FILE --output F",
		summary: "write an earlier crawl to a file",
		text: `Writes the crawl in FILE to another file, without asking the site for anything.
`,
		options: options,
		run: func(p *program, args []string) (int, error) {
			path, err := oneFile(args, options, &outs, "sitewalk export example.sitewalk --output result.json")
			if err != nil {
				return exitUsage, err
			}
			if len(outs) == 0 {
				return exitUsage, errors.New("--output FILE is missing")
			}
			return p.export(path, outs, quiet), nil
		},
	}
}

func (p *program) export(path string, outs outputs, quiet bool) int {
	if output, err := outs.check(); err != nil {
		return p.fileTrouble(err, output)
	}
	file, err := openToExport(path)
	if err != nil {
		return p.fileTrouble(err, path)
	}
	s := session{program: p, file: file, outputs: outs, quiet: quiet, brief: true}
	return s.run()
}

// openToExport opens a crawl so that what is missing of its link graph can be
// worked out, or only for reading where another Sitewalk has it open or the
// file may not be written to.
func openToExport(path string) (*crawlfile.File, error) {
	file, err := crawlfile.Open(path)
	if errors.Is(err, crawlfile.ErrInUse) || errors.Is(err, crawlfile.ErrNoRight) {
		return crawlfile.OpenReadOnly(path)
	}
	return file, err
}
