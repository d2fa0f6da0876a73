package robots

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"golang.org/x/net/html/charset"
)

// Entry is one address of a sitemap, as written.
type Entry struct {
	Loc     string
	LastMod string
}

// Sitemap is what one sitemap file says, read as far as possible.
type Sitemap struct {
	Pages    []Entry
	Sitemaps []Entry // further sitemaps, when the file is an index
	Err      error   // what was wrong with the file; the rest above is still good
}

// The faults of a sitemap, wrapped in its Err.
var (
	ErrNotSitemap = errors.New("not a sitemap")
	ErrCutOff     = errors.New("sitemap ends in the middle")
	ErrTooLarge   = errors.New("sitemap is too large")
)

const (
	// MaxSitemap is how many bytes of a sitemap are read, after decompression.
	// The protocol allows 50 MB.
	MaxSitemap = 52 << 20
	// MaxEntries is how many addresses of a sitemap are read. The protocol
	// allows 50,000.
	MaxEntries = 200_000
)

// ParseSitemap reads a sitemap in any of the forms of sitemaps.org: xml, an
// index, plain text, RSS or Atom, gzipped or not.
func ParseSitemap(body []byte) Sitemap {
	body, err := inflate(body)
	if len(body) > MaxSitemap {
		body, err = body[:MaxSitemap], ErrTooLarge
	}
	sitemap := read(toUTF8(body))
	if err != nil {
		sitemap.Err = err
	}
	return sitemap
}

func read(text string) Sitemap {
	text = strings.TrimLeft(text, " \t\r\n\v\f\x00\ufeff")
	switch {
	case isHTML([]byte(text[:min(len(text), 512)])):
		return Sitemap{Err: fmt.Errorf("%w: it is a web page", ErrNotSitemap)}
	case strings.HasPrefix(text, "<"), containsMarkup(text):
		return readXML(text)
	}
	return readText(text)
}

// containsMarkup tells whether an xml sitemap follows something that does not
// belong there, like the warning of a script.
func containsMarkup(text string) bool {
	for _, tag := range []string{"<?xml", "<urlset", "<sitemapindex", "<loc>"} {
		if strings.Contains(text, tag) {
			return true
		}
	}
	return false
}

// inflate decompresses body while it is gzipped; some servers do it twice.
func inflate(body []byte) ([]byte, error) {
	const most = 2
	for range most {
		if !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
			return body, nil
		}
		unzip, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNotSitemap, err)
		}
		body, err = io.ReadAll(io.LimitReader(unzip, MaxSitemap+1))
		if len(body) > MaxSitemap {
			return body, nil
		}
		if err != nil {
			return body, fmt.Errorf("%w: %w", ErrCutOff, err)
		}
	}
	return body, nil
}

// toUTF8 decodes body by its byte order mark or XML declaration.
func toUTF8(body []byte) string {
	label := declaredCharset(body)
	if label == "" || strings.EqualFold(label, "utf-8") {
		return string(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")))
	}
	enc, _ := charset.Lookup(label)
	if enc == nil {
		return string(body)
	}
	decoded, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return string(body)
	}
	return string(decoded)
}

// declaredCharset is the label of the character encoding of body, "" for none.
func declaredCharset(body []byte) string {
	switch {
	case bytes.HasPrefix(body, []byte("\xef\xbb\xbf")):
		return "utf-8"
	case bytes.HasPrefix(body, []byte("\xff\xfe")), bytes.HasPrefix(body, []byte("<\x00")):
		return "utf-16le"
	case bytes.HasPrefix(body, []byte("\xfe\xff")), bytes.HasPrefix(body, []byte("\x00<")):
		return "utf-16be"
	}
	start := string(bytes.TrimLeft(body[:min(len(body), 1024)], " \t\r\n"))
	if !strings.HasPrefix(start, "<?xml") {
		return ""
	}
	declaration, _, _ := strings.Cut(start, "?>")
	label := attribute(declaration, "encoding")
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return "utf-8" // it could not be read so far if it were
	}
	return label
}

// readText reads a list of addresses, one a line.
func readText(text string) (sitemap Sitemap) {
	for line := range strings.FieldsFuncSeq(text, isLineEnd) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case !isWebAddress(line):
			sitemap.Err = fmt.Errorf("%w: a line is no address", ErrNotSitemap)
		case len(sitemap.Pages) == MaxEntries:
			sitemap.Err = ErrTooLarge
			return sitemap
		default:
			sitemap.Pages = append(sitemap.Pages, Entry{Loc: strings.Clone(line)})
		}
	}
	if len(sitemap.Pages) == 0 && sitemap.Err == nil {
		sitemap.Err = fmt.Errorf("%w: it is empty", ErrNotSitemap)
	}
	return sitemap
}

func isWebAddress(line string) bool {
	for _, prefix := range []string{"http://", "https://"} {
		if len(line) > len(prefix) && strings.EqualFold(line[:len(prefix)], prefix) {
			return true
		}
	}
	return false
}
