//go:build ignore

// Draws Icon.png: two footprints that walk up a page in a browser window.
// Run with: go run scripts/icon.go
package main

import (
	"image"
	"image/color"
	"image/png"
	"log"
	"math"
	"os"
)

const size = 512

// shape tells how far a point is from a shape's edge, in pixels; inside it is
// negative.
type shape func(x, y float64) float64

func circle(cx, cy, r float64) shape {
	return func(x, y float64) float64 { return math.Hypot(x-cx, y-cy) - r }
}

// box is a rectangle with round corners.
func box(left, top, right, bottom, r float64) shape {
	cx, cy := (left+right)/2, (top+bottom)/2
	w, h := (right-left)/2-r, (bottom-top)/2-r
	return func(x, y float64) float64 {
		dx, dy := math.Abs(x-cx)-w, math.Abs(y-cy)-h
		return math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - r
	}
}

// print is the print of a shoe, turned to the right by an angle. bend is 1 for
// a right foot and -1 for a left one.
func print(cx, cy, angle, bend float64) shape {
	ball, waist, heel := line(-4, -34, -2, -6, 80), line(0, 0, 4, 60, 44), line(5, 70, 4, 78, 62)
	sin, cos := math.Sincos(angle)
	return func(x, y float64) float64 {
		x, y = x-cx, y-cy
		x, y = (x*cos+y*sin)*bend, y*cos-x*sin
		shoe := melt(melt(ball(x, y), waist(x, y)), heel(x, y))
		gap := math.Abs(y-46) - 7
		return max(shoe, -gap)
	}
}

// line is a stroke with round ends.
func line(x1, y1, x2, y2, width float64) shape {
	dx, dy := x2-x1, y2-y1
	return func(x, y float64) float64 {
		t := ((x-x1)*dx + (y-y1)*dy) / (dx*dx + dy*dy)
		t = min(max(t, 0), 1)
		return math.Hypot(x-x1-t*dx, y-y1-t*dy) - width/2
	}
}

// melt joins two shapes with a smooth passage between them.
func melt(a, b float64) float64 {
	const reach = 36
	near := max(reach-math.Abs(a-b), 0) / reach
	return min(a, b) - near*near*reach/4
}

// below is the part of a shape under a level.
func below(s shape, level float64) shape {
	return func(x, y float64) float64 { return max(s(x, y), level-y) }
}

type layer struct {
	shape shape
	paint func(x, y float64) color.RGBA
}

func plain(c color.RGBA) func(x, y float64) color.RGBA {
	return func(x, y float64) color.RGBA { return c }
}

// fade goes from one colour at the top to another at the bottom.
func fade(top, bottom color.RGBA) func(x, y float64) color.RGBA {
	return func(x, y float64) color.RGBA { return mix(top, bottom, y/size) }
}

// mix is a with a share t of b.
func mix(a, b color.RGBA, t float64) color.RGBA {
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*t)) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 255}
}

func layers() []layer {
	var (
		petrol = color.RGBA{0x0e, 0x5e, 0x6f, 255}
		sea    = color.RGBA{0x12, 0x8a, 0x8f, 255}
		paper  = color.RGBA{0xfd, 0xfb, 0xf5, 255}
		orange = color.RGBA{0xf2, 0x7a, 0x2c, 255}
	)
	frame := box(16, 16, 496, 496, 104)
	window := box(68, 80, 444, 440, 44)
	return []layer{
		{frame, fade(sea, petrol)},
		{window, plain(mix(petrol, paper, 0.55))}, // the bar with the buttons
		{below(window, 146), plain(paper)},
		{circle(112, 113, 13), plain(paper)},
		{circle(152, 113, 13), plain(paper)},
		{print(190, 314, 0.3, -1), plain(petrol)},
		{print(334, 244, 0.3, 1), plain(orange)},
	}
}

func draw() *image.NRGBA {
	icon := image.NewNRGBA(image.Rect(0, 0, size, size))
	drawn := layers()
	for py := range size {
		for px := range size {
			x, y := float64(px)+0.5, float64(py)+0.5
			var c color.RGBA
			alpha := 0.0
			for _, l := range drawn {
				// The share of the pixel that the shape covers smooths its edge.
				cover := min(max(0.5-l.shape(x, y), 0), 1)
				if cover == 0 {
					continue
				}
				if alpha == 0 {
					c, alpha = l.paint(x, y), cover
					continue
				}
				c = mix(c, l.paint(x, y), cover)
				alpha += (1 - alpha) * cover
			}
			icon.SetNRGBA(px, py, color.NRGBA{c.R, c.G, c.B, uint8(math.Round(alpha * 255))})
		}
	}
	return icon
}

func main() {
	file, err := os.Create("Icon.png")
	if err != nil {
		log.Fatal(err)
	}
	if err := png.Encode(file, draw()); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
}
