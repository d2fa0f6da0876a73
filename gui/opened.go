package gui

import (
	"bytes"
	"errors"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
	"fyne.io/fyne/v2/lang"
)

// opened makes a window and shows it. cause says why there is none: no display,
// or no OpenGL. Fyne reports neither: it logs some of it, GLFW panics with the
// rest, and a window that is missing would be waited for without end.
func opened(makeWindow func() fyne.Window) (cause error) {
	var said bytes.Buffer
	before := log.Writer()
	log.SetOutput(&said)
	defer func() {
		log.SetOutput(before)
		if fault := recover(); fault != nil {
			cause = refusal(fault)
		}
		if cause == nil {
			_, _ = before.Write(said.Bytes())
		} else if first := logged(said.String()); first != "" { // later trouble only follows from it
			cause = errors.New(first)
		}
	}()
	w := makeWindow()
	w.Show()
	if !exists(w) {
		return errors.New("the system made no window")
	}
	return nil
}

// refusal is what GLFW panicked with. A fault of the program is no refusal and
// panics on.
func refusal(fault any) error {
	err, ok := fault.(error)
	var own runtime.Error
	if !ok || errors.As(err, &own) {
		panic(fault)
	}
	return err
}

// exists tells whether the system has made the window.
func exists(w fyne.Window) bool {
	native, ok := w.(driver.NativeWindow)
	if !ok {
		return true
	}
	there := true
	native.RunNative(func(context any) {
		switch c := context.(type) {
		case driver.X11WindowContext:
			there = c.WindowHandle != 0
		case driver.WaylandWindowContext:
			there = c.WaylandSurface != 0
		case driver.WindowsWindowContext:
			there = c.HWND != 0
		case driver.MacWindowContext:
			there = c.NSWindow != 0
		}
	})
	return there
}

// logged gives the first cause among what Fyne and GLFW logged about the window.
func logged(text string) string {
	if _, after, ok := strings.Cut(text, "PlatformError: "); ok {
		cause, _, _ := strings.Cut(after, "\n")
		return strings.TrimSpace(cause)
	}
	_, after, _ := strings.Cut(text, "GLFW")
	if after == "" {
		_, after, _ = strings.Cut(text, "window creation")
	}
	_, cause, _ := strings.Cut(after, "Cause: ")
	cause, _, _ = strings.Cut(cause, "\n")
	return strings.TrimSpace(cause)
}

// noWindow says to a person why they see no window, and what works all the
// same. command is how to call the program without its window.
func noWindow(system, command string, cause error) string {
	var text string
	switch {
	case noDisplay(cause):
		text = lang.X("nowindow.display", "Sitewalk cannot open its window: there is no screen for it here.\n\nStart Sitewalk on a computer with a desktop.")
	case system == "windows":
		text = lang.X("nowindow.windows", "Sitewalk cannot open its window: this computer does not offer OpenGL 2.1, with which it is drawn.\n\nOpenGL comes with the driver of the graphics card: please install the newest one from the maker of the computer or of the card. On a remote desktop or a virtual machine it may be missing altogether.")
	default:
		text = lang.X("nowindow.opengl", "Sitewalk cannot open its window: this display does not offer OpenGL 2.1, with which it is drawn.\n\nOpenGL comes with the driver of the graphics card: please bring your system up to date. On a remote desktop or a virtual machine it may be missing altogether.")
	}
	text += "\n\n" + lang.X("nowindow.command", "Without a window, Sitewalk does the same work as a command:\n\n    {{.Command}} crawl example.com --output result.json", map[string]any{"Command": command})
	return text + "\n\n" + lang.X("nowindow.details", "Details: {{.Cause}}", map[string]any{"Cause": cause.Error()})
}

// noDisplay tells whether there is nothing to draw on, as GLFW says it.
func noDisplay(cause error) bool {
	text := cause.Error()
	return strings.Contains(text, "DISPLAY") || strings.Contains(text, "open display")
}

// commandLine is how to call the program without its window. On Windows that is
// another program, in the folder bin: this one has no terminal to write to.
func commandLine() string {
	path, err := os.Executable()
	if err != nil || runtime.GOOS != "windows" {
		return os.Args[0]
	}
	path = filepath.Join(filepath.Dir(path), "bin", "sitewalk.exe")
	if _, err := os.Stat(path); err != nil {
		return "sitewalk"
	}
	return `"` + path + `"`
}
