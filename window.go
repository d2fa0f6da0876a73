//go:build !nowindow

package main

import "sitewalk/gui"

// openWindow opens the window, with a crawl file in it unless file is "".
func openWindow(file string) (code int) { return gui.Run(file) }
