package gui

import (
	"context"
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
)

// chooser lets a person walk through folders to choose one, or a file in one.
// Unlike Fyne's it reads them away from the UI goroutine, so that a network
// drive that hangs does not hang the window.
type chooser struct {
	feed    *feed
	ending  string // of the files to choose from; "" chooses folders
	chosen  func(path string)
	folder  string
	entries []choosable
	list    question
	lines   *rowList
	place   *entry
	note    *widget.Label
	use     *button
	opened  *sheet
}

// choosable is a folder or file that can be chosen.
type choosable struct {
	name   string
	folder bool
}

func chooseFolder(f *feed, s *sheets, at string, chosen func(string)) {
	c := &chooser{feed: f, chosen: chosen}
	c.show(s, lang.X("chooser.folder", "Choose a folder"), lang.X("chooser.folder.use", "Use this folder"), at)
}

func chooseFile(f *feed, s *sheets, at, ending string, chosen func(string)) {
	c := &chooser{feed: f, ending: ending, chosen: chosen}
	c.show(s, lang.X("chooser.file", "Open an earlier crawl"), lang.X("chooser.file.use", "Open"), at)
}

func (c *chooser) show(s *sheets, title, use, at string) {
	c.place = newEntry()
	c.place.OnSubmitted = c.onPlace
	up := newButton("", theme.MoveUpIcon(), c.onUp)
	home := newButton("", theme.HomeIcon(), c.onHome)
	c.note = newWrappedLabel()
	c.note.Importance = widget.LowImportance
	c.note.Hide()
	c.lines = newRowList(c.onChosen)
	c.lines.Length = func() int { return len(c.entries) }
	c.lines.CreateItem = func() fyne.CanvasObject { return newChoosableView() }
	c.lines.UpdateItem = func(i int, o fyne.CanvasObject) { o.(*choosableView).show(&c.entries[i]) }
	c.lines.onTapped = c.onTapped
	c.lines.onOpen = c.onOpen
	c.use = newMainButton(use, nil, c.onUse)
	top := container.NewBorder(nil, nil, container.NewHBox(home, up), nil, c.place)
	c.opened = s.show(title, container.NewBorder(container.NewVBox(top, c.note), nil, nil, nil, c.lines), s.roomy(),
		newButton(lang.X("dialog.cancel", "Cancel"), nil, c.onCancel), c.use)
	c.opened.closed = c.list.drop
	s.window.Canvas().Focus(c.lines)
	c.visit(at)
}

// listing is what a folder holds.
type listing struct {
	folder  string
	entries []choosable
}

// visit shows another folder. One that is not there becomes its nearest parent.
func (c *chooser) visit(folder string) {
	ending := c.ending
	ask(c.feed, &c.list, func(context.Context) (listing, error) {
		return listFolder(folder, ending)
	}, func(l listing, err error) {
		note := ""
		if err != nil {
			note = audit.File(err, folder).Text
		} else if len(l.entries) == 0 && ending != "" {
			note = lang.X("chooser.empty", "There is no crawl in this folder.")
		} else if len(l.entries) == 0 {
			note = lang.X("chooser.empty.folder", "There are no further folders in this one.")
		}
		c.folder, c.entries = l.folder, l.entries
		if c.place.Text != l.folder {
			c.place.SetText(l.folder)
		}
		setText(c.note, note)
		setVisible(c.note, note != "")
		c.lines.forget()
		c.lines.ScrollToOffset(0)
		c.lines.Refresh()
		c.use.enable(c.ending == "" && err == nil)
	})
}

func listFolder(folder, ending string) (listing, error) {
	found, err := os.ReadDir(folder)
	if os.IsNotExist(err) && filepath.Dir(folder) != folder {
		return listFolder(filepath.Dir(folder), ending)
	}
	l := listing{folder: folder}
	for _, e := range found {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		isFolder := e.IsDir()
		if e.Type()&os.ModeSymlink != 0 {
			info, err := os.Stat(filepath.Join(folder, e.Name()))
			isFolder = err == nil && info.IsDir()
		}
		if isFolder || ending != "" && strings.HasSuffix(e.Name(), ending) {
			l.entries = append(l.entries, choosable{name: e.Name(), folder: isFolder})
		}
	}
	slices.SortStableFunc(l.entries, func(a, b choosable) int {
		if a.folder != b.folder {
			if a.folder {
				return -1
			}
			return 1
		}
		return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
	})
	return l, err
}

func (c *chooser) path(line int) string { return filepath.Join(c.folder, c.entries[line].name) }

func (c *chooser) onChosen(line int) {
	if c.ending != "" {
		c.use.enable(!c.entries[line].folder)
	}
}

func (c *chooser) onTapped(line int) {
	if c.entries[line].folder {
		c.visit(c.path(line))
	}
}

func (c *chooser) onOpen(line int) {
	if c.entries[line].folder {
		c.visit(c.path(line))
		return
	}
	c.take(c.path(line))
}

func (c *chooser) onUp() { c.visit(filepath.Dir(c.folder)) }

func (c *chooser) onHome() {
	if home, err := os.UserHomeDir(); err == nil {
		c.visit(home)
	}
}

// onPlace goes to a folder, or takes a file, whose path was typed.
func (c *chooser) onPlace(path string) {
	path = strings.TrimSpace(path)
	if c.ending != "" && strings.HasSuffix(path, c.ending) {
		c.take(path)
		return
	}
	c.visit(path)
}

func (c *chooser) onUse() {
	if c.ending == "" {
		c.take(c.folder)
		return
	}
	if c.lines.at >= 0 && c.lines.at < len(c.entries) {
		c.onOpen(c.lines.at)
	}
}

func (c *chooser) onCancel() { c.opened.hide() }

func (c *chooser) take(path string) {
	c.opened.hide()
	c.chosen(path)
}

// choosableView shows one folder or file.
type choosableView struct {
	widget.BaseWidget
	icon    *widget.Icon
	name    *cell
	content *fyne.Container
}

func newChoosableView() *choosableView {
	v := &choosableView{icon: widget.NewIcon(nil), name: newCell(fyne.TextAlignLeading)}
	v.content = container.New(markedLayout{}, v.icon, v.name)
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer makes the parts that are drawn.
func (v *choosableView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(v.content)
}

func (v *choosableView) show(c *choosable) {
	icon := theme.DocumentIcon()
	if c.folder {
		icon = theme.FolderIcon()
	}
	if v.icon.Resource == nil || v.icon.Resource.Name() != icon.Name() {
		v.icon.SetResource(icon)
	}
	v.name.set(c.name, theme.ColorNameForeground)
}

// markedLayout places a mark and the text behind it.
type markedLayout struct{}

// Layout places the two.
func (markedLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const mark, edge, gap = 20, 14, 12
	o[0].Move(fyne.NewPos(edge, 0))
	o[0].Resize(fyne.NewSize(mark, size.Height))
	o[1].Move(fyne.NewPos(edge+mark+gap, 0))
	o[1].Resize(fyne.NewSize(max(0, size.Width-2*edge-mark-gap), size.Height))
}

// MinSize is the height of a row.
func (markedLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, rowHeight) }
