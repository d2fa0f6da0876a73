package gui

import (
	"slices"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/weburl"
)

// Heights of list rows. Together they are a power of two, so that the position
// of every row of a list of millions is exact in float32.
const (
	rowHeight = 28
	rowGap    = 4 // theme.Padding, which Fyne's lists put between rows
)

// addressColumn is the column that always shows.
const addressColumn = "address"

// column is something that the page list can show of every address.
type column struct {
	id      string // in the settings
	title   string
	what    string           // explains it
	by      crawlfile.Column // what a click on its title sorts by
	usual   bool             // shows until a person chooses otherwise
	anchors bool             // stays at the left when others give way
	least   float32          // its narrowest width, and the only one without a share
	share   float32          // of the room that is left
	align   fyne.TextAlign
	path    bool // shortened in the middle, as suits addresses

	wants crawlfile.Extras
	text  func(*crawlfile.FullRow) string
	color func(*crawlfile.FullRow) fyne.ThemeColorName // nil is quiet
	whole func(*crawlfile.FullRow) string              // what is copied; nil is text
}

// pageColumns are all columns that the page list can have, from left to right. They
// are made when first needed: their words are of the person's language.
var pageColumns = sync.OnceValue(func() []column {
	return slices.Concat(mainColumns(), answerColumns(), contentColumns(), linkColumns())
})

// usualColumns are the ids of those that show until a person chooses otherwise.
func usualColumns() []string {
	var ids []string
	for _, c := range pageColumns() {
		if c.usual {
			ids = append(ids, c.id)
		}
	}
	return ids
}

// chosenColumns are the columns with these ids, and that of the address.
func chosenColumns(ids []string) []column {
	return slices.DeleteFunc(slices.Clone(pageColumns()), func(c column) bool {
		return c.id != addressColumn && !slices.Contains(ids, c.id)
	})
}

// chosenColumn is the column with an id.
func chosenColumn(id string) column {
	all := pageColumns()
	return all[slices.IndexFunc(all, func(c column) bool { return c.id == id })]
}

func mainColumns() []column {
	return []column{
		{
			id: "title", title: lang.X("column.title", "Title"), by: crawlfile.ByTitle, usual: true, anchors: true, least: 90, share: 0.55,
			what:  lang.X("what.title", "The page’s name, as the browser’s tab and search engines show it."),
			text:  titleText,
			color: titleColor,
			whole: func(r *crawlfile.FullRow) string { return r.Title },
		},
		{
			id: addressColumn, title: lang.X("column.address", "Address"), by: crawlfile.ByURL, usual: true, anchors: true, least: 90, share: 0.45, path: true,
			what:  lang.X("what.address", "Where the page is: what stands in the browser’s address field. It always shows."),
			text:  func(r *crawlfile.FullRow) string { return shortAddress(r.URL, r.Scope) },
			whole: func(r *crawlfile.FullRow) string { return r.URL },
		},
	}
}

func titleText(r *crawlfile.FullRow) string {
	if r.Title == "" {
		return untitled(&r.Row)
	}
	return r.Title
}

func titleColor(r *crawlfile.FullRow) fyne.ThemeColorName {
	if r.Title == "" {
		return colorQuiet
	}
	return theme.ColorNameForeground
}

// answerColumns are about how the site answered.
func answerColumns() []column {
	const right = fyne.TextAlignTrailing
	return []column{
		{
			id: "outcome", title: lang.X("column.outcome", "Result"), by: crawlfile.ByOutcome, least: 130,
			what:  lang.X("what.outcome", "Whether the address works, leads elsewhere, is broken, or could not be checked."),
			text:  func(r *crawlfile.FullRow) string { return outcomeWord(r.Outcome) },
			color: rowColor,
		},
		{
			id: "problems", title: lang.X("column.problems", "Problems"), by: crawlfile.ByProblems, least: 72, align: right, wants: crawlfile.WithProblems,
			what:  lang.X("what.problems", "How many kinds of problems the page has. A click on the row tells which."),
			text:  func(r *crawlfile.FullRow) string { return known(r.Problems) },
			color: problemsColor,
		},
		{
			id: "status", title: lang.X("column.status", "Status"), by: crawlfile.ByStatus, usual: true, least: 52, align: right,
			what:  lang.X("what.status", "The number with which the site answered: 200 is fine, 301 and 302 send visitors to another address, 404 means that there is no such page, and from 500 on the site itself is in trouble."),
			text:  func(r *crawlfile.FullRow) string { return status(r.Status) },
			color: rowColor,
		},
		{
			id: "time", title: lang.X("column.time", "Time"), by: crawlfile.ByTime, usual: true, least: 64, align: right,
			what: lang.X("what.time", "How long the site took to answer. 1,000 ms are a second."),
			text: timeText,
		},
		{
			id: "size", title: lang.X("column.size", "Size"), by: crawlfile.BySize, least: 76, align: right,
			what: lang.X("what.size", "How much there is to load for the page itself, without its images."),
			text: func(r *crawlfile.FullRow) string { return when(r.Size > 0, func() string { return size(r.Size) }) },
		},
		{
			id: "type", title: lang.X("column.type", "Type"), by: crawlfile.ByType, least: 110, wants: crawlfile.WithTexts,
			what: lang.X("what.type", "What kind of file it is, as the site says: text/html is a page, image/jpeg a photo."),
			text: typeText,
		},
		{
			id: "moved", title: lang.X("column.moved", "Moved to"), by: crawlfile.ByMoved, least: 130, share: 0.3, path: true, wants: crawlfile.WithTexts,
			what:  lang.X("what.moved", "The address that visitors are sent to instead. This is called a redirect."),
			text:  func(r *crawlfile.FullRow) string { return seenFrom(r, r.RedirectTo) },
			whole: func(r *crawlfile.FullRow) string { return r.RedirectTo },
		},
		{
			id: "checked", title: lang.X("column.checked", "Checked"), by: crawlfile.ByChecked, least: 126, wants: crawlfile.WithTexts,
			what: lang.X("what.checked", "When the address was last asked for."),
			text: checkedText,
		},
	}
}

// contentColumns are about what a page says.
func contentColumns() []column {
	return []column{
		{
			id: "heading", title: lang.X("column.heading", "Main heading"), by: crawlfile.ByH1, least: 150, share: 0.4, wants: crawlfile.WithTexts,
			what: lang.X("what.heading", "The page’s largest heading, which visitors see at its top. Its name in HTML is H1."),
			text: func(r *crawlfile.FullRow) string { return r.H1 },
		},
		{
			id: "description", title: lang.X("column.description", "Description"), by: crawlfile.ByDescription, least: 170, share: 0.5, wants: crawlfile.WithTexts,
			what: lang.X("what.description", "A sentence or two about the page that search engines may show below its title. Visitors do not see it on the page. It is also called the meta description."),
			text: func(r *crawlfile.FullRow) string { return r.Description },
		},
		{
			id: "words", title: lang.X("column.words", "Words"), by: crawlfile.ByWords, least: 60, align: fyne.TextAlignTrailing, wants: crawlfile.WithTexts,
			what: lang.X("what.words", "How many words of text the page shows."),
			text: func(r *crawlfile.FullRow) string {
				return when(r.Words > 0 || isPage(r), func() string { return number(r.Words) })
			},
		},
		{
			id: "language", title: lang.X("column.language", "Language"), by: crawlfile.ByLang, least: 76, wants: crawlfile.WithTexts,
			what: lang.X("what.language", "The language that the page says it is in: en is English, de German."),
			text: func(r *crawlfile.FullRow) string { return r.Lang },
		},
		{
			id: "canonical", title: lang.X("column.canonical", "Main address"), by: crawlfile.ByCanonical, least: 130, share: 0.3, path: true, wants: crawlfile.WithTexts,
			what:  lang.X("what.canonical", "Where the same page can be reached at several addresses, the one that search engines should show. It is also called the canonical address."),
			text:  func(r *crawlfile.FullRow) string { return seenFrom(r, r.Canonical) },
			whole: func(r *crawlfile.FullRow) string { return r.Canonical },
		},
		{
			id: "robots", title: lang.X("column.robots", "For search engines"), by: crawlfile.ByRobots, least: 150, wants: crawlfile.WithTexts,
			what: lang.X("what.robots", "What the page tells search engines: noindex means “do not show this page”, nofollow “do not follow its links”. Empty means that everything is allowed."),
			text: func(r *crawlfile.FullRow) string { return r.MetaRobots },
		},
	}
}

// linkColumns are about the way to a page and on from it.
func linkColumns() []column {
	const right = fyne.TextAlignTrailing
	return []column{
		{
			id: "depth", title: lang.X("column.depth", "Clicks"), by: crawlfile.ByDepth, least: 56, align: right,
			what: lang.X("what.depth", "With how many clicks a visitor gets there from the start page, by the shortest way."),
			text: depthText,
		},
		{
			id: "in", title: lang.X("column.in", "Links to it"), by: crawlfile.ByLinksTo, least: 84, align: right, wants: crawlfile.WithInLinks,
			what: lang.X("what.in", "How many links lead to the address, and redirects. It is known when the crawl has ended."),
			text: func(r *crawlfile.FullRow) string { return known(r.In) },
		},
		{
			id: "out", title: lang.X("column.out", "Links on it"), by: crawlfile.ByLinksOn, least: 84, align: right, wants: crawlfile.WithOutLinks,
			what: lang.X("what.out", "How many links the page has, images not counted."),
			text: func(r *crawlfile.FullRow) string { return when(isPage(r), func() string { return known(r.Out) }) },
		},
		{
			id: "found", title: lang.X("column.found", "Found on"), by: crawlfile.ByFoundOn, least: 130, share: 0.3, path: true, wants: crawlfile.WithTexts,
			what:  lang.X("what.found", "The page with the link by which the address was found: the one nearest to the start."),
			text:  func(r *crawlfile.FullRow) string { return shortAddress(r.FoundOn, crawler.Internal) },
			whole: func(r *crawlfile.FullRow) string { return r.FoundOn },
		},
	}
}

// when gives a text if there is anything to say.
func when(holds bool, text func() string) string {
	if !holds {
		return ""
	}
	return text()
}

// known writes a number that is -1 when nobody knows it.
func known(n int) string { return when(n >= 0, func() string { return number(n) }) }

func isPage(r *crawlfile.FullRow) bool {
	return r.Kind == crawler.PageKind && r.Outcome == crawler.Works && r.Scope == crawler.Internal
}

func asked(r *crawlfile.FullRow) bool {
	return r.Outcome != crawler.Skipped && r.Outcome != crawler.Waiting
}

// seenFrom is another address as it reads beside that of a row: without the host
// when both are on the site.
func seenFrom(r *crawlfile.FullRow, other string) string {
	here, err := weburl.Parse(r.URL)
	there, otherErr := weburl.Parse(other)
	if err != nil || otherErr != nil || r.Scope != crawler.Internal || here.Host() != there.Host() {
		return shortAddress(other, crawler.External)
	}
	return shortAddress(other, crawler.Internal)
}

func timeText(r *crawlfile.FullRow) string {
	return when(asked(r) && r.Status != 0, func() string { return milliseconds(r.MS) })
}

func depthText(r *crawlfile.FullRow) string {
	return when(asked(r) && r.Scope == crawler.Internal, func() string { return known(r.Depth) })
}

func typeText(r *crawlfile.FullRow) string {
	kind, _, _ := strings.Cut(r.ContentType, ";")
	return strings.TrimSpace(kind)
}

func checkedText(r *crawlfile.FullRow) string {
	return when(!r.At.IsZero(), func() string { return r.At.Local().Format("2006-01-02, 15:04") })
}

func rowColor(r *crawlfile.FullRow) fyne.ThemeColorName { return statusColor(r.Outcome) }

func problemsColor(r *crawlfile.FullRow) fyne.ThemeColorName {
	if r.Problems > 0 {
		return theme.ColorNameForeground
	}
	return colorQuiet
}
