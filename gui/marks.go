package gui

import (
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sitewalk/crawler"
)

// mark is how an outcome looks: a shape and a colour, so that nobody needs to
// tell colours apart.
type mark struct {
	icon  fyne.Resource
	color fyne.ThemeColorName
}

func newMark(icon fyne.Resource, color fyne.ThemeColorName) mark {
	return mark{icon: theme.NewColoredResource(icon, color), color: color}
}

// marks are made when first needed: icons belong to a running app.
var marks = sync.OnceValue(func() map[crawler.Outcome]mark {
	return map[crawler.Outcome]mark{
		crawler.Waiting:   newMark(theme.MoreHorizontalIcon(), colorQuiet),
		crawler.Works:     newMark(theme.ConfirmIcon(), colorWorks),
		crawler.Moved:     newMark(theme.MailForwardIcon(), colorMoved),
		crawler.Broken:    newMark(theme.CancelIcon(), colorBroken),
		crawler.Unchecked: newMark(theme.QuestionIcon(), colorUnchecked),
		crawler.Skipped:   newMark(theme.ContentRemoveIcon(), colorQuiet),
	}
})

func markOf(o crawler.Outcome) mark { return marks()[o] }

// columnsIcon stands for the columns of the list.
var columnsIcon = sync.OnceValue(func() fyne.Resource {
	return theme.NewThemedResource(fyne.NewStaticResource("columns.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><path d="M4 5h4.4v14H4zM9.8 5h4.4v14H9.8zM15.6 5H20v14h-4.4z"/></svg>`)))
})
