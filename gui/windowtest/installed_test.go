//go:build windowtest

package windowtest

import (
	"bytes"
	"encoding/json"
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
	installedVariable = "SITEWALK_INSTALLED" // a program that starts the installed one's window, and opens a crawl file named as its argument
	commandVariable   = "SITEWALK_REFERENCE" // a program that crawls the sample site by command into the file named as its argument
	exportsVariable   = "SITEWALK_EXPORTS"   // the folder of documents, into which exports go
	crawlsVariable    = "SITEWALK_CRAWLS"    // the folder of crawl files
)

// TestInstalled walks through the sample site with an installed program,
// exports the result and opens the crawl's file as a double-click does.
func TestInstalled(t *testing.T) {
	if os.Getenv(installedVariable) == "" {
		t.Skip("nothing was installed: see scripts/test-packages")
	}
	me := newPerson(t)
	window := me.open()
	me.remember("1-start")
	screen.clickOn(t, "Try it on a sample site")
	screen.see(t, "Finished")
	me.remember("2-finished")
	screen.press(t, "ctrl+e")
	screen.see(t, "Export the results")
	me.remember("3-export")
	screen.write(t, "sample.json") // in place of the name that is proposed
	screen.press(t, "Return")
	screen.see(t, "Saved as")
	me.remember("4-exported")
	window.close()

	reference := filepath.Join(t.TempDir(), "reference.json")
	if out, err := exec.Command(os.Getenv(commandVariable), reference).CombinedOutput(); err != nil {
		t.Fatalf("the command: %v\n%s", err, out)
	}
	saved := only(t, os.Getenv(exportsVariable), "*.json")
	same(t, "the window's file against that of the command", anyPort(t, readResult(t, saved)), anyPort(t, readResult(t, reference)))

	again := me.open(only(t, os.Getenv(crawlsVariable), "*.sitewalk"))
	screen.see(t, "Finished")
	me.remember("5-opened-again")
	again.close()
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
	text = regexp.MustCompile(`127\.0\.0\.1:\d+`).ReplaceAll(text, []byte("partner.test"))
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
