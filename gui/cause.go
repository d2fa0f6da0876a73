package gui

import (
	"fyne.io/fyne/v2/lang"

	"sitewalk/crawler/crawlfile"
)

// causeLine is one thing to mend, ready to be displayed.
type causeLine struct {
	opens         int64 // the address to look at
	linked        bool  // its "Linked from" tells the places
	first, second string
}

func newCauseLines(causes []crawlfile.Cause) []causeLine {
	lines := make([]causeLine, len(causes))
	for i := range causes {
		c := &causes[i]
		lines[i] = causeLine{opens: c.Target, linked: c.Target != 0, first: causeName(c), second: causePlace(c)}
		if c.Target == 0 {
			lines[i].opens = c.Example
		}
	}
	return lines
}

// causeName says what is to be mended.
func causeName(c *crawlfile.Cause) string {
	address := readable(c.URL)
	switch {
	case c.Text != "" && address != "":
		return lang.X("cause.link", "“{{.Text}}” leads to {{.Address}}", map[string]any{"Text": c.Text, "Address": address})
	case address != "":
		return address
	case c.Detail != "":
		return c.Detail
	}
	return lang.X("cause.page", "On the page itself")
}

// causePlace says where it is, and that one change is enough.
func causePlace(c *crawlfile.Cause) string {
	pages := plural("cause.pages", "on one page", "on {{.N}} pages", c.Pages)
	switch {
	case c.URL == "":
		return pages
	case c.Position == "": // no link, but what the pages have in common
		return plural("cause.for", "for one of these pages", "for {{.N}} of these pages", c.Pages)
	}
	place := map[string]string{
		"nav":    lang.X("cause.nav", "In the menu"),
		"header": lang.X("cause.header", "At the top of the page"),
		"footer": lang.X("cause.footer", "At the foot of the page"),
		"aside":  lang.X("cause.aside", "In the side column"),
		"main":   lang.X("cause.main", "In the text"),
		"head":   lang.X("cause.head", "In the part of the page that is not shown"),
	}[c.Position]
	if place == "" {
		place = lang.X("cause.body", "On the page")
	}
	if c.Pages > 1 && (c.Position == "nav" || c.Position == "header" || c.Position == "footer" || c.Position == "aside") {
		return lang.X("cause.once", "{{.Place}}, {{.Pages}}: fix it once", map[string]any{"Place": place, "Pages": pages})
	}
	return lang.X("cause.place", "{{.Place}}, {{.Pages}}", map[string]any{"Place": place, "Pages": pages})
}
