package export

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// Limits of one sitemap (sitemaps.org, protocol 0.9) and of the images of one
// page (Google's image sitemaps).
var (
	sitemapEntries = 50_000
	sitemapBytes   = 50 << 20 // before compression
)

const (
	sitemapImages = 1_000
	sitemapOpen   = xmlHead +
		`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">` + "\n"
	sitemapClose = "</urlset>\n"
	indexOpen    = xmlHead + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n"
	indexClose   = "</sitemapindex>\n"
)

// writeSitemap writes the pages of the site that search engines may list. When
// there are more than one sitemap may hold, out becomes an index of further
// files beside it, x-1.xml, x-2.xml and so on, which are to be put into the
// same folder at the root of the site.
func writeSitemap(ctx context.Context, j *job, out io.Writer) error {
	return sitemapTo(ctx, j, out, func(w io.Writer) io.WriteCloser { return unclosed{w} })
}

// writeSitemapGz is writeSitemap with each file compressed by gzip.
func writeSitemapGz(ctx context.Context, j *job, out io.Writer) error {
	return sitemapTo(ctx, j, out, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
}

type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

func sitemapTo(ctx context.Context, j *job, out io.Writer, pack func(io.Writer) io.WriteCloser) error {
	meta, err := j.file.Meta(ctx)
	if err != nil {
		return err
	}
	split, err := needsIndex(ctx, j.part(0, 0.4))
	if err != nil {
		return err
	}
	m := &sitemap{site: site(meta), name: j.name, pack: pack, begin: func(string) (io.Writer, error) { return out, nil }}
	if split && j.more != nil {
		m.begin = j.more
	}
	err = eachIndexable(ctx, j.part(0.4, 1), m.add)
	if err != nil {
		return err
	}
	if err := m.end(); err != nil {
		return err
	}
	if split && j.more != nil {
		return m.writeIndex(out)
	}
	return nil
}

// needsIndex tells whether there is more than one sitemap may hold.
func needsIndex(ctx context.Context, j *job) (bool, error) {
	entries, bytes := 0, len(sitemapOpen)+len(sitemapClose)
	var buffer []byte
	err := eachIndexable(ctx, j, func(e *crawlfile.Entry) error {
		entries++
		buffer = appendSitemapEntry(buffer[:0], e)
		bytes += len(buffer)
		return nil
	})
	return entries > sitemapEntries || bytes > sitemapBytes, err
}

func eachIndexable(ctx context.Context, j *job, yield func(*crawlfile.Entry) error) error {
	return eachEntry(ctx, j, func(e *crawlfile.Entry) error {
		if indexability(e) != "" || e.Scope != crawler.Internal || e.Kind != crawler.PageKind || len(e.URL) > 2047 {
			return nil
		}
		return yield(e)
	})
}

// sitemap writes entries to one file or several.
type sitemap struct {
	site, name string
	pack       func(io.Writer) io.WriteCloser
	begin      func(name string) (io.Writer, error) // a file

	out     io.WriteCloser // nil before the first entry
	entries int            // in out
	bytes   int
	names   []string // of the files
	newest  []time.Time
	buffer  []byte
}

func (m *sitemap) add(e *crawlfile.Entry) error {
	m.buffer = appendSitemapEntry(m.buffer[:0], e)
	if m.out != nil && (m.entries == sitemapEntries || m.bytes+len(m.buffer)+len(sitemapClose) > sitemapBytes) {
		if err := m.end(); err != nil {
			return err
		}
	}
	if m.out == nil {
		if err := m.open(); err != nil {
			return err
		}
	}
	m.entries++
	m.bytes += len(m.buffer)
	if t := lastModified(e); t.After(m.newest[len(m.newest)-1]) {
		m.newest[len(m.newest)-1] = t
	}
	_, err := m.out.Write(m.buffer)
	return err
}

// open begins the next file.
func (m *sitemap) open() error {
	stem, ending, _ := strings.Cut(m.name, ".xml")
	name := fmt.Sprintf("%s-%d.xml%s", stem, len(m.names)+1, ending)
	file, err := m.begin(name)
	if err != nil {
		return err
	}
	m.names, m.newest = append(m.names, name), append(m.newest, time.Time{})
	m.out, m.entries, m.bytes = m.pack(file), 0, len(sitemapOpen)
	_, err = io.WriteString(m.out, sitemapOpen)
	return err
}

// end closes the file, and begins one before that when there is none.
func (m *sitemap) end() error {
	if m.out == nil {
		if err := m.open(); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(m.out, sitemapClose); err != nil {
		return err
	}
	err := m.out.Close()
	m.out = nil
	return err
}

// writeIndex writes the list of the files.
func (m *sitemap) writeIndex(out io.Writer) error {
	w := m.pack(out)
	b := []byte(indexOpen)
	for i, name := range m.names {
		b = append(b, "<sitemap><loc>"...)
		b = append(appendXML(b, strings.TrimSuffix(m.site, "/")+"/"+url.PathEscape(name)), "</loc>"...)
		b = appendLastmod(b, m.newest[i])
		b = append(b, "</sitemap>\n"...)
	}
	if _, err := w.Write(append(b, indexClose...)); err != nil {
		return err
	}
	return w.Close()
}

func appendSitemapEntry(b []byte, e *crawlfile.Entry) []byte {
	b = append(appendXML(append(b, "<url><loc>"...), e.URL), "</loc>"...)
	b = appendLastmod(b, lastModified(e))
	for _, image := range e.Images[:min(len(e.Images), sitemapImages)] {
		b = append(appendXML(append(b, "<image:image><image:loc>"...), image), "</image:loc></image:image>"...)
	}
	return append(b, "</url>\n"...)
}

func appendLastmod(b []byte, t time.Time) []byte {
	if t.IsZero() {
		return b
	}
	return append(t.UTC().AppendFormat(append(b, "<lastmod>"...), time.RFC3339), "</lastmod>"...)
}
