//go:build nowindow

package main

import (
	"fmt"
	"os"

	"sitewalk/cli"
)

// openWindow tells what this program, built without its window, can do.
func openWindow() {
	fmt.Fprintln(os.Stderr, "This Sitewalk was built without its window. It has these commands:")
	fmt.Fprintln(os.Stderr)
	os.Exit(cli.Run(nil))
}
