package audit

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/fetch"
	"sitewalk/crawler/page"
	"sitewalk/crawler/weburl"
)

// specimen is an answer to be inspected, made from a faultless page.
type specimen struct {
	url         string
	html        string // "" for an answer that is no page
	header      http.Header
	proto       string
	status      int
	outcome     crawler.Outcome
	kind        crawler.Kind
	scope       crawler.Scope
	failure     fetch.Kind
	contentType string
	redirectTo  string
	size        int64
	took        time.Duration
}

const faultlessURL = "https://shop.example/lanterns/paper.html"

// faultless is a page that no check finds anything on.
var faultless = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Paper lanterns for the garden – Lantern &amp; Kite</title>
<meta name="description" content="Paper lanterns that glow for a whole summer night, made by hand in our workshop and sent to you within two days.">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="og:title" content="Paper lanterns">
<meta property="og:image" content="https://shop.example/paper.jpg">
<link rel="canonical" href="https://shop.example/lanterns/paper.html">
<link rel="stylesheet" href="/style.css">
<script type="application/ld+json">{"@type": "Product", "name": "Paper lantern"}</script>
</head>
<body>
<header><nav><a href="/">Home</a> <a href="/kites/">Kites</a></nav></header>
<main>
<h1>Lanterns made of paper</h1>
<h2>How we make them</h2>
<img src="/paper.jpg" alt="A lantern in a tree" width="320" height="240">
<p>` + strings.Repeat("We cut the sheets by hand. Then we fold them and glue them well. ", 16) + `</p>
<form action="https://shop.example/order"><label for="n">How many</label> <input id="n" name="n"> <button>Order now</button></form>
</main>
<footer><p>Lantern and Kite, 3 Mill Lane</p></footer>
</body>
</html>
`

// edit makes something of a specimen.
type edit func(*specimen)

func newSpecimen(edits ...edit) *specimen {
	s := &specimen{
		url: faultlessURL, html: faultless, proto: "HTTP/2.0", status: 200, outcome: crawler.Works,
		contentType: "text/html", took: 200 * time.Millisecond,
		header: http.Header{
			"Content-Type":              {"text/html; charset=utf-8"},
			"Content-Encoding":          {"gzip"},
			"Strict-Transport-Security": {"max-age=31536000"},
			"Content-Security-Policy":   {"default-src 'self'; frame-ancestors 'self'"},
			"X-Content-Type-Options":    {"nosniff"},
			"Referrer-Policy":           {"strict-origin-when-cross-origin"},
			"Cache-Control":             {"max-age=600"},
		},
	}
	for _, e := range edits {
		e(s)
	}
	return s
}

// inspect gives what Inspect finds, as the engine would call it.
func (s *specimen) inspect(t testing.TB) []crawler.Finding {
	t.Helper()
	p, sight := s.seen(t)
	Inspect(p, sight)
	return p.Findings
}

func (s *specimen) seen(t testing.TB) (*crawler.Page, crawler.Sight) {
	t.Helper()
	u, err := weburl.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	p := &crawler.Page{
		URL: u.String(), Scope: s.scope, Kind: s.kind, Outcome: s.outcome, Status: s.status, ErrorKind: s.failure,
		ContentType: s.contentType, Size: max(s.size, int64(len(s.html))), Took: s.took, RedirectTo: s.redirectTo, Proto: s.proto,
	}
	sight := crawler.Sight{Header: s.header, Proto: s.proto, Wire: p.Size}
	if s.html == "" || s.outcome != crawler.Works || s.scope == crawler.External {
		return p, sight
	}
	_, charset, _ := strings.Cut(s.header.Get("Content-Type"), "charset=")
	f := page.Parse([]byte(s.html), charset, u)
	sight.Facts = f
	p.Title, p.H1, p.H2, p.MetaDescription, p.Canonical, p.Lang = f.Title, f.H1, f.H2, f.MetaDescription, f.Canonical, f.Lang
	p.MetaRobots = strings.Join(append(s.header.Values("X-Robots-Tag"), f.MetaRobots), ", ")
	return p, sight
}

// Edits of the page.

func replace(old, by string) edit {
	return func(s *specimen) {
		if !strings.Contains(s.html, old) {
			panic("the faultless page has no " + old)
		}
		s.html = strings.Replace(s.html, old, by, 1)
	}
}

func inHead(html string) edit { return replace("</head>", html+"</head>") }
func inBody(html string) edit { return replace("</main>", html+"</main>") }

func title(text string) edit {
	return replace("Paper lanterns for the garden – Lantern &amp; Kite", text)
}

func description(text string) edit {
	return replace("Paper lanterns that glow for a whole summer night, made by hand in our workshop and sent to you within two days.", text)
}

func prose(text string) edit {
	return func(s *specimen) {
		before, rest, _ := strings.Cut(s.html, "<p>")
		_, after, _ := strings.Cut(rest, "</p>")
		s.html = before + "<p>" + text + "</p>" + after
	}
}

func all(edits ...edit) edit {
	return func(s *specimen) {
		for _, e := range edits {
			e(s)
		}
	}
}

// Edits of the answer.

func header(name, value string) edit {
	return func(s *specimen) {
		if value == "" {
			s.header.Del(name)
			return
		}
		s.header.Set(name, value)
	}
}

// at is the page at another address, which it names as its canonical.
func at(url string) edit {
	return func(s *specimen) {
		u, err := weburl.Parse(url)
		if err != nil {
			panic(err)
		}
		s.html = strings.ReplaceAll(s.html, faultlessURL, u.String())
		s.url = url
	}
}

func answers(status int, outcome crawler.Outcome) edit {
	return func(s *specimen) { s.status, s.outcome, s.html = status, outcome, "" }
}

func fails(kind fetch.Kind, outcome crawler.Outcome) edit {
	return func(s *specimen) { s.status, s.outcome, s.failure, s.html = 0, outcome, kind, "" }
}

func redirects(status int) edit {
	return all(answers(status, crawler.Moved), func(s *specimen) { s.redirectTo = "https://shop.example/new.html" })
}

func elsewhereIs(e edit) edit {
	return all(e, func(s *specimen) { s.scope, s.url = crawler.External, "https://other.example/" })
}

func image(e edit) edit {
	return all(e, func(s *specimen) {
		s.html, s.kind, s.contentType, s.url = "", crawler.ImageKind, "image/jpeg", "https://shop.example/a.jpg"
		s.header.Set("Content-Type", "image/jpeg")
		s.header.Set("Cache-Control", "max-age=2592000")
	})
}

func file(contentType string, size int64) edit {
	return func(s *specimen) {
		s.html, s.kind, s.contentType, s.size = "", crawler.FileKind, contentType, size
		if strings.HasPrefix(contentType, "image/") {
			s.kind = crawler.ImageKind
		}
	}
}

func size(n int64) edit           { return func(s *specimen) { s.size = n } }
func took(d time.Duration) edit   { return func(s *specimen) { s.took = d } }
func failure(k fetch.Kind) edit   { return func(s *specimen) { s.failure = k } }
func proto(name string) edit      { return func(s *specimen) { s.proto = name } }
func nothing(*specimen)           {}
func repeat(n int, s string) edit { return inBody(strings.Repeat(s, n)) }
