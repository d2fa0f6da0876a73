// Package cli is the program without its window: the commands, with progress
// on stderr for people and exit codes for scripts.
package cli

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/version"
)

// The exit codes.
const (
	exitFine        = 0
	exitFailed      = 1 // the start address could not be crawled, or a file is in the way
	exitUsage       = 2
	exitFound       = 3   // there is what --fail-on names
	exitInterrupted = 130 // as shells have it for SIGINT
)

// program is what the commands share.
type program struct {
	name  string    // as it was called, for commands to copy
	out   io.Writer // results
	err   io.Writer // progress and complaints
	width int       // columns of the terminal behind err; 0 when it is none
}

// NamesCrawlFile tells whether an argument can only be a crawl file, as opposed
// to the name of a command.
func NamesCrawlFile(arg string) bool {
	return strings.EqualFold(filepath.Ext(arg), crawlfile.Extension)
}

// Run carries out a command line, given without the program's name, and
// returns the exit code.
func Run(args []string) int {
	log.SetOutput(io.Discard) // net/http complains there of odd servers
	p := &program{name: os.Args[0], out: os.Stdout, err: os.Stderr, width: terminalWidth(os.Stderr)}
	return p.run(args)
}

func (p *program) run(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(p.out, overview())
		return exitUsage
	}
	name, rest := args[0], args[1:]
	switch name {
	case "help", "--help", "-help", "-h":
		return p.help(rest)
	case "version", "--version", "-version":
		fmt.Fprintln(p.out, version.Line())
		return exitFine
	}
	c, ok := find(name)
	if !ok {
		return p.unknown(name)
	}
	code, err := c.run(p, rest)
	switch {
	case errors.Is(err, errHelp):
		fmt.Fprint(p.out, c.help())
		return exitFine
	case err != nil:
		fmt.Fprintf(p.err, "sitewalk %s: %s.\nTry: sitewalk %s --help\n", c.name, err, c.name)
		return exitUsage
	}
	return code
}

// help explains one command, or all in short.
func (p *program) help(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(p.out, overview())
		return exitFine
	}
	c, ok := find(args[0])
	if !ok {
		return p.unknown(args[0])
	}
	fmt.Fprint(p.out, c.help())
	return exitFine
}

// unknown tells what somebody probably meant who typed no command.
func (p *program) unknown(name string) int {
	hint := "Try: sitewalk --help"
	switch near := closest(name, commandNames()); {
	case near != "":
		hint = "Did you mean: sitewalk " + near
	case strings.ContainsAny(name, ".:/") && !strings.HasPrefix(name, "-"):
		hint = "Did you mean: sitewalk crawl " + quote(name)
	}
	fmt.Fprintf(p.err, "sitewalk: there is no command %q.\n%s\n", name, hint)
	return exitUsage
}

// complain prints a message and, on a line of its own, its technical cause.
func (p *program) complain(m audit.Message, hint string) {
	fmt.Fprintln(p.err, "sitewalk: "+strings.Join(nonEmpty(m.Text, m.Advice, hint), " "))
	if m.Details != "" {
		fmt.Fprintln(p.err, "  Details: "+strings.Join(strings.Fields(m.Details), " "))
	}
}

// fileTrouble complains about a file and gives the exit code for it.
func (p *program) fileTrouble(err error, path string) int {
	p.complain(audit.File(err, path), "")
	return exitFailed
}

func nonEmpty(parts ...string) []string {
	var kept []string
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return kept
}
