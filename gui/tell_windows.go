package gui

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// tell says something to a person without a window of ours: in one of the
// system's message boxes.
func tell(title, text string) {
	fmt.Fprintln(os.Stderr, text)
	body, err := windows.UTF16PtrFromString(text)
	if err != nil {
		return
	}
	head, err := windows.UTF16PtrFromString(title)
	if err != nil {
		return
	}
	_, _ = windows.MessageBox(0, body, head, windows.MB_OK|windows.MB_ICONERROR|windows.MB_SETFOREGROUND)
}
