package gui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
)

// pageFinding is what a check found about one page, with all it found there.
type pageFinding struct {
	check   audit.Check
	details []string
}

// newPageFindings gathers what was found about a page, those first that hurt
// most. A check that this version does not know is left out.
func newPageFindings(found []crawler.Finding) []pageFinding {
	var all []pageFinding
	for _, f := range found {
		check, known := audit.ByID(f.Check)
		if !known {
			continue
		}
		at := slices.IndexFunc(all, func(p pageFinding) bool { return p.check.ID == check.ID })
		if at < 0 {
			at = len(all)
			all = append(all, pageFinding{check: check})
		}
		if f.Detail != "" {
			all[at].details = append(all[at].details, f.Detail)
		}
	}
	slices.SortStableFunc(all, func(a, b pageFinding) int { return int(a.check.Hurts) - int(b.check.Hurts) })
	return all
}

// detailLimit is how many details of one finding are written out.
const detailLimit = 20

// showFindings lists what the checks found about the page.
func (d *details) showFindings(found []pageFinding) {
	d.problems.Objects = nil
	if len(found) > 0 {
		d.problems.Add(caption(plural("details.problem", "One thing to improve here", "{{.N}} things to improve here", len(found))))
		for i := range found {
			d.problems.Add(d.newPageFindingView(&found[i]))
		}
		d.problems.Add(spaceOf(6))
	}
	d.problems.Refresh()
}

// newPageFindingView shows a finding by its name, and on a click why it
// matters and how it is fixed.
func (d *details) newPageFindingView(f *pageFinding) fyne.CanvasObject {
	mark := widget.NewIcon(hurtMark(f.check.Hurts).icon)
	body := newCompact()
	write := func(name, text string) {
		if text == "" {
			return
		}
		label := newWrappedLabel()
		label.SetText(text)
		body.Add(caption(name))
		body.Add(label)
	}
	for i, detail := range f.details {
		if i == detailLimit {
			write(lang.X("details.rest", "And"), lang.X("message.more", "and {{.N}} more", map[string]any{"N": number(len(f.details) - i)}))
			break
		}
		label := newWrappedLabel()
		label.Wrapping = fyne.TextWrapBreak
		label.SetText(detail)
		body.Add(label)
	}
	write(lang.X("problem.why", "Why it matters"), f.check.Why())
	write(lang.X("problem.fix", "How to fix it"), f.check.Fix())
	words := newWordsButton(d.sheets)
	words.about(f.check.Name(), f.check.Why(), f.check.Fix())
	folded := container.New(layout.NewCustomPaddedLayout(0, 10, 32, 0), container.NewVBox(body, container.NewHBox(words.explained)))
	folded.Hide()
	toggle := newQuietButton(f.check.Name(), theme.MenuExpandIcon(), nil)
	toggle.Alignment = widget.ButtonAlignLeading
	toggle.OnTapped = func() {
		setVisible(folded, !folded.Visible())
		if folded.Visible() {
			toggle.SetIcon(theme.MenuDropDownIcon())
		} else {
			toggle.SetIcon(theme.MenuExpandIcon())
		}
		d.problems.Refresh()
	}
	return container.New(joined{}, container.NewBorder(nil, nil, mark, nil, toggle), folded)
}
