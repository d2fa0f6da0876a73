//go:build windowtest

package windowtest

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFailedStart crawls sites whose start page cannot be crawled, and one that
// gets well in between.
func TestFailedStart(t *testing.T) {
	me := newPerson(t)
	window := me.open()
	for _, c := range []struct {
		name, says string
		site       http.HandlerFunc
	}{
		{"error", " answers with an error of its own", func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				http.NotFound(w, r)
				return
			}
			w.WriteHeader(http.StatusInternalServerError)
		}},
		{"text", "What %s shows at this address is no web page", func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintln(w, "User-agent: someone else")
		}},
		{"robots", "The robots.txt of %s asks programs not to visit", func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintln(w, "User-agent: *\nDisallow: /")
		}},
	} {
		broken := httptest.NewServer(c.site)
		host := strings.TrimPrefix(broken.URL, "http://")
		says := host + c.says
		if strings.Contains(c.says, "%s") {
			says = fmt.Sprintf(c.says, host)
		}
		screen.press(t, "ctrl+l")
		screen.write(t, broken.URL)
		screen.press(t, "Return")
		screen.see(t, says)
		screen.see(t, "Try again")
		me.remember(c.name)
		broken.Close()
	}

	away := freeAddress(t)
	screen.press(t, "ctrl+l")
	screen.write(t, away)
	screen.press(t, "Return")
	screen.see(t, "We couldn't connect to "+away)
	screen.see(t, "Try again")
	me.remember("unreachable")

	garden := newSiteAt(t, away)
	garden.letAll()
	screen.clickOn(t, "Try again")
	screen.see(t, "Finished")
	window.close()
}

// freeAddress is one at which nobody answers.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestExportTrouble exports to where nothing can be written.
func TestExportTrouble(t *testing.T) {
	garden, me := newSite(t), newPerson(t)
	garden.letAll()
	window := me.open()
	screen.write(t, garden.typed())
	screen.press(t, "Return")
	screen.see(t, "Finished")

	inTheWay := me.at("a-file")
	if err := os.WriteFile(inTheWay, []byte("kept"), 0o644); err != nil {
		t.Fatal(err)
	}
	// A folder without rights stops everybody but root; these stop root as well.
	for _, c := range []struct{ name, path, says string }{
		{"below-a-file", filepath.Join(inTheWay, "x.json"), "There is a file where a folder should be"},
		{"kernel", "/proc/x.json", "We couldn't find "},
	} {
		screen.press(t, "ctrl+e")
		screen.see(t, "Export the results")
		screen.write(t, c.path)
		screen.press(t, "Return")
		screen.see(t, "The file was not written")
		me.remember(c.name)
		screen.see(t, c.says)
		screen.press(t, "Escape")
		screen.gone(t, "The file was not written")
		screen.press(t, "Escape")
		screen.gone(t, "Export the results")
	}
	if text, err := os.ReadFile(inTheWay); err != nil || string(text) != "kept" {
		t.Errorf("the file in the way has %q, %v", text, err)
	}

	saved := me.at("after-all.json")
	screen.press(t, "ctrl+e")
	screen.see(t, "Export the results")
	screen.write(t, saved)
	screen.press(t, "Return")
	same(t, "exported in the end", readResult(t, saved), me.undisturbed(garden))
	window.close()
}
