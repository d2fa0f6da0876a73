//go:build !nowindow

package main

import "sitewalk/gui"

func openWindow() { gui.Run() }
