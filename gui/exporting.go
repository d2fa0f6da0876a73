package gui

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
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
	write    func(context.Context, *crawlfile.File, string, export.Choice, func(float64)) error
	formats  []export.Format
	named    func(path string) (export.Format, bool) // the one of formats that a name's ending says

	crawl  *crawl
	scopes []exportScope
	what   *dropdown
	format *dropdown
	name   *entry
	folder *widget.Label
	hint   *widget.Label
	words  *wordsButton
	save   *button
	opened *sheet
	work   question
}

func newExporter(f *feed, d *sheets, s *settings, done func(path string)) *exporter {
	return &exporter{feed: f, sheets: d, settings: s, done: done, write: export.ToFile, formats: export.Formats(), named: export.For}
}

// newRowsExporter makes an exporter for rows that are no part of the crawl file,
// as what has changed. write has to be set before it is opened.
func newRowsExporter(f *feed, d *sheets, s *settings, done func(path string)) *exporter {
	e := newExporter(f, d, s, done)
	e.formats = slices.DeleteFunc(export.Formats(), func(f export.Format) bool { return !slices.Contains(export.RowEndings, f.Extension) })
	e.named = func(path string) (export.Format, bool) {
		if !export.HasRows(path) {
			return export.Format{}, false
		}
		format, ok := export.For("rows" + filepath.Ext(path))
		return format, ok
	}
	return e
}

// exportScope is a part of the crawl that can be written.
type exportScope struct {
	name   string
	filter crawlfile.Filter
}

// exportScopes are everything, what the list shows, and each problem that was found.
func exportScopes(shown crawlfile.Filter, counts crawlfile.Counts) []exportScope {
	scopes := []exportScope{
		{name: lang.X("export.everything", "Everything")},
		{name: lang.X("export.shown", "What the list shows now"), filter: shown},
	}
	for _, check := range audit.Checks() {
		if n := counts.Findings[check.ID]; n > 0 {
			scopes = append(scopes, exportScope{check.Name() + " (" + number(n) + ")", crawlfile.Filter{Findings: []string{check.ID}}})
		}
	}
	return scopes
}

// open asks what to write of a crawl, as what, and where to. proposal is a
// file's name without its ending. Without scopes there is nothing to choose.
func (e *exporter) open(c *crawl, proposal string, scopes []exportScope) {
	e.crawl, e.scopes = c, scopes
	e.name = newEntry()
	e.what = newDropdown(scopeNames(scopes), func(string) {})
	if len(scopes) > 0 {
		e.what.SetSelectedIndex(0)
	}
	e.format = newDropdown(formatNames(e.formats), func(string) { e.onFormat() })
	e.name.SetText(proposal + e.formats[0].Extension)
	e.name.OnSubmitted = func(string) { e.onSave() }
	e.name.OnChanged = func(string) { e.onName() }
	e.folder = widget.NewLabel(e.settings.exportFolder())
	e.folder.Truncation = fyne.TextTruncateEllipsis
	e.hint = newWrappedLabel()
	e.hint.Importance = widget.LowImportance
	e.words = newWordsButton(e.sheets)
	change := newButton(lang.X("export.change", "Choose…"), theme.FolderOpenIcon(), e.onFolder)

	what := container.NewVBox(widget.NewLabel(lang.X("export.what", "What")), outlined(e.what))
	what.Hidden = len(scopes) == 0
	form := container.NewVBox(
		what,
		widget.NewLabel(lang.X("export.format", "As")), outlined(e.format), container.NewHBox(e.words.explained),
		widget.NewLabel(lang.X("export.name", "File name")), e.name, e.hint,
		widget.NewLabel(lang.X("export.folder", "Folder")),
		container.NewBorder(nil, nil, nil, change, e.folder),
	)
	e.save = newMainButton(lang.X("export.save", "Save"), theme.DocumentSaveIcon(), e.onSave)
	e.opened = e.sheets.show(lang.X("export.title", "Export the results"), form, fyne.NewSize(580, 0),
		newButton(lang.X("dialog.cancel", "Cancel"), nil, e.onCancel), e.save)
	e.opened.closed = e.leave // Escape takes Save back
	e.onName()
	e.sheets.window.Canvas().Focus(e.name)
	e.name.selectAll()
}

func scopeNames(scopes []exportScope) []string {
	var names []string
	for _, s := range scopes {
		names = append(names, s.name)
	}
	return names
}

func formatNames(formats []export.Format) []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	return names
}

// choice is what is to be written.
func (e *exporter) choice() export.Choice {
	i := e.what.SelectedIndex()
	if i < 0 {
		return export.Choice{}
	}
	return export.Choice{Filter: e.scopes[i].filter}
}

// chosenFormat is the format that is chosen, the first one if none is.
func (e *exporter) chosenFormat() export.Format {
	return e.formats[max(e.format.SelectedIndex(), 0)]
}

// onFormat gives the name the ending of the format.
func (e *exporter) onFormat() {
	format := e.chosenFormat()
	if now, ok := e.named(e.name.Text); !ok || now.ID != format.ID {
		e.name.SetText(export.Stem(e.name.Text) + format.Extension)
	}
}

// onName chooses the format that the name's ending says.
func (e *exporter) onName() {
	named, ok := e.named(e.name.Text)
	if ok && e.chosenFormat().ID != named.ID || e.format.SelectedIndex() < 0 {
		for i, format := range e.formats {
			if format.ID == named.ID || !ok && i == 0 {
				e.format.SetSelectedIndex(i)
			}
		}
	}
	setText(e.hint, lang.X("export.kind", "The name’s ending says which kind of file it becomes: {{.Ending}} is {{.Kind}}.",
		map[string]any{"Ending": e.chosenFormat().Extension, "Kind": e.chosenFormat().Name}))
	e.words.about(e.chosenFormat().Name)
	e.save.enable(strings.TrimSpace(e.name.Text) != "")
}

func (e *exporter) onCancel() { e.opened.hide() }

// leave writes nothing, or nothing more.
func (e *exporter) leave() { e.work.drop() }

// onFolder chooses another folder.
func (e *exporter) onFolder() {
	chooseFolder(e.feed, e.sheets, e.folder.Text, func(folder string) { setText(e.folder, folder) })
}

// path is the file that was asked for. A person may type a whole path.
func (e *exporter) path() string {
	path := exportPath(strings.TrimSpace(e.name.Text), e.folder.Text)
	if _, ok := e.named(path); !ok {
		path += e.chosenFormat().Extension
	}
	return path
}

// exportPath puts a typed name into a folder.
func exportPath(name, folder string) string {
	if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(name, "~/") {
		name = filepath.Join(home, name[2:])
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(folder, name)
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
	shown.closed = e.leave // closing it early cancels the writing
	c, over, write, choice := e.crawl, e.crawl.over(), e.write, e.choice()
	percent := -1
	progress := func(share float64) {
		if now := int(share * 100); now != percent {
			percent = now
			e.feed.do(func() { bar.SetValue(share) })
		}
	}
	ask(e.feed, &e.work, inTurn(&c.tasks, done(func(ctx context.Context) error {
		return c.write(ctx, over, func(file *crawlfile.File) error { return write(ctx, file, path, choice, progress) })
	})), func(_ nothing, err error) {
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
