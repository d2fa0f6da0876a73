package page

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	tests := []struct{ name, html, want string }{
		{"empty", "", ""},
		{"white space alone", " \n<p> \t</p>", ""},
		{"words", "<p>Call  us\n today</p>", "Call us today"},
		{"inline tags part no words", "<p>0<b>30</b>-1<i>2</i>3</p>", "030-123"},
		{"blocks part lines", "<h1>Oil</h1><p>4 litres</p>for you", "Oil\n4 litres\nfor you"},
		{"cells part lines", "<table><tr><td>a<td>b</table>", "a\nb"},
		{"br parts lines", "a<br>b", "a\nb"},
		{"options part lines", "<select><option>Red<option>Blue</select>", "Red\nBlue"},
		{"buttons part lines", "<button>Yes</button><button>No</button>", "Yes\nNo"},
		{"references", "Fish &amp; chips&nbsp;&euro;5", "Fish & chips\u00A0€5"},
		{"title is not on the page", "<title>Shop</title><p>Hello", "Hello"},
		{"script and style are not shown", "<script>var a</script><style>p{}</style><p>b", "b"},
		{"comments are not shown", "a<!-- b -->c", "ac"},
		{"noscript is not shown where scripts run", "<noscript>Switch it on</noscript><p>Hi", "Hi"},
		{"templates are not shown", "<template><p>no</p></template>yes", "yes"},
		{"images are no text", `a<img alt="b">c`, "ac"},
		{"links", `See <a href="/x">this page</a>.`, "See this page."},
		{"an svg's title is no text", "<svg><title>Logo</title></svg>Shop", "Shop"},
		{"an svg's text is", "<svg><text>Sale</text></svg>", "Sale"},
	}
	at := address(t, "https://example.com/")
	for _, test := range tests {
		if got := Parse([]byte(test.html), "utf-8", at).Text; got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestLongTextIsCut(t *testing.T) {
	got := Parse([]byte("<p>"+strings.Repeat("grün und ", MaxShown/6)), "utf-8", address(t, "https://example.com/")).Text
	if len(got) > MaxShown || len(got) < MaxShown-utf8.UTFMax || !utf8.ValidString(got) {
		t.Errorf("got %d bytes, valid UTF-8: %v", len(got), utf8.ValidString(got))
	}
}
