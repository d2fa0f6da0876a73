package gui

import (
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/weburl"
)

// branchLimit is how many branches of a folder are read at once.
const branchLimit = 500

// A tree that follows a running crawl is read anew at most once in treeEvery, and
// rests treeRest times as long as the reading took.
const (
	treeEvery = time.Second
	treeRest  = 8
)

// treeSource gives what is in folders, as crawlfile.File.Trees does.
type treeSource func(context.Context, []crawlfile.Folder, crawlfile.Filter) ([]crawlfile.Contents, error)

// treeLine is a line of the tree.
type treeLine struct {
	branch crawlfile.Branch
	level  int
	open   bool
	rest   int // instead of a branch: how many more the folder branch.Path has
}

// key tells the line from all others.
func (l *treeLine) key() string {
	if l.rest > 0 {
		return l.branch.Path + "\x00"
	}
	return l.branch.Path
}

// treePane shows the addresses of the list by folders, each read when it is
// opened. What is open stays so when another filter is chosen, or more is found.
type treePane struct {
	feed   *feed
	failed func(error)
	opened func(id int64)
	source treeSource
	filter crawlfile.Filter

	open      map[string]int                // how many branches are wanted of each open folder; "" has the origins
	folders   map[string]crawlfile.Contents // what was read of them
	untouched bool                          // the largest origin may be opened without a click
	asking    question
	reading   bool
	read      time.Time     // when something was last read
	took      time.Duration // how long that took
	seen      int           // what of a running crawl was there then

	lines   []treeLine
	list    *rowList
	empty   *widget.Label // says why there are no lines
	content fyne.CanvasObject
}

func newTreePane(f *feed, failed func(error), opened func(id int64)) *treePane {
	t := &treePane{feed: f, failed: failed, opened: opened}
	t.list = newRowList(nil)
	t.list.Length = func() int { return len(t.lines) }
	t.list.CreateItem = func() fyne.CanvasObject { return newSideView(t.list.tap) }
	t.list.UpdateItem = func(i int, o fyne.CanvasObject) {
		if i < len(t.lines) {
			line := t.lines[i].side()
			o.(*sideView).show(i, &line)
		}
	}
	t.list.onTapped, t.list.onOpen = t.onLine, t.onLine
	t.empty = newEmptyLabel()
	t.content = container.NewStack(container.New(layout.NewCustomPaddedLayout(4, 0, 6, 0), t.list), container.NewBorder(container.NewPadded(t.empty), nil, nil, nil))
	return t
}

func (t *treePane) object() fyne.CanvasObject { return t.content }

// show displays what a filter chooses of another crawl.
func (t *treePane) show(source treeSource, filter crawlfile.Filter) {
	t.leave()
	t.source, t.filter = source, filter
	t.open, t.untouched = map[string]int{"": branchLimit}, true
	t.list.ScrollToOffset(0)
	t.refresh(0)
}

// choose displays what another filter chooses of the same crawl, after a while in
// which yet another may be chosen.
func (t *treePane) choose(filter crawlfile.Filter, wait time.Duration) {
	t.filter, t.untouched = filter, true
	t.refresh(wait)
}

// refresh reads all that is open anew.
func (t *treePane) refresh(wait time.Duration) {
	if t.source == nil {
		return
	}
	t.ask(func(string) bool { return true }, wait)
}

// grow follows a running crawl. saved tells how much of it is there by now, last
// that nothing will come after this.
func (t *treePane) grow(saved int, last bool) {
	if t.source == nil || t.seen == saved && !last {
		return
	}
	if last || t.due(time.Now()) {
		t.seen = saved
		t.refresh(0)
	}
}

// due tells whether the tree has rested long enough to be read anew.
func (t *treePane) due(now time.Time) bool {
	return !t.reading && now.Sub(t.read) >= max(treeEvery, treeRest*t.took)
}

// ask reads those open folders that are wanted.
func (t *treePane) ask(wanted func(path string) bool, wait time.Duration) {
	var folders []crawlfile.Folder
	for path, limit := range t.open {
		if wanted(path) {
			folders = append(folders, crawlfile.Folder{Path: path, Limit: limit})
		}
	}
	source, filter := t.source, t.filter
	began := time.Now()
	t.reading = true
	ask(t.feed, &t.asking, func(ctx context.Context) ([]crawlfile.Contents, error) {
		if err := t.feed.pause(ctx, wait); err != nil {
			return nil, err
		}
		return source(ctx, folders, filter)
	}, func(found []crawlfile.Contents, err error) {
		t.reading, t.read, t.took = false, time.Now(), time.Since(began)
		if err != nil {
			t.failed(err)
			return
		}
		for i, folder := range folders {
			t.folders[folder.Path] = found[i]
		}
		t.arrange()
		t.openLargest()
	})
}

// openLargest opens the origin with the most addresses, as a rule the site's own:
// that needs no click.
func (t *treePane) openLargest() {
	origins := t.folders[""].Branches
	if !t.untouched || len(origins) == 0 {
		return
	}
	largest := slices.MaxFunc(origins, func(a, b crawlfile.Branch) int { return a.Below - b.Below })
	if largest.Below == 0 || t.open[largest.Path] > 0 {
		return
	}
	t.untouched = false
	t.openFolder(largest.Path, branchLimit)
}

// openFolder reads so many branches of a folder, and those that were to be read
// when this was asked.
func (t *treePane) openFolder(path string, limit int) {
	t.open[path] = limit
	t.ask(func(other string) bool {
		_, known := t.folders[other]
		return !known || other == path
	}, 0)
}

// leave asks nothing more of the crawl, whose file is about to be closed.
func (t *treePane) leave() {
	t.asking.drop()
	t.source, t.reading, t.seen = nil, false, 0
	t.open, t.folders = nil, map[string]crawlfile.Contents{}
	t.lines = nil
	t.list.forget()
	t.list.Refresh()
}

// arrange makes the lines anew. The place that is looked at stays, and the line
// that was chosen.
func (t *treePane) arrange() {
	const step = rowHeight + rowGap
	offset := t.list.GetScrollOffset()
	top := t.keyAt(int(offset / step))
	chosen := t.keyAt(t.list.at)
	before := t.lines
	t.lines = t.appendLines(nil, "", 0)
	if slices.Equal(before, t.lines) {
		return
	}
	t.list.Refresh()
	if chosen != "" {
		if at := t.lineOf(chosen); at >= 0 {
			t.list.restore(at)
		} else {
			t.list.forget()
		}
	}
	if at := t.lineOf(top); at >= 0 && offset > 0 {
		offset = float32(at*step) + offset - float32(int(offset/step)*step)
	}
	t.list.ScrollToOffset(offset)
}

func (t *treePane) keyAt(line int) string {
	if line < 0 || line >= len(t.lines) {
		return ""
	}
	return t.lines[line].key()
}

func (t *treePane) lineOf(key string) int {
	return slices.IndexFunc(t.lines, func(l treeLine) bool { return l.key() == key })
}

// appendLines appends the branches of a folder, and those below that are open.
func (t *treePane) appendLines(lines []treeLine, path string, level int) []treeLine {
	folder := t.folders[path]
	for _, b := range folder.Branches {
		_, open := t.open[b.Path]
		open = open && b.Below > 0
		lines = append(lines, treeLine{branch: b, level: level, open: open})
		if open {
			lines = t.appendLines(lines, b.Path, level+1)
		}
	}
	if rest := folder.Total - len(folder.Branches); rest > 0 {
		lines = append(lines, treeLine{branch: crawlfile.Branch{Path: path}, level: level, rest: rest})
	}
	return lines
}

// onLine opens or closes a folder, and shows an address.
func (t *treePane) onLine(i int) {
	if i >= len(t.lines) || t.source == nil {
		return
	}
	l := t.lines[i]
	switch {
	case l.rest > 0:
		t.openFolder(l.branch.Path, t.open[l.branch.Path]+branchLimit)
		return
	case l.open:
		t.close(i)
	case l.branch.Below > 0:
		t.openFolder(l.branch.Path, branchLimit)
	}
	if l.branch.ID != 0 {
		t.opened(l.branch.ID)
	}
}

// close closes the folder in a line, and those that are open in it.
func (t *treePane) close(i int) {
	t.untouched = false
	for _, l := range t.lines[i:] {
		if l.level <= t.lines[i].level && l.key() != t.lines[i].key() {
			break
		}
		if l.open {
			delete(t.open, l.branch.Path)
			delete(t.folders, l.branch.Path)
		}
	}
	t.arrange()
}

// side is how the line looks.
func (l *treeLine) side() sideLine {
	if l.rest > 0 {
		return sideLine{name: lang.X("tree.more", "Show {{.N}} more", map[string]any{"N": number(l.rest)}), level: l.level, mark: sideMarks()["closed"]}
	}
	shown := sideLine{name: branchName(l.branch.Name), level: l.level}
	switch {
	case l.open:
		shown.mark = sideMarks()["open"]
	case l.branch.Below > 0:
		shown.mark = sideMarks()["closed"]
	default:
		shown.mark = markOf(branchOutcome(&l.branch))
	}
	if l.branch.Below > 0 {
		shown.count = number(l.branch.Below)
	}
	if broken := l.branch.Outcomes[crawler.Broken]; broken > 0 && l.branch.Below > 0 {
		shown.count = lang.X("tree.broken", "{{.Broken}} broken of {{.N}}", map[string]any{"Broken": number(broken), "N": number(l.branch.Below)})
	}
	return shown
}

// branchName is the name of a branch as a person writes it, as in the list.
func branchName(name string) string {
	if u, err := weburl.Parse(name); err == nil && u.IsHTTP() {
		return strings.TrimSuffix(u.Display(), "/")
	}
	return weburl.DisplayPart(name)
}

// branchOutcome is the outcome of a branch that is an address alone.
func branchOutcome(b *crawlfile.Branch) crawler.Outcome {
	for o := range b.Outcomes {
		if b.Outcomes[o] > 0 {
			return crawler.Outcome(o)
		}
	}
	return crawler.Waiting
}
