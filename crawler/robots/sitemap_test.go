package robots

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

const xmlns = ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`

func TestParseSitemap(t *testing.T) {
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(`<?xml version="1.0" encoding="utf-16"?><urlset><url><loc>http://a/ü</loc></url></urlset>`)
	if err != nil {
		t.Fatal(err)
	}
	latin, err := charmap.Windows1252.NewEncoder().String(`<?xml version='1.0' encoding='ISO-8859-1' ?><urlset><url><loc>http://a/ü</loc></url></urlset>`)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, file  string
		pages, maps string // "loc lastmod;" for each
		err         error
	}{
		{"urlset", `<?xml version="1.0" encoding="UTF-8"?><urlset` + xmlns + `>
			<url><loc>http://a/1</loc><lastmod>2024-01-02</lastmod><changefreq>daily</changefreq></url>
			<url><lastmod>2024</lastmod><loc> http://a/2?a=1&amp;b=2 </loc></url></urlset>`, "http://a/1 2024-01-02;http://a/2?a=1&b=2 2024;", "", nil},
		{"index", `<sitemapindex` + xmlns + `><sitemap><loc>http://a/s1.xml</loc><lastmod>2024</lastmod></sitemap><sitemap><loc>/s2.xml.gz</loc></sitemap></sitemapindex>`, "", "http://a/s1.xml 2024;/s2.xml.gz ;", nil},
		{"images and languages", `<urlset><url><loc>http://a/1</loc><image:image><image:loc>http://a/i.png</image:loc></image:image><xhtml:link rel="alternate" hreflang="de" href="http://a/de"/><video:video><video:player_loc>http://a/v</video:player_loc></video:video></url></urlset>`, "http://a/1 ;", "", nil},
		{"images first, without prefix", `<urlset><url><image><loc>http://a/i.png</loc></image><loc>http://a/1</loc></url></urlset>`, "http://a/1 ;", "", nil},
		{"prefixed", `<s:urlset xmlns:s="x"><s:url><s:loc>http://a/1</s:loc><image:loc>http://a/i</image:loc></s:url></s:urlset>`, "http://a/1 ;", "", nil},
		{"other namespace", `<urlset xmlns="http://www.google.com/schemas/sitemap/0.84"><url><loc>http://a/1</loc></url></urlset>`, "http://a/1 ;", "", nil},
		{"stray ampersand", `<urlset><url><loc>http://a/?a=1&b=2&copy=3&#38;c&#x26;d&#xFFFFFFF;</loc></url></urlset>`, "http://a/?a=1&b=2&copy=3&c&d&#xFFFFFFF; ;", "", nil},
		{"cdata", `<urlset><url><loc><![CDATA[ http://a/?a=1&b=<2> ]]></loc></url></urlset>`, "http://a/?a=1&b=<2> ;", "", nil},
		{"comments", `<!-- <loc>http://a/no</loc> --><urlset><!-- > --><url><loc>http://a/<!-- x -->1</loc><!-- <loc>x</loc> --></url></urlset>`, "http://a/1 ;", "", nil},
		{"no end tags", `<urlset><url><loc>http://a/1<lastmod>2024<url><loc>http://a/2`, "http://a/1 2024;http://a/2 ;", "", ErrCutOff},
		{"cut off", `<urlset><url><loc>http://a/1</loc></url><url><lo`, "http://a/1 ;", "", ErrCutOff},
		{"cut off in a comment", `<urlset><url><loc>http://a/1</loc></url><!-- `, "http://a/1 ;", "", ErrCutOff},
		{"no containers", `<urlset><loc>http://a/1</loc><loc>http://a/2</loc></urlset>`, "http://a/1 ;http://a/2 ;", "", nil},
		{"no root", `<url><loc>http://a/1</loc></url><url><loc>http://a/2</loc></url>`, "http://a/1 ;http://a/2 ;", "", ErrCutOff},
		{"white space first", "\r\n\t <?xml version='1.0'?><urlset><url><loc>\n\thttp://a/1\n</loc></url></urlset>", "http://a/1 ;", "", nil},
		{"a warning first", "Warning: x in y.php\n<?xml version='1.0'?><urlset><url><loc>http://a/1</loc></url></urlset>", "http://a/1 ;", "", nil},
		{"byte order mark", "\ufeff<urlset><url><loc>http://a/1</loc></url></urlset>", "http://a/1 ;", "", nil},
		{"capitals", `<URLSET><URL><LOC>http://a/1</LOC></URL></URLSET>`, "http://a/1 ;", "", nil},
		{"utf-16", utf16, "http://a/ü ;", "", nil},
		{"latin 1", latin, "http://a/ü ;", "", nil},
		{"wrong declaration", `<?xml version="1.0" encoding="utf-16"?><urlset><url><loc>http://a/ü</loc></url></urlset>`, "http://a/ü ;", "", nil},
		{"unknown charset", `<?xml version="1.0" encoding="klingon"?><urlset><url><loc>http://a/1</loc></url></urlset>`, "http://a/1 ;", "", nil},
		{"attributes with marks", `<urlset note="a > b" x='"'><url id="1"><loc>http://a/1</loc></url></urlset>`, "http://a/1 ;", "", nil},
		{"attribute without its end", `<urlset note="a><url><loc>http://a/1</loc></url></urlset>`, "http://a/1 ;", "", nil},
		{"doctype", `<!DOCTYPE urlset SYSTEM "x"><urlset><url><loc>http://a/1</loc></url></urlset>`, "http://a/1 ;", "", nil},
		{"empty locs", `<urlset><url><loc></loc></url><url><loc/></url><url></url></urlset>`, "", "", nil},
		{"empty urlset", `<urlset/>`, "", "", nil},
		{"rss", `<rss version="2.0"><channel><link>http://a/</link><image><url>http://a/i</url><link>http://a/</link></image>
			<atom:link rel="self" href="http://a/feed"/>
			<item><title>x</title><link>http://a/1</link><pubDate>Mon, 1 Jan 2024</pubDate><guid>http://a/g</guid></item>
			<item><guid isPermaLink="true">http://a/2</guid></item><item><guid isPermaLink="false">http://a/3</guid></item></channel></rss>`, "http://a/1 Mon, 1 Jan 2024;http://a/2 ;", "", nil},
		{"rss 1.0", `<rdf:RDF xmlns="x"><channel rdf:about="x"><link>http://a/</link></channel><item rdf:about="y"><link>http://a/1</link></item></rdf:RDF>`, "http://a/1 ;", "", nil},
		{"atom", `<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://a/"/><updated>2023</updated>
			<entry><link rel="self" href="http://a/x"/><link rel="alternate" href="http://a/1?a&amp;b"/><updated>2024</updated></entry>
			<entry><link href='/2'/></entry></feed>`, "http://a/1?a&b 2024;/2 ;", "", nil},
		{"text", "http://a/1\r\n  HTTPS://a/2 \n\n", "http://a/1 ;HTTPS://a/2 ;", "", nil},
		{"text with a mark", "\ufeffhttp://a/1\n", "http://a/1 ;", "", nil},
		{"text with other lines", "# list\nhttp://a/1\n", "http://a/1 ;", "", ErrNotSitemap},
		{"robots.txt", "User-agent: *\nDisallow: /x\n", "", "", ErrNotSitemap},
		{"web page", "<!doctype html><html><a href='http://a/1'>x</a></html>", "", "", ErrNotSitemap},
		{"other xml", "<note>x</note>", "", "", ErrNotSitemap},
		{"nothing", "", "", "", ErrNotSitemap},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for form, body := range map[string][]byte{
				"plain":   []byte(test.file),
				"gzipped": zip(t, []byte(test.file)),
				"twice":   zip(t, zip(t, []byte(test.file))),
			} {
				got := ParseSitemap(body)
				if pages := written(got.Pages); pages != test.pages {
					t.Errorf("%s: pages %q, want %q", form, pages, test.pages)
				}
				if maps := written(got.Sitemaps); maps != test.maps {
					t.Errorf("%s: sitemaps %q, want %q", form, maps, test.maps)
				}
				if !errors.Is(got.Err, test.err) || got.Err != nil && test.err == nil {
					t.Errorf("%s: error %v, want %v", form, got.Err, test.err)
				}
			}
		})
	}
}

func written(entries []Entry) string {
	var all strings.Builder
	for _, entry := range entries {
		all.WriteString(entry.Loc + " " + entry.LastMod + ";")
	}
	return all.String()
}

func zip(t testing.TB, body []byte) []byte {
	t.Helper()
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return zipped.Bytes()
}

func TestGzipCutOff(t *testing.T) {
	var file strings.Builder
	file.WriteString("<urlset>")
	for i := range 5000 {
		fmt.Fprintf(&file, "<url><loc>http://a/%d</loc></url>", i*i)
	}
	zipped := zip(t, []byte(file.String()))
	got := ParseSitemap(zipped[:len(zipped)/2])
	if len(got.Pages) < 100 || !errors.Is(got.Err, ErrCutOff) {
		t.Errorf("%d pages and %v", len(got.Pages), got.Err)
	}
	if got := ParseSitemap([]byte("\x1f\x8bnothing")); !errors.Is(got.Err, ErrNotSitemap) {
		t.Errorf("error %v", got.Err)
	}
}

func TestSitemapBounds(t *testing.T) {
	bomb := zip(t, append([]byte("<urlset><url><loc>http://a/1</loc></url>"), make([]byte, MaxSitemap+1000)...))
	if got := ParseSitemap(bomb); len(got.Pages) != 1 || !errors.Is(got.Err, ErrTooLarge) {
		t.Errorf("bomb: %d pages, %v", len(got.Pages), got.Err)
	}
	full := "<urlset>" + strings.Repeat("<url><loc>http://a/</loc></url>", MaxEntries)
	if got := ParseSitemap([]byte(full + "</urlset>")); len(got.Pages) != MaxEntries || got.Err != nil {
		t.Errorf("full: %d pages, %v", len(got.Pages), got.Err)
	}
	full += "<url><loc>http://a/</loc></url></urlset>"
	if got := ParseSitemap([]byte(full)); len(got.Pages) != MaxEntries || !errors.Is(got.Err, ErrTooLarge) {
		t.Errorf("overfull: %d pages, %v", len(got.Pages), got.Err)
	}
	list := strings.Repeat("http://a/\n", MaxEntries+1)
	if got := ParseSitemap([]byte(list)); len(got.Pages) != MaxEntries || !errors.Is(got.Err, ErrTooLarge) {
		t.Errorf("list: %d pages, %v", len(got.Pages), got.Err)
	}
}

func FuzzParseSitemap(f *testing.F) {
	f.Add([]byte(`<?xml version="1.0" encoding="latin1"?><urlset><url><loc>http://a/&amp;</loc><lastmod>1</lastmod></url>`))
	f.Add([]byte(`<feed><entry><link href="x" rel='alternate'/><updated>2</updated></entry></feed>`))
	f.Add([]byte(`<rss><item><link><![CDATA[x]]></link><guid isPermaLink=false>y</guid></item><!-- --></rss>`))
	f.Add([]byte("http://a/\nhttps://b/"))
	f.Add(zip(f, []byte("<sitemapindex><sitemap><loc>x")))
	f.Fuzz(func(t *testing.T, body []byte) {
		got := ParseSitemap(body)
		for _, entry := range append(got.Pages, got.Sitemaps...) {
			if entry.Loc == "" || strings.TrimSpace(entry.Loc) != entry.Loc {
				t.Errorf("address %q", entry.Loc)
			}
		}
	})
}

func BenchmarkParseSitemap(b *testing.B) {
	body := []byte("<urlset>" + strings.Repeat("<url><loc>http://shop.example/products/garden/chair?a=1&amp;b=2</loc><lastmod>2024-01-02</lastmod></url>\n", 10000) + "</urlset>")
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		ParseSitemap(body)
	}
}
