package audit

import (
	"strings"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/fetch"
)

// letters is a text of n characters that is narrow for its length.
func letters(n int) string { return strings.Repeat("il", n)[:n] }

const mediumText = "The shop has regulations about valuable things that visitors give away. "

const hardText = "Notwithstanding aforementioned considerations regarding institutional accountability, comprehensive organisational transformation necessitates interdisciplinary collaboration. "

// specimens are, for each check, a page that has the problem and one that just
// has not.
var specimens = []struct {
	check  string
	bad    edit
	detail string // exactly, unless it ends in "…": then the beginning
	good   edit
}{
	// Links.
	{"link-without-text", inBody(`<a href="/x"><img src="/i.png" alt="" width="9" height="9"></a>`), "/x", inBody(`<a href="/x"><img src="/i.png" alt="Basket" width="9" height="9"></a>`)},
	{"link-vague", inBody(`<a href="/x">Click <b>here</b></a> <a href="/y">HIER</a>`), "Click here, HIER", inBody(`<a href="/x">Click here for tea</a>`)},
	{"link-to-localhost", inBody(`<a href="http://localhost:3000/x">Test</a> <a href="http://192.168.1.1/">Router</a>`), "http://localhost:3000/x, http://192.168.1.1/", inBody(`<a href="http://localhost.example/x">Test</a> <a href="http://193.168.1.1/">Host</a>`)},
	{"link-by-script", inBody(`<a href="javascript:go()">Go there</a> <a onclick="go()">Or there</a>`), "javascript:go(), go()", inBody(`<a href="/x" onclick="go()">Go there</a> <a name="x">Mark</a>`)},
	{"link-to-disk", inBody(`<a href="file:///C:/menu.pdf">Menu</a> <a href="C:\menu.pdf">Menu</a>`), `file:///C:/menu.pdf, C:\menu.pdf`, inBody(`<a href="/C/menu.pdf">Menu</a>`)},
	{"link-contact-broken", inBody(`<a href="mailto:">Write</a> <a href="tel:call">Call</a> <a href="mailto:info@shop">Us</a>`), "mailto:, tel:call, mailto:info@shop", inBody(`<a href="mailto:a@shop.example?subject=x">Write</a> <a href="tel:+44 20 7946">Call</a> <a href="mailto:?body=x">Share</a>`)},
	{"link-malformed", inBody(`<a href="https://exa mple.com/">A shop</a>`), "https://exa mple.com/", inBody(`<a href="https://example.com/a b">A shop</a>`)},
	{"link-insecure", inBody(`<a href="http://shop.example/x">Old</a>`), "http://shop.example/x", inBody(`<a href="http://other.example/x">Old</a>`)},
	{"link-nofollow", inBody(`<a rel="nofollow noopener" href="/x">Kites</a>`), "/x", inBody(`<a rel="noopener" href="/x">Kites</a> <a rel="nofollow" href="https://other.example/">Other</a>`)},
	{"link-tracking", inBody(`<a href="/x?utm_source=news">Kites</a>`), "/x?utm_source=news", inBody(`<a href="/x?source=news">Kites</a> <a href="https://other.example/?utm_source=us">Other</a>`)},
	{"link-none", all(replace(`<a href="/">Home</a>`, ""), replace(`<a href="/kites/">Kites</a>`, `<a href="https://other.example/">Other</a>`)), "", replace(`<a href="/">Home</a>`, "")},
	{"links-many", repeat(999, `<a href="/x">Kite</a> `), "1,001 links", repeat(998, `<a href="/x">Kite</a> `)},
	{"links-many-outside", repeat(101, `<a href="https://other.example/">Other</a> `), "101 links", repeat(100, `<a href="https://other.example/">Other</a> `)},

	// Answers and redirects.
	{"answer-missing-page", answers(404, crawler.Broken), "404", answers(403, crawler.Unchecked)},
	{"answer-server-error", answers(500, crawler.Broken), "500", answers(499, crawler.Broken)},
	{"answer-none", fails(fetch.DNS, crawler.Broken), "", fails(fetch.Timeout, crawler.Unchecked)},
	{"answer-timeout", fails(fetch.Timeout, crawler.Unchecked), "", fails(fetch.Reset, crawler.Unchecked)},
	{"answer-refused", answers(403, crawler.Unchecked), "403", answers(404, crawler.Broken)},
	{"answer-broken-off", failure(fetch.Truncated), "", failure(fetch.TooLarge)},
	{"answer-empty", func(s *specimen) { s.html = "" }, "", func(s *specimen) { s.html = "x" }},
	{"answer-untyped", header("Content-Type", ""), "", all(header("Content-Type", ""), func(s *specimen) { s.html = "" })},
	{"redirect-permanent", redirects(301), "https://shop.example/new.html", redirects(302)},
	{"redirect-temporary", redirects(302), "https://shop.example/new.html", redirects(308)},
	{"redirect-by-page", redirects(200), "https://shop.example/new.html", redirects(301)},
	{"redirect-nowhere", all(answers(301, crawler.Broken), failure(fetch.BadRedirect)), "301", redirects(301)},
	{"external-missing-page", elsewhereIs(answers(410, crawler.Broken)), "410", answers(410, crawler.Broken)},
	{"external-server-error", elsewhereIs(answers(502, crawler.Broken)), "502", elsewhereIs(answers(404, crawler.Broken))},
	{"external-none", elsewhereIs(fails(fetch.DNS, crawler.Broken)), "", elsewhereIs(fails(fetch.Timeout, crawler.Unchecked))},

	// Titles and headings.
	{"title-missing", replace("<title>Paper lanterns for the garden – Lantern &amp; Kite</title>", "<svg><title>Icon</title></svg>"), "", nothing},
	{"title-long", title(letters(61)), "61 characters", title(letters(60))},
	{"title-short", title(letters(29)), "29 characters", title(letters(30))},
	{"title-wide", title(strings.Repeat("m", 33) + "T"), "562 pixels", title(strings.Repeat("m", 33) + "n")},
	{"title-narrow", title(strings.Repeat("n", 17) + "c"), "199 pixels", title(strings.Repeat("n", 18))},
	{"title-is-headline", title("Lanterns made of paper"), "", title("Lanterns made of Paper")},
	{"title-several", inHead("<title>Another</title>"), "2 times", inBody("<svg><title>Another</title></svg>")},
	{"title-outside-head", inBody("<title>Another</title>"), "", inHead("<title>Another</title>")},
	{"description-missing", description(""), "", nothing},
	{"description-long", description(letters(156)), "156 characters", description(letters(155))},
	{"description-short", description(letters(69)), "69 characters", description(letters(70))},
	{"description-wide", description(strings.Repeat("m", 84) + "^"), "986 pixels", description(strings.Repeat("m", 84) + "*")},
	{"description-narrow", description(strings.Repeat("n", 51)), "397 pixels", description(strings.Repeat("n", 51) + "i")},
	{"description-several", inHead(`<meta name="Description" content="x">`), "2 times", inHead(`<noscript><meta name="Description" content="x"></noscript>`)},
	{"description-outside-head", inBody(`<meta name="description" content="x">`), "", inHead(`<meta name="description" content="x">`)},
	{"keywords-several", inHead(`<meta name="keywords" content="a"><meta name="keywords" content="b">`), "2 times", inHead(`<meta name="keywords" content="a">`)},
	{"h1-missing", replace("<h1>Lanterns made of paper</h1>", ""), "", replace("Lanterns made of paper", `<img src="/a.png" alt="Lanterns" width="9" height="9">`)},
	{"h1-long", replace("Lanterns made of paper", letters(71)), "71 characters", replace("Lanterns made of paper", letters(70))},
	{"h1-several", inBody("<h1>More</h1>"), "2 times", inBody("<h2>More</h2>")},
	{"h1-only-image", replace("Lanterns made of paper", `<img src="/a.png" alt="Lanterns" width="9" height="9">`), "", replace("Lanterns made of paper", `Lanterns <img src="/a.png" alt="Lanterns" width="9" height="9">`)},
	{"h1-late", replace("<h1>", "<h3>Hello</h3><h1>"), "h3", inBody("<h1>Late, but the second</h1>")},
	{"h2-missing", replace("<h2>How we make them</h2>", "<h3>How</h3>"), "", nothing},
	{"h2-long", replace("How we make them", letters(71)), "71 characters", replace("How we make them", letters(70))},
	{"heading-skipped", inBody("<h4>Paper</h4>"), "h2, h4", inBody("<h3>Paper</h3><h4>Sheets</h4><h2>Glue</h2>")},
	{"heading-empty", inBody("<h2> &nbsp;</h2>"), "h2", inBody(`<h2><img src="/a.png" alt="Glue" width="9" height="9"></h2>`)},

	// Content.
	{"content-thin", prose(strings.Repeat("word ", 187)), "199 words", prose(strings.Repeat("word ", 188))},
	{"content-by-script", func(s *specimen) {
		s.html = `<!DOCTYPE html><html lang="en"><head><title>Shop</title><script src="/1.js"></script><script src="/2.js"></script><script src="/3.js"></script></head><body><div id="app">Please wait</div></body></html>`
	}, "", func(s *specimen) {
		s.html = `<!DOCTYPE html><html lang="en"><head><title>Shop</title><script src="/1.js"></script><script src="/2.js"></script></head><body><div id="app">Please wait</div></body></html>`
	}},
	{"content-not-found", title("Seite nicht gefunden"), "", title("Lost and found: 404 lamps that were found again")},
	{"content-dummy", inBody("<div>Lorem <b>ipsum</b> dolor</div>"), "", inBody("<div>Lorem dolor ipsum</div>")},
	{"content-difficult", prose(strings.Repeat(mediumText, 12)), "reading ease 49", prose(strings.Repeat("The shop has regulation about valuable things that are given away. ", 12))},
	{"content-very-difficult", prose(strings.Repeat(hardText, 10)), "reading ease 0", prose(strings.Repeat(mediumText, 12))},

	// Images.
	{"image-broken", image(answers(404, crawler.Broken)), "404", answers(404, crawler.Broken)},
	{"image-heavy", image(size(100<<10 + 1)), "101 KB", image(size(100 << 10))},
	{"image-old-format", file("image/bmp", 10), "image/bmp", file("image/png", 10)},
	{"image-alt-missing", inBody(`<img src="/x.jpg" width="9" height="9">`), "/x.jpg", inBody(`<img src="/x.jpg" alt="" width="9" height="9"><img src="/count.gif" width="1" height="1">`)},
	{"image-alt-empty", inBody(`<img src="/x.jpg" alt=" " width="9" height="9">`), "/x.jpg", inBody(`<img src="/x.jpg" alt="Kite" width="9" height="9"><img src="/line.png" alt="" aria-hidden="true" width="9" height="9">`)},
	{"image-alt-long", inBody(`<img src="/x.jpg" alt="` + letters(101) + `" width="9" height="9">`), letters(101), inBody(`<img src="/x.jpg" alt="` + letters(100) + `" width="9" height="9">`)},
	{"image-alt-file-name", inBody(`<img src="/x.jpg" alt="IMG_2041.JPG" width="9" height="9">`), "IMG_2041.JPG", inBody(`<img src="/x.jpg" alt="How to save a .jpg" width="9" height="9">`)},
	{"image-no-size", inBody(`<img src="/x.jpg" alt="Kite" width="9">`), "/x.jpg", inBody(`<img src="/x.jpg" alt="Kite" style="width:100%">`)},

	// Search engines.
	{"noindex", inHead(`<meta name="robots" content="NOINDEX, follow">`), "NOINDEX, follow", inHead(`<meta name="robots" content="index, follow">`)},
	{"nofollow", header("X-Robots-Tag", "googlebot: nofollow"), "googlebot: nofollow…", header("X-Robots-Tag", "follow")},
	{"robots-none", inHead(`<meta name="robots" content="none">`), "none", inHead(`<meta name="robots" content="noarchive">`)},
	{"noarchive", inHead(`<meta name="robots" content="noarchive">`), "noarchive", inHead(`<meta name="robots" content="archive">`)},
	{"nosnippet", inHead(`<meta name="robots" content="nosnippet">`), "nosnippet", inHead(`<meta name="robots" content="max-snippet:0">`)},
	{"noimageindex", inHead(`<meta name="robots" content="noimageindex">`), "noimageindex", inHead(`<meta name="robots" content="index">`)},
	{"notranslate", inHead(`<meta name="robots" content="notranslate">`), "notranslate", inHead(`<meta name="google" content="notranslate">`)},
	{"preview-limited", inHead(`<meta name="robots" content="max-snippet: 50">`), "", inHead(`<meta name="robots" content="max-snippet:-1, max-image-preview:large, max-video-preview:-1">`)},
	{"unavailable-after", inHead(`<meta name="robots" content="unavailable_after: 2031-01-01">`), "unavailable_after: 2031-01-01", inHead(`<meta name="robots" content="all">`)},
	{"robots-outside-head", inBody(`<meta name="robots" content="index">`), "", inHead(`<meta name="robots" content="index">`)},
	{"canonicalised", replace(`canonical" href="https://shop.example/lanterns/paper.html`, `canonical" href="https://shop.example/lanterns/`), "https://shop.example/lanterns/", replace(`canonical" href="https://shop.example/lanterns/paper.html`, `canonical" href="HTTPS://shop.example:443/lanterns/./paper.html`)},
	{"canonical-missing", replace(`<link rel="canonical" href="https://shop.example/lanterns/paper.html">`, ""), "", all(replace(`<link rel="canonical" href="https://shop.example/lanterns/paper.html">`, ""), header("Link", `<`+faultlessURL+`>; rel="canonical"`))},
	{"canonical-several", inHead(`<link rel="canonical" href="https://shop.example/lanterns/paper.html">`), "2 times", inHead(`<link rel="shortlink" href="/1">`)},
	{"canonical-conflict", inHead(`<link rel="canonical" href="/x">`), "https://shop.example/x", inHead(`<link rel="canonical" href="https://shop.example/lanterns/paper.html">`)},
	{"canonical-relative", replace(`canonical" href="https://shop.example`, `canonical" href="`), "/lanterns/paper.html", nothing},
	{"canonical-fragment", replace(`canonical" href="https://shop.example/lanterns/paper.html`, `canonical" href="https://shop.example/lanterns/paper.html#top`), "https://shop.example/lanterns/paper.html#top", nothing},
	{"canonical-spoilt", replace(`rel="canonical"`, `rel="canonical" hreflang="en"`), "hreflang", replace(`rel="canonical"`, `rel="canonical" id="c"`)},
	{"canonical-outside-head", inBody(`<link rel="canonical" href="/x">`), "", inHead(`<link rel="canonical" href="/x">`)},
	{"hreflang-bad-code", inHead(`<link rel="alternate" hreflang="en-UK" href="/uk"><link rel="alternate" hreflang="jp" href="/jp">`), "en-UK, jp", inHead(`<link rel="alternate" hreflang="en-GB" href="/uk"><link rel="alternate" hreflang="zh-Hant-TW" href="/tw"><link rel="alternate" hreflang="x-default" href="/">`)},
	{"hreflang-several", inHead(`<link rel="alternate" hreflang="de" href="/1"><link rel="alternate" hreflang="DE" href="/2">`), "DE", inHead(`<link rel="alternate" hreflang="de" href="/1"><link rel="alternate" hreflang="de-AT" href="/2">`)},
	{"hreflang-no-self", inHead(`<link rel="alternate" hreflang="de" href="/de">`), "", inHead(`<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="en" href="paper.html">`)},
	{"hreflang-no-default", inHead(`<link rel="alternate" hreflang="de" href="/de">`), "", inHead(`<link rel="alternate" hreflang="X-Default" href="/">`)},
	{"hreflang-outside-head", inBody(`<link rel="alternate" hreflang="de" href="/de">`), "", inHead(`<link rel="alternate" hreflang="de" href="/de">`)},
	{"data-broken", inHead(`<script type="application/ld+json">{"a": 1,}</script>`), "invalid character…", inHead("<script type=\"application/ld+json\">\n<!-- [] -->\n</script>")},
	{"data-missing", replace(`<script type="application/ld+json">{"@type": "Product", "name": "Paper lantern"}</script>`, ""), "", all(replace(`<script type="application/ld+json">{"@type": "Product", "name": "Paper lantern"}</script>`, ""), inBody("<div itemscope>x</div>"))},
	{"pagination-several", inHead(`<link rel="next" href="/2"><link rel="next" href="/3">`), "", inHead(`<link rel="next" href="/2"><link rel="prev" href="/0">`)},

	// Security.
	{"certificate", fails(fetch.TLSExpired, crawler.Broken), "", fails(fetch.Refused, crawler.Broken)},
	{"http-page", at("http://shop.example/"), "", nothing},
	{"mixed-content", inHead(`<script async src="http://cdn.example/a.js"></script>`), "http://cdn.example/a.js", inHead(`<script async src="https://cdn.example/a.js"></script>`)},
	{"mixed-frames", inBody(`<iframe title="Map" src="http://maps.example/"></iframe>`), "http://maps.example/", all(at("http://shop.example/"), inBody(`<iframe title="Map" src="http://maps.example/"></iframe>`))},
	{"mixed-images", inBody(`<img src="http://cdn.example/a.jpg" alt="Kite" width="9" height="9">`), "http://cdn.example/a.jpg", inBody(`<img src="//cdn.example/a.jpg" alt="Kite" width="9" height="9">`)},
	{"form-insecure", replace(`action="https://shop.example/order"`, `action="http://shop.example/order"`), "http://shop.example/order", replace(`action="https://shop.example/order"`, `action="/order"`)},
	{"form-on-http", at("http://shop.example/"), "", nothing},
	{"password-on-http", all(at("http://shop.example/"), inBody(`<input type="password" aria-label="Password">`)), "", inBody(`<input type="password" aria-label="Password">`)},
	{"new-tab-unsafe", inBody(`<a target="_blank" rel="opener" href="/x">Kites</a>`), "", inBody(`<a target="_blank" rel="noopener" href="/x">Kites</a>`)},
	{"scheme-left-out", inBody(`<script async src="//cdn.example/a.js"></script>`), "//cdn.example/a.js", inBody(`<script async src="/cdn/a.js"></script>`)},
	{"hsts-missing", header("Strict-Transport-Security", ""), "", all(at("http://shop.example/"), header("Strict-Transport-Security", ""))},
	{"csp-missing", header("Content-Security-Policy", ""), "", header("Content-Security-Policy", "default-src *")},
	{"sniffing-allowed", header("X-Content-Type-Options", "sniff"), "", header("X-Content-Type-Options", "NoSniff")},
	{"framing-allowed", header("Content-Security-Policy", "default-src 'self'"), "", all(header("Content-Security-Policy", ""), header("X-Frame-Options", "DENY"))},
	{"referrer-leaks", header("Referrer-Policy", "unsafe-url"), "", header("Referrer-Policy", "unsafe-url, same-origin")},
	{"cookie-open", header("Set-Cookie", "seen=1; SameSite=Lax"), "seen", header("Set-Cookie", "seen=1; SameSite=Lax; Secure")},
	{"cookie-for-scripts", header("Set-Cookie", "PHPSESSID=1; Secure; SameSite=Lax"), "PHPSESSID", header("Set-Cookie", "PHPSESSID=1; Secure; SameSite=Lax; HttpOnly")},
	{"cookie-cross-site", header("Set-Cookie", "seen=1; Secure"), "seen", header("Set-Cookie", "seen=1; Secure; SameSite=Strict")},
	{"software-told", header("Server", "nginx/1.25.3"), "Server: nginx/1.25.3", header("Server", "nginx")},

	// Speed.
	{"slow", took(time.Second + time.Millisecond), "1 s", took(time.Second)},
	{"very-slow", took(3*time.Second + time.Millisecond), "3 s", took(3 * time.Second)},
	{"not-compressed", header("Content-Encoding", ""), "3 KB", all(header("Content-Encoding", ""), func(s *specimen) { s.html = "<p>Short" })},
	{"image-not-kept", all(image(nothing), header("Cache-Control", "max-age=86399")), "", image(nothing)},
	{"never-kept", header("Cache-Control", "no-store"), "", header("Cache-Control", "no-cache")},
	{"html-heavy", size(250<<10 + 1), "251 KB", size(250 << 10)},
	{"html-too-large", failure(fetch.TooLarge), "", failure(fetch.Truncated)},
	{"elements-many", repeat(1474, "<b>x</b>"), "1,501 elements", repeat(1473, "<b>x</b>")},
	{"scripts-inline", inHead("<script>" + strings.Repeat("x", 100<<10+1) + "</script>"), "101 KB", inHead("<script>" + strings.Repeat("x", 100<<10-60) + "</script>")},
	{"styles-inline", inHead("<style>" + strings.Repeat("x", 100<<10+1) + "</style>"), "101 KB", inHead("<style>" + strings.Repeat("x", 100<<10) + "</style>")},
	{"scripts-many", repeat(21, `<script async src="/a.js"></script>`), "21 files", repeat(20, `<script async src="/a.js"></script>`)},
	{"styles-many", inHead(strings.Repeat(`<link rel="stylesheet" href="/a.css">`, 10)), "11 files", inHead(strings.Repeat(`<link rel="stylesheet" href="/a.css">`, 9))},
	{"scripts-block", inHead(`<script src="/a.js"></script>`), "/a.js", inHead(`<script defer src="/a.js"></script><script type="module" src="/b.js"></script>`)},
	{"protocol-old", proto("HTTP/1.1"), "HTTP/1.1", proto("HTTP/2.0")},

	// Accessibility.
	{"lang-missing", replace(` lang="en"`, ""), "", nothing},
	{"lang-invalid", replace(`lang="en"`, `lang="en_GB"`), "en_GB", replace(`lang="en"`, `lang="en-GB"`)},
	{"zoom-disabled", replace("initial-scale=1", "maximum-scale=1.9"), "width=device-width, maximum-scale=1.9", replace("initial-scale=1", "maximum-scale=2, user-scalable=yes")},
	{"input-without-label", inBody(`<input name="mail"><select name="size"></select>`), "mail, size", inBody(`<label>Mail <input name="mail"></label><input type="hidden" name="x"><textarea aria-label="Text"></textarea>`)},
	{"input-only-hinted", inBody(`<input placeholder="Your mail">`), "Your mail", inBody(`<input id="later" placeholder="Your mail"><label for="later">Mail</label>`)},
	{"button-without-text", inBody(`<button><svg></svg></button>`), "", inBody(`<button><svg aria-label="Menu"></svg></button><button><img src="/a.png" alt="Search" width="9" height="9"></button>`)},
	{"image-button-without-text", inBody(`<input type="image" src="/go.png">`), "/go.png", inBody(`<input type="image" src="/go.png" alt="Go">`)},
	{"area-without-text", inBody(`<map><area href="/x"></map>`), "/x", inBody(`<map><area href="/x" alt="Kites"><area alt=""></map>`)},
	{"frame-without-title", inBody(`<iframe src="/map"></iframe>`), "/map", inBody(`<iframe src="/map" title="Map"></iframe>`)},
	{"id-twice", inBody(`<b id="n">x</b>`), "n", inBody(`<b id="m">x</b><b id="m">x</b>`)},
	{"label-to-nowhere", inBody(`<label for="none">Size</label>`), "none", inBody(`<label for="later">Size</label><input id="later">`)},
	{"aria-to-nowhere", inBody(`<div aria-describedby="n none">x</div>`), "none", inBody(`<div aria-describedby="n">x</div>`)},
	{"table-without-headers", inBody(`<table><tr><td>1<td>2<tr><td>3<td>4</table>`), "", inBody(`<table><tr><th>1<td>2<tr><td>3<td>4</table><table><tr><td>1<td>2<td>3<td>4</table>`)},
	{"tab-order", inBody(`<b tabindex="1">x</b>`), "", inBody(`<b tabindex="0">x</b><b tabindex="-1">x</b>`)},
	{"access-key-twice", inBody(`<b accesskey="k">x</b><b accesskey="k">x</b>`), "k", inBody(`<b accesskey="k">x</b><b accesskey="l">x</b>`)},
	{"moving-text", inBody(`<marquee>x</marquee>`), "", inBody(`<p>marquee</p>`)},
	{"plays-by-itself", inBody(`<audio autoplay src="/a.mp3"></audio>`), "/a.mp3", inBody(`<video autoplay muted src="/a.mp4"></video>`)},
	{"video-without-captions", inBody(`<video src="/a.mp4"><track kind="chapters" src="/c"></video>`), "", inBody(`<video src="/a.mp4"><track src="/c"></video>`)},
	{"reloads-by-itself", inHead(`<meta http-equiv="refresh" content="30">`), "30", inHead(`<meta name="refresh" content="30">`)},
	{"main-missing", all(replace("<main>", "<div>"), replace("</main>", "</div>")), "", nothing},
	{"main-several", inBody("<main>x</main>"), "2 times", nothing},

	// Addresses.
	{"address-long", at("https://shop.example/" + letters(95)), "116 characters", at("https://shop.example/" + letters(94))},
	{"address-capitals", at("https://shop.example/Kites"), "", at("https://SHOP.example/kites%2F?A=B")},
	{"address-underscores", at("https://shop.example/paper_kites"), "", at("https://shop.example/paper-kites?a_b=c")},
	{"address-spaces", at("https://shop.example/paper kites"), "", at("https://shop.example/paper+kites")},
	{"address-double-slash", at("https://shop.example/kites//paper"), "", at("https://shop.example/kites/paper?to=https://x")},
	{"address-tracking", at("https://shop.example/?a=b&utm_source=c"), "utm_source", at("https://shop.example/?source=utm_source")},
	{"address-session", at("https://shop.example/?PHPSESSID=12"), "PHPSESSID", at("https://shop.example/?session=12")},
	{"address-foreign-letters", at("https://shop.example/soirée"), "", at("https://shop.example/soir%20e")},
	{"address-parameters", at("https://shop.example/?a=1"), "?a=1", at("https://shop.example/?")},
	{"address-many-parameters", at("https://shop.example/?a=1&b=2&c=3&d=4"), "?a=1&b=2&c=3&d=4", at("https://shop.example/?a=1&b=2&c=3")},
	{"address-repeats", at("https://shop.example/kites/red/kites/x"), "kites", at("https://shop.example/2031/11/11/x")},
	{"address-search", at("https://shop.example/search?q=kite"), "", at("https://shop.example/search")},

	// How pages are built.
	{"viewport-missing", replace(`<meta name="viewport" content="width=device-width, initial-scale=1">`, ""), "", nothing},
	{"viewport-fixed", replace("width=device-width", "width=1024"), "width=1024, initial-scale=1", nothing},
	{"head-ended-early", inHead("<div>Banner</div>"), "div", inHead("<noscript><img src=/count.gif></noscript>")},
	{"head-missing", all(replace("<head>", ""), replace("</head>", "")), "", nothing},
	{"head-several", inBody("<head>"), "2 times", nothing},
	{"body-missing", all(replace("<body>", ""), replace("</body>", "")), "", nothing},
	{"body-several", inBody("<body>"), "2 times", nothing},
	{"doctype-missing", replace("<!DOCTYPE html>", ""), "", replace("<!DOCTYPE html>", "<!-- Shop -->\n<!doctype html>")},
	{"charset-not-told", all(replace(`<meta charset="utf-8">`, ""), header("Content-Type", "text/html")), "", replace(`<meta charset="utf-8">`, "")},
	{"charset-old", header("Content-Type", "text/html; charset=iso-8859-1"), "windows-1252", nothing},
	{"base-several", inHead(`<base href="/"><base href="/x/">`), "2 times", inHead(`<base target="_top"><base href="/">`)},
	{"share-missing", all(replace(`<meta property="og:title" content="Paper lanterns">`, ""), replace(`<meta property="og:image" content="https://shop.example/paper.jpg">`, "")), "", replace(`<meta property="og:title" content="Paper lanterns">`, "")},
	{"share-no-title", replace("og:title", "og:type"), "", nothing},
	{"share-no-image", replace("og:image", "og:type"), "", replace("og:image", "og:image:url")},
	{"plugin", inBody(`<object type="application/x-shockwave-flash"></object><applet></applet>`), "application/x-shockwave-flash, applet", inBody(`<object type="application/pdf"></object><embed type="image/svg+xml">`)},
	{"obsolete", inBody("<center><font>x</font></center>"), "center, font", inBody("<b>x</b>")},
}

func TestFaultlessPageHasNoFindings(t *testing.T) {
	for _, f := range newSpecimen().inspect(t) {
		t.Errorf("found %s %q", f.Check, f.Detail)
	}
}

func TestChecks(t *testing.T) {
	tried := map[string]bool{}
	for _, c := range specimens {
		t.Run(c.check, func(t *testing.T) {
			tried[c.check] = true
			switch details := found(newSpecimen(c.bad).inspect(t), c.check); {
			case len(details) != 1:
				t.Errorf("found %d times where it is: %q", len(details), details)
			case !fits(details[0], c.detail):
				t.Errorf("the evidence is %q, want %q", details[0], c.detail)
			}
			if details := found(newSpecimen(c.good).inspect(t), c.check); len(details) > 0 {
				t.Errorf("found where it just is not: %q", details)
			}
		})
	}
	for _, c := range Checks() {
		if !c.NeedsCrawl() && !tried[c.ID] {
			t.Errorf("%s has no specimen", c.ID)
		}
	}
}

func found(findings []crawler.Finding, check string) (details []string) {
	for _, f := range findings {
		if f.Check == check {
			details = append(details, f.Detail)
		}
	}
	return details
}

func fits(got, want string) bool {
	if beginning, ok := strings.CutSuffix(want, "…"); ok {
		return strings.HasPrefix(got, beginning)
	}
	return got == want
}

// What is hidden from search engines, or a copy of another page, need not look
// good in their results.
func TestHiddenPagesAreNotNagged(t *testing.T) {
	poor := all(title("x"), description("y"), prose("Short."))
	for _, hidden := range []edit{
		inHead(`<meta name="robots" content="noindex">`),
		header("X-Robots-Tag", "none"),
		replace(`canonical" href="https://shop.example/lanterns/paper.html`, `canonical" href="https://shop.example/`),
	} {
		for _, f := range newSpecimen(poor, hidden).inspect(t) {
			switch f.Check {
			case "title-short", "title-narrow", "description-short", "description-narrow", "content-thin":
				t.Errorf("found %s", f.Check)
			}
		}
	}
}

// A rule sees answers of every kind, the oddest included.
func TestInspectTakesAnything(t *testing.T) {
	for _, p := range []crawler.Page{
		{}, {URL: "x"}, {URL: "https://a.example/%zz?&&=", Outcome: crawler.Works, Status: 204},
		{Scope: crawler.External, Outcome: crawler.Skipped}, {Outcome: crawler.Moved, Status: 304}, {Outcome: crawler.Works, Kind: crawler.ImageKind},
	} {
		Inspect(&p, crawler.Sight{})
	}
}

func BenchmarkInspect(b *testing.B) {
	for _, c := range []struct {
		name string
		edit edit
	}{
		{"faultless", nothing},
		{"poor", all(title("x"), description("y"), header("Content-Security-Policy", ""), header("Strict-Transport-Security", ""),
			header("Referrer-Policy", ""), repeat(20, `<img src="/x.jpg"><a href="/x"></a><a href="/y?a=1">more</a>`))},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, sight := newSpecimen(c.edit).seen(b)
			b.ReportAllocs()
			for b.Loop() {
				p.Findings = p.Findings[:0]
				Inspect(p, sight)
			}
		})
	}
}
