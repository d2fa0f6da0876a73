//go:build !nowindow

package main

import (
	_ "embed"

	"sitewalk/gui"
)

// icon is the picture that the window has in bars and lists of the system, however
// the program was built.
//
//go:embed Icon.png
var icon []byte

// openWindow opens the window, with a crawl file in it unless file is "".
func openWindow(file string) (code int) { return gui.Run(file, icon) }
