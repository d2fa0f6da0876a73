package fetch

import (
	"net/http"
	"strings"
	"testing"
)

func TestContentTypeOfHeader(t *testing.T) {
	tests := []struct {
		values           []string
		essence, charset string
	}{
		{[]string{"text/html"}, "text/html", ""},
		{[]string{"text/html; charset=utf-8"}, "text/html", "utf-8"},
		{[]string{"Text/HTML;Charset=UTF-8"}, "text/html", "UTF-8"},
		{[]string{`text/html;charset="utf-8"`}, "text/html", "utf-8"},
		{[]string{`text/html;charset="a\"b`}, "text/html", `a"b`},
		{[]string{`text/html; charset="gbk" ; x`}, "text/html", "gbk"},
		{[]string{"text/html;charset=gbk;charset=utf-8"}, "text/html", "gbk"},
		{[]string{"text/html;charset=;charset=gbk"}, "text/html", "gbk"},
		{[]string{"text/html;;;charset=gbk"}, "text/html", "gbk"},
		{[]string{"text/html;charset =gbk"}, "text/html", ""},
		{[]string{"text/html;charset= gbk"}, "text/html", " gbk"},
		{[]string{"  text/html ; charset=gbk "}, "text/html", "gbk"},
		{[]string{"text/html;x=\";charset=gbk\";charset=big5"}, "text/html", "big5"},
		{[]string{"application/xhtml+xml; charset=utf-8"}, "application/xhtml+xml", "utf-8"},
		{[]string{"text/plain;charset=gbk", "text/html"}, "text/html", ""},
		{[]string{"text/html;charset=gbk", `text/html;x=",text/plain`}, "text/html", "gbk"},
		{[]string{"text/html;charset=gbk", "text/plain", "text/html"}, "text/html", ""},
		{[]string{"text/html", "*/*"}, "text/html", ""},
		{[]string{"*/*;charset=gbk", "text/html"}, "text/html", ""},
		{[]string{`text/html;x="`, "text/plain"}, "text/html", ""},
		{[]string{"text/html, text/plain"}, "text/plain", ""},
		{[]string{"text/plain", ""}, "text/plain", ""},
		{[]string{"application/octet-stream"}, "application/octet-stream", ""},
		{[]string{"image/png"}, "image/png", ""},
		{[]string{"text/plain"}, "text/plain", ""},
		{[]string{"text/plain; charset=utf-8"}, "text/plain", "utf-8"},
	}
	for _, test := range tests {
		essence, charset := ContentType(http.Header{"Content-Type": test.values}, []byte(page))
		if essence != test.essence || charset != test.charset {
			t.Errorf("%q: %q, %q; want %q, %q", test.values, essence, charset, test.essence, test.charset)
		}
	}
}

func TestSniffing(t *testing.T) {
	const html, text, binary = "text/html", "text/plain", "application/octet-stream"
	tests := []struct {
		types  []string
		body   string
		want   string
		strict string // with X-Content-Type-Options: nosniff
	}{
		{nil, page, html, text},
		{[]string{""}, page, html, text},
		{[]string{"html"}, page, html, text},
		{[]string{"text/"}, page, html, text},
		{[]string{"text/html:charset=utf-8"}, page, html, text},
		{[]string{"unknown/unknown"}, page, html, text},
		{[]string{"application/unknown"}, page, html, text},
		{[]string{"*/*"}, page, html, text},
		{nil, strings.Repeat(" \n", 600) + "<html>", html, text},
		{nil, strings.Repeat(" \n", 800) + "<html>", text, text},
		{nil, "<!-- c --><p>", html, text},
		{nil, "<h1>x", html, text},
		{nil, "<h2>x", text, text},
		{nil, "<TiTLe>x", html, text},
		{nil, "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>", "text/xml", text},
		{nil, "%PDF-1.4", "application/pdf", text},
		{nil, "just words", text, text},
		{nil, "\xef\xbb\xbfwords\x01", text, text},
		{nil, "", text, text},
		{nil, "words\x00", binary, binary},
		{nil, strings.Repeat("words ", 150) + "\x00", binary, binary},
		{nil, "\x89PNG\x0d\x0a\x1a\x0a", "image/png", "image/png"},
		{nil, "GIF89a", "image/gif", "image/gif"},
		{nil, "PK\x03\x04", "application/zip", "application/zip"},
		{[]string{"text/plain"}, page, text, text},
		{[]string{"text/plain"}, "\x89PNG\x0d\x0a\x1a\x0a", "image/png", text},
		{[]string{"text/plain; charset=ISO-8859-1"}, "words\x00", binary, text},
		{[]string{"text/plain"}, "<html>\x00", binary, text},
		{[]string{"text/plain;charset=iso-8859-1"}, "words\x00", text, text},
		{[]string{"text/plain", ""}, "words\x00", text, text},
		{[]string{"application/octet-stream"}, page, binary, binary},
		{[]string{"application/xhtml+xml"}, page, "application/xhtml+xml", "application/xhtml+xml"},
	}
	for _, test := range tests {
		if got, _ := ContentType(http.Header{"Content-Type": test.types}, []byte(test.body)); got != test.want {
			t.Errorf("%q with %.20q: %q, want %q", test.types, test.body, got, test.want)
		}
		strict := http.Header{"Content-Type": test.types, "X-Content-Type-Options": {"NoSniff"}}
		if got, _ := ContentType(strict, []byte(test.body)); got != test.strict {
			t.Errorf("%q with %.20q and nosniff: %q, want %q", test.types, test.body, got, test.strict)
		}
	}
}

func FuzzContentType(f *testing.F) {
	for _, s := range []string{"text/html;charset=utf-8", `text/html;charset="a\"b`, "*/*", "text/plain", "", "a/b,c/d;charset=x"} {
		f.Add(s, "", []byte(page))
	}
	f.Fuzz(func(t *testing.T, first, second string, body []byte) {
		essence, _ := ContentType(http.Header{"Content-Type": {first, second}}, body)
		if essence != strings.ToLower(essence) || strings.Count(essence, "/") != 1 || strings.ContainsAny(essence, " ;,\"") {
			t.Errorf("%q, %q: %q", first, second, essence)
		}
	})
}
