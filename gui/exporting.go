package gui

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
	"sitewalk/export"
)

// exporter writes a crawl to a file of a person's choice. It asks by
// itself because Fyne's dialog empties a file the moment it is chosen.
type exporter struct {
	feed     *feed
	sheets   *sheets
	settings *settings
	done     func(path string)
	write    func(context.Context, *crawlfile.File, string, func(float64)) error

	file   *crawlfile.File
	name   *entry
	folder *widget.Label
	hint   *widget.Label
	save   *button
	opened *sheet
	work   question
}

func newExporter(f *feed, d *sheets, s *settings, done func(path string)) *exporter {
	return &exporter{feed: f, sheets: d, settings: s, done: done, write: export.ToFile}
}

// open asks where to write a crawl to.
func (e *exporter) open(file *crawlfile.File, proposal string) {
	e.file = file
	e.name = newEntry()
	e.name.SetText(proposal)
	e.name.OnSubmitted = func(string) { e.onSave() }
	e.name.OnChanged = func(string) { e.showHint() }
	e.folder = widget.NewLabel(e.settings.exportFolder())
	e.folder.Truncation = fyne.TextTruncateEllipsis
	e.hint = newWrappedLabel()
	e.hint.Importance = widget.LowImportance
	change := newButton(lang.X("export.change", "Choose…"), theme.FolderOpenIcon(), e.onFolder)

	form := container.NewVBox(
		widget.NewLabel(lang.X("export.name", "File name")), e.name, e.hint,
		widget.NewLabel(lang.X("export.folder", "Folder")),
		container.NewBorder(nil, nil, nil, change, e.folder),
	)
	e.save = newMainButton(lang.X("export.save", "Save"), theme.DocumentSaveIcon(), e.onSave)
	e.opened = e.sheets.show(lang.X("export.title", "Export the results"), form, fyne.NewSize(580, 0),
		newButton(lang.X("dialog.cancel", "Cancel"), nil, e.onCancel), e.save)
	e.showHint()
	e.sheets.window.Canvas().Focus(e.name)
	e.name.selectAll()
}

// showHint says which kinds of file there are, by their endings.
func (e *exporter) showHint() {
	var kinds []string
	for _, f := range export.Formats() {
		kinds = append(kinds, f.Name+" ("+f.Extension+")")
	}
	setText(e.hint, lang.X("export.hint", "The ending says which kind of file it becomes: {{.Kinds}}.",
		map[string]any{"Kinds": strings.Join(kinds, ", ")}))
	e.save.enable(strings.TrimSpace(e.name.Text) != "")
}

func (e *exporter) onCancel() {
	e.work.drop()
	e.opened.hide()
}

// onFolder chooses another folder.
func (e *exporter) onFolder() {
	chooseFolder(e.feed, e.sheets, e.folder.Text, func(folder string) { setText(e.folder, folder) })
}

// path is the file that was asked for. A person may type a whole path.
func (e *exporter) path() string {
	return exportPath(strings.TrimSpace(e.name.Text), e.folder.Text)
}

// exportPath puts a typed name into a folder and gives it an ending that says a
// format, if it has none.
func exportPath(name, folder string) string {
	if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(name, "~/") {
		name = filepath.Join(home, name[2:])
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(folder, name)
	}
	if _, ok := export.For(name); !ok && !export.HasRows(name) {
		name += export.Formats()[0].Extension
	}
	return name
}

func (e *exporter) onSave() {
	if e.save.Disabled() {
		return
	}
	path := e.path()
	e.save.enable(false)
	ask(e.feed, &e.work, func(context.Context) (bool, error) {
		_, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return true, err
	}, func(exists bool, err error) {
		e.save.enable(true)
		switch {
		case err != nil:
			e.fail(err, path)
		case exists:
			e.sheets.confirm(lang.X("export.replace", "Replace the file?"),
				lang.X("export.replace.text", "There is a file named {{.Name}} in this folder already. Replacing it cannot be undone.", map[string]any{"Name": filepath.Base(path)}),
				lang.X("export.replace.yes", "Replace"), func() { e.start(path) })
		default:
			e.start(path)
		}
	})
}

// start writes the file, and shows how far it is.
func (e *exporter) start(path string) {
	bar := widget.NewProgressBar()
	var shown *sheet
	cancel := newButton(lang.X("dialog.cancel", "Cancel"), nil, func() { shown.hide() })
	e.opened.hide()
	shown = e.sheets.show(lang.X("export.writing", "Writing the file"),
		container.NewVBox(widget.NewLabel(filepath.Base(path)), bar), fyne.NewSize(440, 0), cancel)
	shown.closed = e.work.drop // closing it early cancels the writing
	file, write := e.file, e.write
	percent := -1
	progress := func(share float64) {
		if now := int(share * 100); now != percent {
			percent = now
			e.feed.do(func() { bar.SetValue(share) })
		}
	}
	ask(e.feed, &e.work, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, write(ctx, file, path, progress)
	}, func(_ struct{}, err error) {
		shown.closed = nil
		shown.hide()
		if err != nil {
			e.fail(err, path)
			return
		}
		e.settings.setExportFolder(filepath.Dir(path))
		e.done(path)
	})
}

func (e *exporter) fail(err error, path string) {
	e.sheets.message(lang.X("export.failed", "The file was not written"), audit.File(err, path))
}

// showFolder opens the folder of a file in the system's file manager.
func showFolder(path string) error {
	return fyne.CurrentApp().OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Dir(path))})
}
