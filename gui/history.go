package gui

import (
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler/crawlfile"
	"sitewalk/export"
)

// historyLimit is how many earlier crawls are offered to compare with.
const historyLimit = 20

// lookBack looks for earlier crawls of the site and compares with the last.
func (w *window) lookBack() {
	c, folder, shown := w.crawl, w.folder, w.changes.all.path
	type answer struct {
		history []crawlfile.Summary
		found   comparison
	}
	ask(w.feed, &w.comparing, inTurn(&c.comparisons, func(ctx context.Context) (a answer, err error) {
		meta, err := c.file.Meta(ctx)
		if err != nil || meta.Site == "" {
			return a, err
		}
		history, err := crawlfile.History(ctx, folder, meta.Site)
		if err != nil {
			return a, err
		}
		for _, s := range history {
			if s.Path != c.file.Path() {
				a.history = append(a.history, s)
			}
		}
		last, ok := crawlfile.Previous(history, meta)
		if i := slices.IndexFunc(a.history, func(s crawlfile.Summary) bool { return s.Path == shown }); i >= 0 {
			last, ok = a.history[i], true // as a person has chosen
		}
		if !ok {
			return a, nil
		}
		a.found, err = c.compare(ctx, last, day(last.Meta.Started, time.Now()))
		return a, err
	}), func(a answer, err error) {
		if err != nil { // the earlier crawl cannot be read: there is nothing to compare with
			setText(w.changes.story, w.changes.all.story)
			fyne.LogError("comparing with the last crawl", err)
			return
		}
		w.earlier = a.history
		w.showComparison(a.found)
	})
}

// showComparison tells everywhere what has changed since an earlier crawl.
func (w *window) showComparison(c comparison) {
	w.changes.show(c)
	w.overview.changes.show(c.story, c.total)
	w.sidebar.setHistory(c.path != "" || len(w.earlier) > 0)
}

// onChooseEarlier offers the other crawls of the site to compare with.
func (w *window) onChooseEarlier(below fyne.CanvasObject) {
	c := w.crawl
	var items []*fyne.MenuItem
	for _, s := range w.earlier[:min(historyLimit, len(w.earlier))] {
		item := fyne.NewMenuItem(day(s.Meta.Started, time.Now()), func() { w.compareWith(c, s) })
		item.Checked = s.Path == w.changes.all.path
		items = append(items, item)
	}
	if len(items) == 0 {
		return
	}
	popup := widget.NewPopUpMenu(fyne.NewMenu("", items...), w.window.Canvas())
	popup.ShowAtPosition(w.app.Driver().AbsolutePositionForObject(below).AddXY(0, below.Size().Height+4))
}

func (w *window) compareWith(c *crawl, earlier crawlfile.Summary) {
	if c == nil || c != w.crawl { // it was left while the menu was open
		return
	}
	setText(w.changes.story, lang.X("list.slow", "One moment…"))
	ask(w.feed, &w.comparing, inTurn(&c.comparisons, func(ctx context.Context) (comparison, error) {
		return c.compare(ctx, earlier, day(earlier.Meta.Started, time.Now()))
	}), func(found comparison, err error) {
		if err != nil {
			setText(w.changes.story, w.changes.all.story)
			w.onReadError(err)
			return
		}
		w.showComparison(found)
	})
}

// onExportChanges asks where to write what has changed to.
func (w *window) onExportChanges() {
	if w.crawl == nil { // it is being left
		return
	}
	path := w.changes.all.path
	w.rows.write = func(ctx context.Context, file *crawlfile.File, to string, _ export.Choice, _ func(float64)) error {
		old, err := crawlfile.OpenReadOnly(path)
		if err != nil {
			return err
		}
		defer old.Close()
		return export.ComparisonToFile(ctx, old, file, to, func(*crawlfile.Difference) {})
	}
	w.rows.open(w.crawl, exportName(w.host+"-"+lang.X("changes.filename", "changes"), w.began, ""), nil)
}

// onExportHits asks where to write the pages with a text to.
func (w *window) onExportHits(text string) {
	if w.crawl == nil { // it is being left
		return
	}
	w.rows.write = func(ctx context.Context, file *crawlfile.File, to string, _ export.Choice, _ func(float64)) error {
		return export.SearchToFile(ctx, file, text, to, func(crawlfile.Hit) error { return nil })
	}
	w.rows.open(w.crawl, exportName(w.host+"-"+text, w.began, ""), nil)
}
