package export

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
	"sitewalk/crawler/crawlfile"
)

// jsonFormat names the version of the contract that the JSON keeps.
const jsonFormat = "sitewalk/1"

// progressEvery is how many addresses are written between two reports.
const progressEvery = 256

// jsonHead is the beginning of the object.
type jsonHead struct {
	Format   string        `json:"format"`
	Site     string        `json:"site"`
	Started  string        `json:"started"`
	Finished string        `json:"finished"`
	State    crawler.State `json:"state"`
}

type jsonSummary struct {
	Found   int    `json:"found"`
	Checked int    `json:"checked"`
	Skipped int    `json:"skipped"`
	Failed  int    `json:"failed"`
	Waiting int    `json:"waiting"`
	Story   string `json:"story"`
}

type jsonPage struct {
	URL             string   `json:"url"`
	Status          int      `json:"status"`
	Error           string   `json:"error"`
	Outcome         string   `json:"outcome"`
	Scope           string   `json:"scope"`
	Kind            string   `json:"kind"`
	ContentType     string   `json:"content_type"`
	Charset         string   `json:"charset"`
	Size            int64    `json:"size"`
	MS              int64    `json:"ms"`
	Title           string   `json:"title"`
	H1              string   `json:"h1"`
	FirstParagraph  string   `json:"first_paragraph"`
	MetaDescription string   `json:"meta_description"`
	Canonical       string   `json:"canonical"`
	MetaRobots      string   `json:"meta_robots"`
	Lang            string   `json:"lang"`
	RedirectTo      string   `json:"redirect_to"`
	OutgoingLinks   []string `json:"outgoing_links"`
	ImageURLs       []string `json:"image_urls"`
	Depth           int      `json:"depth"`
	FoundOn         string   `json:"found_on"`
	Findings        []string `json:"findings"`
}

type jsonSkipped struct {
	URL     string         `json:"url"`
	Reason  crawler.Reason `json:"reason"`
	FoundOn string         `json:"found_on"`
}

// writeJSON writes the contract "sitewalk/1": one object, with each address on
// a line of its own so that two crawls can be compared with diff. Bytes that
// are no UTF-8 become U+FFFD. Of a crawl that goes on, all is of one moment.
func writeJSON(ctx context.Context, j *job, out io.Writer) error {
	stream := newJSONStream(out, j.done)
	err := j.file.View(ctx, func(v *crawlfile.View) error { return stream.all(ctx, v, &j.choice) })
	if err != nil {
		return err
	}
	return stream.err
}

// all writes the whole object.
func (s *jsonStream) all(ctx context.Context, v *crawlfile.View, choice *Choice) error {
	meta, err := v.Meta(ctx)
	if err != nil {
		return err
	}
	counts, err := v.Counts(ctx)
	if err != nil {
		return err
	}
	s.total = counts.Checked + counts.Failed + counts.Skipped
	s.head(headOf(meta))
	s.member("settings", settingsOf(meta))
	s.member("summary", summaryOf(meta, counts.Counts))
	s.openList("pages")
	if err := s.pages(ctx, v, choice.Filter); err != nil {
		return err
	}
	s.closeList()
	s.openList("skipped")
	if choice.skipped() {
		err = v.SkippedEntries(ctx, func(e crawlfile.SkippedEntry) error {
			s.item(jsonSkipped{URL: e.URL, Reason: e.Reason, FoundOn: e.FoundOn})
			return s.stopped(ctx)
		})
		if err != nil {
			return err
		}
	}
	s.closeList()
	s.end()
	return nil
}

// pages writes the addresses that were asked for.
func (s *jsonStream) pages(ctx context.Context, v *crawlfile.View, asked crawlfile.Filter) error {
	wanted := len(asked.Outcomes)
	asked.Outcomes = slices.DeleteFunc(slices.Clone(asked.Outcomes), notAsked)
	if wanted > 0 && len(asked.Outcomes) == 0 {
		return nil
	}
	return v.Chosen(ctx, asked, func(e *crawlfile.Entry) error {
		s.item(pageOf(e))
		return s.stopped(ctx)
	})
}

// notAsked tells whether addresses of an outcome were never asked for.
func notAsked(o crawler.Outcome) bool { return o == crawler.Waiting || o == crawler.Skipped }

func headOf(m crawler.Meta) jsonHead {
	return jsonHead{
		Format:   jsonFormat,
		Site:     site(m),
		Started:  m.Started.Format(time.RFC3339),
		Finished: finished(m).Format(time.RFC3339),
		State:    finalState(m.State),
	}
}

func summaryOf(m crawler.Meta, c crawler.Counts) jsonSummary {
	return jsonSummary{
		Found:   c.Found,
		Checked: c.Checked,
		Skipped: c.Skipped,
		Failed:  c.Failed,
		Waiting: c.Waiting,
		Story:   audit.Story(m, c),
	}
}

// site is the site's origin, or of a crawl that got nowhere what the person typed.
func site(m crawler.Meta) string {
	for _, s := range []string{m.Site, m.Start, m.Typed} {
		if s != "" {
			return s
		}
	}
	return ""
}

// finished is when a crawl ended. One that can still be carried on has no such
// time: the time it has run stands in.
func finished(m crawler.Meta) time.Time {
	if m.Finished.IsZero() {
		return m.Started.Add(m.Elapsed)
	}
	return m.Finished
}

// finalState is the state as the contract knows it: what has not ended and
// does not run has been stopped.
func finalState(s crawler.State) crawler.State {
	if s.Final() {
		return s
	}
	return crawler.Stopped
}

// settingsOf is what the crawl was asked to do. The values of added headers are
// hidden: they may be passwords, and the file is made to be passed on.
func settingsOf(m crawler.Meta) crawler.Settings {
	s := m.Settings
	if s.Concurrency == 0 {
		s.Concurrency = crawler.DefaultConcurrency
	}
	s.KeepText = false // says how the file is kept, and nothing about the crawl
	if len(s.Header) == 0 {
		return s
	}
	hidden := make(http.Header, len(s.Header))
	for name := range s.Header {
		hidden[name] = []string{"(hidden)"}
	}
	s.Header = hidden
	return s
}

func pageOf(e *crawlfile.Entry) jsonPage {
	return jsonPage{
		URL:             e.URL,
		Status:          e.Status,
		Error:           errorOf(e),
		Outcome:         e.Outcome.String(),
		Scope:           e.Scope.String(),
		Kind:            e.Kind.String(),
		ContentType:     e.ContentType,
		Charset:         e.Charset,
		Size:            max(e.Size, 0),
		MS:              e.Took.Milliseconds(),
		Title:           e.Title,
		H1:              e.H1,
		FirstParagraph:  e.FirstParagraph,
		MetaDescription: e.MetaDescription,
		Canonical:       e.Canonical,
		MetaRobots:      e.MetaRobots,
		Lang:            e.Lang,
		RedirectTo:      e.RedirectTo,
		OutgoingLinks:   listOf(e.Outgoing),
		ImageURLs:       listOf(e.Images),
		Depth:           e.Depth,
		FoundOn:         e.FoundOn,
		Findings:        findingsOf(e),
	}
}

// findingsOf gives the ids of what was found, sorted, each once.
func findingsOf(e *crawlfile.Entry) []string {
	ids := make([]string, 0, len(e.Findings))
	for _, f := range e.Findings {
		ids = append(ids, f.Check)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// errorOf is "kind: cause" for an address that could not be read whole.
func errorOf(e *crawlfile.Entry) string {
	kind := string(e.ErrorKind)
	switch {
	case kind == "" || e.Error == kind || strings.HasPrefix(e.Error, kind+": "):
		return e.Error
	case e.Error == "":
		return kind
	}
	return kind + ": " + e.Error
}

// listOf makes sure that an empty list is [] and not null.
func listOf(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// jsonStream writes the object piece by piece and remembers the first error.
type jsonStream struct {
	out   io.Writer
	line  bytes.Buffer
	coder *json.Encoder // to line
	first bool          // nothing stands in the open list yet
	wrote int           // items of all lists
	total int           // items to come in all
	done  func(float64)
	err   error
}

func newJSONStream(out io.Writer, done func(float64)) *jsonStream {
	s := &jsonStream{out: out, done: done}
	s.coder = json.NewEncoder(&s.line)
	s.coder.SetEscapeHTML(false)
	return s
}

// head opens the object.
func (s *jsonStream) head(head jsonHead) {
	s.encode(head)
	s.write(bytes.TrimSuffix(s.line.Bytes(), []byte("}")))
}

// member adds a key with its value.
func (s *jsonStream) member(name string, value any) {
	s.key(name)
	s.encode(value)
	s.write(s.line.Bytes())
}

func (s *jsonStream) key(name string) { s.write([]byte(",\n\"" + name + "\":")) }

func (s *jsonStream) openList(name string) {
	s.first = true
	s.key(name)
	s.write([]byte("["))
}

// item adds one value to the open list.
func (s *jsonStream) item(value any) {
	separator := ",\n"
	if s.first {
		separator, s.first = "\n", false
	}
	s.write([]byte(separator))
	s.encode(value)
	s.write(s.line.Bytes())
	s.wrote++
	if s.wrote%progressEvery == 0 && s.total > 0 {
		s.done(min(float64(s.wrote)/float64(s.total), 1))
	}
}

func (s *jsonStream) closeList() { s.write([]byte("\n]")) }

func (s *jsonStream) end() { s.write([]byte("}\n")) }

// stopped gives the reason to write no more, nil when there is none.
func (s *jsonStream) stopped(ctx context.Context) error {
	if s.err != nil {
		return s.err
	}
	return ctx.Err()
}

// encode puts value into s.line, without the line end.
func (s *jsonStream) encode(value any) {
	s.line.Reset()
	if err := s.coder.Encode(value); err != nil && s.err == nil {
		s.err = err
	}
	s.line.Truncate(max(s.line.Len()-1, 0))
}

func (s *jsonStream) write(b []byte) {
	if s.err != nil {
		return
	}
	_, s.err = s.out.Write(b)
}
