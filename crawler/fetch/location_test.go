package fetch

import (
	"net/http"
	"testing"
)

func TestLocation(t *testing.T) {
	const base = "http://example.com/dir/page?q"
	tests := []struct {
		values []string
		want   string // "" for no target
	}{
		{nil, ""},
		{[]string{""}, ""},
		{[]string{" \t"}, ""},
		{[]string{"", "/second"}, "http://example.com/second"},
		{[]string{"/first", "/second"}, "http://example.com/first"},
		{[]string{"other"}, "http://example.com/dir/other"},
		{[]string{"?x"}, "http://example.com/dir/page?x"},
		{[]string{"#f"}, "http://example.com/dir/page?q#f"},
		{[]string{"../up"}, "http://example.com/up"},
		{[]string{"//example.org/x"}, "http://example.org/x"},
		{[]string{"HTTPS://Example.ORG:443"}, "https://example.org/"},
		{[]string{"https:other"}, "https://other/"},
		{[]string{`\back\slash`}, "http://example.com/back/slash"},
		{[]string{"  /padded  "}, "http://example.com/padded"},
		{[]string{"/with space/a b?c d"}, "http://example.com/with%20space/a%20b?c%20d"},
		{[]string{"/caf\xc3\xa9"}, "http://example.com/caf%C3%A9"},
		{[]string{"/caf\xe9?\xe9"}, "http://example.com/caf%E9?%E9"},
		{[]string{"/%e2%98%83?%e2\xe2\x98\x83"}, "http://example.com/%e2%98%83?%e2%E2%98%83"},
		{[]string{"http://m\xc3\xbcnchen.de/"}, "http://xn--mnchen-3ya.de/"},
		{[]string{"/100%"}, "http://example.com/100%"},
		{[]string{"data:,x"}, ""},
		{[]string{"mailto:a@example.com"}, ""},
		{[]string{"javascript:alert(1)"}, ""},
		{[]string{"http://a:b:c/"}, ""},
		{[]string{"http://"}, ""},
	}
	for _, test := range tests {
		got, ok := Location(address(t, base), http.Header{"Location": test.values})
		if ok != (test.want != "") || got.String() != test.want {
			t.Errorf("%q: %q, %v; want %q", test.values, got.String(), ok, test.want)
		}
	}
}

func FuzzLocation(f *testing.F) {
	for _, s := range []string{"/a", "//b", "?q#f", "\xe9", "http://[::1]:1/", "https:x", " \\"} {
		f.Add(s)
	}
	base := address(f, "https://example.com/a/b")
	f.Fuzz(func(t *testing.T, raw string) {
		target, ok := Location(base, http.Header{"Location": {raw}})
		if ok != target.IsHTTP() {
			t.Errorf("%q: %v, %q", raw, ok, target)
		}
		for _, r := range target.String() {
			if r <= ' ' || r > '~' {
				t.Errorf("%q: %q cannot be sent", raw, target)
			}
		}
	})
}
