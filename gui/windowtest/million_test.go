//go:build windowtest

package windowtest

import (
	"encoding/json"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitewalk/crawler"
)

// The sizes of the large crawl: make test-long takes the second ones.
const (
	manyPages, manyWaiting       = 100_000, 400_000
	millionPages, millionWaiting = 1_000_000, 600_000
)

// columnEdge is the space that the list leaves beside its last column.
const columnEdge = 36

// What the UI goroutine may take: of the processor between two beats, on any
// computer, and of time, on one that has nothing else to do. Only what is absurd
// fails; what was measured is in the test's log.
const (
	mostWork  = time.Second
	longest   = 5 * time.Second
	quietness = 20 // per cent of the time in which somebody waits for a processor
)

// TestMillion opens a large crawl and does with its list what a person does:
// first while nothing else happens, then while the crawl is carried on and
// thousands of pages a second come in.
func TestMillion(t *testing.T) {
	pages, waiting := manyPages, manyWaiting
	if os.Getenv("SITEWALK_LONG") != "" {
		pages, waiting = millionPages, millionWaiting
	}
	me := newPerson(t)
	me.program = filepath.Join(t.TempDir(), "sitewalk")
	if err := build(me.program, "-tags", "x11,migrated_fynedo"); err != nil { // as people get it: the race detector makes everything slow
		t.Fatal(err)
	}
	me.choose(crawler.Settings{Concurrency: 50})
	nursery := newNursery(t)
	nursery.grow(me.at("data/sitewalk/crawls"), pages, waiting)

	t.Run("at rest", func(t *testing.T) {
		v := openMillion(t, me)
		at := screen.see(t, "127.0.0.1")
		v.measure("opened the crawl", func() { screen.click(t, at.Min) }, "Grade")
		v.measure("showed the list", func() { screen.press(t, "ctrl+f") }, firstFound)
		v.scroll(lastFound)
		v.sort()
		v.filter()
		v.selectRows(lastFound)
		v.end()
	})
	t.Run("while pages come in", func(t *testing.T) {
		v := openMillion(t, me)
		at := screen.see(t, "Carry on")
		v.measure("carried the crawl on", func() { screen.click(t, at.Min) }, "Pause")
		await(t, "pages come in", func() bool { return nursery.answers() > 0 })
		screen.see(t, firstFound)
		answers, began := nursery.answers(), time.Now()
		v.scroll("Seedling")
		v.sort()
		title := v.titleHead()
		screen.click(t, title)
		screen.see(t, firstByTitle)
		v.measure("showed the new ones", func() { screen.clickOn(t, "Show") }, firstByTitle)
		screen.click(t, title)
		screen.see(t, lastByTitle)
		screen.click(t, title)
		screen.see(t, firstFound)
		v.filter()
		v.selectRows("")
		n, took := nursery.answers()-answers, time.Since(began)
		t.Logf("%d pages came in meanwhile, %.0f a second", n, float64(n)/took.Seconds())
		if n == 0 {
			t.Error("no pages came in while the list was looked at")
		}
		v.end()
		if nursery.answers() == waiting {
			t.Log("there were too few pages: the crawl was over before the window was closed")
		}
	})
}

// viewer is somebody who looks at a large crawl.
type viewer struct {
	*testing.T
	me     *person
	window *session
	beats  string // the heartbeat's report
}

func openMillion(t *testing.T, me *person) *viewer {
	t.Helper()
	me = me.in(t)
	v := &viewer{T: t, me: me, beats: filepath.Join(t.TempDir(), "beats")}
	me.extra = []string{"SITEWALK_HEARTBEAT=" + v.beats}
	v.window = me.open()
	v.window.resize(1200, 800)
	screen.see(t, "127.0.0.1")
	v.Logf("with the start screen: %s", v.window.memory())
	return v
}

// measure tells how long it takes until the screen says something. Looking at
// the screen takes a part of that.
func (v *viewer) measure(what string, do func(), until string) {
	v.Helper()
	began := time.Now()
	do()
	screen.see(v, until)
	v.Logf("%s %s: %d ms", began.Format("15:04:05.000"), what, time.Since(began).Milliseconds())
}

// scroll goes down with the wheel, to the end with the bar, and back up.
func (v *viewer) scroll(last string) {
	v.Helper()
	row := screen.see(v, firstFound)
	screen.xdotool(v, "mousemove", strconv.Itoa(row.Min.X+40), strconv.Itoa(row.Max.Y+200))
	v.Logf("%s wheel", time.Now().Format("15:04:05.000"))
	screen.xdotool(v, "click", "--repeat", "100", "--delay", "15", "5")
	screen.gone(v, firstFound)
	screen.xdotool(v, "click", "--repeat", "100", "--delay", "15", "4")
	screen.see(v, firstFound)
	v.Logf("%s bar", time.Now().Format("15:04:05.000"))
	edge := screen.see(v, "Time").Max
	top := edge.Add(image.Pt(columnEdge-3, 16))
	middle := top.Add(image.Pt(0, 200))
	screen.drag(v, top, middle)
	screen.gone(v, firstFound)
	screen.drag(v, middle, middle.Add(image.Pt(0, 450)))
	screen.see(v, last)
	v.me.remember("end")
}

// sort clicks on columns, and lets the list be as found in the end.
func (v *viewer) sort() {
	v.Helper()
	title := v.titleHead()
	click := func() { screen.click(v, title) }
	v.measure("sorted by title", click, firstByTitle)
	v.me.remember("sorted")
	v.measure("sorted by title, falling", click, lastByTitle)
	v.measure("as found again", click, firstFound)
	took := screen.see(v, "Time")
	click = func() { screen.click(v, took.Min.Add(image.Pt(4, 6))) }
	v.measure("sorted by time", click, quickest)
	v.measure("sorted by time, falling", click, slowest)
	v.measure("as found again", click, firstFound)
}

// titleHead is a point on the heading of the titles, which are named elsewhere, too.
func (v *viewer) titleHead() image.Point {
	v.Helper()
	return image.Pt(screen.see(v, "Filter by title").Min.X+6, screen.see(v, "Status").Min.Y+6)
}

// filter looks for a word.
func (v *viewer) filter() {
	v.Helper()
	screen.press(v, "ctrl+f")
	v.measure("filtered by a word (typed in 90 ms, waited for 80)", func() { screen.write(v, "needle") }, needle)
	v.me.remember("filtered")
	screen.press(v, "ctrl+f")
	v.measure("without the filter again", func() { screen.press(v, "BackSpace") }, firstFound)
}

// selectRows walks with the keys, while the details of each row are shown.
func (v *viewer) selectRows(last string) {
	v.Helper()
	screen.press(v, "ctrl+f", "Down")
	v.Logf("%s keys", time.Now().Format("15:04:05.000"))
	screen.xdotool(v, "key", "--repeat", "40", "--delay", "25", "Down")
	v.measure("went to the end", func() { screen.press(v, "End") }, "The page works.")
	if last != "" {
		screen.see(v, last)
	}
	v.measure("went to the beginning", func() { screen.press(v, "Home") }, firstFound)
	v.me.remember("selected")
}

// firstLine is what a heartbeat's report begins with.
var firstLine = regexp.MustCompile(`^worst (\d+) ms, .* work of at most (\d+) ms`)

// end closes the window and judges how it answered.
func (v *viewer) end() {
	v.Helper()
	v.Logf("with the list: %s", v.window.memory())
	busy := pressure()
	v.window.close()
	report, err := os.ReadFile(v.beats)
	if err != nil {
		v.Fatal(err)
	}
	v.Logf("the UI goroutine, with the computer busy to %.0f %%:\n%s", busy, report)
	figures := firstLine.FindSubmatch(report)
	if figures == nil {
		v.Fatal("the heartbeat's report cannot be read")
	}
	worst, work := milliseconds(figures[1]), milliseconds(figures[2])
	if work > mostWork {
		v.Errorf("the UI goroutine worked for %v at a stretch", work)
	}
	if busy < quietness && worst > longest {
		v.Errorf("the window did not answer for %v", worst)
	}
}

func milliseconds(digits []byte) time.Duration {
	n, err := strconv.Atoi(string(digits))
	if err != nil {
		return time.Hour
	}
	return time.Duration(n) * time.Millisecond
}

// pressure is for how much of the last minute somebody waited for a processor,
// in per cent; 100 where the system does not tell.
func pressure() (percent float64) {
	told, err := os.ReadFile("/proc/pressure/cpu")
	if err != nil {
		return 100
	}
	if _, err := fmt.Sscanf(string(told), "some avg10=%f avg60=%f", new(float64), &percent); err != nil {
		return 100
	}
	return percent
}

// in is the same person in another test, who starts without screenshots.
func (p *person) in(t *testing.T) *person {
	other := &person{t: t, home: p.home, theme: p.theme, program: p.program}
	t.Cleanup(other.keepShots)
	return other
}

// choose writes the crawl options that the program remembers.
func (p *person) choose(s crawler.Settings) {
	p.t.Helper()
	chosen, err := json.Marshal(s)
	if err != nil {
		p.t.Fatal(err)
	}
	kept, err := json.Marshal(map[string]string{"crawl": string(chosen)})
	if err != nil {
		p.t.Fatal(err)
	}
	path := p.at("config/fyne/org.sitewalk.Sitewalk/preferences.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, kept, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// memory is what the program takes, as the system counts it.
func (s *session) memory() string {
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.process.Pid), "status"))
	if err != nil {
		return err.Error() // only Linux tells
	}
	var said []string
	for _, line := range strings.Split(string(status), "\n") {
		if strings.HasPrefix(line, "VmRSS") || strings.HasPrefix(line, "VmHWM") {
			said = append(said, strings.Join(strings.Fields(line), " "))
		}
	}
	return strings.Join(said, ", ")
}
