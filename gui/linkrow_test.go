package gui

import (
	"testing"

	"fyne.io/fyne/v2"
)

func TestALinkRowGivesItsNameTheRoomThatTheNoteLeaves(t *testing.T) {
	newTestApp(t)
	r := newLinkRow(func() {})
	r.set(nil, "Link to a page that is missing  ·  in the menu on 50 pages", "Hurts visitors", "50", -1, colorQuiet)
	r.Resize(fyne.NewSize(560, linkRowHeight))
	if r.name.text.Text != r.name.full || r.note.text.Text != r.note.full {
		t.Errorf("%q, %q", r.name.text.Text, r.note.text.Text)
	}
	r.Resize(fyne.NewSize(200, linkRowHeight))
	if r.note.text.Text == r.note.full || r.name.text.Text == "" {
		t.Errorf("in little room %q, %q", r.name.text.Text, r.note.text.Text)
	}
}
