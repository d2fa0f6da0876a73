package robots

import (
	"fmt"
	"strings"
)

// readXML reads an xml sitemap, an index of sitemaps, an RSS or an Atom feed.
func readXML(text string) Sitemap {
	d := document{scanner: scanner{rest: text}}
	for d.step() {
	}
	d.finishEntry()
	switch {
	case d.root == "":
		d.fail(fmt.Errorf("%w: it has no entries", ErrNotSitemap))
	case !d.closed && !d.full:
		d.fail(ErrCutOff)
	}
	return d.sitemap
}

// document is a sitemap while it is read.
type document struct {
	scanner scanner
	sitemap Sitemap

	root, prefix string // "urlset", "sitemapindex", "rss", "rdf" or "feed", and its namespace prefix
	closed       bool   // the end tag of the root was seen
	full         bool   // MaxEntries were read, and there are more

	container string // the open "url", "sitemap", "item" or "entry"
	entry     Entry  // what is known of the container's address
	foreign   string // the open element of another vocabulary, such as an image
	field     string // the open element whose text is wanted
}

// step reads up to the next tag, and tells whether there was one.
func (d *document) step() bool {
	text, t, ok := d.scanner.next()
	d.text(strings.TrimSpace(text))
	d.field = ""
	switch {
	case !ok || d.full:
		return false
	case d.root == "":
		d.begin(t)
	case t.end && t.name == d.root:
		d.closed = true
	case t.prefix != d.prefix: // another vocabulary, such as image:loc
	case d.isContainer(t.name):
		d.finishEntry()
		d.container, d.foreign = "", ""
		if !t.end {
			d.container = t.name
		}
	case t.end:
		if t.name == d.foreign {
			d.foreign = ""
		}
	case d.foreign != "":
	case isForeign(t.name) && !t.empty:
		d.foreign = t.name
	default:
		d.open(t)
	}
	return true
}

// begin takes t for the root. A file without its root is read all the same.
func (d *document) begin(t tag) {
	if t.end {
		return
	}
	d.closed = t.empty
	switch t.name {
	case "urlset", "sitemapindex", "rss", "feed":
		d.root, d.prefix = t.name, t.prefix
	case "rdf":
		d.root = t.name // the items of RSS 1.0 have no prefix
	case "url", "sitemap":
		d.root, d.prefix, d.container = "urlset", t.prefix, t.name
	case "loc":
		d.root, d.prefix, d.field = "urlset", t.prefix, t.name
	}
}

// isContainer tells the elements that each hold one address of the file.
func (d *document) isContainer(name string) bool {
	switch d.root {
	case "rss", "rdf":
		return name == "item"
	case "feed":
		return name == "entry"
	}
	return name == "url" || name == "sitemap"
}

// isForeign tells elements with addresses of their own, of vocabularies that
// are sometimes written without their prefix.
func isForeign(name string) bool {
	return name == "image" || name == "video" || name == "source"
}

// open notes that the text of an element is wanted.
func (d *document) open(t tag) {
	switch t.name {
	case "loc", "lastmod", "pubdate", "updated", "guid":
		d.field = t.name
		if t.name == "guid" && strings.EqualFold(attribute(t.attributes, "isPermaLink"), "false") {
			d.field = ""
		}
	case "link":
		d.field = t.name
		rel := attribute(t.attributes, "rel")
		if href := attribute(t.attributes, "href"); href != "" && d.root == "feed" && (rel == "" || strings.EqualFold(rel, "alternate")) {
			d.text(strings.TrimSpace(href))
		}
	}
}

// text takes the text of the open element.
func (d *document) text(text string) {
	if text == "" || d.field == "" {
		return
	}
	switch inFeed := d.container == "item" || d.container == "entry"; d.field {
	case "loc":
		if d.entry.Loc != "" {
			d.finishEntry()
		}
		d.entry.Loc = strings.Clone(text)
	case "link":
		if inFeed && d.entry.Loc == "" {
			d.entry.Loc = strings.Clone(text)
		}
	case "guid":
		if inFeed && d.entry.Loc == "" && isWebAddress(text) {
			d.entry.Loc = strings.Clone(text)
		}
	case "lastmod":
		d.entry.LastMod = strings.Clone(text)
	case "pubdate", "updated":
		if inFeed {
			d.entry.LastMod = strings.Clone(text)
		}
	}
}

func (d *document) finishEntry() {
	entry := d.entry
	d.entry = Entry{}
	switch {
	case entry.Loc == "":
	case len(d.sitemap.Pages)+len(d.sitemap.Sitemaps) == MaxEntries:
		d.full = true
		d.fail(ErrTooLarge)
	case d.container == "sitemap" || d.container == "" && d.root == "sitemapindex":
		d.sitemap.Sitemaps = append(d.sitemap.Sitemaps, entry)
	default:
		d.sitemap.Pages = append(d.sitemap.Pages, entry)
	}
}

func (d *document) fail(err error) {
	if d.sitemap.Err == nil {
		d.sitemap.Err = err
	}
}
