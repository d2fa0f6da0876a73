package gui

import (
	"errors"
	"log"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestOpened(t *testing.T) {
	test.NewTempApp(t)
	refused := errors.New("NotInitialized: The GLFW library is not initialized")
	for _, c := range []struct {
		name   string
		logs   string
		panics any
		want   string
	}{
		{"a window", "", nil, ""},
		{"GLFW panics", "", refused, refused.Error()},
		{"Fyne logged the cause before", "Fyne error:  failed to initialise GLFW\n  Cause: X11: Failed to open display :7\n  At: loop.go:29\n", refused, "X11: Failed to open display :7"},
		{"GLFW logged the cause", "PlatformError: WGL: The driver does not appear to support OpenGL\n", refused, "WGL: The driver does not appear to support OpenGL"},
		{"the log speaks of other things", "Fyne error:  Failed to create fyne cache space\n  Cause: mkdir\n", refused, refused.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			cause := opened(func() fyne.Window {
				if c.logs != "" {
					log.Print(c.logs)
				}
				if c.panics != nil {
					panic(c.panics)
				}
				return test.NewTempWindow(t, nil)
			})
			switch {
			case c.want == "" && cause != nil:
				t.Errorf("no window: %v", cause)
			case c.want != "" && (cause == nil || cause.Error() != c.want):
				t.Errorf("%v, want %q", cause, c.want)
			}
		})
	}
}

// TestOwnFaultsStayFaults keeps faults of ours from being blamed on the display.
func TestOwnFaultsStayFaults(t *testing.T) {
	for _, fault := range []func(){
		func() { panic("impossible") },
		func() { var missing *window; missing.quit() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a fault was taken for a missing display")
				}
			}()
			_ = opened(func() fyne.Window { fault(); return nil })
		}()
	}
}

func TestNoWindow(t *testing.T) {
	for _, c := range []struct{ name, system, cause, want string }{
		{"no display", "linux", "PlatformUnavailable: X11: The DISPLAY environment variable is missing", "no screen"},
		{"wrong display", "linux", "PlatformError: X11: Failed to open display :7", "no screen"},
		{"no OpenGL", "linux", "APIUnavailable: GLX: GLX extension not found", "bring your system up to date"},
		{"no OpenGL on Windows", "windows", "VersionUnavailable: WGL: OpenGL 1.1", "driver of the graphics card: please install"},
	} {
		text := noWindow(c.system, "sitewalk", errors.New(c.cause))
		for _, want := range []string{c.want, "sitewalk crawl example.com --output result.json", "Details: " + c.cause} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in\n%s", c.name, want, text)
			}
		}
	}
}
