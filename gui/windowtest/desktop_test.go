//go:build windowtest

package windowtest

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience is how long anything may take that a person would wait for; it is
// long because the computers that run tests are busy.
const patience = 40 * time.Second

// width and height are the screen's, in pixels.
const width, height = 1280, 900

// desktop is an X display with a window manager, and a person in front of it.
type desktop struct {
	display string // ":1"
	folder  string // for what the window manager writes
	server  *exec.Cmd
	manager *exec.Cmd
	managed chan struct{} // closed when the window manager has ended
}

// newDesktop starts a display that is free. folder takes what the window manager writes.
func newDesktop(folder string) (*desktop, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height), "-nolisten", "tcp", "+extension", "GLX")
	server.ExtraFiles = []*os.File{write}
	err = server.Start()
	write.Close()
	if err != nil {
		return nil, err
	}
	d := &desktop{server: server, folder: folder}
	number, err := io.ReadAll(read) // Xvfb closes its end when it is ready
	if err != nil || len(number) == 0 {
		d.close()
		return nil, fmt.Errorf("Xvfb offered no display: %w", errors.Join(err, errors.New("see its log")))
	}
	d.display = ":" + strings.TrimSpace(string(number))
	if err := d.manage(); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

// manage starts a window manager, without which no window can be closed, unless there is one.
func (d *desktop) manage() error {
	if d.managed != nil {
		select {
		case <-d.managed:
		default:
			return nil
		}
	}
	d.manager = d.command("openbox")
	d.manager.Env = append(d.manager.Env, "HOME="+d.folder, "XDG_CONFIG_HOME="+filepath.Join(d.folder, "openbox"))
	if err := d.manager.Start(); err != nil {
		return err
	}
	manager, managed := d.manager, make(chan struct{})
	d.managed = managed
	go func() {
		_ = manager.Wait()
		close(managed)
	}()
	return nil
}

func (d *desktop) close() {
	if d.managed != nil {
		_ = d.manager.Process.Kill()
		<-d.managed
	}
	_ = d.server.Process.Kill()
	_ = d.server.Wait()
}

func (d *desktop) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), "DISPLAY="+d.display)
	return c
}

func (d *desktop) xdotool(t testing.TB, args ...string) string {
	t.Helper()
	out, err := d.command("xdotool", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("xdotool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// press presses keys one after the other: "ctrl+e", "Return".
func (d *desktop) press(t testing.TB, keys ...string) {
	t.Helper()
	d.xdotool(t, append([]string{"key", "--delay", "30"}, keys...)...)
}

func (d *desktop) write(t testing.TB, text string) {
	t.Helper()
	d.xdotool(t, "type", "--delay", "15", text)
}

func (d *desktop) click(t testing.TB, at image.Point) {
	t.Helper()
	d.xdotool(t, "mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "click", "1")
}

// drag moves the mouse with its button down, in steps, as a hand does.
func (d *desktop) drag(t testing.TB, from, to image.Point) {
	t.Helper()
	args := []string{"mousemove", strconv.Itoa(from.X), strconv.Itoa(from.Y), "mousedown", "1"}
	const steps = 8
	for i := 1; i <= steps; i++ {
		at := from.Add(to.Sub(from).Mul(i).Div(steps))
		args = append(args, "mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "sleep", "0.05")
	}
	d.xdotool(t, append(args, "mouseup", "1")...)
}

// picture is what the screen shows, in grey.
func (d *desktop) picture(t testing.TB) *image.Gray {
	t.Helper()
	shown := image.NewGray(image.Rect(0, 0, width, height))
	shown.Pix = d.grab(t, "-colorspace", "Gray", "-depth", "8", "gray:-")
	if len(shown.Pix) != width*height {
		t.Fatalf("the screen has %d pixels", len(shown.Pix))
	}
	return shown
}

// screenshot is what the screen shows, as PNG.
func (d *desktop) screenshot(t testing.TB) []byte {
	t.Helper()
	return d.grab(t, "png:-")
}

func (d *desktop) grab(t testing.TB, as ...string) []byte {
	t.Helper()
	var complaint bytes.Buffer
	c := d.command("import", append([]string{"-window", "root"}, as...)...)
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		t.Fatalf("import: %v\n%s", err, complaint.String())
	}
	return out
}

// await polls until something is so, and fails the test when it never is.
func await(t testing.TB, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if is() {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("waited %v in vain: %s", patience, what)
		}
	}
}
