package cli

import (
	"fmt"
	"strings"
)

// command is one of the things the program does without its window. run
// returns an exit code, or an error that says how the command line is wrong.
type command struct {
	name    string
	args    string // what follows the name, for the help
	summary string // one line
	text    string // more, for the command's own help
	options []option
	run     func(p *program, args []string) (int, error)
}

// commands are in the order of the help.
func commands() []command {
	return []command{crawlCommand(), resumeCommand(), exportCommand(), searchCommand(), compareCommand()}
}

func commandNames() []string {
	names := []string{"help", "version"}
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

func find(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// overview is the help of the program as a whole.
func overview() string {
	var b strings.Builder
	b.WriteString("Sitewalk walks through a website and tells what is wrong and where.\n\n")
	line := func(usage, summary string) {
		fmt.Fprintf(&b, "  %-34s %s\n", strings.TrimSpace("sitewalk "+usage), summary)
	}
	line("", "open the window")
	for _, c := range commands() {
		line(c.name+" "+c.args, c.summary)
	}
	line("help COMMAND", "explain one of these")
	line("--version", "tell the version")
	b.WriteString("\nFor example:\n\n  sitewalk crawl example.com --output result.json\n\n")
	b.WriteString(exitCodes)
	return b.String()
}

const exitCodes = `Exit codes: 0 the crawl finished, 1 the start address could not be crawled or a
file could not be read or written, 2 the command was not understood,
3 there is what --fail-on names, 130 the crawl was interrupted (what was found
is kept).
`

// help is the help of one command.
func (c command) help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "sitewalk %s %s [OPTIONS]\n\n%s\n", c.name, c.args, c.text)
	for _, o := range c.options {
		b.WriteString(o.line())
	}
	b.WriteString("\nOptions may stand before or after the rest, as --name value or --name=value.\n\n")
	b.WriteString(exitCodes)
	return b.String()
}

// column is where the explanations of options begin.
const column = 26

// line is an option in the help; what is too long for its column goes above its explanation.
func (o option) line() string {
	left := "  --" + o.name
	if o.value != "" {
		left += " " + o.value
	}
	indent := strings.Repeat(" ", column)
	text := strings.ReplaceAll(o.help, "\n", "\n"+indent)
	if len(left) > column-2 {
		return left + "\n" + indent + text + "\n"
	}
	return fmt.Sprintf("%-*s%s\n", column, left, text)
}
