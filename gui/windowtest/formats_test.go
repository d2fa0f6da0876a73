//go:build windowtest

package windowtest

import (
	"bytes"
	"os"
	"testing"

	"sitewalk/export"
)

// beginnings is how a file of each format begins, by the format's id.
var beginnings = map[string]string{
	"xlsx":          "PK\x03\x04",
	"html":          "<!DOCTYPE html>",
	"csv":           "\ufeffResult,Address,",
	"csv-links":     "\ufeffOn page,Leads to,",
	"csv-broken":    "\ufeffOn page,Leads to,",
	"csv-redirects": "\ufeffAddress,Status,Leads to,",
	"csv-images":    "\ufeffImage,On page,",
	"csv-findings":  "\ufeffProblem,About,",
	"json":          `{"format":"sitewalk/1",`,
	"jsonl":         `{"url":"http://127.0.0.1:`,
	"sitemap":       `<?xml version="1.0" encoding="UTF-8"?>` + "\n<urlset ",
	"sitemap-gz":    "\x1f\x8b",
	"frog-internal": "\ufeffAddress,Content Type,",
	"frog-inlinks":  "\ufeffType,Source,",
	"frog-issues":   "\ufeffIssue Name,Issue Type,",
	"nginx":         "# Redirects made by Sitewalk",
	"apache":        "# Redirects made by Sitewalk",
	"wordpress":     "source,target,regex,http_code\n",
	"graphml":       `<?xml version="1.0" encoding="UTF-8"?>` + "\n<graphml ",
	"gexf":          `<?xml version="1.0" encoding="UTF-8"?>` + "\n<gexf ",
	"junit":         `<?xml version="1.0" encoding="UTF-8"?>` + "\n<testsuites>",
	"markdown":      "## Sitewalk: http://127.0.0.1:",
}

// TestExportFormats exports the sample site in every format there is, one
// after the other, by typing a name with the format's ending.
func TestExportFormats(t *testing.T) {
	me := newPerson(t)
	window := me.open()
	screen.clickOn(t, "Try it on a sample site")
	screen.see(t, "Finished")

	for i, format := range export.Formats() {
		name := "x" + format.Extension
		typed := name
		if i == 0 {
			typed = me.at(name) // whose folder is proposed from now on
		}
		await(t, "the dialog opens for "+name, func() bool { // the window hears it when it has done with the file before
			screen.press(t, "ctrl+e")
			_, found := screen.find(t, "Export the results")
			return found
		})
		screen.write(t, typed)
		screen.press(t, "Return")
		wantBeginning(t, me.at(name), beginnings[format.ID])
	}
	screen.gone(t, "Writing the file")
	me.remember("exported")

	window.close()
	reference := me.at("reference.json")
	if code := me.command("export", me.crawls()[0].Path, "--output", reference); code != 0 {
		t.Fatalf("sitewalk export ended with code %d", code)
	}
	got, want := read(t, me.at("x.json")), read(t, reference)
	if !bytes.Equal(got, want) {
		t.Errorf("the window's JSON has %d bytes, that of sitewalk export %d others", len(got), len(want))
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// wantBeginning waits for the file at path, and fails when it does not begin
// so or has nothing more.
func wantBeginning(t *testing.T, path, beginning string) {
	t.Helper()
	var content []byte
	await(t, path+" is there", func() (is bool) {
		var err error
		content, err = os.ReadFile(path) // it gets its name when it is whole
		return err == nil
	})
	if beginning == "" || !bytes.HasPrefix(content, []byte(beginning)) || len(content) == len(beginning) {
		t.Errorf("%s has %d bytes and begins with %q instead of %q", path, len(content), content[:min(len(content), 60)], beginning)
	}
}
