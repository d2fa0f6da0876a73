package page

import "testing"

func TestLanguages(t *testing.T) {
	for _, c := range []struct {
		tag            string
		lang, hreflang bool
	}{
		{"en", true, true}, {"EN", true, true}, {"en-GB", true, true}, {"en-gb", true, true}, {"zh-Hant", true, true},
		{"zh-Hant-TW", true, true}, {"x-default", true, true}, {"de-DE-1996", true, false}, {"es-419", true, false},
		{"en-UK", true, false}, {"jp", false, false}, {"en_GB", false, false}, {"", false, false}, {"e", false, false},
		{"english", true, false}, {"yue", true, false}, {"en-", false, false}, {"en--GB", false, false}, {"x", false, false},
		{"en-GB-x", true, false}, {"xx-GB", false, false}, {"en GB", false, false}, {"  ", false, false},
	} {
		if got := ValidLanguage(c.tag); got != c.lang {
			t.Errorf("ValidLanguage(%q) = %v", c.tag, got)
		}
		if got := ValidHreflang(c.tag); got != c.hreflang {
			t.Errorf("ValidHreflang(%q) = %v", c.tag, got)
		}
	}
}

func FuzzLanguage(f *testing.F) {
	f.Add("zh-Hant-TW")
	f.Add("x-default")
	f.Fuzz(func(t *testing.T, tag string) {
		if ValidHreflang(tag) && tag != "x-default" && !ValidLanguage(tag) {
			t.Errorf("search engines know %q, which is no language", tag)
		}
	})
}

func TestViewport(t *testing.T) {
	for _, c := range []struct {
		content string
		want    viewport
	}{
		{"", viewport{zoomable: true}},
		{"width=device-width, initial-scale=1", viewport{zoomable: true}},
		{"width=device-width, user-scalable=no", viewport{}},
		{"USER-SCALABLE = NO", viewport{}},
		{"user-scalable=0", viewport{}},
		{"user-scalable=1", viewport{zoomable: true}},
		{"user-scalable=-1", viewport{zoomable: true}},
		{"maximum-scale=1", viewport{}},
		{"maximum-scale=1.99;x", viewport{}},
		{"maximum-scale=2", viewport{zoomable: true}},
		{"maximum-scale=yes", viewport{}},
		{"maximum-scale=-1", viewport{zoomable: true}},
		{"width=980", viewport{zoomable: true, fixed: true}},
		{"width", viewport{zoomable: true}},
		{"width==,;=", viewport{zoomable: true}},
	} {
		if got := readViewportContent([]byte(c.content)); got != c.want {
			t.Errorf("%q: got %+v, want %+v", c.content, got, c.want)
		}
	}
}

func FuzzViewport(f *testing.F) {
	f.Add([]byte("width=device-width, maximum-scale=1;user-scalable=no"))
	f.Fuzz(func(t *testing.T, content []byte) {
		for rest := content; len(rest) > 0; {
			_, _, next := nextProperty(rest)
			if len(next) >= len(rest) {
				t.Fatalf("stands still at %q", rest)
			}
			rest = next
		}
		readViewportContent(content)
	})
}

func TestJSONFault(t *testing.T) {
	for text, fine := range map[string]bool{
		`{"@type": "Product"}`: true, ` [] `: true, `<!-- {"a":1} -->`: true, "//<![CDATA[\n{}\n//]]>": true,
		"": false, "{": false, `{"a":1,}`: false, `{'a':1}`: false, "{\"a\":\"b\nc\"}": false, `{} {}`: false,
	} {
		if got := jsonFault([]byte(text)); (got == "") != fine {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func FuzzJSONFault(f *testing.F) {
	f.Add([]byte(`<!--{"a":[1,]}-->`))
	f.Fuzz(func(t *testing.T, text []byte) { jsonFault(text) })
}
