//go:build windowtest

package windowtest

import (
	"cmp"
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/theme"
)

// Words are found on the screen by drawing them as Fyne draws them and looking
// for the place where the screen has the same shape, in whatever two colours.
// Words within a line may be moved by parts of a pixel, so what is looked for
// has to be the beginning of a line.

// dot is a pixel of drawn words: 0 paper to 255 ink.
type dot struct {
	x, y int
	ink  int
}

// stencil is the shape of words in one font.
type stencil struct {
	size        image.Point
	dots        []dot
	dark, light dot // the dots of most and of least ink
}

var fonts = []struct {
	size float32
	bold bool
}{{14, false}, {14, true}, {18, true}, {24, true}, {12, false}}

// stencils are the shapes that words have in the window's fonts.
var stencils = func() func(words string) []stencil {
	var mu sync.Mutex
	cut := map[string][]stencil{}
	return func(words string) []stencil {
		mu.Lock()
		defer mu.Unlock()
		if cut[words] == nil {
			for _, f := range fonts {
				cut[words] = append(cut[words], newStencil(words, f.size, f.bold))
			}
		}
		return cut[words]
	}
}()

// blackOnWhite makes the drawn words measurable.
type blackOnWhite struct{ fyne.Theme }

func (blackOnWhite) Color(fyne.ThemeColorName, fyne.ThemeVariant) color.Color { return color.White }

func newStencil(words string, size float32, bold bool) stencil {
	text := canvas.NewText(words, color.Black)
	text.TextSize, text.TextStyle.Bold = size, bold
	drawn := inGrey(software.Render(text, blackOnWhite{theme.DefaultTheme()}))
	var inked image.Rectangle
	for y := range drawn.Rect.Dy() {
		for x := range drawn.Rect.Dx() {
			if drawn.GrayAt(x, y).Y < 250 {
				inked = inked.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	s := stencil{size: inked.Size()}
	for y := range s.size.Y {
		for x := range s.size.X {
			s.dots = append(s.dots, dot{x, y, 255 - int(drawn.GrayAt(inked.Min.X+x, inked.Min.Y+y).Y)})
		}
	}
	byInk := func(a, b dot) int { return cmp.Compare(a.ink, b.ink) }
	s.dark, s.light = slices.MaxFunc(s.dots, byInk), slices.MinFunc(s.dots, byInk)
	random := rand.New(rand.NewPCG(1, 2)) // a wrong place shows after few dots in any order but the natural one
	random.Shuffle(len(s.dots), func(i, j int) { s.dots[i], s.dots[j] = s.dots[j], s.dots[i] })
	return s
}

func inGrey(img image.Image) *image.Gray {
	b := img.Bounds()
	gray := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	for y := range b.Dy() {
		for x := range b.Dx() {
			gray.Set(x, y, img.At(b.Min.X+x, b.Min.Y+y))
		}
	}
	return gray
}

// fits tells whether the stencil's shape is at a place of the screen.
func (s *stencil) fits(shown *image.Gray, at image.Point) bool {
	const contrast, tolerance, strays = 60, 56, 30 // grey levels, of 255, one dot in so many
	level := func(d dot) int { return int(shown.Pix[(at.Y+d.y)*shown.Stride+at.X+d.x]) }
	paper, ink := level(s.light), level(s.dark)
	span := ink - paper
	if span*span < contrast*contrast {
		return false
	}
	wrong := 0
	for _, d := range s.dots {
		want := paper + span*d.ink/s.dark.ink
		if off := (level(d) - want) * 255; off > tolerance*max(span, -span) || -off > tolerance*max(span, -span) {
			if wrong++; wrong > len(s.dots)/strays {
				return false
			}
		}
	}
	return true
}

func (s *stencil) find(shown *image.Gray) (at image.Rectangle, found bool) {
	for y := range shown.Rect.Dy() - s.size.Y {
		for x := range shown.Rect.Dx() - s.size.X {
			if s.fits(shown, image.Pt(x, y)) {
				return image.Rect(x, y, x+s.size.X, y+s.size.Y), true
			}
		}
	}
	return image.Rectangle{}, false
}

// find tells where the screen says something now.
func (d *desktop) find(t testing.TB, words string) (at image.Rectangle, found bool) {
	t.Helper()
	shown := d.picture(t)
	for _, s := range stencils(words) {
		if at, found = s.find(shown); found {
			return at, true
		}
	}
	return image.Rectangle{}, false
}

// see waits until the screen says something and tells where.
func (d *desktop) see(t testing.TB, words string) (at image.Rectangle) {
	t.Helper()
	await(t, "the screen says “"+words+"”", func() (found bool) {
		at, found = d.find(t, words)
		return found
	})
	return at
}

// gone waits until the screen does not say something any more.
func (d *desktop) gone(t testing.TB, words string) {
	t.Helper()
	await(t, "the screen no longer says “"+words+"”", func() bool {
		_, found := d.find(t, words)
		return !found
	})
}

// clickOn clicks on words as soon as they are there.
func (d *desktop) clickOn(t testing.TB, words string) {
	t.Helper()
	at := d.see(t, words)
	d.click(t, at.Min.Add(at.Max).Div(2))
}
