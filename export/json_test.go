package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
	"sitewalk/crawler/fetch"
)

// document is what a reader of the contract expects.
type document struct {
	jsonHead
	Settings map[string]any `json:"settings"`
	Summary  jsonSummary    `json:"summary"`
	Pages    []jsonPage     `json:"pages"`
	Skipped  []jsonSkipped  `json:"skipped"`
}

// stream writes a whole document as writeJSON does.
func stream(out *bytes.Buffer, m crawler.Meta, pages []crawlfile.Entry, skipped []jsonSkipped) error {
	s := newJSONStream(out, func(float64) {})
	s.head(headOf(m))
	s.member("settings", settingsOf(m))
	s.member("summary", summaryOf(m, crawler.Counts{Found: 2, Checked: 2, Works: 2}))
	s.openList("pages")
	for i := range pages {
		s.item(pageOf(&pages[i]))
	}
	s.closeList()
	s.openList("skipped")
	for _, e := range skipped {
		s.item(e)
	}
	s.closeList()
	s.end()
	return s.err
}

func read(t *testing.T, data []byte) document {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	var d document
	if err := decoder.Decode(&d); err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	return d
}

var (
	started = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	meta    = crawler.Meta{Typed: "a.example", Start: "https://a.example/", Site: "https://a.example", Started: started,
		Finished: started.Add(time.Minute), State: crawler.Finished}
)

func TestJSONIsTheContract(t *testing.T) {
	page := crawlfile.Entry{
		Page: crawler.Page{
			URL: "https://a.example/?a=1&b=<2>", Status: 200, Outcome: crawler.Works, ContentType: "text/html", Charset: "utf-8",
			Size: 1234, Took: 80*time.Millisecond + 900*time.Microsecond, Title: "Caf\u00e9 & <b>", H1: "H", FirstParagraph: "P", MetaDescription: "D",
			Canonical: "https://a.example/", MetaRobots: "noindex", Lang: "en",
			Findings: []crawler.Finding{{Check: "title-short", Detail: "4 characters"}, {Check: "link-broken", Detail: "u"}, {Check: "link-broken", Detail: "v"}},
		},
		Depth: 2, FoundOn: "https://a.example/", Outgoing: []string{"https://a.example/x"},
	}
	image := crawlfile.Entry{Page: crawler.Page{
		URL: "https://b.example/i.png", Outcome: crawler.Broken, Scope: crawler.External, Kind: crawler.ImageKind,
		ErrorKind: fetch.DNS, Error: "lookup b.example: no such host", Size: -1,
	}}
	var out bytes.Buffer
	if err := stream(&out, meta, []crawlfile.Entry{page, image}, []jsonSkipped{{URL: "u", Reason: crawler.ByRobots, FoundOn: "f"}}); err != nil {
		t.Fatal(err)
	}
	want := `{"format":"sitewalk/1","site":"https://a.example","started":"2026-03-01T10:00:00Z","finished":"2026-03-01T10:01:00Z","state":"finished",
"settings":{"concurrency":5},
"summary":{"found":2,"checked":2,"skipped":0,"failed":0,"waiting":0,"story":"The crawl of a.example is complete. 2 addresses were found and all of them asked for: all of them work. You can rely on this result."},
"pages":[
{"url":"https://a.example/?a=1&b=<2>","status":200,"error":"","outcome":"works","scope":"internal","kind":"page","content_type":"text/html","charset":"utf-8","size":1234,"ms":80,"title":"Café & <b>","h1":"H","first_paragraph":"P","meta_description":"D","canonical":"https://a.example/","meta_robots":"noindex","lang":"en","redirect_to":"","outgoing_links":["https://a.example/x"],"image_urls":[],"depth":2,"found_on":"https://a.example/","findings":["link-broken","title-short"]},
{"url":"https://b.example/i.png","status":0,"error":"dns: lookup b.example: no such host","outcome":"broken","scope":"external","kind":"image","content_type":"","charset":"","size":0,"ms":0,"title":"","h1":"","first_paragraph":"","meta_description":"","canonical":"","meta_robots":"","lang":"","redirect_to":"","outgoing_links":[],"image_urls":[],"depth":0,"found_on":"","findings":[]}
],
"skipped":[
{"url":"u","reason":"robots","found_on":"f"}
]}
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	read(t, out.Bytes())
}

func TestJSONOfNothing(t *testing.T) {
	var out bytes.Buffer
	if err := stream(&out, crawler.Meta{Typed: "x", State: crawler.Paused, Started: started, Elapsed: time.Second}, nil, nil); err != nil {
		t.Fatal(err)
	}
	d := read(t, out.Bytes())
	if d.Pages == nil || d.Skipped == nil || d.Site != "x" || d.State != crawler.Stopped || d.Finished != "2026-03-01T10:00:01Z" {
		t.Errorf("got %s", out.String())
	}
}

func TestJSONHidesHeaders(t *testing.T) {
	m := meta
	m.Settings.Header = map[string][]string{"Authorization": {"Basic secret"}}
	var out bytes.Buffer
	if err := stream(&out, m, nil, nil); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "secret") || !strings.Contains(out.String(), "Authorization") {
		t.Errorf("got %s", out.String())
	}
	if m.Settings.Header.Get("Authorization") != "Basic secret" {
		t.Error("the settings themselves were changed")
	}
}

func TestErrorOf(t *testing.T) {
	for _, c := range []struct {
		kind        fetch.Kind
		cause, want string
	}{
		{"", "", ""},
		{"timeout", "", "timeout"},
		{"timeout", "timeout", "timeout"},
		{"timeout", "timeout: deadline", "timeout: deadline"},
		{"timeout", "deadline", "timeout: deadline"},
		{"dns", "dnssec failed", "dns: dnssec failed"},
	} {
		e := crawlfile.Entry{Page: crawler.Page{ErrorKind: c.kind, Error: c.cause}}
		if got := errorOf(&e); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.kind, c.cause, got, c.want)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestJSONStreamKeepsTheFirstError(t *testing.T) {
	s := newJSONStream(fullDisk{}, func(float64) {})
	s.head(headOf(meta))
	s.end()
	if s.err == nil || s.stopped(t.Context()) == nil {
		t.Error("the full disk was not noticed")
	}
}

// Whatever a site puts into its texts, the file is valid UTF-8 and reads back
// as the same text, with U+FFFD in the place of what is no character.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{"", "plain", "</script>\u2028\x00\x1f\"\\", "\xed\xa0\x80lone", "\xff\xfe", "\U0001F600", strings.Repeat("x", 70_000), "=1+1\r\n\t"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, title, link string) {
		entry := crawlfile.Entry{Page: crawler.Page{URL: link, Title: title, Outcome: crawler.Works}, Outgoing: []string{link, title}}
		var out bytes.Buffer
		if err := stream(&out, meta, []crawlfile.Entry{entry, entry}, nil); err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(out.Bytes()) {
			t.Fatal("not UTF-8")
		}
		d := read(t, out.Bytes())
		want := pageOf(&entry)
		want.URL, want.Title = characters(link), characters(title)
		want.OutgoingLinks = []string{characters(link), characters(title)}
		if len(d.Pages) != 2 || !reflect.DeepEqual(d.Pages[0], want) {
			t.Errorf("got %+v, want %+v", d.Pages, want)
		}
		if lines := bytes.Count(out.Bytes(), []byte("\n")); lines != 9 {
			t.Errorf("%d lines", lines)
		}
	})
}

// characters replaces each byte that is part of no character.
func characters(s string) string { return string([]rune(s)) }

func BenchmarkJSONPage(b *testing.B) {
	entry := crawlfile.Entry{Page: crawler.Page{URL: "https://a.example/page", Title: "A title", Outcome: crawler.Works}}
	for range 50 {
		entry.Outgoing = append(entry.Outgoing, "https://a.example/another/page?with=query")
	}
	s := newJSONStream(io.Discard, func(float64) {})
	b.ReportAllocs()
	for b.Loop() {
		s.item(pageOf(&entry))
	}
}

// whileWriting calls do once, when the output says something.
type whileWriting struct {
	bytes.Buffer
	say string
	do  func()
}

func (w *whileWriting) Write(b []byte) (int, error) {
	n, err := w.Buffer.Write(b)
	if w.do != nil && bytes.Contains(w.Bytes(), []byte(w.say)) {
		w.do()
		w.do = nil
	}
	return n, err
}

// The summary of a crawl that goes on fits the pages that are listed.
func TestJSONIsOfOneMoment(t *testing.T) {
	f := crawl(t, 10)
	out := &whileWriting{say: `"summary"`, do: func() {
		err := f.Save(crawler.Batch{
			Addresses: []crawler.Address{{ID: 11, URL: chainURL(11)}, {ID: 12, URL: chainURL(12), Skipped: crawler.ByRobots}},
			Pages:     []*crawler.Page{{ID: 11, URL: chainURL(11), Outcome: crawler.Works, Status: 200}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}}
	if err := writeJSON(t.Context(), &job{file: f, done: func(float64) {}}, out); err != nil {
		t.Fatal(err)
	}
	if d := read(t, out.Bytes()); out.do != nil || len(d.Pages) != d.Summary.Checked || len(d.Skipped) != d.Summary.Skipped {
		t.Errorf("%d pages of %d, %d skipped of %d", len(d.Pages), d.Summary.Checked, len(d.Skipped), d.Summary.Skipped)
	}
}
