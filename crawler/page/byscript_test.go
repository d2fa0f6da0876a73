package page

import (
	"strings"
	"testing"
)

func TestMadeByScripts(t *testing.T) {
	words := strings.Repeat("word ", 30)
	tests := []struct {
		name, html string
		want       bool
	}{
		{"empty root", `<div id=root></div><script src=/main.js></script>`, true},
		{"root with a spinner", `<div id="__next">Loading…</div><script type=module src=/a.js></script>`, true},
		{"root that the server filled", `<div id=root>` + words + `</div><script src=/main.js></script>`, false},
		{"root without any script", `<div id=root></div>`, false},
		{"noscript asks", `<noscript>Please enable JavaScript to use this shop.</noscript><script>start()</script>`, true},
		{"noscript asks beside text", `<noscript>Works better with JavaScript.</noscript><p>` + words + `</p><script src=/a.js></script>`, false},
		{"noscript counts visitors", `<noscript><img src=/count.gif></noscript><p>Closed today</p><script src=/a.js></script>`, false},
		{"many scripts and nothing else", `<main></main><script src=/a.js></script><script src=/b.js></script><script src=/c.js></script>`, true},
		{"many scripts and a picture", `<img src=/a.jpg><script src=/a.js></script><script src=/b.js></script><script src=/c.js></script>`, false},
		{"short page", `<p>We are closed.</p><script src=/count.js></script>`, false},
	}
	at := address(t, "https://example.com/")
	for _, test := range tests {
		if got := Parse([]byte(test.html), "utf-8", at).MadeByScripts; got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
