package gui

import (
	"testing"

	"fyne.io/fyne/v2"
)

func TestColumnsFillTheWidthAndTheLastGivesWay(t *testing.T) {
	newTestApp(t)
	for _, c := range []struct {
		width float32
		time  bool
	}{{900, true}, {480, true}, {400, false}} {
		v := newRowView(pageColumns(), func(int64) {})
		v.content.Resize(fyne.NewSize(c.width, rowHeight))
		v.show(&row{title: "About us", address: "/about", status: "200", time: "80 ms"}, false)
		last := fyne.CanvasObject(v.status)
		if c.time {
			last = v.time
		}
		if got := last.Position().X + last.Size().Width; got < c.width-columnEdge-0.5 || got > c.width-columnEdge+0.5 {
			t.Errorf("at %v the last column ends at %v", c.width, got)
		}
		if shown := v.time.text.Text != ""; shown != c.time {
			t.Errorf("at %v the time is shown: %v", c.width, shown)
		}
		if v.title.Size().Width < 100 {
			t.Errorf("at %v the title has %v", c.width, v.title.Size().Width)
		}
	}
}
