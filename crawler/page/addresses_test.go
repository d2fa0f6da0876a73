package page

import (
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// TestAddresses resolves the same links on pages of several sites in turn, as
// what one page says must never leak into another's.
func TestAddresses(t *testing.T) {
	refs := []string{"/a", "/a", "/a/../b", "//other.example/x", "/\\other.example/x", "https://example.com/a", "http://third.example/a?b#c",
		"HTTPS://example.com/a", "/\u00e9?\u00e9", "a", "?a", "#a", "", "/", "/a b", "http:/a", "https:a", "http://["}
	bases := []string{"https://example.com/", "https://example.com/dir/page", "http://example.com/", "https://example.com:8443/",
		"https://user:password@example.com/", "https://www.example.com/", "ftp://example.com/"}
	known := new(addresses)
	for range 2 {
		for _, raw := range bases {
			base := address(t, raw)
			known.begin(base)
			for _, ref := range refs {
				for range 2 {
					got, err := known.resolve(base, ref, charmap.Windows1252)
					want, wantErr := base.Resolve(ref, charmap.Windows1252)
					if got != want || (err == nil) != (wantErr == nil) {
						t.Errorf("%q on %s: %q, %v; want %q, %v", ref, raw, got, err, want, wantErr)
					}
				}
			}
		}
	}
}

func TestAddressesRememberWithoutCopying(t *testing.T) {
	base := address(t, "https://example.com/dir/")
	known := new(addresses)
	known.begin(base)
	if _, err := known.resolve(base, "/menu/shop", nil); err != nil {
		t.Fatal(err)
	}
	n := testing.AllocsPerRun(100, func() {
		known.begin(base)
		if _, err := known.resolve(base, "/menu/shop", nil); err != nil {
			t.Fatal(err)
		}
	})
	if n > 0 {
		t.Errorf("%v allocations for a known link, want 0", n)
	}
}
