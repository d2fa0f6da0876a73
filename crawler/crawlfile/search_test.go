package crawlfile

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sitewalk/crawler"
)

// textPage is a page of the site that works and says something.
func textPage(id int64, title, description, text string) *crawler.Page {
	return &crawler.Page{
		ID: id, URL: fmt.Sprintf("https://example.com/%d", id), Outcome: crawler.Works, Status: 200, ContentType: "text/html",
		Title: title, MetaDescription: description, Text: text,
	}
}

// saveTexts saves pages with these texts, each in its own batch, and gives their
// numbers from first on.
func saveTexts(t testing.TB, f *File, first int64, texts ...string) {
	t.Helper()
	for i, text := range texts {
		id := first + int64(i)
		save(t, f, crawler.Batch{
			Addresses: []crawler.Address{{ID: id, URL: fmt.Sprintf("https://example.com/%d", id)}},
			Pages:     []*crawler.Page{textPage(id, "", "", text)},
		})
	}
}

func searchAll(t testing.TB, f *File, text string) (hits []Hit) {
	t.Helper()
	if err := f.Search(context.Background(), text, func(h Hit) error { hits = append(hits, h); return nil }); err != nil {
		t.Fatal(err)
	}
	return hits
}

func foundOn(hits []Hit) (ids []int64) {
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return ids
}

func TestSearchMeans(t *testing.T) {
	tests := []struct {
		query, text, marked string // marked is "" when nothing is found
	}{
		{"lantern", "A lantern for you", "lantern"},
		{"LANTERN", "a lantern", "lantern"},
		{"lantern", "Two LANTERNS", "LANTERN"},
		{"lamp", "Stehlampe", "lamp"},
		{"cafe", "Unser Café heute", "Café"},
		{"Café", "our cafe", "cafe"},
		{"cafe", "cafe\u0301s", "cafe\u0301"},
		{"strasse", "Lange Straße 3", "Straße"},
		{"STRAßE", "Lange Strasse 3", "Strasse"},
		{"оливки", "Оливки и мёд", "Оливки"},
		{"мед", "Оливки и мёд", "мёд"},
		{"öl", "Zwei Öle", "Öl"},
		{"日本", "東京、日本です", "日本"},
		{"don't", "We don’t", "don’t"},
		{"9-5", "open 9–5", "9–5"},
		{"two words", "two\nwords", "two · words"},
		{"two   words", "two words", "two words"},
		{"two words", "two\u00A0words", "two\u00A0words"},
		{"two words", "two other words", ""},
		{"words two", "two words", ""},
		{"donaudampf", "Donau\u00ADdampf\u00ADschiff", "Donau\u00ADdampf\u00AD"},
		{`"Oil"`, "Olive oil", ""},
		{`"Oil"`, "olive Oil", "Oil"},
		{`"cafe"`, "café", ""},
		{"“Oil”", "olive oil, Oil", "Oil"},
		{`"`, `12" nails`, `"`},
		{"€ 4,99", "now € 4,99 each", "€ 4,99"},
		{"0301234567", "Call 030-123 45 67 now", "030-123 45 67"},
		{"030 1234567", "Call (030) 123.45.67", "030) 123.45.67"},
		{"030/1234567", "0301234567", "0301234567"},
		{"12345", "９ １２３４５", "１２３４５"},
		{"12345", "1 2 3\n4 5", ""},
		{"12345", "12,345", ""},
		{"12345", "12 - - 345", ""},
		{"1234", "12 34", ""},
		{`"12345"`, "123 45", ""},
		{"usb", "An USB stick", "USB"},
		{"x", "max", "x"},
		{"?", "Why?", "?"},
		{" ", "a b", ""},
		{"\u00AD", "a\u00ADb", ""},
	}
	for _, test := range tests {
		f := newFile(t)
		saveTexts(t, f, 1, "nothing", test.text, "else")
		hits := searchAll(t, f, test.query)
		var marked string
		if len(hits) > 0 {
			marked = hits[0].Snippet[hits[0].Start:hits[0].End]
		}
		if marked != test.marked || len(hits) > 1 || test.marked != "" && hits[0].ID != 2 {
			t.Errorf("%q in %q: got %+v, want %q", test.query, test.text, hits, test.marked)
		}
		f.Close()
	}
}

func TestSearchedParts(t *testing.T) {
	f := newFile(t)
	b := crawler.Batch{}
	for id := int64(1); id <= 7; id++ {
		b.Addresses = append(b.Addresses, crawler.Address{ID: id, URL: fmt.Sprintf("https://example.com/%d", id)})
	}
	b.Pages = []*crawler.Page{
		textPage(1, "Needles", "", "a\x00b"),
		textPage(2, "", "All about needles", "needle"),
		textPage(3, "Shop", "", "x needle y needle"),
		textPage(4, "Needle", "", "hay"),
		textPage(5, "needle", "", "needle"), textPage(6, "needle", "", "needle"), textPage(7, "need", "le", "need"),
	}
	b.Pages[4].Outcome = crawler.Broken
	b.Pages[5].Scope = crawler.External
	save(t, f, b)
	want := []Hit{
		{ID: 1, URL: "https://example.com/1", Title: "Needles", Where: InTitle, Snippet: "Needles", End: 6, Count: 1},
		{ID: 2, URL: "https://example.com/2", Where: InDescription, Snippet: "All about needles", Start: 10, End: 16, Count: 2},
		{ID: 3, URL: "https://example.com/3", Title: "Shop", Where: InText, Snippet: "x needle y needle", Start: 2, End: 8, Count: 2},
		{ID: 4, URL: "https://example.com/4", Title: "Needle", Where: InTitle, Snippet: "Needle", End: 6, Count: 1},
	}
	if got := searchAll(t, f, "needle"); !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestSnippet(t *testing.T) {
	long := strings.Repeat("word ", 50)
	tests := []struct{ text, part, want string }{
		{"all of it", "of", "all [of] it"},
		{"one\ntwo\nthree", "two", "one · [two] · three"},
		{long + "here" + " " + long, "here", "… word word word word word word word word word word word [here]" + strings.Repeat(" word", 23) + " …"},
		{strings.Repeat("ü", 200) + "x" + strings.Repeat("ü", 200), "x", "… " + strings.Repeat("ü", 30) + "[x]" + strings.Repeat("ü", 60) + " …"},
	}
	for _, test := range tests {
		from := strings.Index(test.text, test.part)
		line, start, end := snippet(test.text, from, from+len(test.part))
		if got := line[:start] + "[" + line[start:end] + "]" + line[end:]; got != test.want {
			t.Errorf("%q: got\n%q, want\n%q", test.part, got, test.want)
		}
	}
}

// TestSearchWhileCrawling saves in batches of different sizes, kills, carries on
// and replaces pages; each page has a word of its own.
func TestSearchWhileCrawling(t *testing.T) {
	f := newFile(t)
	id := int64(0)
	text := func(id int64) string { return fmt.Sprintf("Menu Shop Contact\nProduct word%dend and more", id) }
	check := func() {
		t.Helper()
		for n := int64(1); n <= id; n++ {
			if got := foundOn(searchAll(t, f, fmt.Sprintf("WORD%dEND", n))); !slices.Equal(got, []int64{n}) {
				t.Fatalf("after %d pages: word %d is found on %v", id, n, got)
			}
		}
		if got := searchAll(t, f, "shop contact"); len(got) != int(id) {
			t.Fatalf("the menu of %d pages is found on %d", id, len(got))
		}
	}
	for round, size := range []int{1, 1, 3, 20, 10, 70, 2, 200, 31, 5} {
		var b crawler.Batch
		for range size {
			id++
			b.Addresses = append(b.Addresses, crawler.Address{ID: id, URL: fmt.Sprintf("https://example.com/%d", id)})
			b.Pages = append(b.Pages, textPage(id, "", "", text(id)))
		}
		save(t, f, b)
		check()
		if round%3 == 2 {
			path := f.Path()
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			var err error
			if f, err = Open(path); err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			check()
		}
	}
	save(t, f, crawler.Batch{Pages: []*crawler.Page{textPage(3, "", "", "another"), textPage(id, "", "", "another")}})
	if got := foundOn(searchAll(t, f, "another")); !slices.Equal(got, []int64{3, id}) {
		t.Errorf("new texts are found on %v", got)
	}
	if got := searchAll(t, f, "word3end"); len(got) > 0 {
		t.Errorf("the old text is still found: %v", got)
	}
	rows, err := f.writer.conn.integer(context.Background(), "SELECT count(*) FROM text WHERE grams IS NULL")
	if err != nil || rows > 2 {
		t.Errorf("%d rows are not complete (%v)", rows, err)
	}
}

func TestSearchStops(t *testing.T) {
	f := newFile(t)
	saveTexts(t, f, 1, "same", "same", "same")
	enough := errors.New("enough")
	hits := 0
	err := f.Search(context.Background(), "same", func(Hit) error { hits++; return enough })
	if err != enough || hits != 1 {
		t.Errorf("got %v after %d hits", err, hits)
	}
	ctx, cancel := context.WithCancel(context.Background())
	hits = 0
	err = f.Search(ctx, "same", func(Hit) error { hits++; cancel(); return nil })
	if !errors.Is(err, context.Canceled) || hits > 1 {
		t.Errorf("got %v after %d hits of a search that was cancelled", err, hits)
	}
}

func TestNoText(t *testing.T) {
	f := newFile(t)
	saveTexts(t, f, 1, "")
	if got, err := f.HasTexts(t.Context()); got || err != nil {
		t.Errorf("without texts: %v, %v", got, err)
	}
	saveTexts(t, f, 2, "needle")
	if got, err := f.HasTexts(t.Context()); !got || err != nil {
		t.Errorf("with a text: %v, %v", got, err)
	}
}

// TestDigitsAreNotHidden looks at every character that is folded to a digit or
// to nothing.
func TestDigitsAreNotHidden(t *testing.T) {
	q := parseQuery("no. 49")
	if q.number != "49" {
		t.Fatalf("the number is %q", q.number)
	}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		for _, text := range []string{"no. 4" + string(r), "no. " + string(r) + "9", "no. 4" + string(r) + "9"} {
			if plainly(q, text) && !q.mayHold(text) {
				t.Errorf("%q is passed over", text)
			}
		}
	}
}

// plainly is a search without any of the shortcuts: it folds both and looks.
func plainly(q textQuery, text string) bool {
	f := q.folder
	folded := string(f.append(nil, text))
	if !q.digits {
		return strings.Contains(folded, string(q.needle))
	}
	for i := range len(folded) {
		rest, digits, apart := folded[i:], 0, 0
		for rest != "" && digits < len(q.needle) {
			switch c := rest[0]; {
			case c == q.needle[digits]:
				digits, apart = digits+1, 0
			case digits > 0 && apart < maxApart && strings.IndexByte(" -./()+", c) >= 0:
				apart++
			default:
				digits, rest = 0, " "
			}
			rest = rest[1:]
		}
		if digits == len(q.needle) {
			return true
		}
	}
	return false
}

// FuzzSearch compares a search by groups of letters with a plain one, and checks
// what is said of the place.
func FuzzSearch(f *testing.F) {
	f.Add("lantern", "A LANTERN\nfor you", "Title", "Description")
	f.Add("030 12345", "Tel. 030-12 34 5", "", "")
	f.Add(`"Exact"`, "exact Exact", "", "")
	f.Add("straße", "STRASSE ẞ", "", "")
	f.Add("e\u0301a", "éa", "", "")
	f.Add("€ 49.90", "now € ４9.\u20609\u03010", "", "")
	f.Fuzz(func(t *testing.T, typed, text, title, description string) {
		q := parseQuery(typed)
		if len(q.needle) == 0 {
			return
		}
		parts := [3]string{title, description, text}
		g := newGrams()
		want := false
		for _, part := range parts {
			if !utf8.ValidString(part) || strings.IndexByte(part, 0) >= 0 {
				return
			}
			g.add(part)
			holds := plainly(q, part)
			if holds && !q.mayHold(part) {
				t.Fatalf("%q is in %q, which is passed over", typed, part)
			}
			want = want || holds
		}
		if want && !gramsHold(g.pack(), q.wanted) {
			t.Fatalf("%q is in %q but not its groups", typed, parts)
		}
		found := false
		for _, part := range parts {
			fold := q.folder
			folded := fold.append(nil, part)
			q.find(folded, func(start, end int) bool {
				found = true
				from, to := q.folder.span(part, start, end)
				if from < 0 || to > len(part) || from >= to || !plainly(q, part[from:to]) {
					t.Fatalf("%q in %q is said to be %d to %d", typed, part, from, to)
				}
				line, a, b := snippet(part, from, to)
				if line[a:b] != oneLine(part[from:to]) || strings.Contains(line, "\n") || !utf8.ValidString(line) {
					t.Fatalf("snippet %q, %d to %d", line, a, b)
				}
				return true
			})
		}
		if found != want {
			t.Fatalf("%q in %q: found is %v, want %v", typed, parts, found, want)
		}
	})
}

// Ⱥ and Ⱦ take two bytes, what they are folded to takes three.
func TestSearchFindsSignsThatGrow(t *testing.T) {
	for _, text := range []string{"Ⱥ", "Ⱦ"} {
		g := newGrams()
		g.add(text)
		if q := parseQuery(text); !gramsHold(g.pack(), q.wanted) {
			t.Errorf("%s is not found where it is a line of its own", text)
		}
	}
}
