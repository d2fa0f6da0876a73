//go:build windowtest

package windowtest

import (
	"encoding/json"
	"image"
	"image/draw"
	"os"
	"slices"
	"strconv"
	"testing"

	"sitewalk/crawler/audit"
	"sitewalk/sample/expected"
)

// columnWidth is how many pixels the left column has from where its names begin
// to behind its numbers.
const columnWidth = 240

// TestFindingsOfTheSampleSite reads what the left column counts and exports what
// the list shows of several findings, and holds both against the list written
// by hand.
func TestFindingsOfTheSampleSite(t *testing.T) {
	me := newPerson(t)
	window := me.open()
	window.resize(1200, 860)
	screen.clickOnStill(t, screen.picture, "Try it on a sample site")
	screen.see(t, "What matters most")
	me.remember("1-groups")

	counts := expected.Counts()
	for _, group := range groups() {
		if group == audit.Speed {
			continue // a busy computer makes pages slow
		}
		total := 0
		for _, check := range checksOf(group) {
			total += counts[check.ID]
		}
		screen.seeCount(t, group.Name(), total)
	}
	for _, group := range []audit.Group{audit.Answers, audit.Images} {
		screen.clickOnColumn(t, group.Name()) // opens the group
		for _, check := range checksOf(group) {
			if counts[check.ID] > 0 {
				screen.seeCount(t, beginning(check.Name()), counts[check.ID])
			}
		}
		me.remember("2-" + string(group))
		for _, check := range checksOf(group) {
			if counts[check.ID] > 1 {
				screen.clickOnColumn(t, beginning(check.Name()))
				screen.see(t, beginning(check.Why()))
				me.checkExport(check.ID)
			}
		}
		screen.clickOnColumn(t, group.Name()) // closes it
	}
	window.close()
}

// groups are those in which the sample site has findings.
func groups() (found []audit.Group) {
	counts := expected.Counts()
	for _, check := range audit.Checks() {
		if counts[check.ID] > 0 && !slices.Contains(found, check.Group) {
			found = append(found, check.Group)
		}
	}
	return found
}

func checksOf(group audit.Group) []audit.Check {
	return slices.DeleteFunc(audit.Checks(), func(c audit.Check) bool { return c.Group != group })
}

// beginning is as much of a line as there certainly is room for.
func beginning(line string) string {
	runes := []rune(line)
	return string(runes[:min(len(runes), 22)])
}

// checkExport writes what the list shows to a file and compares its addresses
// with those that the check finds something at.
func (p *person) checkExport(check string) {
	t := p.t
	t.Helper()
	saved := p.at(check + ".json")
	screen.press(t, "ctrl+e")
	screen.see(t, "Export the results")
	screen.clickOn(t, "Everything")
	screen.clickOn(t, "What the list shows now")
	screen.gone(t, "Everything")
	name := screen.see(t, "File name")
	screen.click(t, name.Min.Add(image.Pt(60, 40)))
	screen.press(t, "ctrl+a")
	screen.write(t, saved)
	screen.press(t, "Return")
	screen.see(t, "Saved as")
	pages := readResult(t, saved).Pages
	text, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	var site struct{ Site string }
	if err := json.Unmarshal(text, &site); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, page := range pages {
		got = append(got, expected.Address(site.Site, page["url"].(string)))
	}
	var want []string
	for address, ids := range expected.Findings() {
		if slices.Contains(ids, check) {
			want = append(want, address)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the exported list of %s is %q, not %q", check, got, want)
	}
}

// column is what the window's left column shows.
func (d *desktop) column(t testing.TB) *image.Gray {
	t.Helper()
	shown := d.picture(t)
	names, found := findIn(shown, "Overview")
	if !found {
		return image.NewGray(image.Rectangle{})
	}
	left := image.Rect(0, 0, names.Min.X+columnWidth, height)
	cut := image.NewGray(left)
	draw.Draw(cut, left, shown, image.Point{}, draw.Src)
	return cut
}

// findIn tells where a picture says something.
func findIn(shown *image.Gray, words string) (at image.Rectangle, found bool) {
	for _, s := range stencils(words) {
		if at, found = s.find(shown); found {
			return at, true
		}
	}
	return image.Rectangle{}, false
}

// clickOnColumn clicks on words of the left column.
func (d *desktop) clickOnColumn(t testing.TB, words string) {
	t.Helper()
	d.clickOnStill(t, d.column, words)
}

// clickOnStill clicks on words of a picture as soon as they stay where they are,
// as they do not while the window gets another size.
func (d *desktop) clickOnStill(t testing.TB, picture func(testing.TB) *image.Gray, words string) {
	t.Helper()
	var at image.Rectangle
	await(t, "the screen says “"+words+"” and rests", func() bool {
		before := at
		now, found := findIn(picture(t), words)
		at = now
		return found && now == before
	})
	d.click(t, at.Min.Add(at.Max).Div(2))
}

// seeCount waits until the left column has a line that begins with words and
// ends with a number.
func (d *desktop) seeCount(t testing.TB, words string, n int) {
	t.Helper()
	await(t, "the left column counts “"+words+"” "+strconv.Itoa(n), func() bool {
		shown := d.column(t)
		at, found := findIn(shown, words)
		return found && endsWith(shown, at, audit.Number(n))
	})
}

// endsWith tells whether the line of a place ends with a number, and with no
// longer one.
func endsWith(shown *image.Gray, place image.Rectangle, number string) bool {
	line := image.Rect(place.Max.X, place.Min.Y-3, shown.Rect.Max.X, place.Max.Y+3).Intersect(shown.Rect)
	cut := image.NewGray(image.Rectangle{Max: line.Size()})
	draw.Draw(cut, cut.Rect, shown, line.Min, draw.Src)
	at, found := findIn(cut, number)
	const gap = 5 // pixels between what a line says and its number
	return found && blank(cut, max(0, at.Min.X-gap), at.Min.X-1) && blank(cut, at.Max.X+1, line.Dx())
}

// blank tells whether nothing is drawn in some columns of a picture.
func blank(shown *image.Gray, from, to int) bool {
	const faint = 24 // grey levels that paper may differ by
	paper := int(shown.Pix[0])
	for x := from; x < to; x++ {
		for y := range shown.Rect.Dy() {
			if off := int(shown.GrayAt(x, y).Y) - paper; off > faint || -off > faint {
				return false
			}
		}
	}
	return true
}
