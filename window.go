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

func openWindow() { gui.Run(icon) }
