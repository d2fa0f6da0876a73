//go:build nowindow

package main

import (
	"fmt"
	"os"

	"sitewalk/cli"
)

// openWindow tells what this program, built without its window, can do.
func openWindow(file string) (code int) {
	if file != "" {
		fmt.Fprintln(os.Stderr, "This Sitewalk was built without its window. To read a crawl file:")
		fmt.Fprintf(os.Stderr, "\n  sitewalk export %q --output result.json\n", file)
		return 2
	}
	fmt.Fprintln(os.Stderr, "This Sitewalk was built without its window. It has these commands:")
	fmt.Fprintln(os.Stderr)
	return cli.Run(nil)
}
