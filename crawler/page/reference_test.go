package page

import "testing"

func TestReferences(t *testing.T) {
	for _, test := range []struct{ written, text, value string }{
		{"", "", ""},
		{"a&amp;b", "a&b", "a&b"},
		{"&", "&", "&"},
		{"a & b", "a & b", "a & b"},
		{"&;&#;&#x;", "&;&#;&#x;", "&;&#;&#x;"},
		{"&#38;&#x26;&#X26", "&&&", "&&&"},
		{"&#00000000000000000000000000000000000000000000000065;", "A", "A"},
		{"&#0;&#xD800;&#x110000;&#99999999999;", "\uFFFD\uFFFD\uFFFD\uFFFD", "\uFFFD\uFFFD\uFFFD\uFFFD"},
		{"&#150;", "\u2013", "\u2013"},
		{"&#65b", "Ab", "Ab"},
		{"&copy", "\u00a9", "\u00a9"},
		{"?a=1&copy=2", "?a=1\u00a9=2", "?a=1&copy=2"},
		{"?a=1&copyx", "?a=1\u00a9x", "?a=1&copyx"},
		{"?a=1&copy;=2", "?a=1\u00a9=2", "?a=1\u00a9=2"},
		{"?a&lt=2&lt", "?a<=2<", "?a&lt=2<"},
		{"&notit;&notin;", "\u00acit;\u2209", "&notit;\u2209"},
		{"&semi;&semi", ";&semi", ";&semi"},
		{"&hellip&hellip;", "&hellip\u2026", "&hellip\u2026"},
		{"&NotEqualTilde;", "\u2242\u0338", "\u2242\u0338"},
		{"&CounterClockwiseContourIntegral;", "\u2233", "\u2233"},
		{"&unknown;&AMP;&Amp;", "&unknown;&&Amp;", "&unknown;&&Amp;"},
		{"&amp;amp;", "&amp;", "&amp;"},
		{"a\x00b", "a\uFFFDb", "a\uFFFDb"},
		{"&nbsp;&quot;&#39;&apos;", "\u00a0\"''", "\u00a0\"''"},
	} {
		if got := string(appendText(nil, []byte(test.written))); got != test.text {
			t.Errorf("text %q: %q, want %q", test.written, got, test.text)
		}
		if got := string(appendValue(nil, []byte(test.written))); got != test.value {
			t.Errorf("value %q: %q, want %q", test.written, got, test.value)
		}
	}
}
