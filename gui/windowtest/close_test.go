//go:build windowtest

package windowtest

import (
	"strings"
	"testing"

	"sitewalk/crawler"
)

// TestClose closes the window during a crawl, carries the crawl on, once in
// the window and once without it, and expects what an undisturbed crawl finds.
func TestClose(t *testing.T) {
	garden, me := newSite(t), newPerson(t)
	reference := me.undisturbed(garden)

	halfway := func() *session {
		garden.hold()
		window := me.open()
		screen.write(t, garden.typed())
		screen.press(t, "Return")
		await(t, "requests are under way", func() bool { return garden.inFlight() == 5 })
		garden.let(20)
		await(t, "some of the pages are there", func() bool { return me.crawls()[0].Counts.Checked >= 21 })
		return window
	}

	window := halfway()
	me.remember("1-halfway")
	window.close()
	asked := garden.requests()
	kept := me.crawls()[0]
	if kept.Err != nil || kept.Meta.State != crawler.Stopped || kept.Counts.Checked < 21 {
		t.Fatalf("the crawl file has state %q, %+v, %v", kept.Meta.State, kept.Counts, kept.Err)
	}
	garden.letAll()
	if n := garden.requests(); n != asked {
		t.Errorf("%d requests after the end", n-asked)
	}
	file := me.at("halfway.json")
	if code := me.command("resume", kept.Path, "--output", file); code != 0 {
		t.Errorf("sitewalk resume ended with code %d", code)
	}
	same(t, "carried on without the window", readResult(t, file), reference)

	halfway().close()
	window = me.open()
	screen.see(t, "Earlier crawls")
	screen.see(t, "127.0.0.1")
	me.remember("2-earlier")
	garden.letAll()
	screen.clickOn(t, "Carry on")
	screen.see(t, "Finished")
	me.remember("3-finished")
	file = me.at("window.json")
	screen.press(t, "ctrl+e")
	screen.see(t, "Export the results")
	screen.write(t, file)
	screen.press(t, "Return")
	screen.see(t, "Saved as")
	same(t, "carried on in the window", readResult(t, file), reference)

	openEarlier(t, me)
	window.close()
}

// TestSizeIsKept expects the window as large as it was last time.
func TestSizeIsKept(t *testing.T) {
	me := newPerson(t)
	window := me.open()
	window.resize(1111, 707)
	screen.see(t, "Pages at once") // it was drawn in this size
	window.close()
	window = me.open()
	await(t, "the window has the size of last time", func() bool {
		return strings.Contains(screen.xdotool(t, "getwindowgeometry", window.window), "1111x707")
	})
	window.close()
}

// openEarlier opens a crawl by its file, away from the start screen.
func openEarlier(t *testing.T, me *person) {
	t.Helper()
	screen.press(t, "ctrl+o")
	screen.see(t, "Open an earlier crawl")
	me.remember("4-open")
	crawls := me.crawls()
	screen.press(t, "shift+Tab") // from the list of files to the folder's path
	screen.press(t, "ctrl+a")
	screen.write(t, crawls[len(crawls)-1].Path)
	screen.press(t, "Return")
	screen.gone(t, "Open an earlier crawl")
	screen.see(t, "Finished")
	screen.see(t, "What matters most")
	screen.press(t, "ctrl+f") // to the list
	screen.see(t, "A quiet garden")
}

// undisturbed crawls the site without the window.
func (p *person) undisturbed(garden *site) result {
	p.t.Helper()
	garden.letAll()
	file := p.at("undisturbed.json")
	if code := p.command("crawl", garden.URL, "--keep-text", "--output", file, "--concurrency", "5"); code != 0 {
		p.t.Fatalf("sitewalk crawl ended with code %d", code)
	}
	return readResult(p.t, file)
}
