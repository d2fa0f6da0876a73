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
