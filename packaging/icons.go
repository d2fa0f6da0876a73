//go:build ignore

// Makes the icons of the packages from Icon.png: the program's own, and that of
// crawl files, a page with it. Run from the project's folder with:
//
//	go run packaging/icons.go FOLDER
//
// FOLDER gets app-SIZE.png, crawl-SIZE.png, app.ico and crawl.ico.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log"
	"math"
	"os"
	"path/filepath"

	"golang.org/x/image/draw"
)

// full is the size of Icon.png, in pixels.
const full = 512

var (
	// themeSizes are those of the hicolor icon theme.
	themeSizes = []int{16, 22, 24, 32, 48, 64, 96, 128, 256, 512}
	// icoSizes are what Windows shows at its usual scales.
	icoSizes = []int{16, 20, 24, 32, 40, 48, 64, 128, 256}
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run packaging/icons.go FOLDER")
	}
	if err := write(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func write(folder string) error {
	file, err := os.Open("Icon.png")
	if err != nil {
		return err
	}
	defer file.Close()
	app, err := png.Decode(file)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, icon := range map[string]image.Image{"app": app, "crawl": page(app)} {
		if err := writeSizes(folder, name, icon); err != nil {
			return err
		}
	}
	return nil
}

func writeSizes(folder, name string, icon image.Image) error {
	for _, size := range themeSizes {
		path := filepath.Join(folder, fmt.Sprintf("%s-%d.png", name, size))
		if err := os.WriteFile(path, encoded(scaled(icon, size)), 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(folder, name+".ico"), ico(icon), 0o644)
}

func encoded(icon image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, icon); err != nil {
		log.Fatal(err) // the buffer takes everything
	}
	return b.Bytes()
}

func scaled(icon image.Image, size int) *image.NRGBA {
	small := image.NewNRGBA(image.Rect(0, 0, size, size))
	draw.CatmullRom.Scale(small, small.Bounds(), icon, icon.Bounds(), draw.Src, nil)
	return small
}

// page is a sheet of paper with a folded corner and the program's icon on it.
func page(app image.Image) image.Image {
	const (
		left, top, right, bottom = 80, 24, 432, 488
		round, fold              = 28.0, 104.0
	)
	paper, edge, flap := color.NRGBA{0xfd, 0xfb, 0xf5, 255}, color.NRGBA{0x0e, 0x5e, 0x6f, 255}, color.NRGBA{0xbf, 0xd8, 0xd8, 255}
	icon := image.NewNRGBA(image.Rect(0, 0, full, full))
	for py := range full {
		for px := range full {
			x, y := float64(px)+0.5, float64(py)+0.5
			dx := math.Abs(x-(left+right)/2) - (right-left)/2 + round
			dy := math.Abs(y-(top+bottom)/2) - (bottom-top)/2 + round
			sheet := math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - round
			crease := (x - (right - fold) - (y - top)) / math.Sqrt2 // beyond the fold
			outline := max(sheet, crease)
			c := paper
			switch {
			case outline > -12:
				c = edge
			case x > right-fold-12 && y < top+fold+12:
				c = flap
			}
			c.A = uint8(math.Round(255 * min(max(0.5-outline, 0), 1)))
			icon.SetNRGBA(px, py, c)
		}
	}
	const size = 248
	at := image.Rect(256-size/2, 316-size/2, 256+size/2, 316+size/2)
	draw.CatmullRom.Scale(icon, at, app, app.Bounds(), draw.Over, nil)
	return icon
}

// ico is the icon in the sizes that Windows wants, each as PNG, which it reads
// since Vista.
func ico(icon image.Image) []byte {
	images := make([][]byte, len(icoSizes))
	head := []uint16{0, 1, uint16(len(icoSizes))}
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, head)
	offset := 6 + 16*len(icoSizes)
	for i, size := range icoSizes {
		images[i] = encoded(scaled(icon, size))
		entry := struct {
			Width, Height, Colours, Reserved uint8 // 0 stands for 256
			Planes, Bits                     uint16
			Length, Offset                   uint32
		}{uint8(size), uint8(size), 0, 0, 1, 32, uint32(len(images[i])), uint32(offset)}
		_ = binary.Write(&b, binary.LittleEndian, entry)
		offset += len(images[i])
	}
	for _, data := range images {
		b.Write(data)
	}
	return b.Bytes()
}
