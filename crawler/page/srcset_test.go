package page

import (
	"bytes"
	"fmt"
	"testing"
)

func candidates(set string) []string {
	list := []string{}
	rest := []byte(set)
	for len(rest) > 0 {
		var address []byte
		if address, rest = nextCandidate(rest); len(address) > 0 {
			list = append(list, string(address))
		}
	}
	return list
}

func TestNextCandidate(t *testing.T) {
	for _, test := range []struct {
		set  string
		want []string
	}{
		{"", nil},
		{" , ,, ", nil},
		{"a", []string{"a"}},
		{"a,", []string{"a"}},
		{"a,,,", []string{"a"}},
		{"a ,b", []string{"a", "b"}},
		{"a,b", []string{"a,b"}},
		{"a, b", []string{"a", "b"}},
		{",,\ta\n1x\f,\rb 2x", []string{"a", "b"}},
		{"\va\v1x", []string{"\va\v1x"}},
		{"a 100w, b 200w", []string{"a", "b"}},
		{"a 100w 50h, b 50h 100w", []string{"a", "b"}},
		{"a 50h, b", []string{"b"}},
		{"a 1x 2x, b 1w 1x, c 1x 1w, d 1h 1x, e 1w 2w, f 1w 1h 1h, g", []string{"g"}},
		{"a 0w, b -1w, c 1.0w, d 1e3w, e +1w, f w, g 01w", []string{"g"}},
		{"a 0x, b -0x, c 1.5x, d .5x, e 1e3x, f 1E-3x, g -0.0e9x", []string{"a", "b", "c", "d", "e", "f", "g"}},
		{"a -1x, b +1x, c 1.x, d .x, e x, f 1ex, g Infinityx, h 1X, i 1e5.5x, j -x", []string{}},
		{"a 0h 1w, b 1q", []string{}},
		{"a (, b 1x, ), c", []string{"c"}},
		{"a ((( , b ), c", []string{"c"}},
		{"a (, b", []string{}},
		{"a ) 1x, b 1x)", []string{}},
		{"a (b) 1x, c [ , d ], e", []string{"e"}},
		{"data:image/png;base64,AA= 1x, /b.png 2x", []string{"data:image/png;base64,AA=", "/b.png"}},
		{"https://cdn.example/x,w_1/y.png 1x,https://cdn.example/x,w_2/y.png 2x", []string{"https://cdn.example/x,w_1/y.png", "https://cdn.example/x,w_2/y.png"}},
	} {
		if got := candidates(test.set); fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%q: %q, want %q", test.set, got, test.want)
		}
	}
}

func FuzzNextCandidate(f *testing.F) {
	for _, set := range []string{"a 1x, b 2x", "a (,), b", ",,a,,", "a -0.0e1x,b 1w 2h"} {
		f.Add([]byte(set))
	}
	f.Fuzz(func(t *testing.T, set []byte) {
		for len(set) > 0 {
			address, rest := nextCandidate(set)
			if len(rest) >= len(set) {
				t.Fatalf("%q: nothing was read", set)
			}
			if i := bytes.IndexAny(address, " \t\n\f\r"); i >= 0 || bytes.HasPrefix(address, []byte(",")) || bytes.HasSuffix(address, []byte(",")) {
				t.Fatalf("%q: %q is no address of a candidate", set, address)
			}
			set = rest
		}
	})
}
