//go:build windowtest

package windowtest

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoWindow starts the program where there can be no window: it says so in
// plain words, in a box where the desktop has one and no terminal is there.
func TestNoWindow(t *testing.T) {
	for _, c := range []struct {
		name, display string
		want          string
		boxed         bool
	}{
		{"no display", "", "no screen for it here", false},
		{"nobody at the display", ":99999", "no screen for it here", true},
		{"no OpenGL", withoutOpenGL(t), "does not offer OpenGL 2.1", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			me := newPerson(t)
			box := me.at("box.txt")
			script := "#!/bin/sh\nfor last; do :; done\necho \"$last\" >'" + box + "'\n"
			if err := os.WriteFile(me.at("zenity"), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			start := exec.Command(me.program)
			start.Env = append(me.environment(), "DISPLAY="+c.display, "PATH="+me.home+string(filepath.ListSeparator)+os.Getenv("PATH"))
			var said bytes.Buffer
			start.Stdout, start.Stderr = &said, &said
			if err := start.Run(); start.ProcessState.ExitCode() != 1 {
				t.Errorf("%v, want exit code 1", err)
			}
			me.complainOf(said.String())
			boxed, _ := os.ReadFile(box)
			if c.boxed != (len(boxed) > 0) {
				t.Errorf("a box with %q", boxed)
			}
			for _, text := range []string{said.String(), string(boxed)} {
				if text != "" && (!strings.Contains(text, c.want) || !strings.Contains(text, "crawl example.com --output result.json")) {
					t.Errorf("it said:\n%s", text)
				}
			}
			if strings.Contains(said.String(), "Fyne") || strings.Contains(said.String(), "goroutine") {
				t.Errorf("it said more than a person understands:\n%s", said.String())
			}
		})
	}
}

// withoutOpenGL is a display that cannot draw what the window needs.
func withoutOpenGL(t *testing.T) (display string) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-nolisten", "tcp", "-extension", "GLX")
	server.ExtraFiles = []*os.File{write}
	err = server.Start()
	write.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	number, err := io.ReadAll(read)
	if err != nil || len(number) == 0 {
		t.Fatalf("Xvfb offered no display: %v", err)
	}
	return ":" + strings.TrimSpace(string(number))
}
