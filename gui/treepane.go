package gui

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// branchLimit is how many branches of a folder are read at once.
const branchLimit = 500

// treeSource gives what is in a folder, as crawlfile.File.Tree does.
type treeSource func(ctx context.Context, path string, filter crawlfile.Filter, from, limit int) ([]crawlfile.Branch, int, error)

// treeLine is a line of the tree.
type treeLine struct {
	branch crawlfile.Branch
	level  int
	open   bool
	rest   int // instead of a branch: how many more the folder has
	from   int // the number of the first of those
}

// treePane shows the addresses of the list by folders, each read when it is opened.
type treePane struct {
	feed   *feed
	failed func(error)
	opened func(id int64)
	source treeSource
	filter crawlfile.Filter
	asking question
	lines  []treeLine
	list   *rowList
}

func newTreePane(f *feed, failed func(error), opened func(id int64)) *treePane {
	t := &treePane{feed: f, failed: failed, opened: opened}
	t.list = newRowList(nil)
	t.list.Length = func() int { return len(t.lines) }
	t.list.CreateItem = func() fyne.CanvasObject { return newSideView() }
	t.list.UpdateItem = func(i int, o fyne.CanvasObject) {
		if i < len(t.lines) {
			line := t.lines[i].side()
			o.(*sideView).show(&line)
		}
	}
	t.list.onTapped, t.list.onOpen = t.onLine, t.onLine
	return t
}

func (t *treePane) object() fyne.CanvasObject { return t.list }

// show displays what a filter chooses.
func (t *treePane) show(source treeSource, filter crawlfile.Filter) {
	t.source, t.filter = source, filter
	t.lines = nil
	t.list.forget()
	t.list.Refresh()
	t.read(-1, 0)
}

// read reads the branches of the folder in a line, -1 for the origins, and puts
// them below it; a line that stands for the rest is replaced.
func (t *treePane) read(line, from int) {
	path, level := "", 0
	if line >= 0 {
		path, level = t.lines[line].branch.Path, t.lines[line].level+1
	}
	source, filter := t.source, t.filter
	type answer struct {
		branches []crawlfile.Branch
		total    int
	}
	ask(t.feed, &t.asking, func(ctx context.Context) (a answer, err error) {
		a.branches, a.total, err = source(ctx, path, filter, from, branchLimit)
		return a, err
	}, func(a answer, err error) {
		if err != nil {
			t.failed(err)
			return
		}
		var fresh []treeLine
		for _, b := range a.branches {
			fresh = append(fresh, treeLine{branch: b, level: level})
		}
		if rest := a.total - from - len(a.branches); rest > 0 {
			fresh = append(fresh, treeLine{branch: crawlfile.Branch{Path: path}, level: level, rest: rest, from: from + len(a.branches)})
		}
		t.insert(line, fresh)
	})
}

// leave asks nothing more of the crawl, whose file is about to be closed.
func (t *treePane) leave() {
	t.asking.drop()
	t.lines = nil
	t.list.Refresh()
}

func (t *treePane) insert(line int, fresh []treeLine) {
	at := line + 1
	if line >= 0 {
		t.lines[line].open = true
	}
	t.lines = slices.Insert(t.lines, at, fresh...)
	t.list.Refresh()
	if line < 0 && len(fresh) == 1 && fresh[0].branch.Below > 0 { // a single origin needs no click
		t.read(0, 0)
	}
}

// onLine opens or closes a folder, and shows an address.
func (t *treePane) onLine(i int) {
	if i >= len(t.lines) {
		return
	}
	l := t.lines[i]
	switch {
	case l.rest > 0:
		t.more(i)
		return
	case l.open:
		t.asking.drop() // the line that the answer belongs to moves
		end := i + 1
		for end < len(t.lines) && t.lines[end].level > l.level {
			end++
		}
		t.lines = slices.Delete(t.lines, i+1, end)
		t.lines[i].open = false
		t.list.Refresh()
	case l.branch.Below > 0:
		t.read(i, 0)
	}
	if l.branch.ID != 0 {
		t.opened(l.branch.ID)
	}
}

// more reads further branches of a folder into the place of the line that
// stands for them.
func (t *treePane) more(i int) {
	l := t.lines[i]
	source, filter := t.source, t.filter
	ask(t.feed, &t.asking, func(ctx context.Context) ([]crawlfile.Branch, error) {
		branches, _, err := source(ctx, l.branch.Path, filter, l.from, branchLimit)
		return branches, err
	}, func(branches []crawlfile.Branch, err error) {
		if err != nil {
			t.failed(err)
			return
		}
		var fresh []treeLine
		for _, b := range branches {
			fresh = append(fresh, treeLine{branch: b, level: l.level})
		}
		if l.rest > len(branches) {
			l.rest, l.from = l.rest-len(branches), l.from+len(branches)
			fresh = append(fresh, l)
		}
		t.lines = slices.Replace(t.lines, i, i+1, fresh...)
		t.list.Refresh()
	})
}

// side is how the line looks.
func (l *treeLine) side() sideLine {
	if l.rest > 0 {
		return sideLine{name: lang.X("tree.more", "Show {{.N}} more", map[string]any{"N": number(l.rest)}), level: l.level, mark: sideMarks()["closed"]}
	}
	shown := sideLine{name: l.branch.Name, level: l.level}
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

// branchOutcome is the outcome of a branch that is an address alone.
func branchOutcome(b *crawlfile.Branch) crawler.Outcome {
	for o := range b.Outcomes {
		if b.Outcomes[o] > 0 {
			return crawler.Outcome(o)
		}
	}
	return crawler.Waiting
}
