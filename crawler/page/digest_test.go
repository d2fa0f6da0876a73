package page

import (
	"math/bits"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// measured is what a document says, at an address of no meaning.
func measured(t testing.TB, html string) *Facts {
	return Parse([]byte(html), "utf-8", address(t, "https://example.com/"))
}

func TestMeasures(t *testing.T) {
	for _, c := range []struct {
		html                  string
		words, own, sentences int
	}{
		{"", 0, 0, 0},
		{"<title>Not counted</title>", 0, 0, 0},
		{"<p>One two three.", 3, 3, 1},
		{"<p>One. Two! Three? four", 4, 4, 4},
		{"<p>At 3.50 on www.example.com … done", 8, 8, 2},
		{"<nav>Menu one</nav><main>Own</main><footer>End</footer>", 4, 1, 3},
		{"<ul><li>One<li>Two</ul>", 2, 2, 2},
		{"<p>caf&eacute; &amp;&nbsp;tea &mdash; milk", 3, 3, 1},
		{"<p>naïve – süß “quoted”", 3, 3, 1},
		{"<p>日本語の文章です。", 4, 4, 1},
		{"<script>var words</script><style>p{}</style><template>no</template>", 0, 0, 0},
	} {
		f := measured(t, c.html)
		if f.Words != c.words || f.OwnWords != c.own || f.Sentences != c.sentences {
			t.Errorf("%s: %d words, %d of its own, %d sentences; want %d, %d, %d", c.html, f.Words, f.OwnWords, f.Sentences, c.words, c.own, c.sentences)
		}
	}
}

func TestProse(t *testing.T) {
	f := measured(t, "<h1>Not this</h1><p>We made a lantern. It glows at night.</p><nav><p>Nor this</p></nav>")
	if want := (Prose{Words: 8, Sentences: 2, Syllables: 10, FinalE: 1}); f.Prose != want {
		t.Errorf("got %+v, want %+v", f.Prose, want)
	}
}

// Crawls are compared, so the hashes of a text may never change.
func TestHashesStayTheSame(t *testing.T) {
	f := measured(t, "<title>Lanterns</title><p>Paper lanterns glow for 12 nights, and cafés love them.</p>")
	got := [3]uint64{f.TextHash, f.WordHash, f.SimHash}
	want := [3]uint64{0x53927779e858d29a, 0x9ce64ae56a7a2380, 0x3361600118aa8150}
	if got != want {
		t.Errorf("%#x, want %#x", got, want)
	}
	if AnchorHash("top") != 0xacb4c569 {
		t.Errorf("AnchorHash %#x", AnchorHash("top"))
	}
}

func TestHashesCompare(t *testing.T) {
	long := strings.Repeat("Lanterns of paper glow in the trees along the river all night. ", 3) +
		"They are folded by hand, one after the other, and no two of them are alike. Whoever wants one may come by in the morning."
	a := measured(t, "<p>"+long+" It costs 12 euros.")
	for _, c := range []struct {
		name       string
		html       string
		text, word bool // equal hashes
		near       bool
	}{
		{"the same", "<main>\n<p>" + long + "</p> <b>It costs 12 euros.</b></main>", true, true, true},
		{"another number", "<p>" + long + " It costs 13 euros.", false, true, true},
		{"another word", "<p>" + long + " It takes 12 euros.", false, false, true},
		{"another text", "<p>" + strings.Repeat("Kites fly high above the hills when the wind is right. ", 6), false, false, false},
	} {
		b := measured(t, c.html)
		if (a.TextHash == b.TextHash) != c.text || (a.WordHash == b.WordHash) != c.word {
			t.Errorf("%s: equal texts %v, equal words %v", c.name, a.TextHash == b.TextHash, a.WordHash == b.WordHash)
		}
		if n := bits.OnesCount64(a.SimHash ^ b.SimHash); (n <= 10) != c.near {
			t.Errorf("%s: %d bits differ", c.name, n)
		}
	}
	if f := measured(t, "<title></title>"); f.TextHash|f.WordHash|f.SimHash != 0 {
		t.Error("hashes of nothing")
	}
}

// TestSimhashCounts compares the counters across words with plain ones.
func TestSimhashCounts(t *testing.T) {
	for _, n := range []int{1, 2, 7, 8, 9, 64, 1000} {
		var s simhash
		var counts [64]int
		for i := range n {
			hash := hashBytes([]byte{byte(i), byte(i >> 8)})
			s.add(hash)
			for bit := range counts {
				counts[bit] += int(hash >> bit & 1)
			}
		}
		var want uint64
		for bit, count := range counts {
			if count > n/2 {
				want |= 1 << bit
			}
		}
		if got := s.sum(); got != max(want, 1) {
			t.Errorf("%d features: %x, want %x", n, got, want)
		}
	}
}

func TestAnchors(t *testing.T) {
	f := measured(t, `<h2 id="b">x</h2><a name="a">y</a><p id="b">z<p id="caf&eacute;">`)
	if len(f.Anchors) != 3 || !slices.IsSorted(f.Anchors) {
		t.Errorf("got %v", f.Anchors)
	}
	for _, id := range []string{"a", "b", "café"} {
		if !f.HasAnchor(id) {
			t.Errorf("no %q", id)
		}
	}
	if f.HasAnchor("c") {
		t.Error("there is no c")
	}
}

// FuzzDigest reads words eight bytes at a time and one at a time.
func FuzzDigest(f *testing.F) {
	f.Add([]byte("Lorem ipsum dolor naïve caf&eacute; 12ab — 日本 end"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for i := range text {
			hash, end, ok := plainWord(text, i)
			if !ok || end == i {
				continue
			}
			if end > len(text) || hash != hashBytes(text[i:end]) || !letters(string(text[i:end])) {
				t.Fatalf("at %d of %q: to %d", i, text, end)
			}
		}
		var d, same digest
		d.add(text, running)
		same.add(slices.Clone(text), running)
		if !reflect.DeepEqual(d, same) {
			t.Fatal("what follows a text in memory changes what it says")
		}
	})
}

// The title says nothing about how many words the page shows.
func TestTitleIsNotCounted(t *testing.T) {
	for _, title := range []string{"", "東", "東京", "Lanterns"} {
		f := Parse([]byte("<title>"+title+"</title><p>京都 shop</p>"), "utf-8", address(t, "https://example.com/"))
		if f.Words != 2 || f.OwnWords != 2 {
			t.Errorf("with title %q: %d words, %d of its own", title, f.Words, f.OwnWords)
		}
	}
}

// A field without a label is told by its name, whatever else it says.
func TestFieldIsNamedByItsName(t *testing.T) {
	f := Parse([]byte(`<input name="first&amp;name" placeholder="&#32;&#32;">`), "utf-8", address(t, "https://example.com/"))
	if got := f.Examples(InputBare); len(got) != 1 || got[0] != "first&name" {
		t.Errorf("got %q", got)
	}
}
