//go:build !windows

package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// terminalWidth is how many columns the terminal behind f has, 0 when it is none.
func terminalWidth(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	if size.Col == 0 {
		return 80
	}
	return int(size.Col)
}
