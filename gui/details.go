package gui

import (
	"context"
	"net/url"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// inlinkLimit is how many links to a page are listed; a menu has a page linked
// from everywhere.
const inlinkLimit = 2000

// library is where the details read from: the questions about one address.
type library struct {
	entry    func(context.Context, int64) (crawlfile.Entry, error)
	inlinks  func(context.Context, int64, int) ([]crawlfile.Ref, int, error)
	outlinks func(context.Context, int64) ([]crawlfile.Ref, error)
	images   func(context.Context, int64) ([]crawlfile.Ref, error)
	findings func(context.Context, int64) ([]crawler.Finding, error)
}

func fileLibrary(f *crawlfile.File) library {
	return library{entry: f.Entry, inlinks: f.Inlinks, outlinks: f.Outlinks, images: f.Images, findings: f.Findings}
}

// details is the pane on the right: everything about one address.
type details struct {
	feed    *feed
	sheets  *sheets
	failed  func(error)
	closed  func()
	library library

	id      int64
	path    []int64 // the addresses looked at before, for going back
	address string
	entry   question
	links   question

	back, browse, copy    *button
	title, said, advice   *widget.Label
	url                   *widget.Label
	words                 *wordsButton
	mark                  *widget.Icon
	cause                 *disclosure
	problems              *fyne.Container // what the checks found about the page
	facts                 *fyne.Container
	inlinks, outlinks     *refs
	images                *refs
	tabs                  *container.AppTabs
	about                 *container.Scroll
	body                  fyne.CanvasObject // all of the content, once there is something to show
	content               fyne.CanvasObject
	inTab, outTab, picTab *container.TabItem
}

func newDetails(f *feed, s *sheets, failed func(error), closed func()) *details {
	d := &details{feed: f, sheets: s, failed: failed, closed: closed}
	d.buildUI()
	return d
}

// leave asks nothing more of the crawl, whose file is about to be closed.
func (d *details) leave() {
	d.entry.drop()
	d.links.drop()
}

func (d *details) buildUI() {
	d.title = newWrappedLabel()
	d.title.SizeName = theme.SizeNameSubHeadingText
	d.title.TextStyle.Bold = true
	d.url = newWrappedLabel()
	d.url.Wrapping = fyne.TextWrapBreak
	d.url.Importance = widget.LowImportance
	d.mark = widget.NewIcon(nil)
	d.said = newWrappedLabel()
	d.advice = newWrappedLabel()
	d.words = newWordsButton(d.sheets)
	d.cause = newDisclosure()
	d.cause.toggled = func() { d.content.Refresh() }
	d.back = newQuietButton("", theme.NavigateBackIcon(), d.onBack)
	d.browse = newButton(lang.X("details.open", "Open in browser"), nil, d.onBrowse)
	d.copy = newButton(lang.X("details.copy", "Copy address"), theme.ContentCopyIcon(), d.onCopy)
	closer := newQuietButton("", theme.WindowCloseIcon(), d.closed)

	d.problems = container.New(layout.NewCustomPaddedVBoxLayout(0))
	d.facts = container.New(layout.NewFormLayout())
	d.about = container.NewVScroll(container.New(layout.NewCustomPaddedLayout(6, 6, 6, 10), container.NewVBox(d.problems, d.facts)))
	d.inlinks = newRefs(lang.X("refs.in.empty", "No page of this crawl links here."), d.follow)
	d.outlinks = newRefs(lang.X("refs.out.empty", "This page has no links."), d.follow)
	d.images = newRefs(lang.X("refs.images.empty", "This page shows no images."), d.follow)
	d.tabs = container.NewAppTabs(
		container.NewTabItem(lang.X("details.about", "About"), d.about),
		container.NewTabItem("", d.inlinks.object()),
		container.NewTabItem("", d.outlinks.object()),
		container.NewTabItem("", d.images.object()),
	)
	d.inTab, d.outTab, d.picTab = d.tabs.Items[1], d.tabs.Items[2], d.tabs.Items[3]
	d.nameTabs(0, 0, 0)

	verdict := container.New(layout.NewCustomPaddedLayout(6, 2, 8, 8), container.NewBorder(nil, nil, container.NewVBox(d.mark), nil,
		newCompact(d.said, d.advice, container.NewHBox(d.words.explained))))
	buttons := container.New(layout.NewCustomPaddedLayout(0, 4, 8, 8), container.NewHBox(d.browse, d.copy, d.cause.toggle))
	top := container.NewVBox(
		container.NewBorder(nil, nil, container.NewVBox(d.back), container.NewVBox(closer),
			container.New(layout.NewCustomPaddedLayout(6, 4, 2, 0), newCompact(d.title, d.url))),
		newLine(), verdict, buttons, d.cause.body,
	)
	d.body = container.New(layout.NewCustomPaddedLayout(4, 0, 4, 4), container.NewBorder(top, nil, nil, nil, d.tabs))
	d.body.Hide()
	d.content = container.NewStack(widthOf(330), d.body)
}

func (d *details) object() fyne.CanvasObject { return d.content }

// read says where to read from, and forgets what was shown.
func (d *details) read(l library) {
	d.library = l
	d.path = nil
	d.id = 0
	d.body.Hide()
	d.leave()
}

// open shows an address that was chosen in the list.
func (d *details) open(id int64) {
	d.path = nil
	d.ask(id)
}

// follow shows the address at the other end of a link.
func (d *details) follow(id int64) {
	if id == 0 || id == d.id {
		return
	}
	d.path = append(d.path, d.id)
	d.ask(id)
}

func (d *details) onBack() {
	if len(d.path) == 0 {
		return
	}
	last := d.path[len(d.path)-1]
	d.path = d.path[:len(d.path)-1]
	d.ask(last)
}

// around is what surrounds a page.
type around struct {
	in, out, images []ref
	linked          int
	findings        []pageFinding
}

func (d *details) ask(id int64) {
	d.id = id
	library := d.library
	ask(d.feed, &d.entry, func(ctx context.Context) (crawlfile.Entry, error) {
		return library.entry(ctx, id)
	}, func(e crawlfile.Entry, err error) {
		if err != nil {
			d.failed(err)
			return
		}
		d.show(&e)
	})
	ask(d.feed, &d.links, func(ctx context.Context) (around, error) {
		return library.around(ctx, id)
	}, func(a around, err error) {
		if err != nil {
			d.failed(err)
			return
		}
		d.showLinks(a)
	})
}

func (l library) around(ctx context.Context, id int64) (around, error) {
	in, linked, err := l.inlinks(ctx, id, inlinkLimit)
	if err != nil {
		return around{}, err
	}
	out, err := l.outlinks(ctx, id)
	if err != nil {
		return around{}, err
	}
	images, err := l.images(ctx, id)
	if err != nil {
		return around{}, err
	}
	findings, err := l.findings(ctx, id)
	if err != nil {
		return around{}, err
	}
	return around{findings: newPageFindings(findings), in: newInRefs(in), out: newOutRefs(out), images: newOutRefs(images), linked: linked}, nil
}

// show displays what is known about an address.
func (d *details) show(e *crawlfile.Entry) {
	d.address = e.URL
	setVisible(d.body, true)
	setText(d.title, entryTitle(e))
	setText(d.url, readable(e.URL))
	d.mark.SetResource(markOf(e.Outcome).icon)
	m := audit.Page(e.Outcome, e.Status, e.ErrorKind, e.Skipped, e.Error)
	setText(d.said, m.Text)
	setText(d.advice, m.Advice)
	setVisible(d.advice, m.Advice != "")
	d.words.about(m.Text, m.Advice)
	d.cause.show(m.Details)
	setVisible(d.back, len(d.path) > 0)
	d.facts.Objects = nil
	for _, f := range facts(e) {
		d.facts.Add(d.newFactName(f))
		value := newWrappedLabel()
		value.Wrapping = f.wrap
		value.SetText(f.value)
		d.facts.Add(newCompact(value))
	}
	d.about.ScrollToTop()
	d.content.Refresh()
}

// newFactName makes the name of a fact, which explains itself on a click.
func (d *details) newFactName(f fact) fyne.CanvasObject {
	name := newExplained(f.name, func(beside fyne.CanvasObject) { d.sheets.explain(f.name, f.what, beside) })
	return container.NewVBox(name)
}

func (d *details) showLinks(a around) {
	d.showFindings(a.findings)
	d.inlinks.show(a.in, a.linked)
	d.outlinks.show(a.out, len(a.out))
	d.images.show(a.images, len(a.images))
	d.nameTabs(a.linked, len(a.out), len(a.images))
}

func (d *details) nameTabs(in, out, images int) {
	d.inTab.Text = lang.X("details.in", "Linked from ({{.N}})", map[string]any{"N": number(in)})
	d.outTab.Text = lang.X("details.out", "Links ({{.N}})", map[string]any{"N": number(out)})
	d.picTab.Text = lang.X("details.images", "Images ({{.N}})", map[string]any{"N": number(images)})
	d.tabs.Refresh()
}

// front brings what links to the page to the front, or what is said about it.
func (d *details) front(linked bool) {
	if linked {
		d.tabs.SelectIndex(1)
		return
	}
	d.tabs.SelectIndex(0)
}

func (d *details) onBrowse() {
	u, err := url.Parse(d.address)
	if err == nil {
		err = fyne.CurrentApp().OpenURL(u)
	}
	if err != nil {
		d.failed(err)
	}
}

func (d *details) onCopy() { fyne.CurrentApp().Clipboard().SetContent(d.address) }

// entryTitle names an address.
func entryTitle(e *crawlfile.Entry) string {
	switch {
	case e.Title != "":
		return e.Title
	case e.H1 != "":
		return e.H1
	case e.Kind != crawler.PageKind:
		return fileName(readable(e.URL))
	case e.Outcome == crawler.Works && e.Scope == crawler.Internal:
		return lang.X("list.untitled", "No title")
	}
	return shortAddress(e.URL, e.Scope)
}

// fact is a line of the "About" tab.
type fact struct {
	name, what, value string
	wrap              fyne.TextWrap
}

// facts are what is worth saying about an address; what is not known is left out.
func facts(e *crawlfile.Entry) []fact {
	var known []fact
	add := func(name, what, value string, wrap fyne.TextWrap) {
		if value != "" {
			known = append(known, fact{name, what, value, wrap})
		}
	}
	column := func(id string) string { return chosenColumn(id).what }
	const word, anywhere = fyne.TextWrapWord, fyne.TextWrapBreak
	asked := e.Outcome != crawler.Skipped && e.Outcome != crawler.Waiting
	if asked {
		add(lang.X("fact.status", "Status"), column("status"), longStatus(e.Status), word)
	}
	if e.Status != 0 {
		add(lang.X("fact.time", "Answered in"), column("time"), milliseconds(e.Took.Milliseconds()), word)
	}
	add(lang.X("fact.moved", "Moved to"), column("moved"), readable(e.RedirectTo), anywhere)
	add(lang.X("fact.found", "Found on"), column("found"), readable(e.FoundOn), anywhere)
	if e.Scope == crawler.Internal && asked {
		add(lang.X("fact.depth", "Clicks from start"), column("depth"), number(e.Depth), word)
	}
	add(lang.X("fact.type", "Type"), column("type"), e.ContentType, word)
	if e.Size > 0 {
		add(lang.X("fact.size", "Size"), column("size"), size(e.Size), word)
	}
	add(lang.X("fact.h1", "Main heading"), column("heading"), e.H1, word)
	add(lang.X("fact.description", "Description"), column("description"), e.MetaDescription, word)
	add(lang.X("fact.paragraph", "First paragraph"), lang.X("what.paragraph", "The first text that visitors read on the page, below its heading."), e.FirstParagraph, word)
	add(lang.X("fact.lang", "Language"), column("language"), e.Lang, word)
	add(lang.X("fact.canonical", "Main address"), column("canonical"), readable(e.Canonical), anywhere)
	add(lang.X("fact.robots", "For search engines"), column("robots"), e.MetaRobots, word)
	add(lang.X("fact.charset", "Character set"), lang.X("what.charset", "How the letters of the page are stored. With utf-8 all letters of all languages can be; with others, some may come out wrong."), e.Charset, word)
	if e.InSitemap {
		add(lang.X("fact.sitemap", "Sitemap"), lang.X("term.sitemap.what", "A file on the site that lists its pages for search engines. Most systems for websites make it by themselves."),
			lang.X("fact.insitemap", "named in the site's sitemap"), word)
	}
	return known
}
