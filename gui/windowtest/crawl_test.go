//go:build windowtest

package windowtest

import (
	"fmt"
	"image"
	"strconv"
	"testing"
)

// TestCrawl is the main job from the first key to the file that is left.
func TestCrawl(t *testing.T) {
	garden, me := newSite(t), newPerson(t)
	window := me.open()
	me.remember("1-start")

	screen.write(t, garden.typed())
	screen.press(t, "Return")
	await(t, "5 requests are under way", func() bool { return garden.inFlight() == 5 })
	me.remember("2-crawling")

	moveSlider(t, me, garden)
	pause(t, me, garden)
	lookAtPages(t, me)
	if n := garden.inFlight(); n != 0 {
		t.Errorf("%d requests while the crawl was paused", n)
	}

	garden.forgetFlights()
	garden.letAll()
	screen.clickOn(t, "Resume")
	screen.see(t, "Finished")
	me.remember("7-finished")
	if n := garden.requests(); n != addresses+1 { // and robots.txt
		t.Errorf("%d requests instead of %d", n, addresses+1)
	}
	if repeated := garden.repeated(); len(repeated) > 0 {
		t.Errorf("asked for more than once: %v", repeated)
	}
	if chosen := me.chosenConcurrency(); garden.most() > chosen {
		t.Errorf("%d requests at once, with %d allowed", garden.most(), chosen)
	}

	saved := me.at("garden.json")
	screen.press(t, "ctrl+e")
	screen.see(t, "Export the results")
	me.remember("8-export")
	screen.write(t, saved)
	screen.press(t, "Return")
	screen.see(t, "Saved as")
	me.remember("9-exported")
	got := readResult(t, saved)

	reference := me.at("reference.json")
	code := me.command("crawl", garden.URL, "--keep-text", "--output", reference, "--concurrency", strconv.Itoa(me.chosenConcurrency()))
	if code != 0 {
		t.Fatalf("sitewalk crawl ended with code %d", code)
	}
	same(t, "the window's file against that of sitewalk crawl", got, readResult(t, reference))
	window.close()
}

// moveSlider goes up with the mouse and down with the keys, and checks at the
// site that the crawl follows.
func moveSlider(t *testing.T, me *person, garden *site) {
	t.Helper()
	name := screen.see(t, "Pages at once")
	const gap, length = 30, 270 // from the words to the slider's handle at 1, and from there to 64
	y := (name.Min.Y + name.Max.Y) / 2
	handle := func(n int) image.Point { return image.Pt(name.Max.X+gap+(n-1)*length/63, y) }
	screen.drag(t, handle(5), handle(20))
	const low, high = 15, 24 // where a hand that aims at 20 gets
	await(t, "the crawl follows the slider up", func() bool {
		n := garden.inFlight()
		return low <= n && n <= high && n == me.chosenConcurrency()
	})
	me.remember("3-faster")

	screen.click(t, handle(garden.inFlight())) // gives the slider the keyboard
	for range high + 2 {
		screen.press(t, "Left")
	}
	await(t, "the slider is at 1", func() bool { return me.chosenConcurrency() == 1 })
	screen.press(t, "Right", "Right")
	const chosen = 3
	await(t, "the slider is at 3", func() bool { return me.chosenConcurrency() == chosen })
	top, asked := garden.inFlight(), garden.requests()
	garden.let(top - chosen)
	await(t, "the requests beyond the slider end", func() bool { return garden.inFlight() == chosen })
	if n := garden.requests(); n != asked {
		t.Errorf("%d requests started while more than the slider's were under way", n-asked)
	}
	garden.let(3)
	await(t, "others take the place of those that ended", func() bool {
		return garden.requests() == asked+3 && garden.inFlight() == chosen
	})
	if garden.most() > high {
		t.Errorf("%d requests at once", garden.most())
	}
}

// pause stops the crawl for a while. Those under way may end.
func pause(t *testing.T, me *person, garden *site) {
	t.Helper()
	screen.clickOn(t, "Pause")
	screen.see(t, "Paused")
	asked := garden.requests()
	garden.let(garden.inFlight())
	await(t, "the requests under way end", func() bool { return garden.inFlight() == 0 })
	screen.see(t, fmt.Sprintf("Paused  ·  %d checked", asked-1)) // robots.txt is none of the addresses
	me.remember("4-paused")
	if n := garden.requests(); n != asked {
		t.Errorf("%d requests started after Pause", n-asked)
	}
}

// lookAtPages opens a row and filters the list.
func lookAtPages(t *testing.T, me *person) {
	t.Helper()
	screen.clickOn(t, "A quiet garden")
	screen.see(t, "The page works.")
	screen.see(t, "Linked from (")
	me.remember("5-details")
	screen.see(t, "Bed 0")
	screen.press(t, "ctrl+f")
	screen.write(t, "bed 1")
	screen.gone(t, "Bed 0")
	screen.see(t, "Bed 1")
	me.remember("6-filtered")
	screen.press(t, "ctrl+f", "BackSpace")
	screen.see(t, "Bed 0")
}
