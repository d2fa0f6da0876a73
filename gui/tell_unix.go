//go:build unix

package gui

import (
	"fmt"
	"os"
	"os/exec"

	"golang.org/x/sys/unix"
)

// tell says something to a person without a window of ours: in the terminal
// that the program was started from, or else in a message box of the desktop.
func tell(title, text string) {
	fmt.Fprintln(os.Stderr, text)
	if inTerminal(os.Stderr) || os.Getenv("DISPLAY")+os.Getenv("WAYLAND_DISPLAY") == "" {
		return
	}
	for _, box := range boxes(title, text) {
		if exec.Command(box[0], box[1:]...).Run() == nil {
			return
		}
	}
}

// boxes are the programs that show a text, of which a desktop has one or another.
func boxes(title, text string) [][]string {
	return [][]string{
		{"zenity", "--error", "--no-markup", "--title", title, "--text", text},
		{"kdialog", "--title", title, "--error", text},
		{"xmessage", "-center", "-title", title, text},
		{"notify-send", "--app-name", title, title, text},
	}
}

func inTerminal(file *os.File) bool {
	_, err := unix.IoctlGetWinsize(int(file.Fd()), unix.TIOCGWINSZ)
	return err == nil
}
