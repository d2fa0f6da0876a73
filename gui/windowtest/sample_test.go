//go:build windowtest

package windowtest

import (
	"testing"
)

// TestSample tries the window on the sample site: as it is at first, and dark
// in the smallest size.
func TestSample(t *testing.T) {
	for _, c := range []struct {
		theme         string
		width, height int
	}{{"light", 1200, 780}, {"dark", 1000, 650}} {
		t.Run(c.theme, func(t *testing.T) {
			me := newPerson(t)
			me.theme = c.theme
			window := me.open()
			window.resize(c.width, c.height)
			me.remember("1-start")

			screen.clickOn(t, "Try it on a sample site")
			screen.see(t, "About us")
			me.remember("2-crawling")
			screen.see(t, "Finished")
			me.remember("3-finished")

			screen.clickOn(t, "Broken")
			screen.gone(t, "About us")
			screen.clickOn(t, "Not Found")
			screen.see(t, "There is no page at this address")
			screen.see(t, "Linked from (45)")
			me.remember("4-details")
			screen.clickOn(t, "Linked from")
			screen.see(t, "“Gift vouchers”")
			me.remember("5-linked-from")
			screen.press(t, "ctrl+e")
			screen.see(t, "Export the results")
			me.remember("6-export")

			saved, reference := me.at("sample.json"), me.at("reference.json")
			screen.write(t, saved)
			screen.press(t, "Return")
			screen.see(t, "Saved as")
			me.remember("7-exported")
			got := readResult(t, saved)
			window.close() // and with it the sample site, whose address is free again
			if code := me.command("crawl", "--sample", "--keep-text", "--output", reference, "--concurrency", "5"); code != 0 {
				t.Fatalf("sitewalk crawl ended with code %d", code)
			}
			sameSample(t, "the window's file against that of sitewalk crawl", got, readResult(t, reference))
		})
	}
}
