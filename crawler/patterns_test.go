package crawler

import (
	"testing"

	"sitewalk/crawler/weburl"
)

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, address string
		want             bool
	}{
		{"/shop/", "https://example.com/shop/a", true},
		{"/shop/", "https://example.com/the/shop/a", false},
		{"/*/print$", "https://example.com/a/print", true},
		{"/*/print$", "https://example.com/a/print?x", false},
		{"/a$", "https://example.com/a", true},
		{"/a$", "https://example.com/ab", false},
		{"?sort=", "https://example.com/list?sort=up", true},
		{"?sort=", "https://example.com/list?page=2", false},
		{"example.com/b*c", "https://example.com/b/x/c/d", true},
		{"example.com/b*c", "https://example.com/c/b", false},
		{"*.pdf$", "https://example.com/x.pdf", true},
		{"*.pdf$", "https://example.com/x.pdf.html", false},
	} {
		u, err := weburl.Parse(c.address)
		if err != nil {
			t.Fatal(err)
		}
		p := newPattern(c.pattern)
		if got := p.matches(u); got != c.want {
			t.Errorf("%q matches %q = %v", c.pattern, c.address, got)
		}
	}
}

func TestPatternsAllow(t *testing.T) {
	p, err := newPatterns([]string{"/shop/"}, []string{"/shop/cart"})
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		"https://example.com/shop/tea":  true,
		"https://example.com/shop/cart": false,
		"https://example.com/blog":      false,
	} {
		u, err := weburl.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.allow(u); got != want {
			t.Errorf("allow(%s) = %v", address, got)
		}
	}
	if _, err := newPatterns(nil, []string{" * "}); err == nil {
		t.Error("a pattern that excludes everything is accepted")
	}
}
