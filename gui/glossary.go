package gui

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"
)

// term is a word of the trade that may stand in a text, with what it means.
type term struct {
	name  string
	words string // in any of which it is met, in small letters, with commas between
	what  string
}

// terms are the words of the trade that the window's texts use, made when first
// needed.
var terms = sync.OnceValue(func() []term {
	return []term{
		{lang.X("term.redirect", "Redirect"), lang.X("term.redirect.words", "redirect,redirects,redirected,detour"),
			lang.X("term.redirect.what", "An address that sends visitors on to another one without their noticing. The number 301 says that it is for good, 302 that it is for now.")},
		{lang.X("term.robots", "robots.txt"), lang.X("term.robots.words", "robots.txt,rules for robots"),
			lang.X("term.robots.what", "A small file on the site that asks search engines and programs like this one to keep away from some addresses.")},
		{lang.X("term.sitemap", "Sitemap"), lang.X("term.sitemap.words", "sitemap,sitemaps"),
			lang.X("term.sitemap.what", "A file on the site that lists its pages for search engines. Most systems for websites make it by themselves.")},
		{lang.X("term.canonical", "Main address"), lang.X("term.canonical.words", "canonical,main address,main addresses,main copy"),
			lang.X("what.canonical", "Where the same page can be reached at several addresses, the one that search engines should show. It is also called the canonical address.")},
		{lang.X("term.noindex", "noindex"), lang.X("term.noindex.words", "noindex,hidden from search engines"),
			lang.X("term.noindex.what", "A note in a page that asks search engines not to show it.")},
		{lang.X("term.nofollow", "nofollow"), lang.X("term.nofollow.words", "nofollow,do not follow"),
			lang.X("term.nofollow.what", "A note in a page, or at a link, that asks search engines not to follow its links.")},
		{lang.X("term.description", "Description"), lang.X("term.description.words", "meta description,description for search results"),
			lang.X("what.description", "A sentence or two about the page that search engines may show below its title. Visitors do not see it on the page. It is also called the meta description.")},
		{lang.X("term.heading", "Main heading"), lang.X("term.heading.words", "main headline,main heading,h1"),
			lang.X("what.heading", "The page’s largest heading, which visitors see at its top. Its name in HTML is H1.")},
		{lang.X("term.hreflang", "hreflang"), lang.X("term.hreflang.words", "hreflang,x-default,list of translations"),
			lang.X("term.hreflang.what", "The list in a page that tells search engines where the same page is in other languages. Its entry x-default is for everybody else.")},
		{lang.X("term.structured", "Facts for search engines"), lang.X("term.structured.words", "structured data,facts for search engines"),
			lang.X("term.structured.what", "Prices, opening hours, ratings and the like, written into a page so that programs can read them. They are also called structured data.")},
		{lang.X("term.graph", "Preview when shared"), lang.X("term.graph.words", "open graph"),
			lang.X("term.graph.what", "Title, text and picture that a page offers for its preview where people share its address. The notes for that are called Open Graph.")},
		{lang.X("term.certificate", "Certificate"), lang.X("term.certificate.words", "certificate,certificates"),
			lang.X("term.certificate.what", "The proof that a browser asks a site for before it speaks to it with encryption. It is valid for a while and has to be renewed.")},
		{lang.X("term.encryption", "Encryption"), lang.X("term.encryption.words", "https,encryption,encrypted,unencrypted,hsts"),
			lang.X("term.encryption.what", "At addresses that begin with https:// nobody on the way can read or change what goes to and fro. At those with http:// everybody can.")},
		{lang.X("term.cookie", "Cookie"), lang.X("term.cookie.words", "cookie,cookies"),
			lang.X("term.cookie.what", "A note that the site leaves in the browser of a visitor and gets back with every click, to know who is logged in, for instance.")},
		{lang.X("term.server", "Server"), lang.X("term.server.words", "server,servers"),
			lang.X("term.server.what", "The computer that sends out the pages of the site. The company that you pay for hosting runs it, or your web developer.")},
		{lang.X("term.header", "Header"), lang.X("term.header.words", "header,headers"),
			lang.X("term.header.what", "Lines that the server and the browser exchange besides the page, and that nobody sees.")},
		{lang.X("term.compression", "Compression"), lang.X("term.compression.words", "compression,compressed"),
			lang.X("term.compression.what", "The server can send pages packed, as in a ZIP file, and browsers unpack them: they arrive sooner.")},
		{lang.X("term.scripts", "Scripts"), lang.X("term.scripts.words", "script,scripts"),
			lang.X("term.scripts.what", "Small programs in a page that run in the browser of the visitor.")},
		{lang.X("term.parameters", "Parameters"), lang.X("term.parameters.words", "parameter,parameters,utm"),
			lang.X("term.parameters.what", "What stands behind the question mark in an address, such as ?page=2.")},
		{lang.X("term.reader", "Screen reader"), lang.X("term.reader.words", "screen reader,screen readers"),
			lang.X("term.reader.what", "A program that reads pages out to people who cannot see them.")},
		{lang.X("term.subdomain", "Subdomain"), lang.X("term.subdomain.words", "subdomain,subdomains"),
			lang.X("term.subdomain.what", "What stands before the name of a site: blog.example.com is a subdomain of example.com.")},
		{lang.X("term.html", "HTML"), lang.X("term.html.words", "html,markup"),
			lang.X("term.html.what", "The language that pages are written in. Systems for websites write it for you.")},
		{lang.X("term.json", "JSON"), lang.X("term.json.words", "json"),
			lang.X("term.json.what", "A file for programs: everything there is about every page. People hardly ever open it.")},
		{lang.X("term.csv", "CSV"), lang.X("term.csv.words", "csv"),
			lang.X("term.csv.what", "A plain table that every spreadsheet and most other programs can read.")},
		{lang.X("term.graphs", "Link graph"), lang.X("term.graphs.words", "link graph"),
			lang.X("term.graphs.what", "Which page links to which, to be drawn by programs such as yEd (from GraphML) and Gephi (from GEXF).")},
		{lang.X("term.nginx", "nginx, Apache"), lang.X("term.nginx.words", "nginx,apache"),
			lang.X("term.nginx.what", "The programs with which most servers send out their pages. Your web developer knows which of them yours has.")},
		{lang.X("term.frog", "Screaming Frog"), lang.X("term.frog.words", "screaming frog"),
			lang.X("term.frog.what", "Another program that checks websites. Web agencies have spreadsheets that expect its columns.")},
	}
})

// termsIn are the terms that stand in these texts.
func termsIn(texts ...string) (found []term) {
	text := strings.ToLower(strings.Join(texts, "\n"))
	for _, t := range terms() {
		for word := range strings.SplitSeq(t.words, ",") {
			if hasWord(text, word) {
				found = append(found, t)
				break
			}
		}
	}
	return found
}

// hasWord tells whether a word stands in a text by itself.
func hasWord(text, word string) bool {
	for at := 0; word != ""; {
		next := strings.Index(text[at:], word)
		if next < 0 {
			return false
		}
		at += next
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			return true
		}
		at += len(word)
	}
	return false
}

// wordsButton explains the words of the trade in the texts beside it. Where these
// have none it is not there.
type wordsButton struct {
	*explained
	sheets *sheets
	bare   bool // a mark without words
	terms  []term
}

func newWordsButton(s *sheets) *wordsButton {
	w := &wordsButton{sheets: s}
	w.explained = newExplained("", w.tell)
	w.Hide()
	return w
}

// newWordsMark is newWordsButton for where there is no room for words.
func newWordsMark(s *sheets) *wordsButton {
	w := newWordsButton(s)
	w.bare = true
	return w
}

// about says which texts are beside the button.
func (w *wordsButton) about(texts ...string) {
	w.terms = termsIn(texts...)
	switch {
	case w.bare || len(w.terms) == 0:
	case len(w.terms) == 1:
		w.rename(lang.X("terms.one", "What is “{{.Name}}”?", map[string]any{"Name": w.terms[0].name}))
	default:
		w.rename(lang.X("terms.several", "What do these words mean?"))
	}
	setVisible(w.explained, len(w.terms) > 0)
}

func (w *wordsButton) tell(beside fyne.CanvasObject) {
	var lines []fyne.CanvasObject
	for _, t := range w.terms {
		name, what := widget.NewLabel(t.name), newWrappedLabel()
		name.TextStyle.Bold = true
		what.SetText(t.what)
		lines = append(lines, name, what)
	}
	w.sheets.bubble(newCompact(lines...), beside, 360)
}
