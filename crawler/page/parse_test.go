package page

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// hrefs are the targets of a page's links of one kind.
func hrefs(f *Facts, kind LinkKind) (list []string) {
	for _, l := range f.Links {
		if l.Kind == kind {
			list = append(list, l.URL.String())
		}
	}
	return list
}

func TestFacts(t *testing.T) {
	at := address(t, "https://example.com/")
	for _, test := range []struct {
		name, page string
		fact       func(*Facts) string
		want       string
	}{
		{"title in the body", "<p>x<title>T</title>", title, "T"},
		{"title after a shadow root", "<template><title>no</title></template><title>T</title>", title, "T"},
		{"first title, though empty", "<title></title><title>Second</title>", title, ""},
		{"title of svg alone", "<svg><title>no</title></svg>", title, ""},
		{"title in svg's foreignObject", "<svg><foreignObject><title>T</title></foreignObject></svg>", title, "T"},
		{"title after an unclosed svg", "<svg><g><div></div><title>T</title>", title, "T"},
		{"title after svg closed by itself", "<svg/><title>T</title>", title, "T"},
		{"title in noscript", "<noscript><title>no</title></noscript><title>T</title>", title, "T"},
		{"title cut off", "<title>T &amp; so", title, "T & so"},
		{"title in capitals", "<TITLE>T</Title >", title, "T"},
		{"h1 first, though empty", "<h1> </h1><h1>Second</h1>", h1, ""},
		{"h1 ended by another heading", "<h1>One<h2>Two</h2>", h1, "One"},
		{"h1 ended wrongly", "<h1>One</h3>Two", h1, "One"},
		{"h1 with blocks", "<h1><div>One</div><div>two</div></h1>", h1, "One two"},
		{"h1 without image", "<h1><img alt=no>Text</h1>", h1, "Text"},
		{"paragraph of the page", "<p> </p><p>&nbsp;</p><p>First</p><p>Second</p>", paragraph, "First"},
		{"paragraph in main wins", "<p>First</p><main><p></p><p>Main</p></main><p>x", paragraph, "Main"},
		{"paragraph in role main", "<p>First</p><div role=main><p>Main</p></div>", paragraph, "Main"},
		{"main without text", "<p>First</p><main><p></p></main><p>After", paragraph, "First"},
		{"paragraph ended by a block", "<p>One<div>two</div>", paragraph, "One"},
		{"paragraph ended by its parent", "<div><p>One</div>two", paragraph, "One"},
		{"paragraph goes on after inline", "<p>One <a href=/>two</a> <span>three</span>", paragraph, "One two three"},
		{"paragraph in comment", "<!--<p>no</p>--><p>One", paragraph, "One"},
		{"paragraph in svg breaks out", "<svg><p>One</p>", paragraph, "One"},
		{"description by property", `<meta property="description" content="no">`, description, ""},
		{"description empty first", `<meta name=description content=""><meta name=description content=D>`, description, "D"},
		{"description name with spaces", `<meta name=" DESCRIPTION " content=D>`, description, "D"},
		{"description without content", `<meta name=description>`, description, ""},
		{"robots joined", `<meta name=robots content=noindex><meta name=robots content=nofollow>`, robots, "noindex, nofollow"},
		{"robots in noscript", `<noscript><meta name=robots content=noindex></noscript>`, robots, ""},
		{"robots of another robot", `<meta name=googlebot content=noindex>`, robots, ""},
		{"canonical first", "<link rel=canonical href=/a><link rel=canonical href=/b>", canonical, "https://example.com/a"},
		{"canonical after one that is bad", "<link rel=canonical href='http://['><link rel=canonical href=/b>", canonical, "https://example.com/b"},
		{"canonical among words", "<link rel='shortlink CANONICAL' href=/a>", canonical, "https://example.com/a"},
		{"canonical in template", "<template><link rel=canonical href=/a></template>", canonical, ""},
		{"canonical in a comment", "<!-- <link rel=canonical href=/a> -->", canonical, ""},
		{"canonical uses the base behind it", "<link rel=canonical href=a><base href=/b/>", canonical, "https://example.com/b/a"},
		{"lang", "<HTML LANG=de-CH>", lang, "de-CH"},
		{"lang of another element", "<html><body lang=de>", lang, ""},
		{"broken letters", "<title>a\xFFb</title>", title, "a\u00FFb"},
	} {
		if got := test.fact(Parse([]byte(test.page), "", at)); got != test.want {
			t.Errorf("%s: %q gives %q, want %q", test.name, test.page, got, test.want)
		}
	}
}

func title(f *Facts) string       { return f.Title }
func h1(f *Facts) string          { return f.H1 }
func paragraph(f *Facts) string   { return f.FirstParagraph }
func description(f *Facts) string { return f.MetaDescription }
func robots(f *Facts) string      { return f.MetaRobots }
func canonical(f *Facts) string   { return f.Canonical }
func lang(f *Facts) string        { return f.Lang }

func TestBase(t *testing.T) {
	at := address(t, "https://example.com/dir/page?x")
	for _, test := range []struct{ page, want string }{
		{"", "https://example.com/dir/a"},
		{"<base href=/b/>", "https://example.com/b/a"},
		{"<base href=b/>", "https://example.com/dir/b/a"},
		{"<base target=x><base href=/b/><base href=/c/>", "https://example.com/b/a"},
		{"<base href=''><base href=/c/>", "https://example.com/dir/a"},
		{"<base href='data:,x'><base href=/c/>", "https://example.com/dir/a"},
		{"<base href='javascript:x'>", "https://example.com/dir/a"},
		{"<base href='http://:80/'><base href=/c/>", "https://example.com/dir/a"},
		{"<base href=//other.example>", "https://other.example/a"},
		{"<base href=' https://other.example/x&amp;y/ '>", "https://other.example/x&y/a"},
		{"<!--<base href=/b/>--><script><base href=/b/></script>", "https://example.com/dir/a"},
		{"<template><base href=/b/></template>", "https://example.com/dir/a"},
		{"<svg><base href=/b/></svg>", "https://example.com/dir/a"},
		{"<basefont href=/b/>", "https://example.com/dir/a"},
	} {
		for _, page := range []string{test.page + "<a href=a>", "<a href=a></a>" + test.page} {
			f := Parse([]byte(page), "", at)
			if got := fmt.Sprint(hrefs(f, Anchor)); got != "["+test.want+"]" {
				t.Errorf("%q: %s, want %s", page, got, test.want)
			}
		}
	}
	f := Parse([]byte("<base href=ftp://f.example/><a href=a><a href=https://example.com/b>"), "", at)
	if got := fmt.Sprint(hrefs(f, Anchor), f.BadLinks); got != "[https://example.com/b] []" {
		t.Errorf("with an ftp base: %s", got)
	}
}

func TestLimits(t *testing.T) {
	at := address(t, "https://example.com/")
	f := Parse([]byte(strings.Repeat("<a href=/x>", MaxLinks)), "", at)
	if len(f.Links) != MaxLinks || f.Truncated {
		t.Errorf("%d links, truncated %v; want all of them", len(f.Links), f.Truncated)
	}
	f = Parse([]byte(strings.Repeat("<a href=/x>", MaxLinks+1)+"<title>T</title>"), "", at)
	if len(f.Links) != MaxLinks || !f.Truncated || f.Title != "T" {
		t.Errorf("%d links, truncated %v, title %q; want %d, true, T", len(f.Links), f.Truncated, f.Title, MaxLinks)
	}
	f = Parse([]byte("<img srcset='"+strings.Repeat("x,x ", MaxLinks+1)+"'>"), "", at)
	if len(f.Links) > MaxLinks {
		t.Errorf("%d images", len(f.Links))
	}
	f = Parse([]byte(strings.Repeat("<a href='http://['>", 200)), "", at)
	if len(f.BadLinks) != maxBadLinks || len(f.Links) != 0 {
		t.Errorf("%d bad links, want %d", len(f.BadLinks), maxBadLinks)
	}
	long := strings.Repeat("\u00e9", 20_000)
	f = Parse([]byte("<html lang='"+long+"'><title>"+long+"</title><meta name=description content='"+long+"'><h1>"+long+"</h1><p>"+long+"</p><a href=/ title=x>"+long), "", at)
	for name, text := range map[string]string{"title": f.Title, "h1": f.H1, "paragraph": f.FirstParagraph, "description": f.MetaDescription} {
		if n := len([]rune(text)); n != maxText {
			t.Errorf("%s has %d characters, want %d", name, n, maxText)
		}
	}
	if n := len([]rune(f.Links[0].Text)); n != maxLinkText {
		t.Errorf("the link's text has %d characters, want %d", n, maxLinkText)
	}
}

// TestHugePages are read in time that grows with their size alone: each is
// megabytes of what takes the square of it when read carelessly.
func TestHugePages(t *testing.T) {
	at := address(t, "https://example.com/")
	const n = 1 << 17
	for name, page := range hugePages(n) {
		t.Run(name, func(t *testing.T) {
			f := Parse([]byte("<title>T</title><a href=/before>x</a>"+page), "", at)
			if f.Title != "T" || len(f.Links) == 0 || f.Links[0].URL.Path() != "/before" {
				t.Errorf("title %q, %d links", f.Title, len(f.Links))
			}
		})
	}
}

func hugePages(n int) map[string]string {
	return map[string]string{
		"nested":             strings.Repeat("<div>", n) + "<a href=/after>",
		"nested landmarks":   strings.Repeat("<nav>", n) + strings.Repeat("</nav></main>", n),
		"nested roles":       strings.Repeat("<div role=navigation>", n) + strings.Repeat("</div>", n),
		"nested svg":         strings.Repeat("<svg><desc>", n) + strings.Repeat("</math></title>", n),
		"nested templates":   strings.Repeat("<template>", n),
		"lesser-than signs":  strings.Repeat("<", n),
		"open comments":      strings.Repeat("<!--", n),
		"dashes":             "<!--" + strings.Repeat("-", n),
		"open tags":          strings.Repeat("<a ", n),
		"open quotes":        strings.Repeat("<a href=\"", n),
		"attributes":         "<a href=/after" + strings.Repeat(" x=y", n) + ">",
		"ampersands":         "<p>" + strings.Repeat("&", n),
		"references":         "<p>" + strings.Repeat("&notin", n) + "<a href='" + strings.Repeat("&amp", n) + "'>",
		"a long reference":   "<p>&" + strings.Repeat("a", n) + "&#" + strings.Repeat("0", n) + "65;",
		"end tags in script": "<script>" + strings.Repeat("</", n),
		"comments in script": "<script>" + strings.Repeat("<!--<script", n),
		"end tags in title":  "<title>" + strings.Repeat("</titl", n),
		"raw elements":       strings.Repeat("<textarea>", n),
		"srcset":             "<img srcset='" + strings.Repeat("a (,", n) + "'>",
		"srcset commas":      "<img srcset='" + strings.Repeat(",", n) + "'>",
		"white space":        "<p>" + strings.Repeat(" ", n) + "x<a href='" + strings.Repeat(" ", n) + "'>",
		"links in links":     strings.Repeat("<a href=/x><img src=y alt=z>", n/8),
		"headings":           strings.Repeat("<h1>x", n),
		"paragraphs":         strings.Repeat("<p>", n),
		"robots":             strings.Repeat("<meta name=robots content=noindex>", n/8),
		"pragma":             "<meta http-equiv=content-type content='" + strings.Repeat("charset", n) + "'>",
		"instructions":       strings.Repeat("<?", n) + strings.Repeat("</ ", n),
		"CDATA":              "<svg>" + strings.Repeat("<![CDATA[", n),
		"NUL":                "<p>" + strings.Repeat("\x00", n),
		"words of rel":       "<link href=/x rel='" + strings.Repeat("x ", n) + "'>",
		"letters":            "<p>" + strings.Repeat("\xE9\xE8", n),
	}
}

// TestAgreesWithTree compares with what the standard's tree construction makes
// of pages whose elements are nested well or badly.
func TestAgreesWithTree(t *testing.T) {
	for _, page := range treePages {
		compareWithTree(t, page)
	}
}

var treePages = []string{
	"<a href=/1>x<a href=/2>y<p>z</a>",
	"<b><a href=/1>x</b>y</a><div><a href=/2></div><p>",
	"<ul><li><a href=/1>1<li><a href=/2>2</ul><noscript><a href=/3></noscript>",
	"<template><a href=/1></template><a href=/2><!-- <a href=/3> --><script><a href=/4></script><title><a href=/5></title>",
	"<textarea><a href=/1></textarea><xmp><a href=/2></xmp><iframe><a href=/3></iframe><a href=/4 href=/5>",
	"<a name=x><a href=''><a href=&amp;x&copy=1><area href=/7><plaintext><a href=/8>",
	"<svg><a href=/1></a><style><a href=/3></style></svg><svg><p><a href=/4>",
}

func FuzzAgreesWithTree(f *testing.F) {
	for _, page := range treePages {
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, page string) { compareWithTree(t, page) })
}

// compareWithTree compares the sets of addresses: a tree repeats links that
// are nested badly.
func compareWithTree(t *testing.T, page string) {
	t.Helper()
	if readDifferently(strings.ToLower(page)) {
		return
	}
	root, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
	if err != nil {
		return
	}
	want := map[string]bool{}
	treeLinks(root, want)
	got := map[string]bool{}
	r := new(reader)
	r.readTokens(validUTF8([]byte(page)))
	for _, l := range r.links {
		if l.kind == Anchor {
			got[string(r.arena[l.address.start:l.address.end])] = true
		}
	}
	for href := range want {
		if !got[href] && !otherScheme([]byte(href)) {
			t.Errorf("%q: the tree has a link to %q, the reader has not: %v", page, href, got)
		}
	}
	for href := range got {
		if !want[href] {
			t.Errorf("%q: the reader has a link to %q, the tree has not: %v", page, href, want)
		}
	}
}

// readDifferently tells whether a page in small letters has what trees leave
// out or move, or what the reader follows more simply than the standard asks.
func readDifferently(page string) bool {
	for _, mark := range []string{
		"<select", "<frameset", "<table", "<caption", "<tbody", "<thead", "<tfoot", "<tr", "<td", "<th", "<col", "<form", "<head", "<option",
		"<!--", "<script", // html.Tokenizer leaves an escaped script too early
		"<math", "shadowroot", "\r",
	} {
		if strings.Contains(page, mark) {
			return true
		}
	}
	return strings.Contains(page, "<svg") &&
		(strings.Contains(page, "<title") || strings.Contains(page, "<desc") || strings.Contains(page, "<foreignobject"))
}

func treeLinks(n *html.Node, links map[string]bool) {
	if n.DataAtom == atom.Template && n.Namespace == "" {
		return
	}
	if n.DataAtom == atom.A || n.DataAtom == atom.Area && n.Namespace == "" {
		for _, a := range n.Attr {
			if a.Key == "href" && a.Namespace == "" || n.Namespace != "" && a.Namespace == "xlink" && a.Key == "href" {
				links[string(validUTF8([]byte(a.Val)))] = true
				break
			}
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		treeLinks(c, links)
	}
}
