package cli

import (
	"errors"
	"slices"

	"sitewalk/crawler/crawlfile"
	"sitewalk/export"
)

func exportCommand() command {
	var outs outputs
	var wanted exportRequest
	options := slices.Concat([]option{outs.option(), outs.report(), wanted.failOn.option(), wanted.failOn.againstOption()}, choiceOptions(&wanted.choice), []option{quietOption(&wanted.quiet)})
	return command{
		name:    "export",
		args:    "FILE --output F",
		summary: "write an earlier crawl to a file",
		text: `Writes the crawl in FILE to another file, without asking the site for anything.
The end of that file's name says what it becomes:

` + formatList(),
		options: options,
		run: func(p *program, args []string) (int, error) {
			path, err := oneFile(args, options, &outs, "sitewalk export example.sitewalk --output result.json")
			if err != nil {
				return exitUsage, err
			}
			if err := wanted.failOn.check(); err != nil {
				return exitUsage, err
			}
			if len(outs) == 0 && wanted.failOn.isZero() && wanted.failOn.against == "" {
				return exitUsage, errors.New("--output FILE is missing")
			}
			wanted.outputs = outs
			return p.export(path, wanted), nil
		},
	}
}

// exportRequest is what the command line of an export asks for.
type exportRequest struct {
	outputs outputs
	choice  export.Choice
	failOn  failOn
	quiet   bool
}

func (p *program) export(path string, r exportRequest) int {
	if output, err := r.outputs.check(); err != nil {
		return p.fileTrouble(err, output)
	}
	if err := checkEarlier(r.failOn.against); err != nil {
		return p.fileTrouble(err, r.failOn.against)
	}
	file, err := crawlfile.OpenShared(path)
	if err != nil {
		return p.fileTrouble(err, path)
	}
	s := session{program: p, file: file, outputs: r.outputs, choice: r.choice, failOn: r.failOn, quiet: r.quiet, brief: true}
	return s.run()
}
