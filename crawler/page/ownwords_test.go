package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitewalk/crawler/weburl"
)

// printOf is the fingerprint of a page with this text at an address.
func printOf(t *testing.T, address, text string) *Facts {
	t.Helper()
	at, err := weburl.Parse("https://example.com" + address)
	if err != nil {
		t.Fatal(err)
	}
	return Parse([]byte("<p>"+text), "utf-8", at)
}

func TestWordHashLeavesOutNumbersAndTheAddress(t *testing.T) {
	pairs := []struct {
		name        string
		a, b        *Facts
		words, text bool // alike
	}{
		{"the same", printOf(t, "/a", "Red shirt"), printOf(t, "/b", "Red shirt"), true, true},
		{"numbers", printOf(t, "/a", "Product 5 for 70"), printOf(t, "/a", "Product 6 for 7"), true, false},
		{"own words", printOf(t, "/amber/slate", "You are at /amber/slate."), printOf(t, "/willow", "You are at /willow."), true, false},
		{"own words in another case and coding", printOf(t, "/caf%C3%A9-noir", "No café NOIR here"), printOf(t, "/latte?x=now", "No latte now here"), true, false},
		{"words of other addresses", printOf(t, "/amber", "You are at /slate."), printOf(t, "/slate", "You are at /amber."), false, false},
		{"parts of words", printOf(t, "/amber", "ambers here"), printOf(t, "/slate", "slates here"), false, false},
		{"short words", printOf(t, "/of", "of course"), printOf(t, "/in", "in course"), false, false},
	}
	for _, p := range pairs {
		if (p.a.WordHash == p.b.WordHash) != p.words || (p.a.TextHash == p.b.TextHash) != p.text {
			t.Errorf("%s: words %v, text %v", p.name, p.a.WordHash == p.b.WordHash, p.a.TextHash == p.b.TextHash)
		}
		if slices.Equal(p.a.Pieces, p.b.Pieces) != p.words {
			t.Errorf("%s: pieces %v and %v", p.name, p.a.Pieces, p.b.Pieces)
		}
	}
}

func TestPiecesAreBounded(t *testing.T) {
	letters := strings.NewReplacer("0", "a", "1", "b", "2", "c", "3", "d", "4", "e", "5", "f", "6", "g", "7", "h", "8", "i", "9", "j")
	var text []byte
	for i := range 40 * maxPieces {
		text = fmt.Appendf(text, "word%s<br>", letters.Replace(strconv.Itoa(i)))
	}
	all := printOf(t, "/", string(text)).Pieces
	if n := len(all); n != maxPieces {
		t.Errorf("%d pieces", n)
	}
	half := printOf(t, "/", string(text[:len(text)/2])).Pieces
	if n := len(half); n <= allPieces || !slices.Equal(all[:n], half) {
		t.Errorf("%d pieces of the first half, which are not the same as those of the whole", n)
	}
}
