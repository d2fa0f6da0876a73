// Sitewalk walks through a website and tells in plain words what is wrong and
// where. Without arguments it opens its window; with arguments it is a command.
package main

import (
	"io"
	"log"
	"os"
	"strings"

	"sitewalk/cli"
)

func main() {
	args := os.Args[1:]
	if len(args) > 0 && !fromDesktop(args[0]) {
		log.SetOutput(io.Discard) // net/http tells there what servers do wrong; the results say it better
		os.Exit(cli.Run(args))
	}
	openWindow()
}

// fromDesktop tells whether an argument only says that a desktop started the
// program: older versions of macOS add a process number.
func fromDesktop(arg string) bool { return strings.HasPrefix(arg, "-psn_") }
