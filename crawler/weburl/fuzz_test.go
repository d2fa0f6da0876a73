package weburl

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

var seeds = []string{
	"", "/", "a", "../b?c#d", "//h/x", "?q", "#f", "./a:b", "http:x", `\\h\x`, "http://u:p@h:81/./%2e%2E/ü?ü#ü",
	"https://xn--bcher-kva.de/", "http://0x7f.1/", "http://[::1.2.3.4]:80", "mailto:a@b", "x:/.//y", "file:///C|/..", "data:,x #y",
	"http://a/%41%%41%e2%80%ae%2f", "http://shop.example", "https://shop.example:443/a", "ws://a/?ü", "HTTP://A/\t", "b/.%2e/c",
	"//shop.example", "//shop.example/x", "//shop.example//x?y#z", "//shop.example/./x", "//u@h:8/x", "//u@h:80/x", "//shop.example:80/x",
}

func addPairs(f *testing.F) {
	bases := []string{"", "http://shop.example/a/b?c#d", "https://u@h:8/", "file:///C:/a", "x:/.//y", "mailto:x"}
	for _, base := range bases {
		for _, ref := range append(seeds, plainLinks...) {
			f.Add(base, ref)
		}
	}
}

// FuzzResolvePlain compares the way of plain links with the parser.
func FuzzResolvePlain(f *testing.F) {
	addPairs(f)
	f.Fuzz(func(t *testing.T, base, ref string) {
		from, err := parse(base, URL{}, nil)
		if base != "" && err != nil {
			return
		}
		got, ok := from.resolvePlain(ref)
		if !ok {
			return
		}
		if want, err := parse(ref, from, nil); err != nil || got != want {
			t.Errorf("%q on %q: %+v, want %+v (%v)", ref, from, got, want, err)
		}
	})
}

// FuzzResolve checks what holds for every address.
func FuzzResolve(f *testing.F) {
	addPairs(f)
	f.Fuzz(func(t *testing.T, base, ref string) {
		from, _ := Parse(base)
		u, err := from.Resolve(ref, charmap.Windows1252)
		if err != nil {
			if !errors.Is(err, ErrNotAnAddress) || !u.IsZero() {
				t.Errorf("%q on %q: %v with %q", ref, from, err, u)
			}
			return
		}
		again, err := Parse(u.String())
		if err != nil || again != u {
			t.Errorf("%q parses as %+v, not %+v (%v)", u, again, u, err)
		}
		if strings.Trim(u.String(), " ") != u.String() && !u.isOpaque() || strings.ContainsFunc(u.String(), func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%q holds more than printable ASCII", u)
		}
		if u.IsHTTP() && (u.Hostname() == "" || !strings.HasPrefix(u.Path(), "/") || u.isOpaque()) {
			t.Errorf("%q lacks host or path", u)
		}
		if !u.isOpaque() && u.WithoutFragment().Fragment() != "" {
			t.Errorf("%q keeps a fragment", u)
		}
		u.IsLoopback()
		if site := NewSite(u, true); u.IsHTTP() && !site.Contains(u) {
			t.Errorf("%q is outside its site", u)
		}
	})
}

// FuzzKey checks that a key is an address with the same key, and that nothing
// but the folded escapes was changed.
func FuzzKey(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Add("http://a/%%41%zz%2%41%7e%C3%bc?%2f%2F")
	f.Add("http:ȟ!!!" + strings.Repeat("K", 2500) + "!")
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := Parse(raw)
		if err != nil {
			return
		}
		key := u.Key()
		if !u.IsHTTP() {
			return
		}
		folded, err := Parse(key)
		if err != nil || folded.String() != key || folded.Key() != key {
			t.Errorf("key %q of %q parses as %q with key %q (%v)", key, u, folded, folded.Key(), err)
		}
		if unescape(key) != unescape(u.WithoutFragment().String()) {
			t.Errorf("key %q means another address than %q", key, u)
		}
	})
}

// FuzzDisplay checks that what is shown can be read, and read back.
func FuzzDisplay(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Add("http://xn--h1alffa9f.xn--p1ai/%D0%BF%CC%81%EF%B8%8F%E2%80%8B?%E2%88%95")
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := Parse(raw)
		if err != nil {
			return
		}
		shown := u.Display()
		if !utf8.ValidString(shown) || strings.ContainsFunc(shown, func(r rune) bool {
			return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r != ' ' && unicode.IsSpace(r)
		}) {
			t.Errorf("%q is shown as %q", u, shown)
		}
		if !u.IsHTTP() {
			return
		}
		if back, err := Parse(shown); err != nil || back.Key() != u.Key() {
			t.Errorf("%q is shown as %q, which is %q (%v)", u, shown, back, err)
		}
	})
}

// FuzzTyped checks that whatever is typed gives http addresses or an error.
func FuzzTyped(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Add("example.com:80/x y")
	f.Add(" not an address")
	f.Fuzz(func(t *testing.T, text string) {
		candidates, err := Typed(text)
		if (len(candidates) == 0) == (err == nil) || err != nil && !errors.Is(err, ErrNotAnAddress) {
			t.Errorf("%q gives %v and %v", text, candidates, err)
		}
		for _, u := range candidates {
			if !u.IsHTTP() || !u.hasPlausibleHost() {
				t.Errorf("%q gives %q", text, u)
			}
		}
	})
}
