package gui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// columnMenu lets a person choose the columns of the list. Each has a box to tick
// and says what it shows. The choice holds at once.
type columnMenu struct {
	chosen func(ids []string)
	ids    []string
	boxes  []*check // by column
	opened *sheet
}

func newColumnMenu(ids []string, chosen func(ids []string)) *columnMenu {
	return &columnMenu{chosen: chosen, ids: ids}
}

// open shows the menu below something.
func (m *columnMenu) open(s *sheets, below fyne.CanvasObject) {
	lines := container.New(layout.NewCustomPaddedVBoxLayout(0))
	for _, c := range pageColumns() {
		box := newCheck(c.title, false)
		if c.id == addressColumn {
			box.Disable()
		}
		m.boxes = append(m.boxes, box)
		what := newWrappedLabel()
		what.SizeName = theme.SizeNameCaptionText
		what.Importance = widget.LowImportance
		what.SetText(c.what)
		name := container.NewVBox(container.NewStack(widthOf(170), box))
		lines.Add(container.NewBorder(nil, nil, name, nil, container.New(layout.NewCustomPaddedLayout(6, 4, 0, 0), newCompact(what))))
	}
	m.tick()
	title := widget.NewLabel(lang.X("columns.title", "Columns of the list"))
	title.TextStyle.Bold = true
	usual := newQuietButton(lang.X("columns.usual", "Usual columns"), theme.ContentUndoIcon(), m.onUsual)
	done := newButton(lang.X("dialog.close", "Close"), nil, func() { m.opened.hide() })
	scroll := container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 12), lines))
	scroll.SetMinSize(fyne.NewSize(0, min(460, s.window.Canvas().Size().Height-150)))
	buttons := container.NewHBox(usual, layout.NewSpacer(), done)
	m.opened = s.bubble(container.NewBorder(title, buttons, nil, nil, scroll), below, 620)
	s.window.Canvas().Focus(m.boxes[0])
}

func (m *columnMenu) onTick(id string, on bool) {
	m.ids = slices.DeleteFunc(slices.Clone(m.ids), func(other string) bool { return other == id })
	if on {
		m.ids = append(m.ids, id)
	}
	m.chosen(m.ids)
}

// onUsual goes back to the columns that show until a person chooses.
func (m *columnMenu) onUsual() {
	m.ids = usualColumns()
	m.tick()
	m.chosen(m.ids)
}

// tick ticks the boxes of the columns that are chosen, and tells of none of that.
func (m *columnMenu) tick() {
	for i, c := range pageColumns() {
		box := m.boxes[i]
		box.OnChanged = nil
		box.SetChecked(c.id == addressColumn || slices.Contains(m.ids, c.id))
		box.OnChanged = func(on bool) { m.onTick(c.id, on) }
	}
}
