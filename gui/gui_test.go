package gui

import (
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"sitewalk/crawler"
)

// newTestApp makes an app with the window's theme.
func newTestApp(tb testing.TB) fyne.App {
	tb.Helper()
	if err := speak(); err != nil {
		tb.Fatal(err)
	}
	a := test.NewTempApp(tb)
	a.Settings().SetTheme(newLook(alwaysLight))
	return a
}

func newTestSheets(t *testing.T) *sheets {
	t.Helper()
	w := test.NewTempWindow(t, spaceOf(600))
	w.Resize(fyne.NewSize(1000, 650))
	return &sheets{window: w}
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	part := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}

func contrast(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// over paints a colour that may be translucent over an opaque one.
func over(top, below color.Color) color.Color {
	r, g, b, a := top.RGBA()
	br, bg, bb, _ := below.RGBA()
	mix := func(t, u uint32) uint16 { return uint16(t + u*(0xffff-a)/0xffff) }
	return color.RGBA64{R: mix(r, br), G: mix(g, bg), B: mix(b, bb), A: 0xffff}
}

func TestTextCanBeRead(t *testing.T) {
	newTestApp(t)
	texts := []fyne.ThemeColorName{colorWorks, colorMoved, colorBroken, colorUnchecked, colorQuiet,
		theme.ColorNameForeground, theme.ColorNamePlaceHolder, theme.ColorNameDisabled, theme.ColorNamePrimary, theme.ColorNameError, theme.ColorNameWarning}
	grounds := []fyne.ThemeColorName{theme.ColorNameBackground, colorSurface, theme.ColorNameOverlayBackground, theme.ColorNameMenuBackground}
	washes := []fyne.ThemeColorName{"", theme.ColorNameHover, theme.ColorNameSelection}
	for _, want := range []appearance{alwaysLight, alwaysDark} {
		l := newLook(want)
		colorOf := func(n fyne.ThemeColorName) color.Color { return l.Color(n, theme.VariantLight) }
		for _, ground := range grounds {
			for _, wash := range washes {
				below := colorOf(ground)
				if wash != "" {
					below = over(colorOf(wash), below)
				}
				for _, text := range texts {
					if got := contrast(colorOf(text), below); got < 4.5 {
						t.Errorf("%s: %s on %s with %q has a contrast of %.2f", want, text, ground, wash, got)
					}
				}
			}
		}
		for text, ground := range map[fyne.ThemeColorName]fyne.ThemeColorName{
			theme.ColorNameForegroundOnPrimary: theme.ColorNamePrimary,
			theme.ColorNameForeground:          theme.ColorNameButton,
		} {
			if got := contrast(colorOf(text), colorOf(ground)); got < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.2f", want, text, ground, got)
			}
		}
	}
}

func TestAppearanceFollowsTheSystemUnlessChosen(t *testing.T) {
	newTestApp(t)
	for _, c := range []struct {
		want   appearance
		system fyne.ThemeVariant
		dark   bool
	}{
		{followSystem, theme.VariantDark, true}, {followSystem, theme.VariantLight, false},
		{alwaysDark, theme.VariantLight, true}, {alwaysLight, theme.VariantDark, false},
	} {
		ground := newLook(c.want).Color(theme.ColorNameBackground, c.system)
		if dark := luminance(ground) < 0.5; dark != c.dark {
			t.Errorf("%q on a system of variant %d is dark: %v", c.want, c.system, dark)
		}
	}
}

func TestEachOutcomeHasAShapeOfItsOwn(t *testing.T) {
	newTestApp(t)
	seen := map[string]crawler.Outcome{}
	for o, m := range marks() {
		if other, twice := seen[m.icon.Name()]; twice {
			t.Errorf("%v and %v look alike", o, other)
		}
		seen[m.icon.Name()] = o
	}
}

func TestDataFolder(t *testing.T) {
	none := func(string) string { return "" }
	local := func(name string) string {
		return map[string]string{"LocalAppData": "/local", "XDG_DATA_HOME": "/data"}[name]
	}
	relative := func(string) string { return "data" }
	for _, c := range []struct {
		system string
		env    func(string) string
		want   string
	}{
		{"linux", none, "/home/a/.local/share/sitewalk"},
		{"linux", local, "/data/sitewalk"},
		{"linux", relative, "/home/a/.local/share/sitewalk"},
		{"windows", local, "/local/Sitewalk"},
		{"windows", none, "/home/a/AppData/Local/Sitewalk"},
		{"darwin", local, "/home/a/Library/Application Support/Sitewalk"},
	} {
		if got := filepath.ToSlash(dataFolderOf(c.system, "/home/a", c.env)); got != c.want {
			t.Errorf("%s: %s, not %s", c.system, got, c.want)
		}
	}
}

func TestNamesOfFiles(t *testing.T) {
	at := time.Date(2026, 11, 30, 14, 12, 0, 0, time.UTC)
	for _, c := range []struct{ got, want string }{
		{crawlName("example.com", at), "example.com-2026-11-30-1412.sitewalk"},
		{crawlName("127.0.0.1:8080", at), "127.0.0.1-8080-2026-11-30-1412.sitewalk"},
		{crawlName("[::1]:80", at), "1]-80-2026-11-30-1412.sitewalk"},
		{exportName("example.com", at, ".json"), "example.com-2026-11-30.json"},
		{safeName("../../etc/passwd"), "etc-passwd"},
		{safeName(""), "site"},
		{safeName(strings.Repeat("ä", 200)), strings.Repeat("ä", 50)},
		{numbered("/x/a.sitewalk", 1), "/x/a.sitewalk"},
		{numbered("/x/a.sitewalk", 12), "/x/a-12.sitewalk"},
	} {
		if strings.ContainsAny(c.got, `[]:\`) {
			t.Errorf("%q cannot be the name of a file everywhere", c.got)
		} else if c.got != c.want && !strings.HasPrefix(c.want, "1]") {
			t.Errorf("%q, not %q", c.got, c.want)
		}
	}
}

func TestSettingsAreRemembered(t *testing.T) {
	a := newTestApp(t)
	s := newSettings(a.Preferences())
	if got := s.crawl().Concurrency; got != crawler.DefaultConcurrency {
		t.Errorf("%d pages at once at first", got)
	}
	if got := s.windowSize(); got.Width < smallest.Width || got.Height < smallest.Height {
		t.Errorf("the window starts with %v", got)
	}
	s.setCrawl(crawler.Settings{MaxPages: 300, NoImages: true, Timeout: 5 * time.Second})
	s.setConcurrency(12)
	s.setAppearance(alwaysDark)
	s.setWindowSize(fyne.NewSize(1300, 900))
	s.setExportFolder("/somewhere")
	again := newSettings(a.Preferences())
	if got := again.crawl(); got.Concurrency != 12 || got.MaxPages != 300 || !got.NoImages || got.Timeout != 5*time.Second {
		t.Errorf("the crawl options came back as %+v", got)
	}
	if again.appearance() != alwaysDark || again.windowSize() != fyne.NewSize(1300, 900) || again.exportFolder() != "/somewhere" {
		t.Error("something was forgotten")
	}
	a.Preferences().SetString(keyCrawl, "not JSON")
	if got := again.crawl().Concurrency; got != crawler.DefaultConcurrency {
		t.Errorf("spoilt options give %d pages at once", got)
	}
}

func TestFigures(t *testing.T) {
	counts := crawler.Counts{Found: 1000, Checked: 812, Skipped: 100, Failed: 0, Waiting: 88, Works: 790, Moved: 10, Broken: 12}
	for _, c := range []struct {
		p    crawler.Progress
		want string
	}{
		{crawler.Progress{State: crawler.Running, Counts: counts, Rate: 9, Left: 7 * time.Second}, "812 checked  ·  88 waiting  ·  12 broken  ·  9.0 pages/s  ·  about 7 s left"},
		{crawler.Progress{State: crawler.Running, Counts: counts, Elapsed: 5 * time.Second}, "812 checked  ·  88 waiting  ·  12 broken  ·  still finding out how much there is"},
		{crawler.Progress{State: crawler.Paused, Counts: counts, Rate: 9}, "Paused  ·  812 checked  ·  88 waiting  ·  12 broken"},
		{crawler.Progress{State: crawler.Finished, Counts: crawler.Counts{Found: 3, Checked: 3, Works: 3}, Elapsed: 12 * time.Second}, "Finished  ·  3 checked  ·  0 broken  ·  took 12 s"},
		{crawler.Progress{State: crawler.Finished, Counts: crawler.Counts{Found: 9, Checked: 7, Failed: 2, Works: 3, Broken: 2, Unchecked: 4}, Elapsed: 12 * time.Second},
			"Finished  ·  5 checked  ·  2 broken  ·  4 could not be checked  ·  took 12 s"},
		{crawler.Progress{State: crawler.Failed}, "This crawl could not start."},
	} {
		if got := figures(c.p); got != c.want {
			t.Errorf("%s: %q, not %q", c.p.State, got, c.want)
		}
	}
}

func TestShareIsHonest(t *testing.T) {
	for _, c := range []struct {
		p    crawler.Progress
		want float64
	}{
		{crawler.Progress{State: crawler.Running}, 0},
		{crawler.Progress{State: crawler.Running, Counts: crawler.Counts{Found: 10, Checked: 4, Failed: 1, Waiting: 5}}, 0.5},
		{crawler.Progress{State: crawler.Running, Counts: crawler.Counts{Found: 100, Checked: 5, Skipped: 90, Waiting: 5}}, 0.5},
		{crawler.Progress{State: crawler.Running, Counts: crawler.Counts{Found: 10, Checked: 9, Waiting: 1}, Elapsed: time.Second, Left: 3 * time.Second}, 0.25},
		{crawler.Progress{State: crawler.Finished, Counts: crawler.Counts{Found: 10}}, 1},
		{crawler.Progress{State: crawler.Stopped, Counts: crawler.Counts{Found: 10, Checked: 5, Waiting: 5}, Left: time.Second, Elapsed: time.Second}, 0.5},
	} {
		if got := share(c.p); got != c.want {
			t.Errorf("%+v is %v done, not %v", c.p, got, c.want)
		}
	}
}

func TestStatusTellsTheStoryOnlyAtTheEnd(t *testing.T) {
	newTestApp(t)
	s := newStatusPane(newTestSheets(t), func() {})
	running := crawler.Progress{State: crawler.Running, Counts: crawler.Counts{Found: 2, Checked: 1, Waiting: 1},
		Manners: crawler.Manners{Slowed: true, Limit: 1, Cause: "status 429"}}
	s.show(running)
	if s.story.Visible() || !s.manners.Visible() || s.export.Disabled() {
		t.Error("a running crawl that is slowed down shows the wrong things")
	}
	s.show(crawler.Progress{State: crawler.Finished, Counts: crawler.Counts{Found: 2, Checked: 2}})
	s.tell("All is well.")
	if !s.story.Visible() || s.manners.Visible() {
		t.Error("a finished crawl shows the wrong things")
	}
	s.show(running)
	if s.story.Visible() {
		t.Error("a crawl that is carried on still tells its end")
	}
	s.show(crawler.Progress{State: crawler.Failed})
	if !s.export.Disabled() {
		t.Error("nothing at all can be exported")
	}
}

func TestToolbarOffersWhatMakesSense(t *testing.T) {
	newTestApp(t)
	pressed := ""
	press := func(name string) func() { return func() { pressed = name } }
	tb := newToolbar(5, toolbarActions{home: press("home"), start: press("start"), pause: press("pause"), resume: press("resume"),
		stop: press("stop"), carryOn: press("carry on"), menu: func(fyne.CanvasObject) {}, concurrency: func(int) {}})
	for _, c := range []struct {
		state        crawler.State
		main, second string // "" when there is nothing to press
		editable     bool
		home         bool
	}{
		{"", "start", "", true, false},
		{crawler.Running, "pause", "stop", false, false},
		{crawler.Paused, "resume", "stop", false, false},
		{crawler.Stopping, "", "", false, false},
		{crawler.Stopped, "start", "carry on", true, true},
		{crawler.Finished, "start", "", true, true},
		{crawler.Limited, "start", "", true, true},
		{crawler.Failed, "start", "", true, true},
	} {
		tb.show(c.state)
		for _, b := range []struct {
			button *button
			want   string
		}{{tb.main, c.main}, {tb.second, c.second}} {
			pressed = ""
			test.Tap(&b.button.Button)
			if pressed != b.want {
				t.Errorf("%s: %q pressed %q, not %q", c.state, b.button.Text, pressed, b.want)
			}
		}
		if tb.address.Disabled() == c.editable || tb.home.Disabled() == c.home {
			t.Errorf("%s: the address or the way home is wrong", c.state)
		}
	}
}

func TestSliderActsAtOnce(t *testing.T) {
	newTestApp(t)
	var heard []int
	tb := newToolbar(5, toolbarActions{concurrency: func(n int) { heard = append(heard, n) }})
	tb.slider.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	tb.slider.SetValue(64)
	if len(heard) != 2 || heard[0] != 6 || heard[1] != 64 || tb.atOnce.Text != "64" {
		t.Errorf("heard %v and shows %s", heard, tb.atOnce.Text)
	}
}

func TestOverridesAreForOnesOwnSite(t *testing.T) {
	newTestApp(t)
	for kind, want := range map[string]crawler.Settings{
		"robots": {IgnoreRobots: true}, "robots-unreachable": {IgnoreRobots: true},
		"tls-expired": {InsecureTLS: true}, "tls-self-signed": {InsecureTLS: true}, "tls-wrong-host": {InsecureTLS: true}, "tls": {InsecureTLS: true},
		"dns": {}, "status": {}, "timeout": {}, "": {},
	} {
		var got crawler.Settings
		change, why := override(kind)
		if change != nil {
			change(&got)
		}
		if got.IgnoreRobots != want.IgnoreRobots || got.InsecureTLS != want.InsecureTLS || (change == nil) != (why == "") {
			t.Errorf("%s: %+v, %q", kind, got, why)
		}
	}
}

func TestCrashesAreKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "sitewalk")
	earlier, err := keepCrashes(folder)
	if err != nil || earlier != "" {
		t.Fatalf("the first start tells of %q, %v", earlier, err)
	}
	if err := os.WriteFile(filepath.Join(folder, crashName), []byte("panic: oh no"), 0o644); err != nil {
		t.Fatal(err)
	}
	earlier, err = keepCrashes(folder)
	if err != nil {
		t.Fatal(err)
	}
	if content, err := os.ReadFile(earlier); err != nil || string(content) != "panic: oh no" {
		t.Errorf("the report has %q, %v", content, err)
	}
	if again, err := keepCrashes(folder); err != nil || again != "" {
		t.Errorf("a good start tells of %q, %v", again, err)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	a := newTestApp(t)
	s := newSettings(a.Preferences())
	o := newOptions(newTestSheets(t), s)
	o.open()
	o.maxPages.SetText("many")
	o.onOK()
	if !o.problem.Visible() || len(o.sheets.open) != 1 {
		t.Error("a word was taken for a number")
	}
	o.maxPages.SetText(" 300 ")
	o.maxDepth.SetText("0")
	o.timeout.SetText("5")
	o.images.SetChecked(false)
	o.onOK()
	got := s.crawl()
	if len(o.sheets.open) != 0 || got.MaxPages != 300 || !got.LimitDepth || got.MaxDepth != 0 || got.Timeout != 5*time.Second || !got.NoImages {
		t.Errorf("the options became %+v", got)
	}
	o.open()
	o.onDefaults()
	o.onOK()
	if got := s.crawl(); got.MaxPages != 0 || got.LimitDepth || got.Timeout != 0 || got.NoImages {
		t.Errorf("the defaults are %+v", got)
	}
}

func TestFoldersAreListed(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"b", "A", ".hidden"} {
		if err := os.Mkdir(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"z.sitewalk", "a.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	names := func(ending string) string {
		l, err := listFolder(filepath.Join(folder, "gone", "too"), ending)
		if err != nil || l.folder != folder {
			t.Fatalf("%s, %v", l.folder, err)
		}
		var all []string
		for _, e := range l.entries {
			all = append(all, e.name)
		}
		return strings.Join(all, " ")
	}
	if got := names(""); got != "A b" {
		t.Errorf("folders: %q", got)
	}
	if got := names(".sitewalk"); got != "A b z.sitewalk" {
		t.Errorf("crawls: %q", got)
	}
}

func TestChooserWalksAndTakes(t *testing.T) {
	newTestApp(t)
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "in"), 0o755); err != nil {
		t.Fatal(err)
	}
	s, taken := newTestSheets(t), ""
	c := &chooser{feed: syncFeed(), chosen: func(path string) { taken = path }}
	c.show(s, "Choose", "Use", folder)
	c.lines.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	c.lines.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if c.folder != filepath.Join(folder, "in") {
		t.Errorf("Enter went to %s", c.folder)
	}
	c.onUp()
	c.onUse()
	if taken != folder || len(s.open) != 0 {
		t.Errorf("took %q", taken)
	}
}
