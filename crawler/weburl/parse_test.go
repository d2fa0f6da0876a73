package weburl

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// mustParse is for addresses that the tests are not about.
func mustParse(t testing.TB, raw string) URL {
	t.Helper()
	u, err := Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestResolve has rows for each rule of the WHATWG URL Standard; "" is no address.
func TestResolve(t *testing.T) {
	tests := []struct{ base, ref, want string }{
		// Scheme, slashes, white space.
		{"", "HTTP://Example.COM", "http://example.com/"},
		{"", " \t http://exa\tmple.com/a\r\nb \x00", "http://example.com/ab"},
		{"", "http:example.com", "http://example.com/"},
		{"", "http:/example.com/x", "http://example.com/x"},
		{"", "https:////example.com", "https://example.com/"},
		{"", `http:\\example.com\a\b?c\d`, `http://example.com/a/b?c\d`},
		{"", "example.com", ""},
		{"", "//example.com", ""},
		{"", "", ""},
		{"", "1http://a", ""},
		{"", "http://", ""},
		{"", "http:///", ""},
		{"", "http://?x", ""},
		{"http://a/b/c", "http:d", "http://a/b/d"},
		{"http://a/b/c", "http:/d", "http://a/d"},
		{"http://a/b/c", "https:d", "https://d/"},
		{"http://a/b/c", `\d`, "http://a/d"},
		{"http://a/b/c", `/\d`, "http://d/"},
		{"http://a/b/c", `\\d\e`, "http://d/e"},
		// References (after RFC 3986, section 5.4).
		{"http://a/b/c/d;p?q#f", "", "http://a/b/c/d;p?q"},
		{"http://a/b/c/d;p?q#f", "#", "http://a/b/c/d;p?q#"},
		{"http://a/b/c/d;p?q#f", "#s", "http://a/b/c/d;p?q#s"},
		{"http://a/b/c/d;p?q#f", "?", "http://a/b/c/d;p?"},
		{"http://a/b/c/d;p?q#f", "?y", "http://a/b/c/d;p?y"},
		{"http://a/b/c/d;p?q", "g", "http://a/b/c/g"},
		{"http://a/b/c/d;p?q", "./g", "http://a/b/c/g"},
		{"http://a/b/c/d;p?q", "g/", "http://a/b/c/g/"},
		{"http://a/b/c/d;p?q", "/g", "http://a/g"},
		{"http://a/b/c/d;p?q", "//g", "http://g/"},
		{"http://a/b/c/d;p?q", "g;x=1/../y", "http://a/b/c/y"},
		{"http://a/b/c/d;p?q", ".", "http://a/b/c/"},
		{"http://a/b/c/d;p?q", "..", "http://a/b/"},
		{"http://a/b/c/d;p?q", "../g", "http://a/b/g"},
		{"http://a/b/c/d;p?q", "../../../../g", "http://a/g"},
		{"http://a/b/c/d;p?q", "g?y/./x", "http://a/b/c/g?y/./x"},
		{"http://a/b/c/d;p?q", "g#s/../x", "http://a/b/c/g#s/../x"},
		{"http://a/b/c/d;p?q", "a:b", "a:b"},
		{"http://a/b/c/d;p?q", "./a:b", "http://a/b/c/a:b"},
		{"http://a/b/c/d;p?q", "1:2", "http://a/b/c/1:2"},
		{"http://a/", "..g", "http://a/..g"},
		{"http://a/", "...", "http://a/..."},
		{"http://a//b//c", "../d", "http://a//b/d"},
		{"http://a//", "d", "http://a//d"},
		// Dot segments, also escaped.
		{"", "http://a/b/%2e%2E/c/.%2e/%2E/d", "http://a/d"},
		{"", "http://a/b/%2e", "http://a/b/"},
		{"", "http://a/%2e%2e%2e", "http://a/%2e%2e%2e"},
		{"", "http://a/b/..//c", "http://a//c"},
		{"", "http://a/.well-known/x", "http://a/.well-known/x"},
		// Escapes.
		{"", "http://a/ü ö\"<>`{}^|'", "http://a/%C3%BC%20%C3%B6%22%3C%3E%60%7B%7D%5E|'"},
		{"", "http://a/?ü \"<>'`{}^|", "http://a/?%C3%BC%20%22%3C%3E%27`{}^|"},
		{"", "http://a/#ü \"<>'`{}^|", "http://a/#%C3%BC%20%22%3C%3E'%60{}^|"},
		{"", "http://a/%zz%4%", "http://a/%zz%4%"},
		{"", "http://a/%41%2f", "http://a/%41%2f"},
		{"", "http://a/\xff", "http://a/%EF%BF%BD"},
		{"", "http://a/\x7f\x01b", "http://a/%7F%01b"},
		{"", "http://a/#a#b", "http://a/#a#b"},
		{"", "http://a/?a?b", "http://a/?a?b"},
		// Userinfo.
		{"", "http://u:p@a/", "http://u:p@a/"},
		{"", "http://u@h@a:b@c/", "http://u%40h%40a:b@c/"},
		{"", "http://:@a/", "http://a/"},
		{"", "http://u:@a/", "http://u@a/"},
		{"", "http://:p@a/", "http://:p@a/"},
		{"", "http://u@/x", ""},
		{"http://u:p@a:8/x", "/y", "http://u:p@a:8/y"},
		{"http://u:p@a:8/x", "http://a:8/y", "http://a:8/y"},
		// Ports.
		{"", "http://a:80/", "http://a/"},
		{"", "https://a:443/", "https://a/"},
		{"", "https://a:80/", "https://a:80/"},
		{"", "http://a:/", "http://a/"},
		{"", "http://a:00081/", "http://a:81/"},
		{"", "http://a:0/", "http://a:0/"},
		{"", "http://a:65535/", "http://a:65535/"},
		{"", "http://a:65536/", ""},
		{"", "http://a:8x/", ""},
		{"", "http://:80/", ""},
		// Hosts.
		{"", "http://BÜCHER.de/", "http://xn--bcher-kva.de/"},
		{"", "http://b%C3%BCcher.de/", "http://xn--bcher-kva.de/"},
		{"", "http://faß.de/", "http://xn--fa-hia.de/"},
		{"", "http://FAẞ.de/", "http://xn--fa-hia.de/"},
		{"", "http://a≠b/", "http://xn--ab-miv/"},
		{"", "http://日本語。ｊｐ", "http://xn--wgv71a119e.jp/"},
		{"", "http://xn--bcher-kva.de/", "http://xn--bcher-kva.de/"},
		{"", "http://xn--/", ""},
		{"", "http://xn--a/", ""},
		{"", "http://a.XN--./", ""},
		{"", "http://ü。xn--。a/", ""},
		{"", "http://xn--tdaü/", ""},
		{"", "http://אa/", ""},
		{"", "http://a\u00adb/", "http://ab/"},
		{"", "http://\u00ad/", ""},
		{"", "http://a_b.c/", "http://a_b.c/"},
		{"", "http://a..b/", "http://a..b/"},
		{"", "http://a./", "http://a./"},
		{"", "http://a b/", ""},
		{"", "http://a%20b/", ""},
		{"", "http://a<b/", ""},
		{"", "http://a%41/", "http://aa/"},
		{"", "http://a%/", ""},
		{"", "http://a%ff/", ""},
		{"", "http://a|b/", ""},
		{"", "http://r3---sn.example/", "http://r3---sn.example/"},
		// IPv4.
		{"", "http://0x7f.1/", "http://127.0.0.1/"},
		{"", "http://127.0.0.2:81/a?b", "http://127.0.0.2:81/a?b"},
		{"", "http://a.com:65535/", "http://a.com:65535/"},
		{"", "http://a.com:65536/", ""},
		{"", "http://127.0.0.010/", "http://127.0.0.8/"},
		{"", "http://127.0.0.1./", "http://127.0.0.1/"},
		{"", "http://1.256.0.1/", ""},
		{"", "http://1.2.3.4.5/", ""},
		{"", "http://1..2.3/", ""},
		{"", "http://2130706433/", "http://127.0.0.1/"},
		{"", "http://0300.0250.1/", "http://192.168.0.1/"},
		{"", "http://1.2.3.4./", "http://1.2.3.4/"},
		{"", "http://1.2.3.4.5/", ""},
		{"", "http://1.2.3.256/", ""},
		{"", "http://4294967296/", ""},
		{"", "http://99999999999999999999999/", ""},
		{"", "http://0x/", "http://0.0.0.0/"},
		{"", "http://1.2.3.09/", ""},
		{"", "http://a.1/", ""},
		{"", "http://1..2/", ""},
		{"", "http://1.a/", "http://1.a/"},
		{"", "http://0xg/", "http://0xg/"},
		{"", "http://0x-1/", "http://0x-1/"},
		{"", "http://１２７.0.0.1/", "http://127.0.0.1/"},
		// IPv6.
		{"", "http://[::1]:8080/", "http://[::1]:8080/"},
		{"", "http://[2001:DB8:0:0:1:0:0:1]/", "http://[2001:db8::1:0:0:1]/"},
		{"", "http://[1:2:3:4:5:6:7:8]/", "http://[1:2:3:4:5:6:7:8]/"},
		{"", "http://[::127.0.0.1]/", "http://[::7f00:1]/"},
		{"", "http://[1::]/", "http://[1::]/"},
		{"", "http://[1:2:3:4:5:6:7::]/", "http://[1:2:3:4:5:6:7:0]/"},
		{"", "http://[::]/", "http://[::]/"},
		{"", "http://[1:2]/", ""},
		{"", "http://[::1/", ""},
		{"", "http://[[::1]]/", ""},
		{"", "http://[1::2::3]/", ""},
		{"", "http://[1:2:3:4:5:6:7:8:9]/", ""},
		{"", "http://[::1.2.3]/", ""},
		{"", "http://[::1.2.3.04]/", ""},
		{"", "http://[::1.2.3.256]/", ""},
		{"", "http://[::1.2.3.+4]/", ""},
		{"", "http://[1:2:3:4:5:6:7:1.2.3.4]/", ""},
		{"", "http://[::1%eth0]/", ""},
		{"", "http://[12345::]/", ""},
		{"", "http://[:1]/", ""},
		{"", "http://[1:]/", ""},
		{"", "http://[]/", ""},
		// Other schemes.
		{"http://a/", "mailto:A@B.de?subject=x y", "mailto:A@B.de?subject=x%20y"},
		{"http://a/", "tel:+49 30", "tel:+49 30"},
		{"http://a/", "JavaScript:void(0)", "javascript:void(0)"},
		{"http://a/", "data:text/html,<p>ü #x", "data:text/html,<p>%C3%BC%20#x"},
		{"http://a/", "about:blank", "about:blank"},
		{"http://a/", "x:", "x:"},
		{"http://a/", "x:/a/../b", "x:/b"},
		{"http://a/", "x://H:80/../b", "x://H:80/b"},
		{"http://a/", "x:///b", "x:///b"},
		{"http://a/", "x://a b", ""},
		{"http://a/", "x:/.//b", "x:/.//b"},
		{"http://a/", "ftp://a:21/", "ftp://a/"},
		{"x:/.//b", "c", "x:/.//c"},
		{"x:/.//b", "?c", "x:/.//b?c"},
		{"x:/.//b", "/c", "x:/c"},
		{"x:/b/c", "/..//d", "x:/.//d"},
		{"x://a", "b", "x://a/b"},
		{"x://a", "?b", "x://a?b"},
		{"mailto:x", "#y", "mailto:x#y"},
		{"mailto:x", "y", ""},
		{"http://a/", `FILE:\\H\C|\x\..\..`, "file://h/C:/"},
		{"http://a/", "file:x", "file:///x"},
		{"http://a/", "file://localhost/x", "file:///x"},
		{"file:///C:/a/b", "/d", "file:///C:/d"},
		{"file:///C:/a/b", "D|/d", "file:///D:/d"},
		{"file:///C:/a/b", "../../../d", "file:///C:/d"},
		{"file:///a/b?q", "", "file:///a/b?q"},
		{"file:///a/b?q", "//h/x", "file://h/x"},
		{"file:///a/b?q", "//", "file:///"},
	}
	for _, test := range tests {
		var base URL
		if test.base != "" {
			base = mustParse(t, test.base)
		}
		got, err := base.Resolve(test.ref, nil)
		if got.String() != test.want {
			t.Errorf("%q on %q: %q, want %q", test.ref, test.base, got, test.want)
		}
		if (err != nil) != (test.want == "") || err != nil && !errors.Is(err, ErrNotAnAddress) {
			t.Errorf("%q on %q: error %v", test.ref, test.base, err)
		}
	}
}

func TestQueryEncoding(t *testing.T) {
	base := mustParse(t, "http://a/")
	utf16 := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	tests := []struct {
		name string
		enc  encoding.Encoding
		ref  string
		want string
	}{
		{"utf-8", nil, "/ü?ü#ü", "/%C3%BC?%C3%BC#%C3%BC"},
		{"windows-1252", charmap.Windows1252, "/ü?ü€#ü", "/%C3%BC?%FC%80#%C3%BC"},
		{"windows-1251", charmap.Windows1251, "/?q=я&x=1", "/?q=%FF&x=1"},
		{"not in the encoding", charmap.Windows1252, "/?a=яü☃&#1;", "/?a=%26%231103%3B%FC%26%239731%3B&#1;"},
		{"shift_jis", japanese.ShiftJIS, "/?表", `/?%95\`},
		{"iso-2022-jp", japanese.ISO2022JP, "/?あ", "/?%1B$B$%22%1B(B"},
		{"utf-16 is never used", utf16, "/?ü", "/?%C3%BC"},
		{"replacement", encoding.Replacement, "/?ü", "/?%C3%BC"},
		{"other schemes", charmap.Windows1252, "mailto:a?ü", "mailto:a?%C3%BC"},
		{"ws", charmap.Windows1252, "ws://a/?ü", "ws://a/?%C3%BC"},
	}
	for _, test := range tests {
		got, err := base.Resolve(test.ref, test.enc)
		if err != nil || strings.TrimPrefix(got.String(), "http://a") != test.want {
			t.Errorf("%s: %q, want %q (%v)", test.name, got, test.want, err)
		}
	}
}

func TestParts(t *testing.T) {
	tests := []struct{ raw, scheme, hostname, host, port, origin, path, query, target, fragment string }{
		{"https://u:p@example.com:8443/a/b?c=d#e", "https", "example.com", "example.com:8443", "8443", "https://example.com:8443", "/a/b", "c=d", "/a/b?c=d", "e"},
		{"http://example.com", "http", "example.com", "example.com", "80", "http://example.com", "/", "", "/", ""},
		{"https://[::1]?#", "https", "[::1]", "[::1]", "443", "https://[::1]", "/", "", "/?", ""},
		{"http://[::1]:81/?a#b?c", "http", "[::1]", "[::1]:81", "81", "http://[::1]:81", "/", "a", "/?a", "b?c"},
		{"mailto:a@b?c#d", "mailto", "", "", "", "mailto://", "a@b", "c", "a@b?c", "d"},
		{"x:/.//a", "x", "", "", "", "x://", "//a", "", "//a", ""},
	}
	for _, test := range tests {
		u := mustParse(t, test.raw)
		got := []string{u.Scheme(), u.Hostname(), u.Host(), u.Port(), u.Origin(), u.Path(), u.Query(), u.Target(), u.Fragment()}
		want := []string{test.scheme, test.hostname, test.host, test.port, test.origin, test.path, test.query, test.target, test.fragment}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: part %d is %q, want %q", test.raw, i, got[i], want[i])
			}
		}
		if u.IsHTTP() != strings.HasPrefix(test.scheme, "http") || u.IsZero() {
			t.Errorf("%s: IsHTTP %v, IsZero %v", test.raw, u.IsHTTP(), u.IsZero())
		}
		if bare := u.WithoutFragment(); bare != mustParse(t, strings.SplitN(u.String(), "#", 2)[0]) || bare.Fragment() != "" {
			t.Errorf("%s: without fragment %q", test.raw, bare)
		}
	}
	var zero URL
	if !zero.IsZero() || zero.IsHTTP() || zero.Host()+zero.Hostname()+zero.Port()+zero.Path()+zero.Query()+zero.Fragment()+zero.Key()+zero.Display() != "" || zero.IsLoopback() || zero.IsPrivate() {
		t.Error("the zero URL has parts")
	}
}

func TestLongAddressIsQuotedInPart(t *testing.T) {
	_, err := Parse("http://" + strings.Repeat("ü ", 5000))
	if err == nil || len(err.Error()) > 1000 {
		t.Errorf("error of %d bytes", len(err.Error()))
	}
}

// TestPlainLinksAllocateOnce guards the path nearly every link takes.
func TestPlainLinksAllocateOnce(t *testing.T) {
	base := mustParse(t, "https://shop.example/garden/chairs/oak.html?x=1#top")
	for _, ref := range plainLinks {
		if _, ok := base.resolvePlain(ref); !ok {
			t.Errorf("%q is not plain", ref)
		}
		if n := testing.AllocsPerRun(100, func() { _, _ = base.Resolve(ref, nil) }); n > 1 {
			t.Errorf("%q allocates %v times", ref, n)
		}
	}
}

var plainLinks = []string{
	"/", "/garden/", "tables.html", "../index.html", "./a?b=c&d=e#f", "?page=2", "#reviews", "../../x/",
	"https://shop.example/cart", "http://other.example/a/b", "https://www.other.example:8080/", "https://other.example",
	"/%D0%BF%D1%83%D1%82%D1%8C/?q=%20",
}
