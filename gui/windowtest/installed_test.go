//go:build windowtest

package windowtest

import (
	"bytes"
	"encoding/json"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Variables of the environment with which the test of the packages lets
// TestInstalled drive what it has installed.
const (
	installedVariable = "SITEWALK_INSTALLED" // a program that opens the installed window; paths among its arguments are absolute ones
	commandVariable   = "SITEWALK_COMMAND"   // the same for the installed command
	documentsVariable = "SITEWALK_DOCUMENTS" // the folder of documents; exportFolder in it is where the window exported last
	crawlsVariable    = "SITEWALK_CRAWLS"    // the folder of crawl files
)

// Names with spaces and with letters beyond ASCII, as people give them.
const (
	exportFolder = "Ämter & Höfe"
	exportName   = "of the window.json" // typed, which Wine cannot beyond ASCII
	crawlName    = "Größe & Öl.sitewalk"
)

// TestInstalled walks through the sample site with an installed program,
// exports the result and opens the crawl's file as a double-click does.
func TestInstalled(t *testing.T) {
	if os.Getenv(installedVariable) == "" {
		t.Skip("nothing was installed: see scripts/test-packages")
	}
	folder := filepath.Join(os.Getenv(documentsVariable), exportFolder)
	me := newPerson(t)
	window := me.open()
	me.remember("1-start")
	me.seeVersion()
	screen.clickOn(t, "Try it on a sample site")
	screen.see(t, "Finished")
	me.remember("3-finished")
	screen.press(t, "ctrl+e")
	screen.see(t, "Export the results")
	me.remember("4-export")
	screen.write(t, exportName) // in place of the name that is proposed
	screen.press(t, "Return")
	screen.see(t, "Saved as")
	me.remember("5-exported")
	window.close()

	crawlPath, referencePath := filepath.Join(folder, crawlName), filepath.Join(folder, "für Jörg.json")
	installed(t, "crawl", "--sample", "--concurrency", "5", "--crawl-file", crawlPath, "--output", referencePath)
	saved, reference := readResult(t, filepath.Join(folder, exportName)), readResult(t, referencePath)
	sameSample(t, "the window's file against that of the command", saved, reference)

	for _, file := range []string{only(t, os.Getenv(crawlsVariable), "*.sitewalk"), crawlPath} {
		again := me.open(file)
		screen.see(t, "Finished")
		me.remember("6-opened-" + filepath.Base(file))
		again.close()
	}
}

// seeVersion looks whether About names the version and commit that the command
// names.
func (p *person) seeVersion() {
	t := p.t
	t.Helper()
	version, _, ok := strings.Cut(strings.TrimPrefix(installed(t, "--version"), "Sitewalk "), " (")
	if !ok {
		t.Fatalf("the command names the version %q", version)
	}
	const toMenu = 53 // pixels from the word to the button beside it, which has no words
	stop := screen.see(t, "Stop")
	screen.click(t, image.Pt(stop.Max.X+toMenu, stop.Min.Y+stop.Dy()/2))
	screen.clickOn(t, "About Sitewalk")
	screen.see(t, "Version "+version)
	p.remember("2-about")
	screen.press(t, "Escape")
	screen.gone(t, "Version "+version)
}

// installed runs the installed command and returns what it said.
func installed(t testing.TB, args ...string) string {
	t.Helper()
	c := exec.Command(os.Getenv(commandVariable), args...)
	var complaint bytes.Buffer
	c.Stderr = &complaint
	said, err := c.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s%s", args, err, said, complaint.String())
	}
	return string(said)
}

// sameSample is same for crawls of the sample site, which may have had other ports.
func sameSample(t *testing.T, what string, got, want result) {
	t.Helper()
	if !slices.Equal(portsOf(t, got), portsOf(t, want)) {
		got, want = anyPort(t, got), anyPort(t, want)
	}
	same(t, what, got, want)
}

var localPort = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// portsOf gives all ports of this computer that a result names, each once.
func portsOf(t *testing.T, r result) []string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	found := localPort.FindAllString(string(text), -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// anyPort makes results comparable of which the sample site had other ports,
// because its own were in use.
func anyPort(t *testing.T, r result) result {
	t.Helper()
	site := r.Site
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.ReplaceAll(text, []byte(site), []byte("http://site.test"))
	text = bytes.ReplaceAll(text, []byte(strings.TrimPrefix(site, "http://")), []byte("site.test"))
	text = localPort.ReplaceAll(text, []byte("partner.test"))
	var same result
	if err := json.Unmarshal(text, &same); err != nil {
		t.Fatal(err)
	}
	for _, page := range same.Pages {
		delete(page, "size") // with the digits of the ports
	}
	slices.SortFunc(same.Pages, func(a, b map[string]any) int { return strings.Compare(a["url"].(string), b["url"].(string)) })
	return same
}

// only is the one file of its kind in a folder.
func only(t *testing.T, folder, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("in %s: %q, %v", folder, found, err)
	}
	return found[0]
}
