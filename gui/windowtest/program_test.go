//go:build windowtest

package windowtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// person is somebody with a home folder who uses the program.
type person struct {
	t       testing.TB
	home    string
	theme   string   // "light" or "dark"
	program string   // what they start
	extra   []string // what its environment has besides
	shots   []shot
}

// shot is a screenshot with a name.
type shot struct {
	name string
	png  []byte
}

// newPerson gives a person a home. What they saw is kept when the test fails,
// or always in the folder SITEWALK_SHOTS.
func newPerson(t testing.TB) *person {
	p := &person{t: t, home: t.TempDir(), theme: "light", program: binary}
	for _, folder := range []string{"cache", "config", "data"} { // as every home has them
		if err := os.Mkdir(p.at(folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(p.keepShots)
	return p
}

// remember takes a screenshot.
func (p *person) remember(name string) {
	p.shots = append(p.shots, shot{name, screen.screenshot(p.t)})
}

func (p *person) keepShots() {
	folder := os.Getenv("SITEWALK_SHOTS")
	if folder == "" {
		folder = filepath.Join(root, "artefacts", "windowtest")
		if !p.t.Failed() {
			return
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		p.t.Error(err)
	}
	for _, s := range p.shots {
		if err := os.WriteFile(filepath.Join(folder, strings.ReplaceAll(p.t.Name(), "/", "-")+"-"+s.name+".png"), s.png, 0o644); err != nil {
			p.t.Error(err)
		}
	}
}

// environment has nothing of the person who runs the tests in it.
func (p *person) environment() []string {
	env := append(os.Environ(), "DISPLAY="+screen.display, "HOME="+p.home, "XDG_DATA_HOME="+p.at("data"),
		"XDG_CONFIG_HOME="+p.at("config"), "XDG_CACHE_HOME="+p.at("cache"), "XDG_RUNTIME_DIR="+p.home,
		"LANG=C.UTF-8", "LC_ALL=", "LANGUAGE=", "FYNE_SCALE=1", "FYNE_THEME="+p.theme, "WAYLAND_DISPLAY=", "SITEWALK_LANG=",
		"HTTP_PROXY=", "HTTPS_PROXY=", "http_proxy=", "https_proxy=", "LIBGL_ALWAYS_SOFTWARE=1")
	return append(env, p.extra...)
}

func (p *person) at(name string) string { return filepath.Join(p.home, name) }

// command runs the program without its window and returns its exit code.
func (p *person) command(args ...string) (code int) {
	p.t.Helper()
	c := exec.Command(p.program, args...)
	c.Env = p.environment()
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.t.Fatal(err)
	}
	p.complainOf(string(out))
	return c.ProcessState.ExitCode()
}

// trouble is what a well program never says.
var trouble = regexp.MustCompile(`(?i)error in fyne call thread|panic|data race|fatal error`)

func (p *person) complainOf(said string) {
	p.t.Helper()
	if trouble.MatchString(said) {
		p.t.Errorf("the program said:\n%s", said)
	}
}

// session is the program with its window open.
type session struct {
	person  *person
	window  string // as X numbers it
	process *os.Process
	ended   chan struct{}
	code    int // valid after ended
	said    lockedBuffer
}

// open starts the program, with a crawl file or without, and waits for its window.
func (p *person) open(file ...string) *session {
	p.t.Helper()
	if err := screen.manage(); err != nil {
		p.t.Fatal(err)
	}
	s := &session{person: p, ended: make(chan struct{})}
	c := exec.Command(p.program, file...)
	c.Env = p.environment()
	c.Stdout, c.Stderr = &s.said, &s.said
	c.WaitDelay = time.Second // what the program started may hold them for longer
	started := time.Now()
	if err := c.Start(); err != nil {
		p.t.Fatal(err)
	}
	s.process = c.Process
	go func() {
		_ = c.Wait()
		s.code = c.ProcessState.ExitCode()
		close(s.ended)
	}()
	p.t.Cleanup(func() {
		if p.t.Failed() && s.running() {
			p.remember("the-end")
		}
		_ = c.Process.Kill()
		<-s.ended
		p.complainOf(s.said.String())
	})
	await(p.t, "there is a window", func() bool {
		if !s.running() {
			p.t.Fatalf("the program ended with code %d and said:\n%s", s.code, s.said.String())
		}
		out, err := screen.command("xdotool", "search", "--onlyvisible", "--name", "^Sitewalk").Output()
		s.window = strings.TrimSpace(string(out))
		return err == nil && s.window != ""
	})
	p.t.Logf("the window was there after %v", time.Since(started).Round(time.Millisecond))
	if len(file) == 0 {
		screen.see(p.t, "See what is broken")
	}
	return s
}

func (s *session) running() bool {
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

// resize makes the window's content so large.
func (s *session) resize(width, height int) {
	s.person.t.Helper()
	screen.xdotool(s.person.t, "windowsize", "--sync", s.window, strconv.Itoa(width), strconv.Itoa(height))
}

// close closes the window as the window manager's button does and waits for
// the program to end well.
func (s *session) close() {
	t := s.person.t
	t.Helper()
	asked := time.Now()
	screen.press(t, "alt+F4")
	await(t, "the program ends", func() bool { return !s.running() })
	t.Logf("the program ended %v after its window was closed", time.Since(asked).Round(time.Millisecond))
	if s.code != 0 {
		t.Errorf("it ended with code %d and said:\n%s", s.code, s.said.String())
	}
}

// crawls reads the crawl files in the order of their making.
func (p *person) crawls() []crawlfile.Summary {
	found, err := crawlfile.List(context.Background(), p.at("data/sitewalk/crawls"))
	if err != nil {
		p.t.Fatal(err)
	}
	return found
}

// chosenConcurrency is what the program remembers of the slider.
func (p *person) chosenConcurrency() int {
	found, err := filepath.Glob(p.at("config/fyne/*/preferences.json"))
	if err != nil || len(found) == 0 {
		return 0
	}
	var kept struct{ Crawl string }
	var chosen crawler.Settings
	text, err := os.ReadFile(found[0])
	if err != nil || json.Unmarshal(text, &kept) != nil || json.Unmarshal([]byte(kept.Crawl), &chosen) != nil {
		return 0 // it is being written
	}
	return chosen.Concurrency
}

// lockedBuffer is written to by the program while the test reads it.
type lockedBuffer struct {
	mu  sync.Mutex
	all bytes.Buffer
}

// Write appends to the buffer.
func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Write(p)
}

// String is everything that was written.
func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.String()
}
