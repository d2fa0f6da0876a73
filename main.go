// Sitewalk walks through a website and tells in plain words what is wrong and
// where. Without arguments, or with a crawl file, it opens its window; with other
// arguments it is a command.
package main

import (
	"io"
	"log"
	"os"
	"strings"

	"sitewalk/cli"
)

func main() {
	if os.Getenv("GOGC") == "" {
		boundGarbage()
	}
	args := os.Args[1:]
	switch {
	case len(args) == 0 || fromDesktop(args[0]):
		os.Exit(openWindow(""))
	case len(args) == 1 && cli.NamesCrawlFile(args[0]): // a double-click on the file
		os.Exit(openWindow(args[0]))
	}
	log.SetOutput(io.Discard) // net/http tells there what servers do wrong; the results say it better
	os.Exit(elsewhere(func() int { return cli.Run(args) }))
}

// elsewhere runs a command in a goroutine of its own. The window's library binds
// the first goroutine to one thread of the system, whether a window opens or not,
// and a crawl led from there changes threads with every step, which takes it half
// as long again.
func elsewhere(run func() (code int)) (code int) {
	done := make(chan int)
	go func() { done <- run() }()
	return <-done
}

// fromDesktop tells whether an argument only says that a desktop started the
// program: older versions of macOS add a process number.
func fromDesktop(arg string) bool { return strings.HasPrefix(arg, "-psn_") }
