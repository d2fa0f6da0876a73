package weburl

import (
	"errors"
	"strings"
	"testing"
)

func TestKey(t *testing.T) {
	tests := []struct{ raw, want string }{
		{"http://a/b#c", "http://a/b"},
		{"http://a/%41%7E%2d%5f%2E", "http://a/A~-_."},
		{"http://a/%c3%bc?%c3%bc", "http://a/%C3%BC?%C3%BC"},
		{"http://a/b%2fc", "http://a/b%2Fc"},
		{"http://a/b/c", "http://a/b/c"},
		{"http://a//b//", "http://a//b//"},
		{"http://a/?b=2&a=1&b=1", "http://a/?b=2&a=1&b=1"},
		{"http://a/?", "http://a/?"},
		{"http://a/%25%34%31", "http://a/%2541"},
		{"http://a/%%41%%34%31", "http://a/%%41%%341"},
		{"http://a/%4%31", "http://a/%4%31"},
		{"http://a/x%2e%2e/y", "http://a/x../y"},
		{"http://a/%2e%2e%2e", "http://a/..."},
		{"HTTP://A:80/b", "http://a/b"},
		{"mailto:%41@b#c", "mailto:%41@b"},
	}
	for _, test := range tests {
		if got := mustParse(t, test.raw).Key(); got != test.want {
			t.Errorf("key of %s is %s, want %s", test.raw, got, test.want)
		}
	}
	plain := mustParse(t, "https://shop.example/a%20b/c?d=%C3%BC&e=%zz#f")
	if n := testing.AllocsPerRun(100, func() { _ = plain.Key() }); n != 0 {
		t.Errorf("a key with nothing to fold allocates %v times", n)
	}
}

func TestDisplay(t *testing.T) {
	tests := []struct{ raw, want string }{
		{"http://bücher.de/ü?ü#ü", "http://bücher.de/ü?ü#ü"},
		{"https://u@россия.рф:81/%d0%bf", "https://u@россия.рф:81/п"},
		{"http://日本語.jp/", "http://日本語.jp/"},
		{"http://a/%20%2F%3f%25%22", "http://a/%20%2F%3f%25%22"},
		{"http://a/%41%7E", "http://a/A~"},
		{"http://a/%%41", "http://a/%%41"},
		{"http://a/%ff%C3", "http://a/%ff%C3"},
		{"http://a/%e2%80%ae%C2%A0%E2%80%8B%C2%85", "http://a/%e2%80%ae%C2%A0%E2%80%8B%C2%85"},
		{"http://a/%E2%88%95%EF%BC%8F%E2%80%A4", "http://a/%E2%88%95%EF%BC%8F%E2%80%A4"},
		{"http://a/e%CC%81/%CC%81", "http://a/e\u0301/%CC%81"},
		{"http://a/%E2%82%AC%E2%80%93%F0%9F%98%80", "http://a/€–😀"},
		{"http://a/%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80", "http://a/हिन्दी"},
		// Cyrillic that passes for "apple", and Latin mixed with Cyrillic.
		{"http://аррӏе.com/", "http://xn--80ak6aa92e.com/"},
		{"http://gооgle.com/", "http://xn--ggle-55da.com/"},
		{"mailto:ü@b", "mailto:ü@b"},
	}
	for _, test := range tests {
		if got := mustParse(t, test.raw).Display(); got != test.want {
			t.Errorf("%s is shown as %s, want %s", test.raw, got, test.want)
		}
	}
	if got := mustParse(t, "https://bücher.de:81/ü?ä=%20#ö").DisplayPath(); got != "/ü?ä=%20#ö" {
		t.Errorf("path shown as %s", got)
	}
}

func TestTyped(t *testing.T) {
	both := func(rest string) string { return "https://" + rest + " http://" + rest }
	tests := []struct{ text, want string }{
		{"example.com", both("example.com/")},
		{"  example.com\u200b\n", both("example.com/")},
		{"Example.COM/Path?q#f", both("example.com/Path?q#f")},
		{"localhost:8080", both("localhost:8080/")},
		{"intranet", both("intranet/")},
		{"127.0.0.1:8000", both("127.0.0.1:8000/")},
		{"[::1]:81/x", both("[::1]:81/x")},
		{"[::1]:80/x", "https://[::1]:80/x http://[::1]/x"},
		{"example.com:443", "https://example.com/ http://example.com:443/"},
		{"//example.com/x", both("example.com/x")},
		{"bücher.de", both("xn--bcher-kva.de/")},
		{"example.com.", both("example.com./")},
		{"a_b.example", both("a_b.example/")},
		{"HTTP://example.com", "http://example.com/"},
		{"https://example.com/a b", "https://example.com/a%20b"},
		{"http:/example.com", "http://example.com/"},
		{"http:example.com", "http://example.com/"},
		{"https://user:pass@example.com/", "https://user:pass@example.com/"},
		{"http://0x7f.1", "http://127.0.0.1/"},
		{"http://localhost", "http://localhost/"},
		{"", ""},
		{"   ", ""},
		{"not an address", ""},
		{"foo bar", ""},
		{"http://", ""},
		{"https://", ""},
		{"http://foo bar/", ""},
		{"http://a..b", ""},
		{"http://-a.de", ""},
		{"http://" + strings.Repeat("a", 64) + ".de", ""},
		{"example.com\nexample.org", ""},
		{"hello, world", ""},
		{"hello,world", ""},
		{"what?", both("what/?")},
		{"/path", ""},
		{"?q", ""},
		{"#f", ""},
		{".", ""},
		{"...", ""},
		{"123", ""},
		{"1.2.3", ""},
		{"1.2.3.4", both("1.2.3.4/")},
		{"1.2.3.4.5", ""},
		{"someone@example.com", ""},
		{"ftp://example.com", ""},
		{"mailto:someone@example.com", ""},
		{"file:///etc/passwd", ""},
		{"javascript:alert(1)", ""},
		{"tel:112", ""},
		{`C:\index.html`, ""},
		{"example.com:abc", ""},
		{"example.com:99999", ""},
		{"http//example.com", ""},
		{"https//example.com", ""},
		{"http://[::1", ""},
	}
	for _, test := range tests {
		candidates, err := Typed(test.text)
		var got []string
		for _, u := range candidates {
			got = append(got, u.String())
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q gives %q, want %q", test.text, got, test.want)
		}
		if (err != nil) != (test.want == "") || err != nil && !errors.Is(err, ErrNotAnAddress) {
			t.Errorf("%q: error %v", test.text, err)
		}
	}
}

func TestSite(t *testing.T) {
	tests := []struct {
		start      string
		subdomains bool
		inside     string
		outside    string
	}{
		{"https://example.com/a", false, "http://example.com/ https://example.com:443/b http://u@example.com/",
			"http://www.example.com/ https://example.com:8443/ http://example.com:443/ http://example.org/ ftp://example.com/ mailto:example.com"},
		{"http://127.0.0.1:8000/", false, "http://127.0.0.1:8000/x https://127.0.0.1:8000/", "http://127.0.0.1/ http://127.0.0.1:8001/ http://localhost:8000/"},
		{"https://www.example.com/", true, "https://example.com/ http://www.example.com/ https://a.b.example.com/", "https://notexample.com/ https://example.com.evil.example/ https://a.example.com:81/"},
		{"https://shop.example.com/", true, "https://a.shop.example.com/", "https://example.com/ https://www.example.com/"},
		{"https://www.gov.uk/", true, "https://www.gov.uk/ https://a.www.gov.uk/", "https://service.gov.uk/ https://gov.uk/"},
		{"http://10.0.0.1/", true, "https://10.0.0.1/", "http://1.10.0.0.1.example/"},
		{"http://[::1]/", true, "http://[::1]/", "http://[::2]/"},
	}
	for _, test := range tests {
		site := NewSite(mustParse(t, test.start), test.subdomains)
		for raw := range strings.FieldsSeq(test.inside) {
			if !site.Contains(mustParse(t, raw)) {
				t.Errorf("%s is outside the site of %s", raw, test.start)
			}
		}
		for raw := range strings.FieldsSeq(test.outside) {
			if site.Contains(mustParse(t, raw)) {
				t.Errorf("%s is inside the site of %s", raw, test.start)
			}
		}
	}
	if (Site{}).Contains(URL{}) {
		t.Error("the zero site contains no address")
	}
}

func TestNetwork(t *testing.T) {
	const public, private, loopback = "public", "private", "loopback"
	tests := map[string]string{
		"localhost": loopback, "LOCALHOST.": loopback, "a.localhost": loopback, "127.0.0.1": loopback, "127.255.1.2": loopback,
		"2130706433": loopback, "0x7f.1": loopback, "0": loopback, "0.0.0.0": loopback, "[::1]": loopback, "[::]": loopback,
		"[::ffff:127.0.0.1]": loopback, "[::ffff:0:0]": loopback,
		"10.1.2.3": private, "172.16.0.1": private, "172.31.255.255": private, "192.168.1.1": private, "169.254.169.254": private,
		"[fc00::1]": private, "[fdff::]": private, "[fe80::1]": private, "[::ffff:192.168.0.1]": private,
		"example.com": public, "localhost.example": public, "notlocalhost": public, "8.8.8.8": public, "172.32.0.1": public,
		"[2001:db8::1]": public, "[::ffff:8.8.8.8]": public, "128.0.0.1": public,
	}
	for host, want := range tests {
		u := mustParse(t, "http://"+host+":81/")
		got := public
		if u.IsPrivate() {
			got = private
		}
		if u.IsLoopback() {
			got = loopback
			if !u.IsPrivate() {
				t.Errorf("%s is loopback and not private", host)
			}
		}
		if got != want {
			t.Errorf("%s is %s, want %s", host, got, want)
		}
	}
}
