package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"sitewalk/version"
)

// about says what this program is.
func (s *sheets) about(folder string) {
	text := newWrappedLabel()
	text.SetText(lang.X("about.text", "Sitewalk walks through a website as a visitor could, checks every page, link and image, and says in plain words what is broken and where.\n\nFree software under the MIT licence, by the Sitewalk authors."))
	where := newWrappedLabel()
	where.Importance = widget.LowImportance
	where.SetText(lang.X("about.folder", "Your crawls are kept in {{.Folder}}", map[string]any{"Folder": folder}))
	which := widget.NewLabel(lang.X("about.version", "Version {{.Version}}", map[string]any{"Version": version.Short()}))
	keys := newWrappedLabel()
	keys.SetText(lang.X("about.keys", "Keys: Enter starts, Escape stops, Ctrl+P pauses, Ctrl+F filters, Ctrl+E exports, Ctrl+O opens an earlier crawl, Ctrl+L goes to the address."))
	var shown *sheet
	closing := newMainButton(lang.X("dialog.close", "Close"), nil, func() { shown.hide() })
	shown = s.show(lang.X("about.title", "About Sitewalk"), container.NewVBox(which, text, keys, where), fyne.NewSize(540, 0), closing)
	s.window.Canvas().Focus(closing)
}
